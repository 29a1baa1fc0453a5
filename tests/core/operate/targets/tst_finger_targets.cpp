#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <numbers>
#include <utility>

using namespace posewright;
using nlohmann::json;

namespace {

Document withFingerTarget(const Document& doc, bool tips)
{
    const Result<Document> out = operate::applyAll(
        doc, json::array(
                 {{{"operation", "newTargets"}, {"bones", {"LeftHandIndex3"}}, {"tips", tips}}}));
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

const std::string& fingerName(const Document& doc, NodeId node)
{
    return (*doc.scene)[doc.scene->find(node)].name;
}

}  // namespace

/// Targets on fingers.
class TestFingerTargets : public QObject {
    Q_OBJECT

private slots:
    /// The arm of a figure reaches with the finger; that bends far less than the elbow.
    void aFingerReachesWithItsArm()
    {
        json edits = json::array();
        const char* parent = "LeftHand";
        double x = 0.8;
        for (const char* name : {"LeftHandIndex1", "LeftHandIndex2", "LeftHandIndex3"}) {
            edits.push_back({{"edit", "addBone"},
                             {"name", name},
                             {"parent", parent},
                             {"head", {x, 1.42, 0.02}},
                             {"tail", {x + 0.03, 1.42, 0.02}}});
            parent = name;
            x += 0.03;
        }
        const Document doc = test::edited(test::biped(false), edits);
        for (const bool tips : {true, false}) {
            const Document led = withFingerTarget(doc, tips);
            const Constraint& target = led.rig->constraints.at(0);
            QCOMPARE(fingerName(led, target.root), std::string("LeftArm"));
            QCOMPARE(fingerName(led, target.effector),
                     std::string(tips ? "LeftHandIndex3_end" : "LeftHandIndex3"));
            // Both go along with the body, as hands do.
            QVERIFY((*led.scene)[led.scene->find(target.target)].parent != kNoNode);
        }
        const Document led = withFingerTarget(doc, true);
        const Document touching =
            test::edited(led, {test::targetKey("LeftHandIndex3 target", 0, {0.45, 1.3, 0.35})});
        const Evaluation shown = evaluate(touching, 0);
        const NodeIndex tip = touching.scene->find("LeftHandIndex3_end");
        QVERIFY((shown.world[tip].position - Vec3(0.45, 1.3, 0.35)).norm() < 1e-6);
        const auto bendOf = [&](const char* name) {
            const NodeIndex row = touching.scene->find(std::string_view(name));
            const Quat turn =
                (*touching.scene)[row].rest.rotation.conjugate() * shown.local[row].rotation;
            return 2 * std::atan2(turn.vec().norm(), std::abs(turn.w())) * 180 / std::numbers::pi;
        };
        for (const char* name : {"LeftArm", "LeftForeArm", "LeftHand", "LeftHandIndex1",
                                 "LeftHandIndex2", "LeftHandIndex3"})
            qInfo("%s turns by %.1f degrees", name, bendOf(name));
        QVERIFY(bendOf("LeftForeArm") > 60);
        for (const char* name : {"LeftHandIndex1", "LeftHandIndex2", "LeftHandIndex3"})
            QVERIFY(bendOf(name) < 40);
    }

    /// Rigs of games mark fingertips with joints: that one touches, and no joint is added. The same
    /// with keys on the finger, and where the mark itself is selected.
    void aFingerEndsAtTheJointThatMarksItsTip()
    {
        json edits = json::array();
        const char* parent = "LeftHand";
        double x = 0.8;
        for (const char* name :
             {"LeftHandIndex1", "LeftHandIndex2", "LeftHandIndex3", "LeftHandIndexTip"}) {
            edits.push_back({{"edit", "addBone"},
                             {"name", name},
                             {"parent", parent},
                             {"head", {x, 1.42, 0.02}},
                             {"tail", {x + 0.02, 1.42, 0.02}}});
            parent = name;
            x += 0.02;
        }
        const Document bare = test::edited(test::biped(false), edits);
        const Document keyed = test::edited(bare, {{{"edit", "setJointKey"},
                                                    {"joint", "LeftHandIndex3"},
                                                    {"frame", 3},
                                                    {"rotation", {0, 0, 0, 1}}}});
        for (const Document& doc : {bare, keyed})
            for (const char* picked : {"LeftHandIndex3", "LeftHandIndexTip"}) {
                const Result<Document> led =
                    operate::applyAll(doc, json::array({json{{"operation", "newTargets"},
                                                             {"bones", {picked}},
                                                             {"tips", picked[13] == '3'}}}));
                QVERIFY(led);
                QCOMPARE(led->rig->constraints.size(), std::size_t(1));
                const Constraint& target = led->rig->constraints[0];
                QCOMPARE(fingerName(*led, target.effector), std::string("LeftHandIndexTip"));
                QCOMPARE(fingerName(*led, target.root), std::string("LeftArm"));
                QCOMPARE(led->scene->size(), doc.scene->size() + 1);
            }
        // Two joints from the end it is that joint itself.
        const Result<Document> second = operate::applyAll(
            bare,
            json::array(
                {{{"operation", "newTargets"}, {"bones", {"LeftHandIndex2"}}, {"tips", true}}}));
        QVERIFY(second);
        QCOMPARE(fingerName(*second, second->rig->constraints.at(0).effector),
                 std::string("LeftHandIndex2"));
    }

    /// Two short bones on a hand, as captures have them, are no limbs of their own that only point.
    void theEndOfAHandReachesWithTheArm()
    {
        json edits = json::array();
        for (const auto& [name, z] : {std::pair("LeftHandEnd", 0.0), {"LeftHandThumb1", 0.04}})
            edits.push_back({{"edit", "addBone"},
                             {"name", name},
                             {"parent", "LeftHand"},
                             {"head", {0.8, 1.42, z}},
                             {"tail", {0.84, 1.42, z}}});
        const Document doc = test::edited(test::biped(false), edits);
        for (const char* picked : {"LeftHandEnd", "LeftHandThumb1"}) {
            const Result<Document> led = operate::applyAll(
                doc, json::array({json{{"operation", "newTargets"}, {"bones", {picked}}}}));
            QVERIFY(led);
            const Constraint& target = led->rig->constraints.at(0);
            QVERIFY2(!target.axis(), picked);
            QCOMPARE(fingerName(*led, target.root), std::string("LeftArm"));
            QCOMPARE(fingerName(*led, target.effector), std::string(picked));
        }
    }

    /// As a sword, or the bone at which an engine puts one.
    void whatAHandHoldsIsLedByTheArm()
    {
        const Document doc = test::edited(test::biped(false), {{{"edit", "addBone"},
                                                                {"name", "slot.l"},
                                                                {"parent", "LeftHand"},
                                                                {"head", {0.8, 1.42, 0.05}},
                                                                {"tail", {0.8, 1.42, 0.35}}}});
        for (const bool tips : {true, false}) {
            const Result<Document> led = operate::applyAll(
                doc, json::array(
                         {{{"operation", "newTargets"}, {"bones", {"slot.l"}}, {"tips", tips}}}));
            QVERIFY(led);
            QCOMPARE(fingerName(*led, led->rig->constraints.at(0).root), std::string("LeftArm"));
        }
    }
};

POSEWRIGHT_TEST(TestFingerTargets, posewright::test::runPlain);
#include "tst_finger_targets.moc"
