#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace posewright;
using nlohmann::json;
using test::edited;

namespace {

/// A hand with a target keyed at 0 and 24, in contact from 8 to 16, and one without.
Document placedHand()
{
    return edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                       test::targetKey("hand", 0, {0.5, 1.6, 0.2}),
                                       test::targetKey("hand", 24, {0.5, 1.6, 0.2}),
                                       {{"edit", "setSpan"},
                                        {"target", "hand"},
                                        {"start", 8},
                                        {"end", 16},
                                        {"kind", "contact"}}});
}

Result<Document> placedBy(const Document& doc, const json& operation)
{
    return operate::applyAll(doc, json::array({operation}));
}

Vec3 shownAt(const Document& doc, const char* node, double frame)
{
    return evaluate(doc, frame).world[doc.scene->find(node)].position;
}

const json kQuarterAboutY{0, std::sqrt(0.5), 0, std::sqrt(0.5)};

}  // namespace

/// Moving, turning and keying things where they are.
class TestPlaceOperations : public QObject {
    Q_OBJECT

private slots:
    void aTargetIsMovedAndTheLimbWithIt()
    {
        const Document doc = placedHand();
        const Result<Document> out = placedBy(doc, {{"operation", "moveNodes"},
                                                    {"nodes", {"hand"}},
                                                    {"frame", 20},
                                                    {"by", {0, -0.1, 0.05}}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        QVERIFY((shownAt(*out, "hand", 20) - Vec3(0.5, 1.5, 0.25)).norm() < 1e-12);
        QVERIFY((shownAt(*out, "LeftHand", 20) - Vec3(0.5, 1.5, 0.25)).norm() < 1e-6);
    }

    void numbersPlaceATargetInTheWorldAndABoneInItsParent()
    {
        const Document doc = placedHand();
        const Result<Document> out = placedBy(doc, {{"operation", "placeNode"},
                                                    {"node", "hand"},
                                                    {"frame", 20},
                                                    {"position", {0.4, 1.5, 0.25}}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        QVERIFY((shownAt(*out, "LeftHand", 20) - Vec3(0.4, 1.5, 0.25)).norm() < 1e-6);
        const Result<Document> bone = placedBy(doc, {{"operation", "placeNode"},
                                                     {"node", "Head"},
                                                     {"frame", 5},
                                                     {"rotation", kQuarterAboutY}});
        QVERIFY2(bone, bone ? "" : bone.error().message.c_str());
        const Evaluation shown = evaluate(*bone, 5);
        const Quat turned(Eigen::AngleAxisd(1.57079632679489662, Vec3::UnitY()));
        QVERIFY(shown.local[doc.scene->find("Head")].rotation.angularDistance(turned) < 1e-12);
        QVERIFY(bone->clip().track((*doc.scene)[doc.scene->find("Head")].id)->rotation->find(5));
        const Result<Document> none =
            placedBy(doc, {{"operation", "placeNode"}, {"node", "Head"}, {"frame", 5}});
        QVERIFY(none && none->clip() == doc.clip());
    }

    void inAContactNumbersMoveTheContact()
    {
        const Document doc = placedHand();
        const Vec3 was = shownAt(doc, "LeftHand", 12);
        const Result<Document> out =
            placedBy(doc, {{"operation", "placeNode"},
                           {"node", "hand"},
                           {"frame", 12},
                           {"position", {was.x(), was.y() - 0.1, was.z()}}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        for (const double frame : {8.0, 12.0, 16.0})
            QVERIFY((shownAt(*out, "LeftHand", frame) - was - Vec3(0, -0.1, 0)).norm() < 1e-6);
        for (const double border : {8.0, 16.0})
            QVERIFY((shownAt(*out, "LeftHand", border - 1e-4) -
                     shownAt(*out, "LeftHand", border + 1e-4))
                        .norm() < 1e-3);
    }

    void numbersPlaceABoxAtRestUntilItHasKeys()
    {
        const Document doc = edited(test::biped(), {{{"edit", "addBox"},
                                                     {"name", "Box"},
                                                     {"size", {0.2, 0.2, 0.2}},
                                                     {"position", {0, 1, 0.4}}}});
        const json ask{
            {"operation", "placeNode"}, {"node", "Box"}, {"frame", 7}, {"position", {1, 2, 3}}};
        const Result<Document> rest = placedBy(doc, ask);
        QVERIFY2(rest, rest ? "" : rest.error().message.c_str());
        const NodeIndex row = doc.scene->find("Box");
        QCOMPARE((*rest->scene)[row].rest.translation, Vec3(1, 2, 3));
        QVERIFY(!rest->clip().track((*doc.scene)[row].id));
        const Result<Document> keyed = placedBy(edited(doc, {{{"edit", "setJointKey"},
                                                              {"joint", "Box"},
                                                              {"frame", 0},
                                                              {"translation", {0, 1, 0.4}}}}),
                                                ask);
        QVERIFY2(keyed, keyed ? "" : keyed.error().message.c_str());
        QCOMPARE((*keyed->scene)[row].rest.translation, Vec3(0, 1, 0.4));
        QVERIFY((shownAt(*keyed, "Box", 7) - Vec3(1, 2, 3)).norm() < 1e-12);
        QVERIFY((shownAt(*keyed, "Box", 0) - Vec3(0, 1, 0.4)).norm() < 1e-12);
    }

    /// A target goes a step on, a bone that can only be turned turns, what follows a target stays.
    void aStepMovesWhatCanBeMovedAndTurnsTheRest()
    {
        const Document doc = placedHand();
        const Result<Document> out = placedBy(doc, {{"operation", "nudgeNodes"},
                                                    {"nodes", {"hand", "Head", "LeftForeArm"}},
                                                    {"frame", 20},
                                                    {"by", {0, 0, 0.01}},
                                                    {"turn", kQuarterAboutY}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        QVERIFY((shownAt(*out, "hand", 20) - Vec3(0.5, 1.6, 0.21)).norm() < 1e-9);
        const auto turnOf = [](const Document& of) {
            return evaluate(of, 20).world[of.scene->find("Head")].rotation;
        };
        const Quat quarter(Eigen::AngleAxisd(1.57079632679489662, Vec3::UnitY()));
        QVERIFY((quarter * turnOf(doc)).angularDistance(turnOf(*out)) < 1e-9);
        QVERIFY((shownAt(*out, "Head", 20) - shownAt(doc, "Head", 20)).norm() < 1e-9);
        const Result<Document> turned = placedBy(doc, {{"operation", "nudgeNodes"},
                                                       {"nodes", {"hand"}},
                                                       {"frame", 20},
                                                       {"by", {0, 0, 0.01}},
                                                       {"turn", kQuarterAboutY},
                                                       {"turns", true}});
        QVERIFY(turned);
        QVERIFY((shownAt(*turned, "hand", 20) - Vec3(0.5, 1.6, 0.2)).norm() < 1e-9);
        const NodeIndex hand = doc.scene->find("hand");
        QVERIFY(evaluate(*turned, 20)
                    .world[hand]
                    .rotation.angularDistance(quarter * evaluate(doc, 20).world[hand].rotation) <
                1e-9);
    }

    void aJointIsPinnedAndLetGo()
    {
        const Document doc = edited(test::biped(), {test::addTarget("hand", "LeftHand", "Spine")});
        const auto pinned = [](const Document& of, bool held) {
            return *placedBy(of, {{"operation", "pinJoint"},
                                  {"targets", {"hand"}},
                                  {"joint", "LeftArm"},
                                  {"held", held}});
        };
        const Document held = pinned(doc, true);
        const NodeId arm = (*doc.scene)[doc.scene->find("LeftArm")].id;
        QCOMPARE(findConstraint(held, "hand")->pins, std::vector<NodeId>{arm});
        QVERIFY(pinned(held, true) == held);
        QVERIFY(pinned(held, false) == doc);
        const Result<Document> none = placedBy(
            doc, {{"operation", "pinJoint"}, {"targets", {"hand"}}, {"joint", "LeftFoot"}});
        QVERIFY(!none);
    }

    void anInfluenceIsKeyedAsItIs()
    {
        const Document doc = edited(
            placedHand(),
            {{{"edit", "setInfluenceKey"}, {"target", "hand"}, {"frame", 0}, {"value", 0}},
             {{"edit", "setInfluenceKey"}, {"target", "hand"}, {"frame", 10}, {"value", 1}}});
        const ConstraintId hand = findConstraint(doc, "hand")->id;
        const Result<Document> out =
            placedBy(doc, {{"operation", "keyInfluence"}, {"targets", {"hand"}}, {"frame", 4}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        const Curve& was = doc.clip().influence(hand)->curve;
        const Curve& is = out->clip().influence(hand)->curve;
        QCOMPARE(is.size(), was.size() + 1);
        QVERIFY(std::abs(is.sample(4) - was.sample(4)) < 1e-12);
        const Result<Document> first = placedBy(
            placedHand(), {{"operation", "keyInfluence"}, {"targets", {"hand"}}, {"frame", 4}});
        QVERIFY(first);
        QCOMPARE(first->clip().influence(hand)->curve.sample(4), 1.0);
    }

    /// The bone does not turn: what it looks at goes before its other side, as far as it was.
    void anAimWithoutAKeyLooksAlongAnotherSide()
    {
        const Document doc = edited(test::biped(), {{{"edit", "addTarget"},
                                                     {"name", "star"},
                                                     {"effector", "Head"},
                                                     {"root", "Head"},
                                                     {"aim", true}}});
        const auto rest = [](const Document& of, const char* node) {
            return evaluate(of, 0).world[of.scene->find(node)];
        };
        const WorldTransform head = rest(doc, "Head");
        const double away = (rest(doc, "star").position - head.position).norm();
        QVERIFY(away > 0.01);
        const json ask{{"operation", "lookAlong"}, {"targets", {"star"}}, {"axis", {0, 0, 2}}};
        const Result<Document> out = placedBy(doc, ask);
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        QVERIFY((*findConstraint(*out, "star")->axis() - Vec3::UnitZ()).norm() < 1e-12);
        QVERIFY(rest(*out, "Head").rotation.angularDistance(head.rotation) < 1e-12);
        const Vec3 front = head.position + away * (head.rotation * Vec3::UnitZ());
        QVERIFY((rest(*out, "star").position - front).norm() < 1e-9);
        const Result<Document> back =
            placedBy(*out, {{"operation", "lookAlong"}, {"targets", {"star"}}});
        QVERIFY(back);
        QVERIFY(
            (*findConstraint(*back, "star")->axis() - *findConstraint(doc, "star")->axis()).norm() <
            1e-12);
        // With a key its place is somebody's wish.
        const Document keyed = edited(doc, {test::targetKey("star", 0, {0.3, 1.6, 1})});
        const Result<Document> still = placedBy(keyed, ask);
        QVERIFY(still);
        QVERIFY((rest(*still, "star").position - Vec3(0.3, 1.6, 1)).norm() < 1e-12);
        const Result<Document> none =
            placedBy(placedHand(), {{"operation", "lookAlong"}, {"targets", {"hand"}}});
        QVERIFY(!none);
        QCOMPARE(none.error().where, std::string("#/0/targets"));
    }

    void inAContactTheContactIsMoved()
    {
        const Document doc = placedHand();
        const Vec3 was = shownAt(doc, "LeftHand", 12);
        const Result<Document> out = placedBy(
            doc,
            {{"operation", "moveNodes"}, {"nodes", {"hand"}}, {"frame", 12}, {"by", {0, -0.1, 0}}});
        QVERIFY(out);
        for (const double frame : {8.0, 10.0, 12.0, 16.0})
            QVERIFY((shownAt(*out, "LeftHand", frame) - was - Vec3(0, -0.1, 0)).norm() < 1e-6);
        // It comes there and leaves without a jump.
        for (const double border : {8.0, 16.0})
            QVERIFY((shownAt(*out, "LeftHand", border - 1e-4) -
                     shownAt(*out, "LeftHand", border + 1e-4))
                        .norm() < 1e-3);
        const Result<Document> same =
            placedBy(doc, {{"operation", "moveContact"},
                           {"target", "hand"},
                           {"frame", 12},
                           {"position", {was.x(), was.y() - 0.1, was.z()}}});
        QVERIFY(same);
        QVERIFY((shownAt(*same, "LeftHand", 10) - shownAt(*out, "LeftHand", 10)).norm() < 1e-9);
        const Result<Document> none = placedBy(doc, {{"operation", "moveContact"},
                                                     {"target", "hand"},
                                                     {"frame", 4},
                                                     {"position", {0, 1, 0}}});
        QVERIFY(!none);
        QCOMPARE(none.error().where, std::string("#/0/frame"));
    }

    void theSwingGoesAlongWithAPlantedFootThatIsMoved()
    {
        const auto contact = [](double start, double end) {
            return json{{"edit", "setSpan"},
                        {"target", "foot"},
                        {"start", start},
                        {"end", end},
                        {"kind", "contact"}};
        };
        const Document doc =
            test::edited(test::biped(false), {{{"edit", "setRange"}, {"start", 0}, {"end", 40}},
                                              test::addTarget("foot", "LeftFoot", "LeftUpLeg"),
                                              test::targetKey("foot", 0, {0.1, 0.1, -0.2}),
                                              test::targetKey("foot", 10, {0.1, 0.1, -0.2}),
                                              test::targetKey("foot", 14, {0.1, 0.2, -0.1}),
                                              test::targetKey("foot", 18, {0.1, 0.2, 0.05}),
                                              test::targetKey("foot", 22, {0.1, 0.1, 0.1}),
                                              test::targetKey("foot", 40, {0.1, 0.1, 0.1}),
                                              contact(0, 10),
                                              contact(22, 40)});
        const Result<Document> out = placedBy(doc, {{"operation", "moveContact"},
                                                    {"target", "foot"},
                                                    {"frame", 30},
                                                    {"position", {0.1, 0.1, 0.2}}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        const auto gone = [&](double frame) {
            return Vec3(shownAt(*out, "foot", frame) - shownAt(doc, "foot", frame));
        };
        for (const double still : {0.0, 5.0, 10.0}) QVERIFY(gone(still).norm() < 1e-6);
        for (const double there : {22.0, 30.0, 40.0})
            QVERIFY((gone(there) - Vec3(0, 0, 0.1)).norm() < 1e-6);
        // A smooth share of the way: 7/27 of it after a third of the time, 20/27 after two.
        QVERIFY((gone(14) - Vec3(0, 0, 0.1 * 7 / 27)).norm() < 1e-6);
        QVERIFY((gone(18) - Vec3(0, 0, 0.1 * 20 / 27)).norm() < 1e-6);
        // No frame leaps: the way that is added is spread over the swing.
        for (double frame = 10; frame < 22; ++frame)
            QVERIFY((gone(frame + 1) - gone(frame)).norm() < 0.02);
    }

    void aRootIsMovedInTheWorldAndWhatHangsOnItComesAlong()
    {
        const Document doc = test::biped(false);
        const Result<Document> out = placedBy(doc, {{"operation", "moveNodes"},
                                                    {"nodes", {"Hips"}},
                                                    {"frame", 6},
                                                    {"by", {0.1, 0, -0.2}}});
        QVERIFY(out);
        for (const char* node : {"Hips", "Head", "RightFoot"})
            QVERIFY((shownAt(*out, node, 6) - shownAt(doc, node, 6) - Vec3(0.1, 0, -0.2)).norm() <
                    1e-9);
    }

    void ofNodesThatHangOnOneAnotherTheTopmostTurns()
    {
        const Document doc = test::biped(false);
        const Result<Document> out = placedBy(doc, {{"operation", "turnNodes"},
                                                    {"nodes", {"LeftForeArm", "LeftArm"}},
                                                    {"frame", 0},
                                                    {"by", kQuarterAboutY}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        QVERIFY(!out->clip().track(test::nodeNamed(*out, "LeftForeArm")));
        const Vec3 arm = shownAt(doc, "LeftArm", 0);
        const Vec3 hand = shownAt(doc, "LeftHand", 0) - arm;
        const Vec3 turned(hand.z(), hand.y(), -hand.x());
        QVERIFY((shownAt(*out, "LeftHand", 0) - arm - turned).norm() < 1e-9);
    }

    void severalTargetsTurnAsOne()
    {
        const Document doc =
            edited(placedHand(), {test::addTarget("other", "RightHand", "RightArm"),
                                  test::targetKey("other", 0, {-0.5, 1.6, 0.2})});
        const Result<Document> out = placedBy(doc, {{"operation", "turnNodes"},
                                                    {"nodes", {"hand", "other"}},
                                                    {"frame", 0},
                                                    {"by", kQuarterAboutY},
                                                    {"about", {0, 1.6, 0}}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        QVERIFY((shownAt(*out, "hand", 0) - Vec3(0.2, 1.6, -0.5)).norm() < 1e-9);
        QVERIFY((shownAt(*out, "other", 0) - Vec3(0.2, 1.6, 0.5)).norm() < 1e-9);
    }

    void whatCannotBeMovedByItselfIsRefused()
    {
        const Result<Document> arm = placedBy(placedHand(), {{"operation", "moveNodes"},
                                                             {"nodes", {"RightForeArm"}},
                                                             {"frame", 4},
                                                             {"by", {0, 1, 0}}});
        QVERIFY(!arm);
        QCOMPARE(QString::fromStdString(arm.error().where + ": " + arm.error().message),
                 QString("#/0/nodes: none of them can be moved by itself at this frame"));
        QVERIFY(!placedBy(placedHand(), {{"operation", "turnNodes"},
                                         {"nodes", {"LeftForeArm"}},
                                         {"frame", 4},
                                         {"by", kQuarterAboutY}}));
        QVERIFY(!placedBy(placedHand(), {{"operation", "turnNodes"},
                                         {"nodes", {"RightArm"}},
                                         {"frame", 4},
                                         {"by", {0, 0, 0, 2}}}));
    }

    void aPoseIsKeyedAsItIsShown()
    {
        const Document doc =
            edited(test::biped(), {test::addTarget("hand", "LeftHand", "LeftArm")});
        const Result<Document> out = placedBy(
            doc, {{"operation", "keyPose"}, {"nodes", {"Hips", "RightArm", "hand"}}, {"frame", 6}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        for (const char* node : {"Hips", "RightHand", "LeftHand"})
            QVERIFY((shownAt(*out, node, 6) - shownAt(doc, node, 6)).norm() < 1e-6);
        const Track* hips = out->clip().track(test::nodeNamed(*out, "Hips"));
        QVERIFY(hips->translation[0]->find(6) && hips->rotation->find(6));
        const Track* arm = out->clip().track(test::nodeNamed(*out, "RightArm"));
        QVERIFY(arm->rotation->find(6) && arm->translation[0]->empty());
        QVERIFY(out->clip().track(test::nodeNamed(*out, "hand"))->translation[0]->find(6));
    }

    void targetsAreMatchedToTheirLimbs()
    {
        const Document doc = edited(placedHand(), {{{"edit", "setSpan"},
                                                    {"target", "hand"},
                                                    {"start", 0},
                                                    {"end", 24},
                                                    {"kind", "off"}}});
        QVERIFY((shownAt(doc, "hand", 5) - shownAt(doc, "LeftHand", 5)).norm() > 0.1);
        const Result<Document> out =
            placedBy(doc, {{"operation", "matchTargets"}, {"targets", {"hand"}}, {"frame", 5}});
        QVERIFY(out);
        QVERIFY((shownAt(*out, "hand", 5) - shownAt(*out, "LeftHand", 5)).norm() < 1e-12);
    }
};

POSEWRIGHT_TEST(TestPlaceOperations, posewright::test::runWithEvents);
#include "tst_place_operations.moc"
