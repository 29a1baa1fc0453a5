#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"
#include "core/operate/drag_bone.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

using namespace posewright;
using operate::DragBone;
using operate::Giving;
using test::edited;
using test::nodeNamed;

namespace {

constexpr double kHeight = 1.7;  // of the biped [m]

Document dragged(const Document& doc, const DragBone& drag)
{
    const Result<operate::Edits> edits = operate::edits(doc, drag);
    if (!edits) qFatal("%s", edits.error().message.c_str());
    const Result<Document> out = edit::applyEach(doc, *edits);
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

DragBone dragOf(const Document& doc, const char* bone, const Vec3& to, Giving giving)
{
    DragBone drag;
    drag.bone = nodeNamed(doc, bone);
    drag.to = to;
    drag.giving = giving;
    return drag;
}

WorldTransform placeOf(const Evaluation& shown, const Document& doc, const char* name)
{
    return shown.world[doc.scene->find(std::string_view(name))];
}

double apart(const Document& a, const Document& b, const char* name)
{
    return (placeOf(evaluate(a, 0), a, name).position - placeOf(evaluate(b, 0), b, name).position)
        .norm();
}

/// Names of the joints that have keys.
std::vector<std::string> keyedIn(const Document& doc)
{
    std::vector<std::string> names;
    for (const Shared<Track>& track : doc.clip().tracks)
        names.push_back((*doc.scene)[doc.scene->find(track->node)].name);
    std::ranges::sort(names);
    return names;
}

/// Elbows and knees are hinges, shoulders and hips cones.
Document limited()
{
    nlohmann::json edits = nlohmann::json::array();
    for (const char* name : {"Spine", "Chest"})
        edits.push_back({{"edit", "setLimit"},
                         {"joint", name},
                         {"kind", "cone"},
                         {"axis", {0, 1, 0}},
                         {"up", {0, 0, 1}},
                         {"angles", {0.6, 0.35, 0.3, 0.35}},
                         {"twist", {-0.5, 0.5}}});
    return edited(test::biped(false), edits);
}

/// Whether targets with all joints to solve for bring the bone there, from the pose or from others,
/// while the feet stay.
bool isWithinReach(const Document& doc, const char* bone, const Vec3& to)
{
    // What carries the root is a target on the bone above it.
    const bool hips = std::string(bone) == "Hips";
    nlohmann::json edits{test::addTarget("lead", hips ? "Spine" : bone, "Hips"),
                         {{"edit", "setTarget"}, {"target", "lead"}, {"rootMoves", true}}};
    for (const char* foot : {"LeftFoot", "RightFoot"}) {
        const std::string name = std::string("stay") + foot;
        edits.push_back(test::addTarget(name.c_str(), foot, "Hips"));
        edits.push_back({{"edit", "setTarget"}, {"target", name}, {"orientation", true}});
        edits.push_back(test::targetKey(name.c_str(), 0));
    }
    const Evaluation rest = evaluate(doc, 0);
    const Vec3 by =
        hips ? Vec3(placeOf(rest, doc, "Spine").position - placeOf(rest, doc, "Hips").position)
             : Vec3(Vec3::Zero());
    edits.push_back({{"edit", "setTarget"}, {"target", "lead"}, {"soft", 0}});
    edits.push_back(
        test::targetKey("lead", 0, {to.x() + by.x(), to.y() + by.y(), to.z() + by.z()}));
    const Document with = edited(doc, edits);
    const Evaluation shown = evaluate(with, 0);
    return std::ranges::all_of(shown.targets, [](const TargetStatus& status) {
        return status.positionError < 1e-2 && status.orientationError < 2e-2;
    });
}

/// Where the middle of a body is by the shares that Winter gives (table 4.1), halfway down bones.
Vec3 middleOf(const Document& doc, const Evaluation& shown)
{
    const std::map<std::string, double> kShares{
        {"Hips", .142},     {"Spine", .1775},    {"Chest", .1775},      {"Head", .0405},
        {"LeftArm", .028},  {"RightArm", .028},  {"LeftForeArm", .016}, {"RightForeArm", .016},
        {"LeftHand", .006}, {"RightHand", .006}, {"LeftUpLeg", .1},     {"RightUpLeg", .1},
        {"LeftLeg", .0465}, {"RightLeg", .0465}, {"LeftFoot", .0145},   {"RightFoot", .0145}};
    Vec3 sum = Vec3::Zero();
    double mass = 0;
    for (const auto& [name, share] : kShares) {
        const NodeIndex row = doc.scene->find(std::string_view(name));
        const Eigen::Matrix4d at = shown.world[row].matrix().matrix();
        const Vec3 tip = (*doc.scene)[row].bone()->tip;
        sum += share * (at.topLeftCorner<3, 3>() * (tip / 2) + at.topRightCorner<3, 1>());
        mass += share;
    }
    return sum / mass;
}

}  // namespace

class TestDragBone : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void aLimbComesAlongAndNothingElse();
    void aTipComesToItsPlace();
    void theBodyGivesAndTheFeetStay();
    void aPinHoldsAnyBone();
    void smallWaysGiveSmallChanges();
    void theBodyStaysOverItsFeet();
    void targetsHoldAndAreMoved();
    void recordedMotionIsKeyedOnALayer();
    void whatCannotBeDraggedIsRefused();
    void isFastEnoughToFollowTheHand();
    void chosenByTheBone();

private:
    quint32 seed_ = 0;
    QRandomGenerator random_;
    Vec3 anywhere(double most)
    {
        const auto number = [&] { return (2 * random_.generateDouble() - 1) * most; };
        return {number(), number(), number()};
    }
};

void TestDragBone::initTestCase()
{
    seed_ = QRandomGenerator::global()->generate();
    random_.seed(seed_);
    qInfo("seed %u", seed_);
}

void TestDragBone::aLimbComesAlongAndNothingElse()
{
    const Document doc = test::biped(false);
    const Vec3 to(0.35, 1.2, 0.35);
    const Document after = dragged(doc, dragOf(doc, "LeftHand", to, Giving::Limb));
    QVERIFY((placeOf(evaluate(after, 0), after, "LeftHand").position - to).norm() < 1e-6);
    const std::vector<std::string> arm{"LeftArm", "LeftForeArm"};
    QCOMPARE(keyedIn(after), arm);
}

void TestDragBone::aTipComesToItsPlace()
{
    const Document doc = test::biped(false);
    DragBone drag = dragOf(doc, "LeftHand", {0.3, 1.25, 0.4}, Giving::Limb);
    drag.tip = true;
    const Document after = dragged(doc, drag);
    const NodeIndex hand = after.scene->find(std::string_view("LeftHand"));
    const Vec3 tip = evaluate(after, 0).world[hand] * (*after.scene)[hand].bone()->tip;
    QVERIFY((tip - drag.to).norm() < 1e-6);
}

void TestDragBone::theBodyGivesAndTheFeetStay()
{
    const Document doc = limited();
    const Evaluation before = evaluate(doc, 0);
    int reached = 0, within = 0;
    std::map<std::string, std::array<int, 3>> counts;  // tried, within reach, reached
    constexpr int kTries = 200;
    for (int i = 0; i < kTries; ++i) {
        const std::array kBones{"LeftHand", "RightHand", "Hips", "Chest", "Head", "RightForeArm"};
        const char* bone = kBones[static_cast<std::size_t>(i) % kBones.size()];
        const Vec3 to = placeOf(before, doc, bone).position + anywhere(0.35);
        const Document after = dragged(doc, dragOf(doc, bone, to, Giving::Body));
        const Evaluation now = evaluate(after, 0);
        for (const char* foot : {"LeftFoot", "RightFoot"}) {
            const WorldTransform was = placeOf(before, doc, foot), is = placeOf(now, after, foot);
            const double slid = (is.position - was.position).norm();
            QVERIFY2(slid < 1e-3 * kHeight, qPrintable(QString("%1 %2").arg(bone).arg(slid)));
            QVERIFY(angleBetween(is.rotation, was.rotation) < 2e-2);
        }
        QVERIFY(now.outside.empty());
        const bool is = (placeOf(now, after, bone).position - to).norm() < 1e-2;
        const bool can = is || isWithinReach(doc, bone, to);
        reached += is ? 1 : 0;
        within += can ? 1 : 0;
        std::array<int, 3>& count = counts[bone];
        ++count[0];
        count[1] += can ? 1 : 0;
        count[2] += is ? 1 : 0;
    }
    for (const auto& [bone, count] : counts)
        qInfo("%s: %d of %d places within reach, %d reached", bone.c_str(), count[1], count[0],
              count[2]);
    qInfo("%d of %d places within reach, %d reached to 10 mm", within, kTries, reached);
    QVERIFY(reached > kTries / 2);
    QVERIFY(reached >= 0.9 * within);
}

void TestDragBone::aPinHoldsAnyBone()
{
    const Document doc = test::biped(false);
    const std::array kPinned{"LeftFoot", "RightFoot", "LeftHand"};
    DragBone drag = dragOf(doc, "RightHand", {0.1, 1.0, 0.6}, Giving::Body);
    for (const char* name : kPinned) drag.pins.push_back(nodeNamed(doc, name));
    const Document after = dragged(doc, drag);
    for (const char* name : kPinned) QVERIFY2(apart(doc, after, name) < 1e-3 * kHeight, name);
    QVERIFY((placeOf(evaluate(after, 0), after, "RightHand").position - drag.to).norm() < 1e-2);
}

void TestDragBone::smallWaysGiveSmallChanges()
{
    constexpr double kStep = 1e-3;  // [m]
    // An arm that is straight at first bends by the root of the way.
    const Document straight = limited();
    const Document doc =
        dragged(straight, dragOf(straight, "LeftHand", {0.45, 1.2, 0.25}, Giving::Limb));
    const Evaluation before = evaluate(doc, 0);
    double most = 0;
    for (int way = 0; way < 6; ++way) {
        const Vec3 from = placeOf(before, doc, "LeftHand").position;
        const Vec3 direction = anywhere(1).normalized();
        std::optional<Evaluation> last;
        for (int step = 0; step <= 60; ++step) {
            const Vec3 to = from + (0.2 + step * kStep) * direction;
            const Document after = dragged(doc, dragOf(doc, "LeftHand", to, Giving::Body));
            const Evaluation now = evaluate(after, 0);
            for (NodeIndex row = 0; last && row < after.scene->size(); ++row)
                most = std::max(most, (now.world[row].position - last->world[row].position).norm());
            last = now;
        }
    }
    qInfo("a step of 1 mm moves a joint by %.2f mm at most", most * 1000);
    QVERIFY(most < 5 * kStep);
}

void TestDragBone::theBodyStaysOverItsFeet()
{
    const Document doc = test::biped(false);
    DragBone drag = dragOf(doc, "LeftHand", {0.4, 0.9, 0.7}, Giving::Body);
    const auto lean = [&](bool balance) {
        drag.balance = balance;
        const Document after = dragged(doc, drag);
        const Evaluation now = evaluate(after, 0);
        if ((placeOf(now, after, "LeftHand").position - drag.to).norm() > 1e-2) return 1e9;
        return middleOf(after, now).z();
    };
    // The feet's bones reach from z = 0 to 0.12.
    const double falls = lean(false), stands = lean(true);
    qInfo("the middle is %.3f m in front of the ankles, %.3f m in balance", falls, stands);
    QVERIFY(falls > 0.12 + 0.05);
    QVERIFY(stands < 0.12 + 0.05);
}

void TestDragBone::targetsHoldAndAreMoved()
{
    const Document doc =
        edited(test::biped(false),
               {test::addTarget("foot.L", "LeftFoot", "LeftUpLeg"),
                test::addTarget("foot.R", "RightFoot", "RightUpLeg"),
                test::addTarget("hand.L", "LeftHand", "LeftArm"), test::targetKey("foot.L", 0),
                test::targetKey("foot.R", 0), test::targetKey("hand.L", 0)});
    const Document low = dragged(doc, dragOf(doc, "Hips", {0, 0.75, 0.05}, Giving::Body));
    QVERIFY(apart(doc, low, "LeftFoot") < 1e-3);
    QVERIFY(apart(doc, low, "LeftHand") < 1e-3);
    QCOMPARE(low.clip().track(nodeNamed(low, "LeftUpLeg")), nullptr);
    const Vec3 to(0.5, 1.0, 0.6);
    const Document out = dragged(doc, dragOf(doc, "LeftHand", to, Giving::Body));
    QVERIFY((placeOf(evaluate(out, 0), out, "LeftHand").position - to).norm() < 1e-2);
    QVERIFY((placeOf(evaluate(out, 0), out, "hand.L").position - to).norm() < 1e-9);
    QVERIFY(apart(doc, out, "RightFoot") < 1e-3);
    QCOMPARE(out.clip().track(nodeNamed(out, "LeftForeArm")), nullptr);
}

void TestDragBone::recordedMotionIsKeyedOnALayer()
{
    nlohmann::json keys = nlohmann::json::array();
    for (int frame = 0; frame <= 24; ++frame) {
        const double half = 0.01 * frame;
        for (const char* joint : {"LeftArm", "LeftForeArm"})
            keys.push_back({{"edit", "setJointKey"},
                            {"joint", joint},
                            {"frame", frame},
                            {"rotation", {0.0, std::sin(half), 0.0, std::cos(half)}}});
    }
    const Document doc = edited(test::biped(false), keys);
    DragBone drag = dragOf(doc, "LeftHand", {0.4, 1.2, 0.3}, Giving::Limb);
    drag.frame = 12;
    const Document after = dragged(doc, drag);
    QVERIFY((placeOf(evaluate(after, 12), after, "LeftHand").position - drag.to).norm() < 1e-6);
    QCOMPARE(after.clip().layers.size(), std::size_t{1});
    QCOMPARE(after.clip().track(nodeNamed(doc, "LeftArm"))->rotation->find(11)->value,
             doc.clip().track(nodeNamed(doc, "LeftArm"))->rotation->find(11)->value);
}

void TestDragBone::whatCannotBeDraggedIsRefused()
{
    const Document doc = edited(test::biped(false), test::addTarget("t", "LeftHand", "LeftArm"));
    const Result<operate::Edits> target =
        operate::edits(doc, dragOf(doc, "t", Vec3::Zero(), Giving::Limb));
    QVERIFY(!target);
    QCOMPARE(QString::fromStdString(target.error().message), "it is no bone");
    const Result<operate::Edits> top =
        operate::edits(doc, dragOf(doc, "Hips", Vec3::Zero(), Giving::Limb));
    QVERIFY(!top);
    QCOMPARE(QString::fromStdString(top.error().message),
             "no joint above this bone brings it elsewhere");
}

void TestDragBone::isFastEnoughToFollowTheHand()
{
    const Document doc = limited();
    const Evaluation shown = evaluate(doc, 0);
    double best = 1e9;
    for (int round = 0; round < 20; ++round) {
        DragBone drag = dragOf(doc, "LeftHand", Vec3(0.9, 0.8, 0.5) + anywhere(0.1), Giving::Body);
        drag.balance = round % 2 == 0;
        QElapsedTimer clock;
        clock.start();
        QVERIFY(operate::draggedBone(doc, shown, drag));
        best = std::min(best, static_cast<double>(clock.nsecsElapsed()) / 1e6);
    }
    qInfo("%.2f ms", best);
}

void TestDragBone::chosenByTheBone()
{
    using operate::DragAs;
    const Document doc = test::biped(false);
    const auto as = [&](const char* name, bool pinned) {
        return operate::dragAs(doc, nodeNamed(doc, name), pinned);
    };
    QCOMPARE(as("LeftHand", false), DragAs::Limb);
    QCOMPARE(as("RightFoot", true), DragAs::Limb);
    QCOMPARE(as("Chest", false), DragAs::Turn);
    QCOMPARE(as("LeftForeArm", false), DragAs::Turn);
    QCOMPARE(as("Hips", false), DragAs::Move);
    QCOMPARE(as("Hips", true), DragAs::Body);
}

POSEWRIGHT_TEST(TestDragBone, posewright::test::runPlain);
#include "tst_drag_bone.moc"
