#include "core/ik/model/chain.h"
#include "core/ik/model/soft_reach.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/crooked_chain.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;
using test::crookedChain;
using test::farthest;
using test::fetch;
using test::place;
using test::Placed;
using test::reachOf;
using test::Rig;
using test::rootOf;
using test::slow;
using test::text;

/// What a goal may ask of a chain beside a position in reach. A new solver is tested by being in
/// ik::solvers().
class TestChainGoals : public QObject {
    Q_OBJECT

private slots:
    void theTipTakesTheOrientationAsked_data()
    {
        test::solverRows([](const ik::Solver& solver) {
            return solver.abilities.bones == 0 && solver.abilities.orientation;
        });
    }
    void theTipTakesTheOrientationAsked()
    {
        QFETCH(QString, id);
        for (int bones : {0, 1, 2, 5}) {
            Rig rig = crookedChain(bones, 31);
            rig.goals[0].position = rootOf(rig) + Vec3(0.3, 0.4, 0.2) * reachOf(rig);
            rig.goals[0].orientation = fromRotationVector(Vec3(1, 2, -0.5));
            const auto solution = ik::solve(fetch(id), rig.problem());
            QVERIFY(solution.report.goals[0].orientationError < 1e-12);
            const Placed placed = place(rig, solution);
            QVERIFY(angleBetween(placed.world.back(), *rig.goals[0].orientation) < 1e-12);
            if (bones != 1) QCOMPARE(text(ik::name(solution.report.status)), QString("reached"));
        }
    }

    void theChainBendsTowardsThePole_data()
    {
        test::solverRows([](const ik::Solver& solver) {
            return solver.abilities.bones == 0 && solver.abilities.pole;
        });
    }
    void theChainBendsTowardsThePole()
    {
        QFETCH(QString, id);
        for (int bones : {2, 3, 9}) {
            Rig rig = crookedChain(bones, 41);
            const Vec3 root = rootOf(rig);
            const Vec3 line = Vec3(0.6, 0, 0.8) * reachOf(rig) * 0.7;
            rig.goals[0].position = root + line;
            std::vector<Quat> before;
            for (int i = 0; i <= 72; ++i) {
                const double angle = i * 0.0872664625997;
                const Vec3 side =
                    Vec3(0, std::cos(angle), 0) + Vec3(0.8, 0, -0.6) * std::sin(angle);
                rig.goals[0].pole = root + side * 2 + line * 3;
                const auto solution = ik::solve(fetch(id), rig.problem());
                QCOMPARE(text(ik::name(solution.report.status)), QString("reached"));
                ik::Chain chain;
                ik::extractChain(rig.problem(), solution.rotations, solution.rootPosition,
                                 rig.goals[0], chain);
                Vec3 bend = chain.bend();
                bend -= line * (line.dot(bend) / line.squaredNorm());
                QVERIFY(bend.normalized().dot(side) > 1 - 1e-9);
                // A full turn of the pole comes back to where it began, without a jump.
                if (i > 0) QVERIFY(farthest(before, solution.rotations) < 0.3);
                before = solution.rotations;
            }
        }
    }

    void softGoalsAreMissedByTheLaw_data() { test::eachSolver(); }
    void softGoalsAreMissedByTheLaw()
    {
        QFETCH(QString, id);
        ik::Settings settings;
        settings.maxIterations = 20000;
        for (double share : {0.9, 0.975, 0.99, 1.0, 1.2}) {
            if (share > 1 && id == "fabrik-textbook") break;  // too slow so near to the end
            if (share > 0.95 && slow(id)) break;
            Rig rig = crookedChain(4, 51);
            const double reach = reachOf(rig);
            rig.goals[0].position = rootOf(rig) + Vec3(0.6, 0, 0.8) * reach * share;
            rig.goals[0].soft = 0.03;
            const auto solution = ik::solve(fetch(id), rig.problem(), settings);
            const double miss = share - ik::softReach(share, 1, 0.03);
            QVERIFY(std::abs(solution.report.goals[0].positionError / reach - miss) < 2e-6);
            QCOMPARE(text(ik::name(solution.report.status)), QString(share > 1      ? "unreachable"
                                                                     : share > 0.97 ? "softened"
                                                                                    : "reached"));
        }
    }

    void jointsOutsideTheChainKeepTheirRotation_data() { test::eachSolver(); }
    void jointsOutsideTheChainKeepTheirRotation()
    {
        QFETCH(QString, id);
        Rig rig = crookedChain(6, 61);
        const int side = rig.add(3, Vec3(0.1, 0, 0), fromRotationVector(Vec3(0.1, 0.2, 0.3)));
        rig.goals[0].root = 2;
        rig.goals[0].effector = 5;
        ik::Solution start;
        start.rotations = rig.start;
        start.rootPosition = rootOf(rig);
        const Placed before = place(rig, start);
        rig.goals[0].position = before.at[2] + Vec3(0.2, 0.1, 0) * reachOf(rig);
        const auto solution = ik::solve(fetch(id), rig.problem());
        QCOMPARE(text(ik::name(solution.report.status)), QString("reached"));
        for (int j : {0, 1, 5, 6, side})
            QVERIFY(solution.rotations[j].coeffs() == rig.start[j].coeffs());
        QVERIFY(solution.rootPosition == rootOf(rig));
    }

    void aRootThatMovesBringsFarGoalsIntoReach_data()
    {
        test::solverRows([](const ik::Solver& solver) {
            return solver.abilities.bones == 0 && solver.abilities.rootMoves;
        });
    }
    void aRootThatMovesBringsFarGoalsIntoReach()
    {
        QFETCH(QString, id);
        ik::Settings settings;
        if (slow(id)) settings.maxIterations = 20000;
        for (int bones : {0, 1, 4}) {
            Rig rig = crookedChain(bones, 71);
            rig.rootMoves = true;
            rig.goals[0].position = rootOf(rig) + Vec3(5, 3, -4);
            const auto solution = ik::solve(fetch(id), rig.problem(), settings);
            QCOMPARE(text(ik::name(solution.report.status)), QString("reached"));
            QVERIFY((solution.rootPosition - rootOf(rig)).norm() > 1);
        }
    }
};

POSEWRIGHT_TEST(TestChainGoals, posewright::test::runPlain);
#include "tst_chain_goals.moc"
