#include "core/edit/bend.h"
#include "core/evaluate/in_boxes.h"
#include "core/evaluate/motion_faults.h"
#include "core/evaluate/report.h"
#include "core/operate/go_round.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/support/props.h"
#include "tests/support/seed.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>

using namespace posewright;
using nlohmann::json;
using test::edited;

namespace {

/// A hand goes along X from 0.38 to 0.62 before the figure, with a box half way that is `wide`
/// along X, 0.1 high and 0.1 deep, and has its middle at (0.5, 1.42, 0.2).
Document handPastBox(double wide, double last)
{
    return edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                       test::targetKey("hand", 0, {0.38, 1.42, 0.2}),
                                       test::targetKey("hand", last, {0.62, 1.42, 0.2}),
                                       {{"edit", "addBox"},
                                        {"name", "Box"},
                                        {"size", {wide, 0.1, 0.1}},
                                        {"position", {0.5, 1.37, 0.2}}}});
}

std::vector<ThroughBox> throughIn(const Document& doc)
{
    return report(*prepare(doc), {})->through;
}

/// A box by its middle, half its sides, and its turn.
struct Block {
    Vec3 middle = Vec3::Zero();
    Vec3 half = Vec3::Zero();
    Quat turn = Quat::Identity();
};

/// The greatest depth of the left arm, from the elbow to the tip of the hand, in a box. [m]
double armInside(const Document& doc, double frame, const Block& block, bool forearm = true)
{
    const Evaluation shown = evaluate(doc, frame);
    const Scene& scene = *doc.scene;
    const NodeIndex hand = scene.find("LeftHand");
    const Vec3 wrist = shown.world[hand].position;
    const Vec3 elbow = shown.world[scene.find("LeftForeArm")].position;
    const Vec3 tip = shown.world[hand] * scene[hand].bone()->tip;
    double depth = 0;
    const auto take = [&](const Vec3& at) {
        const Vec3 inside = block.turn.conjugate() * (at - block.middle);
        depth = std::max(depth, (block.half - inside.cwiseAbs()).minCoeff());
    };
    take(tip);
    take(wrist);
    constexpr int kSamples = 1000;
    for (int i = 0; forearm && i <= kSamples; ++i)
        take(elbow + double(i) / kSamples * (wrist - elbow));
    return depth;
}

}  // namespace

/// Limbs that go through boxes on their way.
class TestInBoxes : public QObject {
    Q_OBJECT

private slots:
    void aHandThatGoesThroughABoxIsFound()
    {
        const Document doc = handPastBox(0.1, 12);
        const std::vector<ThroughBox> found = throughIn(doc);
        QCOMPARE(found.size(), std::size_t(1));
        const ThroughBox& through = found.front();
        QCOMPARE(through.in.target, test::targetNamed(doc, "hand"));
        QCOMPARE(through.in.box, test::nodeNamed(doc, "Box"));
        // As counted by hand: the frames at which it is a hundredth of the arm below the sides.
        const double arm = std::hypot(0.27, 0.03) + std::hypot(0.25, 0.03);
        double first = -1, last = -1, deepest = 0;
        for (double frame = 0; frame <= 24; ++frame) {
            const double depth = armInside(doc, frame, {{0.5, 1.42, 0.2}, {0.05, 0.05, 0.05}});
            deepest = std::max(deepest, depth);
            if (depth <= 0.01 * arm) continue;
            if (first < 0) first = frame;
            last = frame;
        }
        QVERIFY(first > 0 && last < 12);
        QCOMPARE(through.start, first);
        // On the way from its last frame in the box to the next it is still inside.
        QVERIFY2(through.end == last || through.end == last + 1, QByteArray::number(through.end));
        QVERIFY(first <= through.deepest && through.deepest <= through.end);
        QVERIFY2(through.in.depth >= deepest - 1e-6 && through.in.depth < deepest + 5e-3,
                 QByteArray::number(through.in.depth - deepest));
        QCOMPARE(report(*prepare(doc), {})->errors, 0);
    }

    /// The wrist is on the top of a box, and the hand hangs into it.
    void aHandThatHangsIntoABoxIsFound()
    {
        const auto put = [](double wrist) {
            return edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                               test::targetKey("hand", 0, {0.3, wrist, 0.15}),
                                               {{"edit", "addBox"},
                                                {"name", "Box"},
                                                {"size", {0.4, 0.3, 0.4}},
                                                {"position", {0.3, 0.75, 0.15}}}});
        };
        const Block block{{0.3, 0.9, 0.15}, {0.2, 0.15, 0.2}};
        const Document in = put(1.05);
        const double depth = armInside(in, 0, block);
        const std::vector<ThroughBox> found = throughIn(in);
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY2(depth > 0.05 && std::abs(found.front().in.depth - depth) < 1e-6,
                 QByteArray::number(found.front().in.depth - depth));
        QCOMPARE(found.front().in.part, test::nodeNamed(in, "LeftHand"));
        QCOMPARE(found.front().start, 0.0);
        // As far above the box as it was in it, it rests on the top.
        double wrist = 1.05;
        for (int i = 0; i < 30; ++i) wrist += armInside(put(wrist), 0, block) * 0.5;
        QVERIFY(armInside(put(wrist), 0, block) < 1e-3);
        QVERIFY(throughIn(put(wrist)).empty());
    }

    /// Fingers are named, where they are deepest.
    void whatIsBeyondTheHandCounts()
    {
        const Document doc =
            edited(test::biped(false), {{{"edit", "addBone"},
                                         {"name", "LeftFinger"},
                                         {"parent", "LeftHand"},
                                         {"head", {0.8, 1.42, 0}},
                                         {"tail", {0.88, 1.42, 0}}},
                                        test::addTarget("hand", "LeftHand", "LeftArm"),
                                        test::targetKey("hand", 0, {0.6, 1.42, 0.05}),
                                        {{"edit", "addBox"},
                                         {"name", "Box"},
                                         {"size", {0.2, 0.4, 0.4}},
                                         {"position", {0.825, 1.22, 0.05}}}});
        const Evaluation shown = evaluate(doc, 0);
        const NodeIndex finger = doc.scene->find("LeftFinger");
        const Vec3 tip = shown.world[finger] * (*doc.scene)[finger].bone()->tip;
        QVERIFY(shown.world[finger].position.x() < 0.725 && tip.x() > 0.74);
        const std::vector<ThroughBox> found = throughIn(doc);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.front().in.part, test::nodeNamed(doc, "LeftFinger"));
        QVERIFY(std::abs(found.front().in.depth - (tip.x() - 0.725)) < 1e-6);
    }

    /// Of a target on one finger, the finger beside it is carried along.
    void fingersBesideTheLedOneCount()
    {
        const auto finger = [](const char* name, double z) {
            return json{{"edit", "addBone"},
                        {"name", name},
                        {"parent", "LeftHand"},
                        {"head", {0.8, 1.42, z}},
                        {"tail", {0.88, 1.42, z}}};
        };
        const Document doc =
            edited(test::biped(false), {finger("LeftMiddle", 0), finger("LeftThumb", 0.06),
                                        test::addTarget("finger", "LeftMiddle", "LeftArm"),
                                        test::targetKey("finger", 0, {0.6, 1.42, 0.05})});
        const Scene& scene = *doc.scene;
        const Evaluation shown = evaluate(doc, 0);
        const NodeIndex thumb = scene.find("LeftThumb"), middle = scene.find("LeftMiddle");
        const Vec3 tip = shown.world[thumb] * scene[thumb].bone()->tip,
                   beside = shown.world[middle] * scene[middle].bone()->tip;
        constexpr double kHalf = 0.015;
        QVERIFY((tip - beside).norm() > 2 * kHalf);
        const Document boxed = edited(doc, {{{"edit", "addBox"},
                                             {"name", "Box"},
                                             {"size", {2 * kHalf, 2 * kHalf, 2 * kHalf}},
                                             {"position", {tip.x(), tip.y() - kHalf, tip.z()}}}});
        const std::vector<ThroughBox> found = throughIn(boxed);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.front().in.part, test::nodeNamed(boxed, "LeftThumb"));
        QVERIFY2(std::abs(found.front().in.depth - kHalf) < 1e-6,
                 QByteArray::number(found.front().in.depth));
    }

    /// The hand is beyond the box, and the forearm in it.
    void aForearmCounts()
    {
        const Document doc =
            edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                        test::targetKey("hand", 0, {0.6, 1.42, 0.05}),
                                        {{"edit", "addBox"},
                                         {"name", "Box"},
                                         {"size", {0.06, 0.2, 0.2}},
                                         {"position", {0.53, 1.32, 0.03}}}});
        const std::vector<ThroughBox> found = throughIn(doc);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.front().in.part, test::nodeNamed(doc, "LeftForeArm"));
        const Block block{{0.53, 1.42, 0.03}, {0.03, 0.1, 0.1}};
        const double depth = armInside(doc, 0, block);
        QVERIFY(depth > 0.02 && armInside(doc, 0, block, false) == 0);
        QVERIFY2(std::abs(found.front().in.depth - depth) < 2e-4,
                 QByteArray::number(found.front().in.depth - depth));
    }

    /// Boxes of any size, place and turn, and hands anywhere about them.
    void theDepthIsAsCountedByHand()
    {
        const double arm = std::hypot(0.27, 0.03) + std::hypot(0.25, 0.03);
        std::mt19937 random(test::printedSeed(20261128U));
        const auto between = [&random](double low, double high) {
            return std::uniform_real_distribution<>(low, high)(random);
        };
        const auto any = [&](double low, double high) {
            const double x = between(low, high), y = between(low, high);
            return Vec3(x, y, between(low, high));
        };
        int inside = 0;
        double off = 0;
        for (int trial = 0; trial < 300; ++trial) {
            const Vec3 hand = Vec3(0.18, 1.42, 0) + any(-0.4, 0.4);
            Block block;
            block.half = any(0.03, 0.2);
            block.middle = hand + any(-0.3, 0.3);
            block.turn = Quat(Eigen::AngleAxisd(between(0, 3), any(-1, 1).normalized()));
            const Vec3 foot = block.middle - block.turn * Vec3(0, block.half.y(), 0);
            const Quat& q = block.turn;
            const Document doc =
                edited(test::biped(false),
                       {test::addTarget("hand", "LeftHand", "LeftArm"),
                        test::targetKey("hand", 0, {hand.x(), hand.y(), hand.z()}),
                        {{"edit", "addBox"},
                         {"name", "Box"},
                         {"size", {2 * block.half.x(), 2 * block.half.y(), 2 * block.half.z()}},
                         {"position", {0, 0, 0}}},
                        {{"edit", "setRest"},
                         {"node", "Box"},
                         {"translation", {foot.x(), foot.y(), foot.z()}},
                         {"rotation", {q.x(), q.y(), q.z(), q.w()}}}});
            const double depth = armInside(doc, 0, block);
            const std::vector<InBox> found = BoxWatch(doc).look(nullptr, evaluate(doc, 0));
            if (std::abs(depth - 0.01 * arm) < 3e-4) continue;
            QCOMPARE(found.size(), std::size_t(depth > 0.01 * arm ? 1 : 0));
            if (found.empty()) continue;
            ++inside;
            off = std::max(off, std::abs(found.front().depth - depth));
        }
        qInfo("%d of 300 inside, depths differ by up to %.2g mm", inside, 1000 * off);
        QVERIFY(inside > 30 && inside < 250);
        QVERIFY(off < 3e-4);
    }

    /// Between two frames, too, and not by touching.
    void whatIsThinIsNotMissedAndTouchingIsNoFault()
    {
        const Document fast = handPastBox(0.04, 2);
        const NodeIndex hand = fast.scene->find("LeftHand");
        Document thin = edited(
            fast, {{{"edit", "setRest"}, {"node", "Box"}, {"translation", {0.44, 1.37, 0.2}}}});
        for (double frame = 0; frame <= 24; ++frame)
            QVERIFY(std::abs(evaluate(thin, frame).world[hand].position.x() - 0.44) > 0.02);
        const std::vector<ThroughBox> found = throughIn(thin);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.front().start, 1.0);
        QCOMPARE(found.front().end, 1.0);
        const Document beside =
            edited(handPastBox(0.1, 12),
                   {{{"edit", "setRest"}, {"node", "Box"}, {"translation", {0.5, 1.424, 0.2}}}});
        QVERIFY(throughIn(beside).empty());
    }

    /// No box, no work; flesh and what a limb carries are no boxes to go through.
    void bodiesAndWhatTheyCarryAreNoObstacles()
    {
        const Document doc = handPastBox(0.1, 12);
        QVERIFY(!BoxWatch(doc).empty());
        QVERIFY(BoxWatch(test::biped()).empty());
        QVERIFY(
            BoxWatch(
                edited(doc, {{{"edit", "reparentBone"}, {"bone", "Box"}, {"parent", "RightHand"}}}))
                .empty());
    }

    void aKeyLeadsItRound()
    {
        const Document doc = test::handDownThroughBox();
        const ConstraintId hand = test::targetNamed(doc, "hand");
        const std::vector<ThroughBox> through = throughIn(doc);
        QCOMPARE(through.size(), std::size_t(1));
        QVERIFY(through.front().start > 0 && through.front().end < 16);
        const double frame = through.front().deepest;
        const std::vector<operate::WayRound> ways = operate::waysRound(doc, hand, frame, {});
        QVERIFY(!ways.empty());
        QVERIFY(ways.front().whole);
        QVERIFY2(ways.front().away < 0.25, QByteArray::number(ways.front().away));
        const Result<Document> out = operate::applyAll(
            doc, json::array({{{"operation", "goRound"}, {"target", "hand"}, {"frame", frame}}}));
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        QVERIFY(throughIn(*out).empty());
        QCOMPARE(report(*prepare(*out), {})->errors, 0);
        const NodeIndex row = doc.scene->find("LeftHand");
        for (const double end : {0.0, 16.0})
            QVERIFY(
                (evaluate(*out, end).world[row].position - evaluate(doc, end).world[row].position)
                    .norm() < 1e-6);
        QCOMPARE(keyFrames(*out->clip().track(test::nodeNamed(*out, "hand"))).size(),
                 2 + ways.front().keyed.size());
        const Result<Document> none = operate::applyAll(
            doc, json::array({{{"operation", "goRound"}, {"target", "hand"}, {"frame", 22}}}));
        QVERIFY(!none);
        QCOMPARE(none.error().message, std::string("its limb is in no box at that frame"));
    }

    /// Where only the forearm is in the box, its elbow is turned out of it, and the hand stays.
    void anElbowIsTurnedOut()
    {
        const Document bare =
            edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                        test::targetKey("hand", 0, {0.25, 1.25, 0.22}),
                                        {{"edit", "addBox"},
                                         {"name", "Box"},
                                         {"size", {0.3, 0.2, 0.3}},
                                         {"position", {0.25, 1.045, 0.25}}}});
        const Block block{{0.25, 1.145, 0.25}, {0.15, 0.1, 0.15}};
        const ConstraintId hand = test::targetNamed(bare, "hand");
        Document doc = bare;
        for (int step = 0; step < 24; ++step) {
            const Document turned =
                *edit::apply(bare, edit::SetBend{hand, 0, step * std::numbers::pi / 12});
            if (armInside(turned, 0, block, false) < 1e-3 &&
                armInside(turned, 0, block) > armInside(doc, 0, block) + 1e-3)
                doc = turned;
        }
        QVERIFY(armInside(doc, 0, block) > 0.02);
        // Before and after the range nothing is shown.
        const std::optional<ThroughBox> around = operate::throughAround(doc, hand, 0, {});
        QVERIFY(around);
        QCOMPARE(around->start, 0.0);
        QCOMPARE(around->end, 24.0);
        QCOMPARE(around->in.part, test::nodeNamed(doc, "LeftForeArm"));
        const std::vector<operate::WayRound> ways = operate::waysRound(doc, hand, 0, {});
        QVERIFY(!ways.empty());
        QVERIFY(ways.front().whole && ways.front().turn != 0);
        const Document out = *edit::applyEach(doc, ways.front().edits);
        QVERIFY(throughIn(out).empty());
        QVERIFY(armInside(out, 0, block) <= 0.01 * 0.53);
        const NodeIndex row = doc.scene->find("LeftHand");
        const double moved =
            (evaluate(out, 0).world[row].position - evaluate(doc, 0).world[row].position).norm();
        QVERIFY(moved <= ways.front().away + 1e-6);
        QVERIFY2(moved < 0.15, QByteArray::number(moved));
    }
};

POSEWRIGHT_TEST(TestInBoxes, posewright::test::runPlain);
#include "tst_in_boxes.moc"
