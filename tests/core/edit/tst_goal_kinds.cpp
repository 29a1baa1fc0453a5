#include "core/evaluate/bake.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/math/rotation.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::test;
using nlohmann::json;

namespace {

json setTarget(const char* name, const char* argument, const json& value)
{
    return {{"edit", "setTarget"}, {"target", name}, {argument, value}};
}

const WorldTransform& at(const Document& doc, const Evaluation& pose, std::string_view node)
{
    return pose.world[doc.scene->find(node)];
}

/// How far any node's rotation or place differs between two documents, over all frames.
double difference(const Document& a, const Document& b, double frame)
{
    const Evaluation one = evaluate(a, frame);
    const Evaluation two = evaluate(b, frame);
    double most = 0;
    for (NodeIndex i = 0; i < a.scene->size(); ++i) {
        const NodeIndex j = b.scene->find((*a.scene)[i].id);
        most = std::max({most, (one.world[i].position - two.world[j].position).norm(),
                         angleBetween(one.local[i].rotation, two.local[j].rotation)});
    }
    return most;
}

/// Written, read back, and the same.
bool comesBack(const Document& doc)
{
    QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.path().toStdString()) / "a.glb";
    if (!io::write(doc, path)) return false;
    const auto import = io::read(path);
    return import && *import->document.rig == *doc.rig && import->document == doc;
}

}  // namespace

/// Targets that are looked at, loops, pins and bones that stretch: from the edit to the pose.
class TestGoalKinds : public QObject {
    Q_OBJECT

private slots:
    void aHeadLooksWhereItsTargetIs()
    {
        const Document before = biped();
        json look = addTarget("look", "Head", "Head");
        look["aim"] = true;
        Document doc = edited(before, look);
        for (double f = 0; f <= 24; f += 3) QCOMPARE(difference(before, doc, f), 0.0);
        // The first key is on the line of sight: it moves nothing either.
        doc = edited(doc, {setTarget("look", "axis", {0, 0, 1}), targetKey("look", 0)});
        QVERIFY(difference(before, doc, 0) < 1e-9);
        doc = edited(doc, {targetKey("look", 0, {0.5, 1.7, 2}), targetKey("look", 12, {-1, 1, 1.5}),
                           targetKey("look", 24, {1.5, 2, 0.5})});
        for (double f = 0; f <= 24; f += 0.5) {
            const Evaluation pose = evaluate(doc, f);
            const WorldTransform& head = at(doc, pose, "Head");
            const Vec3 way = at(doc, pose, "look").position - head.position;
            const double angle = (head.rotation * Vec3::UnitZ()).cross(way.normalized()).norm();
            QVERIFY2(angle < 1e-7, qPrintable(QString::number(angle)));
            QCOMPARE(pose.targets[0].status, ik::Status::Reached);
            QVERIFY(pose.targets[0].orientationError < 1e-7);
            QCOMPARE(pose.targets[0].positionError, 0.0);
        }
        QVERIFY(comesBack(doc));
    }

    void aNeckAndAHeadLookTogether()
    {
        json look = addTarget("look", "Head", "Chest");
        look["aim"] = true;
        const Document doc =
            edited(biped(), {look, setTarget("look", "axis", {0, 0, 1}),
                             targetKey("look", 0, {2, 1.5, 1}), targetKey("look", 24, {-2, 1, 1})});
        for (double f = 0; f <= 24; f += 1)
            QCOMPARE(evaluate(doc, f).targets[0].status, ik::Status::Reached);
    }

    void aHandKeepsItsDistanceFromAWheel()
    {
        const Document before = biped();
        json rim = addTarget("rim", "LeftHand", "LeftArm");
        rim["keepsDistance"] = true;
        Document doc = edited(before, rim);
        for (double f = 0; f <= 24; f += 3) QCOMPARE(difference(before, doc, f), 0.0);
        QVERIFY(std::abs((at(doc, evaluate(doc, 0), "LeftHand").position -
                          at(doc, evaluate(doc, 0), "rim").position)
                             .norm() -
                         0.1) < 1e-12);
        // The first key of a target that the hand is at its distance from moves nothing either.
        doc = edited(doc, targetKey("rim", 0));
        QVERIFY(difference(before, doc, 0) < 1e-9);
        doc = edited(doc, {setTarget("rim", "distance", 0.19), targetKey("rim", 0, {0.3, 1.2, 0.4}),
                           targetKey("rim", 24, {0.2, 1.4, 0.35})});
        for (double f = 0; f <= 24; f += 0.5) {
            const Evaluation pose = evaluate(doc, f);
            const Vec3 way = at(doc, pose, "rim").position - at(doc, pose, "LeftHand").position;
            QVERIFY2(std::abs(way.norm() - 0.19) < 1e-6, qPrintable(QString::number(way.norm())));
            QCOMPARE(pose.targets[0].status, ik::Status::Reached);
            QVERIFY(std::abs(pose.targets[0].positionError - std::abs(way.norm() - 0.19)) < 1e-12);
        }
        QVERIFY(comesBack(doc));
    }

    void aDistanceOutOfReachSaysHowMuchIsMissing()
    {
        json rim = addTarget("rim", "LeftHand", "LeftArm");
        rim["keepsDistance"] = true;
        const Document doc = edited(
            biped(), {rim, setTarget("rim", "distance", 0.5), targetKey("rim", 0, {3, 1.2, 0.4})});
        const Evaluation pose = evaluate(doc, 0);
        QCOMPARE(pose.targets[0].status, ik::Status::Unreachable);
        const double off =
            (at(doc, pose, "rim").position - at(doc, pose, "LeftHand").position).norm() - 0.5;
        QVERIFY(off > 1);
        QVERIFY(std::abs(pose.targets[0].positionError - off) < 1e-9);
    }

    void handsThatHoldEachOtherStayTogether()
    {
        const Document before = biped();
        json grip = addTarget("grip", "LeftHand", "Chest");
        grip["meets"] = "RightHand";
        Document doc = edited(before, grip);
        for (double f = 0; f <= 24; f += 3) QCOMPARE(difference(before, doc, f), 0.0);
        QCOMPARE((*doc.scene)[doc.scene->find("grip")].parent, doc.scene->find("RightHand"));
        // A hand's breadth beside the other hand, by rest; the span makes it act.
        const std::string id = "grip";
        doc = edited(
            doc,
            {{{"edit", "setRest"}, {"node", "grip"}, {"translation", {-0.1, 0, 0}}},
             {{"edit", "setSpan"}, {"target", id}, {"start", 0}, {"end", 24}, {"kind", "reach"}}});
        for (double f = 0; f <= 24; f += 1) {
            const Evaluation pose = evaluate(doc, f);
            const double gap =
                (at(doc, pose, "LeftHand").position - at(doc, pose, "grip").position).norm();
            const double apart =
                (at(doc, pose, "LeftHand").position - at(doc, pose, "RightHand").position).norm();
            QVERIFY2(gap < 1e-7, qPrintable(QString("%1 at %2").arg(gap).arg(f)));
            QVERIFY(std::abs(apart - 0.1) < 1e-7);
            QCOMPARE(pose.targets[0].status, ik::Status::Reached);
        }
        QVERIFY(comesBack(doc));
    }

    void aPinnedElbowStaysWhereKeysPutIt()
    {
        const Document before = biped();
        Document doc = edited(before, {addTarget("hand", "RightHand", "RightArm"),
                                       targetKey("hand", 0, {-0.5, 1.2, 0.3}),
                                       targetKey("hand", 24, {-0.4, 1.0, 0.3}),
                                       setTarget("hand", "pins", {"RightForeArm"})});
        for (double f = 0; f <= 24; f += 1) {
            const Evaluation keyed = evaluate(before, f);
            const Evaluation pose = evaluate(doc, f);
            QVERIFY((at(doc, pose, "RightForeArm").position -
                     at(before, keyed, "RightForeArm").position)
                        .norm() < 1e-9);
        }
        QVERIFY(comesBack(doc));
        doc = edited(doc, setTarget("hand", "pins", json::array()));
        QVERIFY(findConstraint(doc, "hand")->pins.empty());
    }

    void aPinnedHandStaysWhileTheOtherPulls()
    {
        const Document doc =
            edited(biped(false),
                   {addTarget("hand", "RightHand", "Hips"), targetKey("hand", 0, {-0.5, 1.2, 0.3}),
                    setTarget("hand", "pins", {"LeftHand", "Head"})});
        const Evaluation keyed = evaluate(biped(false), 0);
        const Evaluation pose = evaluate(doc, 0);
        QCOMPARE(pose.targets[0].status, ik::Status::Reached);
        for (const char* pinned : {"LeftHand", "Head"})
            QVERIFY((at(doc, pose, pinned).position - at(doc, keyed, pinned).position).norm() <
                    1e-6);
    }

    void anArmStretchesToWhatIsTooFar()
    {
        const Document before = biped(false);
        const double length = 0.27 + 0.26;
        Document doc = edited(before, {addTarget("hand", "LeftHand", "LeftArm"),
                                       targetKey("hand", 0, {0.5, 1.42, 0.1}),
                                       targetKey("hand", 24, {0.78, 1.42, 0.1})});
        QVERIFY(evaluate(doc, 24).targets[0].positionError > 0.01 * length);
        doc = edited(doc, setTarget("hand", "stretch", 0.25));
        for (double f = 0; f <= 24; f += 0.5) {
            const Evaluation pose = evaluate(doc, f);
            QCOMPARE(pose.targets[0].status, ik::Status::Reached);
            QVERIFY(pose.targets[0].positionError < 1e-6 * length);
        }
        QVERIFY(comesBack(doc));
        // Baked, the bones keep their lengths of each frame.
        const Result<Clip> baked = bakedClip(*prepare(doc), {});
        QVERIFY(bool(baked));
        Document played = doc;
        played.rig = Rig{};
        played.clips[0] = *baked;
        played.clips[0] = played.clips[0].with([](Clip& c) { c.spans.clear(); });
        for (const double f : {0.0, 12.0, 24.0}) {
            const Evaluation shown = evaluate(doc, f);
            const Evaluation again = evaluate(played, f);
            QVERIFY((at(doc, shown, "LeftHand").position - at(played, again, "LeftHand").position)
                        .norm() < 1e-6);
        }
    }

    void whatCannotBeIsRefused()
    {
        const Document doc = edited(biped(), addTarget("hand", "LeftHand", "LeftArm"));
        json both = addTarget("x", "LeftHand", "Chest");
        both["aim"] = true;
        both["meets"] = "RightHand";
        QCOMPARE(refusal(doc, both),
                 QString("#/0/aim: an effector looks at its target or meets a joint, not both"));
        json held = addTarget("x", "LeftHand", "Chest");
        held["keepsDistance"] = true;
        held["meets"] = "RightHand";
        QCOMPARE(refusal(doc, held),
                 QString("#/0/meets: an effector meets a joint or keeps a distance from its "
                         "target, not both"));
        json apart = addTarget("x", "LeftHand", "LeftArm");
        apart["meets"] = "RightHand";
        QCOMPARE(refusal(doc, apart),
                 QString("#/0/meets: the joint that is met is not below the root of the chain"));
        QCOMPARE(refusal(doc, setTarget("hand", "stretch", -0.5)),
                 QString("#/0/stretch: the stretch is less than 0"));
        QCOMPARE(refusal(doc, setTarget("hand", "axis", {0, 0, 0})),
                 QString("#/0/axis: the axis has no direction"));
        QVERIFY(refusal(doc, setTarget("hand", "pins", {"Head"}))
                    .contains("the pinned joint \"Head\" is not below the root"));
    }

    void whatAKindHasNotIsRefused()
    {
        json look = addTarget("look", "Head", "Hips");
        look["aim"] = true;
        json grip = addTarget("grip", "LeftHand", "Chest");
        grip["meets"] = "RightHand";
        const Document doc = edited(biped(), {look, grip});
        const auto poleOf = [](const char* target) {
            return json{{"edit", "addPole"}, {"target", target}};
        };
        QCOMPARE(refusal(doc, setTarget("look", "orientation", true)),
                 QString("#/0: an aim has no orientation (look)"));
        QCOMPARE(refusal(doc, poleOf("look")), QString("#/0: an aim has no pole (look)"));
        QCOMPARE(refusal(doc, setTarget("look", "stretch", 0.1)),
                 QString("#/0: an aim has no stretch (look)"));
        QCOMPARE(refusal(doc, poleOf("grip")), QString("#/0: a loop has no pole (grip)"));
        QCOMPARE(refusal(doc, setTarget("grip", "stretch", 0.1)),
                 QString("#/0: a loop has no stretch (grip)"));
        QVERIFY(
            edited(doc, setTarget("grip", "orientation", true)).rig->constraints[1].orientation);
        // Older journals may say it.
        QVERIFY(*edited(doc, setTarget("grip", "axis", {1, 0, 0})).rig == *doc.rig);
    }

    void aSolverThatCannotSaysSo()
    {
        json look = addTarget("look", "Head", "Chest");
        look["aim"] = true;
        const Document doc = edited(
            biped(), {look, setTarget("look", "solver", "ccd"), targetKey("look", 0, {2, 1.5, 1})});
        const Evaluation pose = evaluate(doc, 0);
        QCOMPARE(pose.targets[0].status, ik::Status::Invalid);
        QCOMPARE(QString::fromStdString(pose.targets[0].reason),
                 QString("this solver aims nothing"));
    }
};

POSEWRIGHT_TEST(TestGoalKinds, posewright::test::runWithEvents);
#include "tst_goal_kinds.moc"
