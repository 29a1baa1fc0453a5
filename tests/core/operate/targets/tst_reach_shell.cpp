#include "core/operate/reach_shell.h"
#include "tests/support/biped.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using test::Random;

/// How far limbs reach, against where solves come to.
class TestReachShell : public QObject {
    Q_OBJECT

private slots:
    void whatIsInsideIsReachedAndWhatIsOutsideIsNot()
    {
        Random random(test::printedSeed(20261124));
        const Document doc = test::edited(test::biped(false),
                                          {test::addTarget("hand", "LeftHand", "LeftArm"),
                                           {{"edit", "setTarget"}, {"target", "hand"}, {"soft", 0}},
                                           test::targetKey("hand", 0)});
        const ConstraintId hand = test::targetNamed(doc, "hand");
        const auto shell = operate::reachShell(doc, evaluate(doc, 0), hand);
        QVERIFY(shell && shell->radius > 0.4 && shell->inner < 0.1);
        for (int i = 0; i < 100; ++i) {
            const Vec3 way = random.direction();
            const auto missed = [&](double share) {
                edit::SetTargetKey key;
                key.target = hand;
                key.frame = 0;
                key.position = shell->centre + share * shell->radius * way;
                return evaluate(*edit::apply(doc, key), 0).targets.front().positionError;
            };
            QVERIFY(missed(0.995) < 1e-5);
            const double beyond = missed(1.02);
            QVERIFY(std::abs(beyond - 0.02 * shell->radius) < 1e-4);
        }
    }

    void whatCarriesTheBodyHasNone()
    {
        const Document doc = test::edited(
            test::biped(false), {test::addTarget("hand", "LeftHand", "Hips"),
                                 {{"edit", "setTarget"}, {"target", "hand"}, {"rootMoves", true}},
                                 test::targetKey("hand", 0)});
        QVERIFY(!operate::reachShell(doc, evaluate(doc, 0), test::targetNamed(doc, "hand")));
        QVERIFY(!operate::reachShell(doc, evaluate(doc, 0), ConstraintId(9999)));
    }
};

POSEWRIGHT_TEST(TestReachShell, posewright::test::runPlain);
#include "tst_reach_shell.moc"
