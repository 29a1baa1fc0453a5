#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"
#include "tests/support/made_body.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"
#include "tests/support/to_plain.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using nlohmann::json;

namespace {

Document firstBendAfter(const Document& doc, const json& list)
{
    const Result<Document> out = operate::applyAll(doc, list);
    if (!out) qFatal("%s: %s", out.error().where.c_str(), out.error().message.c_str());
    return *out;
}

plain::V firstBendPlace(const Document& doc, const char* name, double frame)
{
    const NodeIndex row = doc.scene->find(std::string_view(name));
    return test::plainOf(evaluate(doc, frame).world[row].position);
}

/// How far the middle joint of a limb is from the line of its ends, to the front of a figure that
/// faces +Z. [m]
double bendToTheFront(const Document& doc, const std::string& side, bool leg, double frame)
{
    const auto at = [&](const char* joint) {
        return firstBendPlace(doc, (side + joint).c_str(), frame);
    };
    const plain::V root = at(leg ? "UpLeg" : "Arm"), middle = at(leg ? "Leg" : "ForeArm"),
                   end = at(leg ? "Foot" : "Hand");
    const plain::V line = plain::unit(end - root);
    const plain::V away = (middle - root) - plain::dot(middle - root, line) * line;
    return away.z;
}

}  // namespace

/// The first key of a straight arm or leg bends it as a body does.
class TestFirstBend : public QObject {
    Q_OBJECT

    /// In a T-pose with straight limbs and targets, at any frames of the bones.
    static Document standing(plain::Dice& dice)
    {
        const test::MadeBody body = test::withOtherFrames(test::madeBody(), dice);
        Document doc = test::documentOf(body, {}, 24);
        doc.clips[0] = doc.clips[0].with([](Clip& clip) { clip.tracks.clear(); });
        doc.playback.end = 24;
        return firstBendAfter(doc, json::array({{{"operation", "targetsForBody"}}}));
    }

private slots:
    void elbowsGoToTheBackAndKneesToTheFront()
    {
        plain::Dice dice(test::printedSeed(20261130));
        for (int round = 0; round < 20; ++round) {
            const Document doc = standing(dice);
            for (const std::string side : {"Left", "Right"}) {
                const double out = side == "Left" ? 1 : -1;
                // Down, with some way to the front or the side.
                const json hand{{"operation", "moveNodes"},
                                {"nodes", {side + " hand"}},
                                {"frame", 6},
                                {"by",
                                 {-out * dice.uniform(0.3, 0.45), -dice.uniform(0.3, 0.45),
                                  dice.uniform(0, 0.15)}}};
                const json foot{{"operation", "moveNodes"},
                                {"nodes", {side + " foot"}},
                                {"frame", 6},
                                {"by", {0, dice.uniform(0.05, 0.3), dice.uniform(-0.1, 0.1)}}};
                Document moved = firstBendAfter(doc, json::array({hand, foot}));
                for (const double frame : {0.0, 6.0, 20.0}) {
                    QCOMPARE_LT(bendToTheFront(moved, side, false, frame), -0.02);
                    const double knee = bendToTheFront(moved, side, true, frame);
                    QVERIFY2(knee > 0.02, qPrintable(QString("round %1, %2, frame %3: %4 m")
                                                         .arg(round)
                                                         .arg(side.c_str())
                                                         .arg(frame)
                                                         .arg(knee)));
                }
                // What follows stays on that side.
                const json on{{"operation", "moveNodes"},
                              {"nodes", {side + " hand"}},
                              {"frame", 18},
                              {"by", {0, 0.05, 0.1}}};
                moved = firstBendAfter(moved, json::array({on}));
                for (const double frame : {6.0, 12.0, 18.0, 24.0})
                    QCOMPARE_LT(bendToTheFront(moved, side, false, frame), -0.02);
                const operate::MoveNodes down{
                    {findConstraint(doc, side + " hand")->target}, 6, Vec3(-out * 0.4, -0.4, 0.05)};
                const auto bends = operate::edits(doc, down);
                QVERIFY(bends);
                QCOMPARE(bends->size(), std::size_t(2));
                QVERIFY(std::holds_alternative<edit::PutKeys>(bends->back()));
            }
        }
    }

    /// A target is first keyed where the straight limb is, and moved at another frame.
    void aLimbThatIsStillStraightBendsAsABodyDoes()
    {
        plain::Dice dice(test::printedSeed(20261203));
        for (int round = 0; round < 20; ++round) {
            const Document doc = standing(dice);
            for (const std::string side : {"Left", "Right"}) {
                const double out = side == "Left" ? 1 : -1;
                json list = json::array();
                for (const double frame : {0.0, 4.0})
                    list.push_back({{"operation", "matchTargets"},
                                    {"targets", {side + " hand"}},
                                    {"frame", frame}});
                list.push_back({{"operation", "moveNodes"},
                                {"nodes", {side + " hand"}},
                                {"frame", 20},
                                {"by",
                                 {-out * dice.uniform(0.15, 0.3), dice.uniform(-0.3, 0.3),
                                  dice.uniform(0, 0.1)}}});
                const Document moved = firstBendAfter(doc, list);
                for (const double frame : {12.0, 20.0, 24.0})
                    QCOMPARE_LT(bendToTheFront(moved, side, false, frame), -0.02);
            }
        }
    }

    /// Without any target.
    void aDraggedHandBendsItsArmAsABodyDoes()
    {
        plain::Dice dice(test::printedSeed(20261204));
        for (int round = 0; round < 20; ++round) {
            const test::MadeBody body = test::withOtherFrames(test::madeBody(), dice);
            Document doc = test::documentOf(body, {}, 24);
            doc.clips[0] = doc.clips[0].with([](Clip& clip) { clip.tracks.clear(); });
            for (const std::string side : {"Left", "Right"})
                for (const bool leg : {false, true}) {
                    const std::string bone = side + (leg ? "Foot" : "Hand");
                    const Vec3 at = evaluate(doc, 0).world[doc.scene->find(bone)].position;
                    const double out = side == "Left" ? 1 : -1;
                    const Vec3 to = leg ? at + Vec3(0, dice.uniform(0.05, 0.3), 0)
                                        : at + Vec3(-out * dice.uniform(0.15, 0.3),
                                                    dice.uniform(-0.3, 0.3), 0.05);
                    const Document moved =
                        firstBendAfter(doc, json::array({{{"operation", "dragBone"},
                                                          {"bone", bone},
                                                          {"frame", 0},
                                                          {"to", {to.x(), to.y(), to.z()}},
                                                          {"giving", "limb"}}}));
                    const double bend = bendToTheFront(moved, side, leg, 0);
                    QVERIFY2(
                        leg ? bend > 0.02 : bend < -0.02,
                        qPrintable(
                            QString("round %1, %2: %3 m").arg(round).arg(bone.c_str()).arg(bend)));
                }
        }
    }

    /// Both sides of a body do the same.
    void leftAndRightAreMirrored()
    {
        plain::Dice dice(test::printedSeed(20261202));
        for (int round = 0; round < 20; ++round) {
            const Document doc = standing(dice);
            const double in = dice.uniform(0.1, 0.45), down = dice.uniform(-0.3, 0.45),
                         on = dice.uniform(0, 0.3);
            json list = json::array();
            for (const std::string side : {"Left", "Right"})
                list.push_back({{"operation", "moveNodes"},
                                {"nodes", {side + " hand"}},
                                {"frame", 6},
                                {"by", {side == "Left" ? -in : in, -down, on}}});
            const Document moved = firstBendAfter(doc, list);
            for (const double frame : {0.0, 6.0, 24.0})
                for (const char* joint : {"ForeArm", "Hand"}) {
                    const plain::V left =
                        firstBendPlace(moved, (std::string("Left") + joint).c_str(), frame);
                    const plain::V right =
                        firstBendPlace(moved, (std::string("Right") + joint).c_str(), frame);
                    QCOMPARE_LT(plain::length(left - plain::V{-right.x, right.y, right.z}), 1e-9);
                }
        }
    }

    /// The person, the figure or the motion has said how it bends.
    void whatIsSaidAlreadyStays()
    {
        plain::Dice dice(test::printedSeed(20261201));
        const Document doc = standing(dice);
        const NodeId hand = findConstraint(doc, "Left hand")->target;
        const operate::MoveNodes down{{hand}, 6, Vec3(-0.4, -0.4, 0.05)};
        // A second key.
        const Document keyed = firstBendAfter(doc, json::array({{{"edit", "setTargetKey"},
                                                                 {"target", "Left hand"},
                                                                 {"frame", 0},
                                                                 {"position", {0.3, 1, 0.1}}}}));
        QCOMPARE(operate::edits(keyed, down)->size(), std::size_t(1));
        // A bone with a key.
        const Document captured = firstBendAfter(doc, json::array({{{"edit", "setJointKey"},
                                                                    {"joint", "LeftForeArm"},
                                                                    {"frame", 0},
                                                                    {"rotation", {0, 0, 0, 1}}}}));
        const Result<operate::Edits> near = operate::edits(captured, down);
        QVERIFY(near);
        for (const edit::Edit& each : *near) QVERIFY(!std::holds_alternative<edit::PutKeys>(each));
        // A pole with a key.
        const Document poled = firstBendAfter(
            doc, json::array(
                     {{{"edit", "addPole"}, {"target", "Left hand"}, {"position", {0.4, 1.2, 1}}},
                      {{"edit", "setJointKey"},
                       {"joint", "Left hand pole"},
                       {"frame", 0},
                       {"translation", {0.4, 1.2, 1}}}}));
        QCOMPARE(operate::edits(poled, down)->size(), std::size_t(1));
        const json again{{"operation", "moveNodes"},
                         {"nodes", {"Left hand"}},
                         {"frame", 6},
                         {"by", {-0.4, -0.4, 0.05}}};
        QCOMPARE_LT(0.02,
                    bendToTheFront(firstBendAfter(poled, json::array({again})), "Left", false, 6));
    }
};

POSEWRIGHT_TEST(TestFirstBend, posewright::test::runPlain);
#include "tst_first_bend.moc"
