#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "ui/session/shown_targets.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;

/// Where the star of a target in a contact is drawn.
class TestShownTargets : public QObject {
    Q_OBJECT

private slots:
    /// Made at frame 0, it is drawn at the hand at every frame, until it has a key.
    void aStarThatWaitsForItsKeyIsAtItsHand()
    {
        const Document doc = test::edited(test::biped(true), {{{"edit", "addTarget"},
                                                               {"name", "hand"},
                                                               {"effector", "RightHand"},
                                                               {"root", "RightArm"},
                                                               {"frame", 0},
                                                               {"at", "pose"}}});
        const NodeIndex star = doc.scene->find("hand"), hand = doc.scene->find("RightHand");
        for (const double frame : {0.0, 12.0, 24.0}) {
            const auto shown = std::make_shared<const Evaluation>(evaluate(doc, frame));
            const auto drawn = ui::withTargetsPlaced(doc, shown);
            QCOMPARE((drawn->world[star].position - shown->world[hand].position).norm(), 0.0);
            QVERIFY(drawn->world[star].rotation.coeffs() == shown->world[star].rotation.coeffs());
            if (frame == 24)
                QVERIFY((shown->world[star].position - shown->world[hand].position).norm() > 0.3);
            for (NodeIndex row = 0; row < doc.scene->size(); ++row)
                if (row != star) QVERIFY(drawn->world[row].position == shown->world[row].position);
        }
        const Document keyed = test::edited(doc, test::targetKey("hand", 0, {-0.4, 1.2, 0.3}));
        const auto shown = std::make_shared<const Evaluation>(evaluate(keyed, 24));
        QVERIFY(ui::withTargetsPlaced(keyed, shown)->world[star].position ==
                shown->world[star].position);
    }

    /// One that will turn its hand is drawn turned as that is, and the first step of an arrow key,
    /// of place or turn, begins there.
    void aStarThatWillTurnItsHandIsTurnedAsThatIs()
    {
        const Document doc =
            test::edited(test::biped(true),
                         {{{"edit", "addTarget"},
                           {"name", "hand"},
                           {"effector", "RightHand"},
                           {"root", "RightArm"},
                           {"frame", 0},
                           {"at", "pose"}},
                          {{"edit", "setTarget"}, {"target", "hand"}, {"orientation", true}}});
        const NodeIndex star = doc.scene->find("hand"), hand = doc.scene->find("RightHand");
        const auto shown = std::make_shared<const Evaluation>(evaluate(doc, 24));
        const WorldTransform led = shown->world[hand];
        QVERIFY(shown->world[star].rotation.angularDistance(led.rotation) > 0.1);
        const WorldTransform drawn = ui::withTargetsPlaced(doc, shown)->world[star];
        QVERIFY(drawn.rotation.angularDistance(led.rotation) < 1e-12);
        const auto nudged = [&](const nlohmann::json& turn, bool turns) {
            const auto out =
                operate::applyAll(doc, nlohmann::json::array({{{"operation", "nudgeNodes"},
                                                               {"nodes", {"hand"}},
                                                               {"frame", 24},
                                                               {"by", {0, 0.001, 0}},
                                                               {"turn", turn},
                                                               {"turns", turns}}}));
            return out ? evaluate(*out, 24) : Evaluation{};
        };
        const Evaluation moved = nudged({0, 0, 0, 1}, false);
        QVERIFY(!moved.world.empty());
        QVERIFY((moved.world[star].position - led.position - Vec3(0, 0.001, 0)).norm() < 1e-9);
        QVERIFY(moved.world[star].rotation.angularDistance(led.rotation) < 1e-9);
        QVERIFY(moved.world[hand].rotation.angularDistance(led.rotation) < 1e-6);
        const Quat small(Eigen::AngleAxisd(0.02, Vec3::UnitX()));
        const Evaluation turned = nudged({small.x(), small.y(), small.z(), small.w()}, true);
        QVERIFY(!turned.world.empty());
        QVERIFY((turned.world[star].position - led.position).norm() < 1e-9);
        QVERIFY(turned.world[star].rotation.angularDistance(small * led.rotation) < 1e-9);
    }

    void aStarInAContactIsTurnedAndPlacedInOnePiece()
    {
        const nlohmann::json half{0, 0.7071067811865476, 0, 0.7071067811865476};
        nlohmann::json turned = test::targetKey("foot", 20, {0.4, 0.5, 0.3});
        turned["rotation"] = half;
        nlohmann::json upright = test::targetKey("foot", 0, {0.1, 0.1, 0});
        upright["rotation"] = {0, 0, 0, 1};
        const Document doc = test::edited(
            test::biped(false), {test::addTarget("foot", "LeftFoot", "LeftUpLeg"),
                                 {{"edit", "setTarget"}, {"target", "foot"}, {"orientation", true}},
                                 upright,
                                 turned,
                                 {{"edit", "setSpan"},
                                  {"target", "foot"},
                                  {"start", 0},
                                  {"end", 12},
                                  {"kind", "contact"}}});
        const NodeIndex star = doc.scene->find("foot");
        const auto shown = std::make_shared<const Evaluation>(evaluate(doc, 10));
        const auto drawn = ui::withTargetsPlaced(doc, shown);
        const WorldTransform& was = shown->world[star];
        const WorldTransform& is = drawn->world[star];
        QVERIFY((is.position - was.position).norm() > 0.05);
        QVERIFY(is.rotation.angularDistance(was.rotation) > 0.2);
        QVERIFY((is.linear - is.rotation.toRotationMatrix()).norm() < 1e-12);
        const WorldTransform first = evaluate(doc, 0).world[star];
        QVERIFY((is.position - first.position).norm() < 1e-9);
        QVERIFY(is.rotation.angularDistance(first.rotation) < 1e-7);
        const Vec3 corner(0.1, 0.2, 0.3);
        QVERIFY((is.matrix() * corner - first.matrix() * corner).norm() < 1e-7);
    }
};

POSEWRIGHT_TEST(TestShownTargets, posewright::test::runPlain);
#include "tst_shown_targets.moc"
