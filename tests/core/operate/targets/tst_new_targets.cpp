#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace posewright;
using nlohmann::json;

namespace {

Result<Document> targeted(const Document& doc, const json& operation)
{
    return operate::applyAll(doc, json::array({operation}));
}

const std::string& nameOfNode(const Document& doc, NodeId node)
{
    return (*doc.scene)[doc.scene->find(node)].name;
}

QString targetingRefused(const Document& doc, const json& operation)
{
    const Result<Document> out = targeted(doc, operation);
    return out ? QString() : QString::fromStdString(out.error().where + ": " + out.error().message);
}

/// A bone 1 m up, from one place to another along X.
nlohmann::json drawnBone(const char* name, const char* parent, double from, double to)
{
    nlohmann::json out{
        {"edit", "addBone"}, {"name", name}, {"head", {from, 1, 0}}, {"tail", {to, 1, 0.05}}};
    if (*parent) out["parent"] = parent;
    return out;
}

}  // namespace

/// Targets, aims, poles and loops as the menus make them.
class TestNewTargets : public QObject {
    Q_OBJECT

private slots:
    void aTargetTurnsTheTwoBonesAboveAndMovesNothing()
    {
        const Document doc = test::biped();
        const Result<Document> out = targeted(
            doc, {{"operation", "newTargets"}, {"bones", {"LeftHand", "Head"}}, {"frame", 12}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        const Constraint* hand = findConstraint(*out, "LeftHand target");
        const Constraint* head = findConstraint(*out, "Head target");
        QVERIFY(hand && head);
        QCOMPARE(nameOfNode(*out, hand->root), std::string("LeftArm"));
        QCOMPARE(nameOfNode(*out, head->root), std::string("Spine"));
        const Evaluation before = evaluate(doc, 12), after = evaluate(*out, 12);
        for (NodeIndex row = 0; row < doc.scene->size(); ++row)
            QVERIFY(before.world[row].position ==
                    after.world[out->scene->find((*doc.scene)[row].id)].position);
        const NodeIndex target = out->scene->find("LeftHand target");
        const NodeIndex effector = out->scene->find("LeftHand");
        QVERIFY((after.world[target].position - after.world[effector].position).norm() < 1e-12);
    }

    void whereNoLimbLeadsItSaysWhatHelps()
    {
        const Document doc = test::biped();
        const Result<Document> out =
            targeted(doc, {{"operation", "newTargets"}, {"bones", {doc.scene->nodes()[0].name}}});
        QVERIFY(!out);
        QVERIFY2(out.error().advice.find("drag it to move the figure") == 0 &&
                     out.error().message.find("is not above") == std::string::npos,
                 out.error().message.c_str());
    }

    /// What is longer than an arm with its collar bone and no part of a body moves whole.
    void aLongChainMovesWhole()
    {
        std::vector<nlohmann::json> bones;
        std::string above;
        for (int i = 0; i < 6; ++i) {
            const std::string name = "link" + std::to_string(i);
            bones.push_back(drawnBone(name.c_str(), above.c_str(), 0.3 * i, 0.3 * i + 0.3));
            above = name;
        }
        const Document tail = test::edited(emptyDocument(), bones);
        for (const auto& [last, root] : {std::pair("link3", "link1"), std::pair("link4", "link0"),
                                         std::pair("link5", "link0")}) {
            const Result<Document> out =
                targeted(tail, {{"operation", "newTargets"}, {"bones", {last}}});
            QVERIFY(out);
            const Constraint* target = findConstraint(*out, std::string(last) + " target");
            QCOMPARE(nameOfNode(*out, target->root), std::string(root));
        }
    }

    /// The hand of a toy that hangs on its trunk turns towards its target, and nothing else does.
    void aLimbOfOneBoneTurnsAlone()
    {
        const Document toy = test::edited(emptyDocument(), {drawnBone("root", "", 0, 0.3),
                                                            drawnBone("body", "root", 0.3, 0.6),
                                                            drawnBone("hand_L", "body", 0.6, 0.9),
                                                            drawnBone("hat", "body", 0.6, 0.8),
                                                            {{"edit", "setJointKey"},
                                                             {"joint", "hand_L"},
                                                             {"frame", 0},
                                                             {"rotation", {0, 0, 0, 1}}}});
        const Result<Document> out =
            targeted(toy, {{"operation", "newTargets"}, {"bones", {"hand_L"}}, {"tips", true}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        const Constraint* target = findConstraint(*out, "hand_L target");
        QVERIFY(target && target->axis());
        QCOMPARE(nameOfNode(*out, target->root), std::string("hand_L"));
        const Document led =
            test::edited(*out, {test::targetKey("hand_L target", 0, {0.7, 1.5, 0.2})});
        const Evaluation was = evaluate(toy, 0), is = evaluate(led, 0);
        for (const char* still : {"root", "body", "hat"}) {
            const WorldTransform &a = was.world[toy.scene->find(still)],
                                 &b = is.world[led.scene->find(still)];
            QVERIFY((a.position - b.position).norm() < 1e-12 &&
                    a.rotation.angularDistance(b.rotation) < 1e-9);
        }
        const NodeIndex hand = led.scene->find("hand_L");
        const Vec3 along = is.world[hand].linear * (*led.scene)[hand].bone()->tip,
                   way = Vec3(0.7, 1.5, 0.2) - is.world[hand].position;
        QVERIFY(along.normalized().dot(way.normalized()) > 1 - 1e-9);
    }

    /// The last bone that was drawn is pulled where it ends, not where it begins.
    void aDrawnChainIsPulledAtItsTip()
    {
        const Document arm = test::edited(emptyDocument(), {drawnBone("bone", "", 0, 0.4),
                                                            drawnBone("bone2", "bone", 0.4, 0.8),
                                                            drawnBone("bone3", "bone2", 0.8, 1.1)});
        const nlohmann::json ask{{"operation", "newTargets"}, {"bones", {"bone3"}}, {"tips", true}};
        const Result<Document> out = targeted(arm, ask);
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        const Constraint* target = findConstraint(*out, "bone3 target");
        QVERIFY(target);
        QCOMPARE(nameOfNode(*out, target->effector), std::string("bone3_end"));
        QCOMPARE(nameOfNode(*out, target->root), std::string("bone"));
        const Evaluation shown = evaluate(*out, 0);
        const Vec3 star = shown.world[out->scene->find("bone3 target")].position;
        QVERIFY((star - Vec3(1.1, 1, 0.05)).norm() < 1e-12);
        QVERIFY(*targeted(*out, ask) == *out);
        // Pulled elsewhere, the tip goes there.
        const Document pulled =
            test::edited(*out, {test::targetKey("bone3 target", 0, {0.8, 1.3, 0.1})});
        const Evaluation after = evaluate(pulled, 0);
        QVERIFY(
            (after.world[pulled.scene->find("bone3_end")].position - Vec3(0.8, 1.3, 0.1)).norm() <
            1e-3);
        // A bone that has keys gets no joint: a capture stays as it is.
        const Document keyed = test::edited(arm, {{{"edit", "setJointKey"},
                                                   {"joint", "bone3"},
                                                   {"frame", 0},
                                                   {"rotation", {0, 0, 0, 1}}}});
        const Result<Document> captured = targeted(keyed, ask);
        QVERIFY(captured);
        QCOMPARE(nameOfNode(*captured, findConstraint(*captured, "bone3 target")->effector),
                 std::string("bone3"));
        // Without being asked for, as ever: the bone itself.
        const Result<Document> plain =
            targeted(arm, {{"operation", "newTargets"}, {"bones", {"bone3"}}});
        QVERIFY(plain);
        QCOMPARE(nameOfNode(*plain, findConstraint(*plain, "bone3 target")->effector),
                 std::string("bone3"));
        const Result<Document> hand = targeted(
            test::biped(), {{"operation", "newTargets"}, {"bones", {"LeftHand"}}, {"tips", true}});
        QVERIFY(hand);
        QCOMPARE(nameOfNode(*hand, findConstraint(*hand, "LeftHand target")->effector),
                 std::string("LeftHand"));
    }

    /// An arm that was drawn without a hand ends at the tip of its forearm; with one, at the wrist.
    void aDrawnArmWithoutAHandIsPulledAtTheForearmsTip()
    {
        nlohmann::json bones{drawnBone("hips", "", -0.4, 0),
                             drawnBone("upperarm.L", "hips", 0, 0.4),
                             drawnBone("forearm.L", "upperarm.L", 0.4, 0.8)};
        const auto effectorOn = [&](const char* picked) {
            const Result<Document> out =
                targeted(test::edited(emptyDocument(), bones),
                         {{"operation", "newTargets"}, {"bones", {picked}}, {"tips", true}});
            if (!out) return out.error().message;
            const Constraint& target = out->rig->constraints.front();
            return nameOfNode(*out, target.effector) + " from " + nameOfNode(*out, target.root);
        };
        QCOMPARE(effectorOn("forearm.L"), std::string("forearm.L_end from upperarm.L"));
        bones.push_back(drawnBone("hand.L", "forearm.L", 0.8, 0.95));
        QCOMPARE(effectorOn("hand.L"), std::string("hand.L from upperarm.L"));
    }

    /// Whatever the joints at the end of a limb are called, it turns as a whole, for a finger, too.
    void theChainOfAHandIsTheWholeArm_data()
    {
        QTest::addColumn<QStringList>("names");  // of bones, from the shoulder down
        QTest::addColumn<QList<double>>("lengths");
        QTest::addColumn<QString>("picked");
        QTest::addColumn<QString>("root");
        QTest::newRow("hand") << QStringList{"upperarm.r", "lowerarm.r", "hand.r"}
                              << QList<double>{0.3, 0.25, 0.1} << "hand.r"
                              << "upperarm.r";
        const QStringList both{"upperarm.r", "lowerarm.r", "wrist.r", "hand.r", "handslot.r"};
        const QList<double> short_{0.3, 0.25, 0.08, 0.1, 0.1};
        QTest::newRow("hand below a wrist") << both << short_ << "hand.r"
                                            << "upperarm.r";
        QTest::newRow("wrist above a hand") << both << short_ << "wrist.r"
                                            << "upperarm.r";
        QTest::newRow("what a hand holds") << both << short_ << "handslot.r"
                                           << "upperarm.r";
        const QStringList mixamo{"rig:LeftArm",        "rig:LeftForeArm",    "rig:LeftHand",
                                 "rig:LeftHandIndex1", "rig:LeftHandIndex2", "rig:LeftHandIndex3"};
        const QList<double> fingers{0.3, 0.25, 0.1, 0.04, 0.03, 0.02};
        QTest::newRow("fingertip") << mixamo << fingers << "rig:LeftHandIndex3"
                                   << "rig:LeftArm";
        QTest::newRow("twist bones") << QStringList{"arm", "armTwist", "forearm", "hand"}
                                     << QList<double>{0.3, 0.001, 0.25, 0.1} << "hand"
                                     << "arm";
        QTest::newRow("no limb") << QStringList{"a", "b", "c", "d"} << QList<double>{1, 1, 1, 1}
                                 << "d"
                                 << "b";
    }
    void theChainOfAHandIsTheWholeArm()
    {
        QFETCH(const QStringList, names);
        QFETCH(const QList<double>, lengths);
        QFETCH(const QString, picked);
        QFETCH(const QString, root);
        json edits = json::array();
        double x = 0;
        for (qsizetype i = 0; i < names.size(); ++i) {
            json bone{{"edit", "addBone"},
                      {"name", names[i].toStdString()},
                      {"head", {x, 0, 0}},
                      {"tail", {x + lengths[i], 0, 0}}};
            if (i > 0) bone["parent"] = names[i - 1].toStdString();
            edits.push_back(bone);
            x += lengths[i];
        }
        const Document doc =
            *targeted(test::edited(emptyDocument(), edits),
                      {{"operation", "newTargets"}, {"bones", {picked.toStdString()}}});
        QCOMPARE(nameOfNode(doc, doc.rig->constraints.at(0).root), root.toStdString());
    }

    void whatHasATargetGetsNoSecondOne()
    {
        const Document doc =
            *targeted(test::biped(), {{"operation", "newTargets"}, {"bones", {"LeftHand"}}});
        QVERIFY(*targeted(doc, {{"operation", "newTargets"}, {"bones", {"LeftHand"}}}) == doc);
        // One named twice gets one.
        QVERIFY(*targeted(test::biped(), {{"operation", "newTargets"},
                                          {"bones", {"LeftHand", "LeftHand"}}}) == doc);
        QCOMPARE(targetingRefused(
                     doc, {{"operation", "newTargets"}, {"bones", {"Head", "LeftHand target"}}}),
                 QString("#/0/bones/1: it is no bone"));
    }

    void anAimTurnsItsBoneAlone()
    {
        const Result<Document> out =
            targeted(test::biped(), {{"operation", "newAims"}, {"bones", {"Head"}}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        const Constraint* aim = findConstraint(*out, "Head aim");
        QVERIFY(aim && aim->axis() && aim->root == aim->effector);
    }

    /// The first drag of its star does not lay the head flat.
    void aHeadLooksWithItsFace()
    {
        const Document doc = test::biped();
        const Result<Document> out = targeted(doc, {{"operation", "newAims"}, {"bones", {"Head"}}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        const Constraint& aim = out->rig->constraints.back();
        QVERIFY(aim.axis());
        const Evaluation shown = evaluate(*out, 0), before = evaluate(doc, 0);
        const NodeIndex head = doc.scene->find("Head");
        const Quat turn = before.world[head].rotation;
        const Vec3 looks = turn * *aim.axis();
        const Vec3 side = before.world[doc.scene->find("LeftArm")].position -
                          before.world[doc.scene->find("RightArm")].position;
        QVERIFY(std::abs(looks.dot(side.normalized())) < 0.1);
        QVERIFY(std::abs(looks.y()) < 0.3);
        QVERIFY(looks.dot(side.cross(Vec3::UnitY()).normalized()) > 0.9);
        const Vec3 star = shown.world[out->scene->find(aim.target)].position;
        QVERIFY((star - before.world[head].position).normalized().dot(looks) > 1 - 1e-9);
        // Nothing turns yet.
        QVERIFY(shown.world[head].rotation.angularDistance(turn) < 1e-9);
    }

    void polesAreForTargetsThatHaveNone()
    {
        const Document doc = *targeted(
            test::biped(), {{"operation", "newTargets"}, {"bones", {"LeftHand", "LeftFoot"}}});
        const json poles{{"operation", "newPoles"},
                         {"targets", {"LeftHand target", "LeftFoot target"}}};
        const Document out = *targeted(doc, poles);
        for (const Constraint& c : out.rig->constraints) QVERIFY(c.pole != NodeId::None);
        QVERIFY(*targeted(out, poles) == out);
    }

    /// As if the range began there: the arm is bent otherwise than at its start.
    void aPoleLiesWhereTheLimbBendsAtTheFrame()
    {
        const auto bent = [](double frame, double angle) {
            return json{{"edit", "setJointKey"},
                        {"joint", "LeftForeArm"},
                        {"frame", frame},
                        {"rotation", {0, std::sin(angle / 2), 0, std::cos(angle / 2)}}};
        };
        const Document doc =
            *targeted(test::edited(test::biped(), json::array({bent(0, 0.8), bent(24, -0.8)})),
                      {{"operation", "newTargets"}, {"bones", {"LeftHand"}}});
        const auto poleOf = [](const Document& out) {
            const NodeIndex pole = out.scene->find(findConstraint(out, "LeftHand target")->pole);
            return (*out.scene)[pole].rest.translation;
        };
        json poles{{"operation", "newPoles"}, {"targets", {"LeftHand target"}}};
        const Vec3 atStart = poleOf(*targeted(doc, poles));
        Document later = doc;
        later.playback.start = 24;
        const Vec3 wanted = poleOf(*targeted(later, poles));
        poles["frame"] = 24;
        const Vec3 there = poleOf(*targeted(doc, poles));
        QVERIFY((there - wanted).norm() < 1e-12);
        QVERIFY((there - atStart).norm() > 0.05);
    }

    void aLoopHangsOnTheLowestBoneAboveBoth()
    {
        const Document doc =
            *targeted(test::biped(), {{"operation", "newTargets"}, {"bones", {"RightHand"}}});
        // A target stands for the bone it pulls at.
        const Result<Document> out = targeted(
            doc, {{"operation", "closeLoop"}, {"nodes", {"LeftHand", "RightHand target"}}});
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        const Constraint* loop = findConstraint(*out, "LeftHand loop");
        QVERIFY(loop);
        QCOMPARE(nameOfNode(*out, loop->root), std::string("Chest"));
        QCOMPARE(nameOfNode(*out, loop->effector), std::string("LeftHand"));
        const NodeIndex target = out->scene->find(loop->target);
        QCOMPARE((*out->scene)[(*out->scene)[target].parent].name, std::string("RightHand"));
        // The loop moves the chest, so the hand's own target goes along with what is above it.
        const NodeIndex own = out->scene->find("RightHand target");
        QCOMPARE((*out->scene)[(*out->scene)[own].parent].name, std::string("Spine"));
        QVERIFY((evaluate(*out, 0).world[own].position -
                 evaluate(doc, 0).world[doc.scene->find("RightHand target")].position)
                    .norm() < 1e-12);
        QCOMPARE(targetingRefused(
                     doc, {{"operation", "closeLoop"}, {"nodes", {"LeftHand", "LeftHand"}}}),
                 QString("#/0/nodes: they are not two bones, or the targets of two"));
        QCOMPARE(
            targetingRefused(doc, {{"operation", "closeLoop"}, {"nodes", {"LeftHand", "Hips"}}}),
            QString("#/0/nodes: no bone is above both of them"));
    }
};

POSEWRIGHT_TEST(TestNewTargets, posewright::test::runWithEvents);
#include "tst_new_targets.moc"
