#include "core/evaluate/evaluate.h"
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
