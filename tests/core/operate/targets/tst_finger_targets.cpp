#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <numbers>

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
