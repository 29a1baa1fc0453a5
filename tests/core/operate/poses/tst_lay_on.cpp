#include "core/operate/lay_on.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/hand_measure.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <random>

using namespace posewright;
using nlohmann::json;
using operate::BoxSide;
using operate::LaidOn;

namespace {

constexpr double kOnSurface = 5e-3;  ///< [m]
constexpr double kInSurface = 1e-3;

/// A hand that is led into a box at frame 12, and back.
Document handIntoBox(const Vec3& wrist = {0.3, 1.2, 0.3}, const Vec3& size = {0.24, 0.2, 0.24},
                     double base = 1.08)
{
    return test::edited(test::biped(false),
                        {test::addTarget("hand", "LeftHand", "LeftArm"),
                         test::targetKey("hand", 0, {0.3, 1.6, 0.2}),
                         test::targetKey("hand", 12, {wrist.x(), wrist.y(), wrist.z()}),
                         test::targetKey("hand", 24, {0.3, 1.6, 0.2}),
                         {{"edit", "addBox"},
                          {"name", "Box"},
                          {"size", {size.x(), size.y(), size.z()}},
                          {"position", {0.32, base, 0.38}}}});
}

/// How deep the hand is in the box, and how near it is to its surface.
struct HandOnBox {
    double deepest = 0;
    double nearest = 1e9;
    Vec3 touches = Vec3::Zero();
};

HandOnBox handOnBoxAt(const Document& doc, double frame)
{
    const Evaluation shown = evaluate(doc, frame);
    const test::BlockShown block(doc, shown, test::nodeNamed(doc, "Box"));
    HandOnBox out;
    for (const Vec3& at : test::handShown(doc, shown, test::nodeNamed(doc, "LeftHand"), 0.01)) {
        out.deepest = std::max(out.deepest, block.depthOf(at));
        if (block.distanceTo(at) >= out.nearest) continue;
        out.nearest = block.distanceTo(at);
        out.touches = at;
    }
    return out;
}

std::vector<LaidOn> laysOf(const Document& doc, double frame)
{
    return operate::laysOn(doc, test::targetNamed(doc, "hand"), frame, {});
}

Document laid(const Document& doc, const LaidOn& way)
{
    const Result<Document> out = edit::applyEach(doc, way.edits);
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

Vec3 wristAt(const Document& doc, double frame)
{
    return evaluate(doc, frame).world[doc.scene->find("LeftHand")].position;
}

QString refused(const Document& doc, const json& operation)
{
    const Result<Document> out = operate::applyAll(doc, json::array({operation}));
    return out ? QString() : QString::fromStdString(out.error().where + ": " + out.error().message);
}

}  // namespace

/// A hand that a key holds in a box is laid on its sides.
class TestLayOn : public QObject {
    Q_OBJECT

private slots:
    void theHandLiesOnTheSideThatIsNamed()
    {
        const Document doc = handIntoBox();
        QVERIFY(handOnBoxAt(doc, 12).deepest > 0.03);
        const std::vector<LaidOn> ways = laysOf(doc, 12);
        QVERIFY(ways.size() >= 2);
        const Vec3 middle(0.32, 1.18, 0.38), half(0.12, 0.1, 0.12);
        for (const LaidOn& way : ways) {
            const Document out = laid(doc, way);
            const HandOnBox hand = handOnBoxAt(out, 12);
            qInfo("side %d: %.2f mm off, %.2f mm in, moved by %.1f cm, %s", int(way.side),
                  1e3 * hand.nearest, 1e3 * hand.deepest, 100 * way.away,
                  way.whole ? "whole" : "not whole");
            QVERIFY(hand.nearest < kOnSurface && hand.deepest < kInSurface);
            const Vec3 from = (hand.touches - middle).cwiseQuotient(half);
            const double on = way.side == BoxSide::Top      ? from.y()
                              : way.side == BoxSide::Bottom ? -from.y()
                              : way.side == BoxSide::Front  ? from.z()
                              : way.side == BoxSide::Back   ? -from.z()
                              : way.side == BoxSide::PlusX  ? from.x()
                                                            : -from.x();
            QVERIFY2(std::abs(on - 1) < kOnSurface / 0.1, QByteArray::number(on));
            QVERIFY(std::abs((wristAt(out, 12) - wristAt(doc, 12)).norm() - way.away) < 1e-9);
            QVERIFY(std::ranges::count(way.keyed, 12.0) == 1);
            // Its other keys are where they were.
            for (const double frame : {0.0, 24.0})
                QVERIFY((wristAt(out, frame) - wristAt(doc, frame)).norm() < 1e-9);
            if (!way.whole) continue;
            for (int frame = 0; frame <= 24; ++frame)
                QVERIFY2(handOnBoxAt(out, frame).deepest < 0.011 * 0.53, QByteArray::number(frame));
        }
        for (std::size_t i = 1; i < ways.size(); ++i)
            QVERIFY(ways[i - 1].whole != ways[i].whole ? ways[i - 1].whole
                                                       : ways[i - 1].away <= ways[i].away);
    }

    void theOperationTakesASide()
    {
        const Document doc = handIntoBox();
        const auto done = operate::applyAll(
            doc,
            json::array(
                {{{"operation", "layOn"}, {"target", "hand"}, {"frame", 12}, {"side", "top"}}}));
        QVERIFY2(done, done ? "" : done.error().message.c_str());
        const HandOnBox hand = handOnBoxAt(*done, 12);
        QVERIFY(hand.nearest < kOnSurface && hand.deepest < kInSurface);
        QVERIFY(std::abs(hand.touches.y() - 1.28) < kOnSurface);
        // Without a side it is the first of those that are offered.
        const auto nearest = operate::applyAll(
            doc, json::array({{{"operation", "layOn"}, {"target", "hand"}, {"frame", 12}}}));
        QVERIFY(nearest && *nearest == laid(doc, laysOf(doc, 12).front()));
    }

    void whatIsImpossibleIsRefused()
    {
        const json below{
            {"operation", "layOn"}, {"target", "hand"}, {"frame", 12}, {"side", "bottom"}};
        // The box stands on the ground.
        const Document tall = handIntoBox({0.3, 1.2, 0.3}, {0.24, 1.28, 0.24}, 0);
        QVERIFY(!laysOf(tall, 12).empty());
        QCOMPARE(refused(tall, below), QString("#/0/side: it cannot lie on that side"));
        QVERIFY(!laysOf(handIntoBox(), 12).empty());
        QVERIFY(laysOf(handIntoBox(), 0).empty());
        QCOMPARE(refused(handIntoBox(), {{"operation", "layOn"}, {"target", "hand"}, {"frame", 0}}),
                 QString("#/0/frame: its limb is in no box at that frame"));
        // A hand that only passes through has no key there to be laid down.
        const Document passing =
            test::edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                              test::targetKey("hand", 0, {0.38, 1.42, 0.2}),
                                              test::targetKey("hand", 12, {0.62, 1.42, 0.2}),
                                              {{"edit", "addBox"},
                                               {"name", "Box"},
                                               {"size", {0.1, 0.1, 0.1}},
                                               {"position", {0.5, 1.37, 0.2}}}});
        QVERIFY(handOnBoxAt(passing, 6).deepest > 0.01);
        QVERIFY(laysOf(passing, 6).empty());
    }

    /// A contact is moved as a whole.
    void aContactIsLaidDownToo()
    {
        const Document doc = test::edited(handIntoBox(), {{{"edit", "setSpan"},
                                                           {"target", "hand"},
                                                           {"start", 12},
                                                           {"end", 18},
                                                           {"kind", "contact"}}});
        QVERIFY(handOnBoxAt(doc, 15).deepest > 0.03);
        const std::vector<LaidOn> ways = laysOf(doc, 15);
        QVERIFY(!ways.empty());
        const Document out = laid(doc, ways.front());
        for (const double frame : {12.0, 14.0, 15.0, 18.0}) {
            const HandOnBox hand = handOnBoxAt(out, frame);
            QVERIFY2(hand.nearest < kOnSurface && hand.deepest < kInSurface,
                     QByteArray::number(frame));
        }
    }

    /// Boxes of any turn and place: what is offered is as it is said.
    void boxesOfAllKinds()
    {
        std::mt19937 random(test::printedSeed(20261129U));
        const auto between = [&random](double low, double high) {
            return std::uniform_real_distribution<>(low, high)(random);
        };
        int inside = 0, offered = 0;
        for (int round = 0; round < 24; ++round) {
            const Vec3 wrist(between(0.2, 0.4), between(1.1, 1.5), between(0.2, 0.35));
            const Vec3 axis(between(-1, 1), between(-1, 1), between(-1, 1));
            const Quat turn(Eigen::AngleAxisd(between(-0.7, 0.7), axis.normalized()));
            const Document doc = test::edited(
                handIntoBox(wrist),
                {{{"edit", "setRest"},
                  {"node", "Box"},
                  {"translation",
                   {wrist.x() + between(-0.05, 0.05), wrist.y() - 0.1, wrist.z() + 0.05}},
                  {"rotation", {turn.x(), turn.y(), turn.z(), turn.w()}}}});
            if (handOnBoxAt(doc, 12).deepest < 0.02) continue;
            ++inside;
            const std::vector<LaidOn> ways = laysOf(doc, 12);
            offered += ways.empty() ? 0 : 1;
            for (const LaidOn& way : ways) {
                const HandOnBox hand = handOnBoxAt(laid(doc, way), 12);
                QVERIFY2(hand.nearest < kOnSurface && hand.deepest < kInSurface,
                         qPrintable(QString("round %1, side %2: %3 mm off, %4 mm in")
                                        .arg(round)
                                        .arg(int(way.side))
                                        .arg(1e3 * hand.nearest)
                                        .arg(1e3 * hand.deepest)));
            }
        }
        qInfo("%d hands in boxes, %d can be laid on a side", inside, offered);
        QVERIFY(inside >= 16 && offered >= 0.9 * inside);
    }
};

POSEWRIGHT_TEST(TestLayOn, posewright::test::runPlain);
#include "tst_lay_on.moc"
