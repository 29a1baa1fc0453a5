#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"
#include "core/operate/pose.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QRandomGenerator>
#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

using namespace posewright;
using nlohmann::json;
using operate::PastePose;
using operate::Pose;
using test::edited;
using test::nodeNamed;

namespace {

/// The biped with every joint turned somehow at frame 6, and its hips lowered.
Document strange(QRandomGenerator& random)
{
    json edits = json::array();
    const Document plain = test::biped(false);
    const auto number = [&](double most) { return (2 * random.generateDouble() - 1) * most; };
    for (const Node& node : plain.scene->nodes()) {
        const Quat turn = node.rest.rotation *
                          Quat(Eigen::AngleAxisd(
                              number(0.7), Vec3(number(1), number(1), number(1)).normalized()));
        const Quat q = turn.normalized();
        json key{{"edit", "setJointKey"},
                 {"joint", node.name},
                 {"frame", 6},
                 {"rotation", {q.x(), q.y(), q.z(), q.w()}}};
        if (node.name == "Hips") key["translation"] = {0.3, 0.8, -0.2};
        edits.push_back(key);
    }
    return edited(plain, edits);
}

Pose kept(const Document& doc, double frame)
{
    return operate::poseOf(doc, evaluate(doc, frame), "Strange");
}

Document pasted(const Document& doc, const PastePose& paste)
{
    const Result<operate::Edits> edits = operate::edits(doc, paste);
    if (!edits) qFatal("%s", edits.error().message.c_str());
    const Result<Document> out = edit::applyEach(doc, *edits);
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

Vec3 placeOf(const Document& doc, const Evaluation& shown, const std::string& name)
{
    return shown.world[doc.scene->find(std::string_view(name))].position;
}

/// Distances between all pairs of joints: what a figure's pose is, wherever it stands and faces.
double apart(const Document& a, const Evaluation& poseA, const Document& b, const Evaluation& poseB)
{
    double most = 0;
    for (const Node& x : a.scene->nodes())
        for (const Node& y : a.scene->nodes()) {
            const double inA = (placeOf(a, poseA, x.name) - placeOf(a, poseA, y.name)).norm();
            const double inB = (placeOf(b, poseB, x.name) - placeOf(b, poseB, y.name)).norm();
            most = std::max(most, std::abs(inA - inB));
        }
    return most;
}

/// The biped made larger, with other names, and bones whose axes are turned about themselves.
Document cousin()
{
    json edits = json::array();
    const auto bone = [&](const char* name, const char* parent, std::array<double, 3> head,
                          std::array<double, 3> tail) {
        json edit{{"edit", "addBone"}, {"name", name}};
        for (double& v : head) v *= 1.3;
        for (double& v : tail) v *= 1.3;
        edit["head"] = head;
        edit["tail"] = tail;
        if (parent) edit["parent"] = parent;
        edits.push_back(edit);
    };
    bone("pelvis", nullptr, {0, 0.95, 0}, {0, 1.05, 0});
    bone("spine_01", "pelvis", {0, 1.05, 0}, {0, 1.25, 0});
    bone("spine_02", "spine_01", {0, 1.25, 0}, {0, 1.45, 0});
    bone("head", "spine_02", {0, 1.5, 0}, {0, 1.7, 0});
    for (const auto& [side, sign] : {std::pair{"_l", 1.0}, std::pair{"_r", -1.0}}) {
        const auto name = [&](const char* of) { return std::string(of) + side; };
        bone(name("upperarm").c_str(), "spine_02", {sign * 0.18, 1.42, 0},
             {sign * 0.45, 1.42, -0.03});
        bone(name("lowerarm").c_str(), name("upperarm").c_str(), {sign * 0.45, 1.42, -0.03},
             {sign * 0.7, 1.42, 0});
        bone(name("hand").c_str(), name("lowerarm").c_str(), {sign * 0.7, 1.42, 0},
             {sign * 0.8, 1.42, 0});
        bone(name("thigh").c_str(), "pelvis", {sign * 0.1, 0.9, 0}, {sign * 0.1, 0.5, 0.02});
        bone(name("calf").c_str(), name("thigh").c_str(), {sign * 0.1, 0.5, 0.02},
             {sign * 0.1, 0.09, 0});
        bone(name("foot").c_str(), name("calf").c_str(), {sign * 0.1, 0.09, 0},
             {sign * 0.1, 0.02, 0.12});
    }
    return edited(emptyDocument(), edits);
}

}  // namespace

class TestPose : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { random_.seed(test::printedSeed(QRandomGenerator::global()->generate())); }

    void comesBackFromItsText()
    {
        const Pose pose = kept(strange(random_), 6);
        const Result<Pose> back = operate::poseFromText(operate::toJson(pose).dump());
        QVERIFY(back);
        QCOMPARE(back->name, pose.name);
        QCOMPARE(back->bones.size(), pose.bones.size());
        const Result<Document> was = operate::documentOf(pose), is = operate::documentOf(*back);
        QVERIFY(was && is);
        QVERIFY(apart(*was, evaluate(*was, 0), *is, evaluate(*is, 0)) < 1e-12);
    }

    void isTakenByTheSameFigureWhereItStands()
    {
        const Document doc = strange(random_);
        const Document turned =
            edited(test::biped(false), {{{"edit", "setJointKey"},
                                         {"joint", "Hips"},
                                         {"frame", 0},
                                         {"translation", {2, 0.95, 1}},
                                         {"rotation", {0, std::sin(0.6), 0, std::cos(0.6)}}}});
        PastePose paste;
        paste.pose = kept(doc, 6);
        const Document after = pasted(turned, paste);
        const Evaluation now = evaluate(after, 0), was = evaluate(doc, 6);
        QVERIFY(apart(doc, was, after, now) < 1e-9);
        const Vec3 hips = placeOf(after, now, "Hips");
        QVERIFY((hips - Vec3(2, 0.8, 1)).norm() < 1e-9);
        // It faces its own way: what was in front of it in the pose is so where it stands.
        for (const Node& node : doc.scene->nodes()) {
            const double y = placeOf(doc, was, node.name).y();
            QVERIFY(std::abs(placeOf(after, now, node.name).y() - y) < 1e-9);
        }
    }

    void anotherFigureTakesItByRoles()
    {
        const Document doc = strange(random_);
        PastePose paste;
        paste.pose = kept(doc, 6);
        const Document after = pasted(cousin(), paste);
        const Evaluation was = evaluate(doc, 6), now = evaluate(after, 0);
        const auto way = [](const Document& in, const Evaluation& pose, const char* from,
                            const char* to) {
            return (placeOf(in, pose, to) - placeOf(in, pose, from)).normalized().eval();
        };
        constexpr std::array kLimbs{
            std::array{"LeftUpLeg", "LeftLeg", "thigh_l", "calf_l"},
            std::array{"RightLeg", "RightFoot", "calf_r", "foot_r"},
            std::array{"LeftArm", "LeftForeArm", "upperarm_l", "lowerarm_l"},
            std::array{"RightForeArm", "RightHand", "lowerarm_r", "hand_r"}};
        // The hips face another way by a turn about the vertical, in which heights agree.
        for (const auto& [from, to, from2, to2] : kLimbs) {
            const double a = std::asin(way(doc, was, from, to).y());
            const double b = std::asin(way(after, now, from2, to2).y());
            const double off = std::abs(a - b) * 180 / std::numbers::pi;
            QVERIFY2(off < 2, qPrintable(QString("%1: %2 degrees").arg(from2).arg(off)));
        }
    }

    /// Left for right: distances between joints are those of the partners, on the same figure and,
    /// as far as roles carry a pose, on another one.
    void isTakenLeftForRight()
    {
        const Document doc = strange(random_);
        PastePose paste;
        paste.pose = kept(doc, 6);
        paste.mirrored = true;
        const Document after = pasted(test::biped(false), paste);
        const Evaluation was = evaluate(doc, 6), now = evaluate(after, 0);
        const auto other = [](std::string name) {
            if (name.starts_with("Left")) return "Right" + name.substr(4);
            if (name.starts_with("Right")) return "Left" + name.substr(5);
            return name;
        };
        for (const Node& a : doc.scene->nodes())
            for (const Node& b : doc.scene->nodes()) {
                const double is =
                    (placeOf(after, now, a.name) - placeOf(after, now, b.name)).norm();
                const double wanted =
                    (placeOf(doc, was, other(a.name)) - placeOf(doc, was, other(b.name))).norm();
                QVERIFY2(std::abs(is - wanted) < 1e-9, (a.name + " " + b.name).c_str());
            }
        // A mirror image, and no turn: what was at the left of a raised arm's figure is at its
        // right.
        const auto handed = [&](const Document& in, const Evaluation& pose, const char* first,
                                const char* second) {
            const Vec3 hips = placeOf(in, pose, "Hips");
            const Vec3 up = placeOf(in, pose, "Head") - hips;
            return up.cross(placeOf(in, pose, first) - hips).dot(placeOf(in, pose, second) - hips);
        };
        QVERIFY(std::abs(handed(doc, was, "LeftHand", "RightFoot") +
                         handed(after, now, "RightHand", "LeftFoot")) < 1e-9);
        const Document cousins = pasted(cousin(), paste);
        const Evaluation there = evaluate(cousins, 0);
        const auto rise = [](const Document& in, const Evaluation& pose, const char* from,
                             const char* to) {
            const Vec3 way = placeOf(in, pose, to) - placeOf(in, pose, from);
            return std::asin(way.normalized().y()) * 180 / std::numbers::pi;
        };
        QVERIFY(std::abs(rise(doc, was, "LeftArm", "LeftForeArm") -
                         rise(cousins, there, "upperarm_r", "lowerarm_r")) < 2);
        QVERIFY(std::abs(rise(doc, was, "RightLeg", "RightFoot") -
                         rise(cousins, there, "calf_l", "foot_l")) < 2);
    }

    void halfOfItIsHalfOfEachTurn()
    {
        const Document doc = strange(random_);
        PastePose paste;
        paste.pose = kept(doc, 6);
        paste.amount = 0.5;
        const Document plain = test::biped(false);
        const Document after = pasted(plain, paste);
        const Evaluation none = evaluate(plain, 0), half = evaluate(after, 0),
                         all = evaluate(doc, 6);
        for (NodeIndex row = 0; row < plain.scene->size(); ++row) {
            if ((*plain.scene)[row].name == "Hips") continue;
            const double whole = all.local[row].rotation.angularDistance(none.local[row].rotation);
            const double part = half.local[row].rotation.angularDistance(none.local[row].rotation);
            QVERIFY(std::abs(part - whole / 2) < 1e-6);
        }
    }

    void aLimbLeavesTheRestAlone()
    {
        const Document doc = strange(random_);
        PastePose paste;
        paste.pose = kept(doc, 6);
        const Document plain = test::biped(false);
        for (const char* name : {"LeftArm", "LeftForeArm", "LeftHand"})
            paste.bones.push_back(nodeNamed(plain, name));
        const Document after = pasted(plain, paste);
        QCOMPARE(after.clip().tracks.size(), std::size_t{3});
        const Evaluation now = evaluate(after, 0), all = evaluate(doc, 6);
        const NodeIndex fore = plain.scene->find(std::string_view("LeftForeArm"));
        QVERIFY(now.local[fore].rotation.angularDistance(all.local[fore].rotation) < 1e-9);
    }

    void targetsComeToWhereTheirLimbsAre()
    {
        const Document doc = strange(random_);
        PastePose paste;
        paste.pose = kept(doc, 6);
        paste.frame = 3;
        const Document held =
            edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                        test::targetKey("hand", 0, {0.5, 1.2, 0.2})});
        const Document after = pasted(held, paste);
        const Document bare = [&] {
            PastePose again = paste;
            again.frame = 0;
            return pasted(test::biped(false), again);
        }();
        const Evaluation now = evaluate(after, 3), free = evaluate(bare, 0);
        QVERIFY((placeOf(after, now, "hand") - placeOf(bare, free, "LeftHand")).norm() < 1e-6);
        QVERIFY((placeOf(after, now, "LeftHand") - placeOf(after, now, "hand")).norm() < 1e-4);
        QCOMPARE(after.clip().track(nodeNamed(after, "LeftForeArm")), nullptr);
    }

    void whatIsNoPoseIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");
        QTest::newRow("no JSON") << QByteArray("{") << "";
        QTest::newRow("keys") << QByteArray(R"({"posewright": "keys"})") << "";
        QTest::newRow("no bones") << QByteArray(R"({"posewright": "pose", "bones": []})")
                                  << "/bones";
        const QByteArray at = R"({"translation": [0,0,0], "rotation": [0,0,0,1]})";
        const auto bones = [&](const QByteArray& list) {
            return QByteArray(R"({"posewright": "pose", "bones": [)" + list + "]}");
        };
        const QByteArray rest = R"("rest": )" + at + R"(, "pose": )" + at + R"(, "tip": [0,1,0]})";
        QTest::newRow("nameless") << bones("{" + rest) << "/bones/0";
        QTest::newRow("empty name") << bones(R"({"name": "", )" + rest) << "/bones/0";
        QTest::newRow("twice") << bones(R"({"name": "a", )" + rest + R"(, {"name": "a", )" + rest)
                               << "/bones/1";
        QTest::newRow("a parent behind it")
            << bones(R"({"name": "a", "parent": "b", )" + rest) << "/bones/0";
        QByteArray crooked = rest;
        crooked.replace("[0,0,0,1]", "[0,0,0,3]");
        QTest::newRow("no unit rotation") << bones(R"({"name": "a", )" + crooked) << "/bones/0";
        QByteArray far = rest;
        far.replace("[0,1,0]", "[0,1e999,0]");
        QTest::newRow("no number") << bones(R"({"name": "a", )" + far) << "";
    }

    void whatIsNoPoseIsRefused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, place);
        const Result<Pose> read = operate::poseFromText(text.toStdString());
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().where), place);
        QVERIFY(!read.error().message.empty());
    }

    void aMissingTipIsNamed()
    {
        const Result<Pose> read = operate::poseFromText(
            R"({"posewright": "pose", "bones": [{"name": "a",
                "rest": {"translation": [0,0,0], "rotation": [0,0,0,1]},
                "pose": {"translation": [0,0,0], "rotation": [0,0,0,1]}}]})");
        QVERIFY(!read);
        QVERIFY(read.error().message.find("\"tip\"") != std::string::npos);
    }

    void aSkeletonWithNothingInCommonIsRefused()
    {
        PastePose paste;
        paste.pose = kept(strange(random_), 6);
        const Document chain = edited(
            emptyDocument(),
            {{{"edit", "addBone"}, {"name", "a"}, {"head", {0, 0, 0}}, {"tail", {0, 1, 0}}}});
        const Result<operate::Edits> edits = operate::edits(chain, paste);
        QVERIFY(!edits);
        QCOMPARE(QString::fromStdString(edits.error().where), "/pose");
    }

private:
    QRandomGenerator random_;
};

POSEWRIGHT_TEST(TestPose, posewright::test::runPlain);
#include "tst_pose.moc"
