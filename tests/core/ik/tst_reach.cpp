#include "core/ik/model/soft_reach.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/crooked_chain.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;
using test::crookedChain;
using test::fetch;
using test::finite;
using test::place;
using test::Placed;
using test::reachOf;
using test::Rig;
using test::rootOf;
using test::slow;
using test::text;

/// Targets of one free chain, inside its reach, at its borders and beyond. A new solver is tested
/// by being in ik::solvers().
class TestReach : public QObject {
    Q_OBJECT

private slots:
    void reachesWhatIsInReach_data() { test::eachSolver(); }
    void reachesWhatIsInReach()
    {
        QFETCH(QString, id);
        test::SplitMix64 random(7);
        ik::Workspace workspace;
        ik::Solution solution;
        ik::Settings settings;
        settings.maxIterations = 200000;
        for (int bones : {1, 2, 3, 4, 9, 30}) {
            for (int i = 0; i < 100; ++i) {
                Rig rig = crookedChain(bones, 100 * bones + i);
                const double reach = reachOf(rig);
                double longest = 0;
                for (int j = 1; j <= bones; ++j)
                    longest = std::max(longest, rig.joints[j].offset.norm());
                const double least = ik::nearestReach(reach, longest);
                const Vec3 direction =
                    fromRotationVector(Vec3(random.uniform(-3, 3), random.uniform(-3, 3), 1)) *
                    Vec3::UnitX();
                const double span = least + (reach - least) * random.uniform(0.02, 0.99);
                rig.goals.front().position = rootOf(rig) + direction * span;
                ik::solve(fetch(id), rig.problem(), settings, workspace, solution);
                const auto& report = solution.report;
                QVERIFY2(report.status == ik::Status::Reached,
                         qPrintable(QString("%1 bones, row %2: %3, error %4 of the reach")
                                        .arg(bones)
                                        .arg(i)
                                        .arg(text(ik::name(report.status)))
                                        .arg(report.goals[0].positionError / reach)));
                QVERIFY(report.goals[0].positionError <= settings.tolerance * reach * 1.000001);
                QVERIFY(finite(solution));
                const Placed placed = place(rig, solution);
                QVERIFY(std::abs((placed.at.back() - rig.goals[0].position).norm() -
                                 report.goals[0].positionError) < 1e-14);
            }
        }
    }

    void goesStraightToWhatIsTooFar_data() { test::eachSolver(); }
    void goesStraightToWhatIsTooFar()
    {
        QFETCH(QString, id);
        for (double times : {1.0 + 1e-5, 1.01, 1.5, 3.0, 1e6}) {
            for (int bones : {1, 2, 3, 9}) {
                Rig rig = crookedChain(bones, 17 * bones);
                const double reach = reachOf(rig);
                const Vec3 away = Vec3(0.48, -0.6, 0.64) * reach * times;
                rig.goals.front().position = rootOf(rig) + away;
                const auto solution = ik::solve(fetch(id), rig.problem());
                QCOMPARE(text(ik::name(solution.report.status)), QString("unreachable"));
                const double optimum = reach * (times - 1);
                QVERIFY(std::abs(solution.report.goals[0].positionError - optimum) <=
                        1e-6 * reach + 1e-14 * reach * times);
                QCOMPARE(solution.report.iterations, 1);
                const Placed placed = place(rig, solution);
                for (int j = 1; j <= bones; ++j)
                    QVERIFY((placed.at[j] - placed.at[j - 1])
                                .normalized()
                                .cross(away.normalized())
                                .norm() < 1e-9);
            }
        }
    }

    void reachesTheVeryEndOfTheReach_data()
    {
        // As published, some need thousands of iterations there.
        test::solverRows([](const ik::Solver& solver) {
            return solver.abilities.bones == 0 && !slow(text(solver.id));
        });
    }
    void reachesTheVeryEndOfTheReach()
    {
        QFETCH(QString, id);
        for (double share : {0.9999, 0.999999, 1 - 1e-9, 1 - 1e-12, 1.0}) {
            for (int bones : {1, 2, 3, 9}) {
                if (bones == 1 && share < 1) continue;
                Rig rig = crookedChain(bones, 23 * bones);
                rig.goals[0].position = rootOf(rig) + Vec3(0.48, -0.6, 0.64) * reachOf(rig) * share;
                const auto solution = ik::solve(fetch(id), rig.problem());
                QCOMPARE(text(ik::name(solution.report.status)), QString("reached"));
            }
        }
    }

    void foldsTowardsWhatIsTooNear_data() { test::eachSolver(); }
    void foldsTowardsWhatIsTooNear()
    {
        QFETCH(QString, id);
        ik::Settings settings;
        settings.maxIterations = 5000;
        for (double distance : {0.0, 0.01, 0.5, 0.99}) {
            Rig rig = test::rigThrough(
                {Vec3::Zero(), Vec3(0.5, 0.1, 0), Vec3(3.4, 0.9, 0.2), Vec3(3.9, 0.8, 0.5)});
            const double reach = reachOf(rig);
            const double least = 2 * rig.joints[2].offset.norm() - reach;
            rig.goals[0].position = Vec3(0.6, 0, 0.8) * (distance * least);
            const auto solution = ik::solve(fetch(id), rig.problem(), settings);
            QCOMPARE(text(ik::name(solution.report.status)), QString("unreachable"));
            const double residual = solution.report.goals[0].positionError;
            // As published, FABRIK has no answer to this case but to wander near the optimum.
            const double slack = id == "fabrik-textbook" ? 2.0 : 1e-6 * reach;
            QVERIFY(residual >= least * (1 - distance) - 1e-9);
            QVERIFY(residual <= least * (1 - distance) + slack);
            QVERIFY(finite(solution));
        }
    }

    void theTargetOnTheRootIsReached_data()
    {
        // As published, one of them makes no promise there.
        test::solverRows([](const ik::Solver& solver) {
            return solver.abilities.bones == 0 && solver.id != "fabrik-textbook";
        });
    }
    void theTargetOnTheRootIsReached()
    {
        QFETCH(QString, id);
        ik::Settings settings;
        if (slow(id)) settings.maxIterations = 20000;
        for (int bones : {2, 3, 4, 9}) {
            Rig rig = test::rigThrough(test::arcPoints(bones, 40.0 / bones));
            rig.goals[0].position = rootOf(rig);
            const auto solution = ik::solve(fetch(id), rig.problem(), settings);
            QVERIFY2(solution.report.status == ik::Status::Reached,
                     qPrintable(QString("%1 bones: %2, %3")
                                    .arg(bones)
                                    .arg(text(ik::name(solution.report.status)))
                                    .arg(solution.report.goals[0].positionError)));
        }
    }

    void bothTargetSetsAreReachedWithinTheBar_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<double>("mean");
        for (const auto& [id, mean] : {std::pair("fabrik", 6.0), std::pair("gauss-newton", 8.0)}) {
            QTest::addRow("%s, ball", id) << id << 0.05 << 0.95 << mean;
            QTest::addRow("%s, extension", id) << id << 0.99 << 0.9999 << mean;
        }
    }
    void bothTargetSetsAreReachedWithinTheBar()
    {
        QFETCH(QString, id);
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(double, mean);
        Rig rig = test::rigThrough(test::arcPoints());
        ik::Settings settings;
        settings.tolerance = 1.1e-6;
        ik::Workspace workspace;
        ik::Solution solution;
        long sum = 0;
        const auto targets = test::shellTargets(from, to, 5000);
        for (const Vec3& target : targets) {
            rig.goals[0].position = target;
            ik::solve(fetch(id), rig.problem(), settings, workspace, solution);
            QCOMPARE(solution.report.status, ik::Status::Reached);
            QVERIFY(solution.report.goals[0].positionError < 1e-9);
            sum += solution.report.iterations;
        }
        QVERIFY(static_cast<double>(sum) / 5000 <= mean);
    }
};

POSEWRIGHT_TEST(TestReach, posewright::test::runPlain);
#include "tst_reach.moc"
