#include "core/ik/workspace.h"
#include "tests/support/crooked_chain.h"
#include "tests/support/program.h"

#include <QTest>

#include <limits>
#include <tuple>

using namespace posewright;
using test::crookedChain;
using test::farthest;
using test::fetch;
using test::reachOf;
using test::Rig;
using test::rootOf;
using test::text;

/// What every solver owes to whoever calls it. A new solver is tested by being in ik::solvers().
class TestSolvers : public QObject {
    Q_OBJECT

private slots:
    void theTableIsInOrder()
    {
        QCOMPARE(text(ik::solvers().front().id), QString("gauss-newton"));
        for (const ik::Solver& solver : ik::solvers()) {
            QVERIFY(ik::findSolver(solver.id) == &solver);
            QVERIFY(!solver.title.empty() && !solver.reference.empty() && solver.solve);
        }
        QVERIFY(!ik::findSolver("no such solver"));
        QCOMPARE(text(ik::name(ik::Status::IterationLimit)), QString("iterationLimit"));
    }

    void refusesNonsense_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("what");
        for (const ik::Solver& solver : ik::solvers())
            if (solver.abilities.bones == 0)
                for (const char* what :
                     {"no joints", "no goals", "start too short", "NaN goal", "infinite goal",
                      "NaN offset", "NaN start", "zero start", "NaN base", "effector out of range",
                      "root below effector", "weight 0", "NaN weight", "soft 1", "NaN pole",
                      "parent after child", "no iterations", "tolerance 0", "limit"})
                    if (std::string_view(what) != "limit" || !solver.abilities.limits)
                        QTest::newRow(qPrintable(text(solver.id) + ": " + what))
                            << text(solver.id) << what;
    }
    void refusesNonsense()
    {
        QFETCH(QString, id);
        QFETCH(QString, what);
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        constexpr double inf = std::numeric_limits<double>::infinity();
        Rig rig = crookedChain(3, 81);
        ik::Settings settings;
        rig.goals[0].position = Vec3(0.1, 0.2, 0.3);
        if (what == "no joints") rig = {};
        if (what == "no goals") rig.goals.clear();
        if (what == "start too short") rig.start.pop_back();
        if (what == "NaN goal") rig.goals[0].position.y() = nan;
        if (what == "infinite goal") rig.goals[0].position.z() = inf;
        if (what == "NaN offset") rig.joints[2].offset.x() = nan;
        if (what == "NaN start") rig.start[1].w() = nan;
        if (what == "zero start") rig.start[1].coeffs().setZero();
        if (what == "NaN base") rig.basePosition.x() = nan;
        if (what == "effector out of range") rig.goals[0].effector = 9;
        if (what == "root below effector")
            std::tie(rig.goals[0].effector, rig.goals[0].root) = std::tuple(1, 2);
        if (what == "weight 0") rig.goals[0].weight = 0;
        if (what == "NaN weight") rig.goals[0].weight = nan;
        if (what == "soft 1") rig.goals[0].soft = 1;
        if (what == "NaN pole") rig.goals[0].pole = Vec3(0, nan, 0);
        if (what == "parent after child") rig.joints[1].parent = 2;
        if (what == "no iterations") settings.maxIterations = 0;
        if (what == "tolerance 0") settings.tolerance = 0;
        if (what == "limit") rig.joints[1].limit = FixedLimit{};
        const auto solution = ik::solve(fetch(id), rig.problem(), settings);
        QCOMPARE(text(ik::name(solution.report.status)), QString("invalid"));
        QVERIFY(!solution.report.message.empty());
        QCOMPARE(solution.rotations.size(), rig.start.size());
    }

    void isPureWhateverTheWorkspaceHeld_data() { test::eachSolver(); }
    void isPureWhateverTheWorkspaceHeld()
    {
        QFETCH(QString, id);
        ik::Workspace used;
        ik::Solution solution;
        for (int bones : {9, 2, 30, 1, 5}) {
            Rig rig = crookedChain(bones, 91 + bones);
            rig.goals[0].position = rootOf(rig) + Vec3(0.3, 0.3, 0.1) * reachOf(rig);
            ik::solve(fetch(id), rig.problem(), {}, used, solution);
            const auto fresh = ik::solve(fetch(id), rig.problem());
            for (std::size_t i = 0; i < rig.start.size(); ++i)
                QVERIFY(fresh.rotations[i].coeffs() == solution.rotations[i].coeffs());
            QCOMPARE(fresh.report.iterations, solution.report.iterations);
            // The memory of the answer may serve as the start of the next.
            Rig next = rig;
            next.start = solution.rotations;
            next.goals[0].position += Vec3(0.01, 0, 0);
            const auto apart = ik::solve(fetch(id), next.problem());
            ik::Problem shared = next.problem();
            shared.start = solution.rotations;
            ik::solve(fetch(id), shared, {}, used, solution);
            for (std::size_t i = 0; i < rig.start.size(); ++i)
                QVERIFY(apart.rotations[i].coeffs() == solution.rotations[i].coeffs());
        }
    }

    void theObserverSeesEveryIterationAndCanStop_data() { test::eachSolver(); }
    void theObserverSeesEveryIterationAndCanStop()
    {
        QFETCH(QString, id);
        Rig rig = crookedChain(5, 95);
        rig.goals[0].position = rootOf(rig) + Vec3(-0.4, 0.3, 0.1) * reachOf(rig);
        int calls = 0;
        bool inOrder = true;
        ik::Observer observer = [&](int iteration, double error, std::span<const Quat> shown) {
            inOrder = inOrder && iteration == ++calls && error >= 0 && shown.size() == 6;
            return true;
        };
        ik::Settings settings;
        settings.observer = &observer;
        const auto watched = ik::solve(fetch(id), rig.problem(), settings);
        const auto alone = ik::solve(fetch(id), rig.problem());
        QVERIFY(inOrder);
        QCOMPARE(calls, watched.report.iterations);
        QVERIFY(farthest(watched.rotations, alone.rotations) < 1e-12);
        observer = [](int, double, std::span<const Quat>) { return false; };
        const auto stopped = ik::solve(fetch(id), rig.problem(), settings);
        QCOMPARE(text(ik::name(stopped.report.status)), QString("cancelled"));
        QCOMPARE(stopped.report.iterations, 1);
    }

    void runsOutOfIterations_data()
    {
        // Two iterations are the least of fabrik, and may suffice; two others are done after one.
        test::solverRows([](const ik::Solver& solver) {
            return solver.abilities.bones == 0 && solver.id != "fabrik" &&
                   solver.id != "triangulation" && solver.id != "fabrik-spheres";
        });
    }
    void runsOutOfIterations()
    {
        QFETCH(QString, id);
        Rig rig = test::rigThrough(test::arcPoints());
        rig.goals[0].position = Vec3(-0.5, -0.4, 0.3);
        ik::Settings settings;
        settings.maxIterations = 1;
        const auto solution = ik::solve(fetch(id), rig.problem(), settings);
        QCOMPARE(text(ik::name(solution.report.status)), QString("iterationLimit"));
        QCOMPARE(solution.report.iterations, 1);
    }
};

POSEWRIGHT_TEST(TestSolvers, posewright::test::runPlain);
#include "tst_solvers.moc"
