#include "core/ik/workspace.h"
#include "tests/core/ik/example_solver.h"
#include "tests/support/honest.h"
#include "tests/support/ik_sets.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;

/// A solver is a source and a row: one that the program does not have is asked like any other.
class TestOneMoreSolver : public QObject {
    Q_OBJECT

    ik::Solver row_ = test::exampleSolver();
    ik::Settings settings_;

private slots:
    void init()
    {
        settings_ = {};
        settings_.tolerance = 1e-3;
    }

    void itReachesWhatAnOutsiderMeasures()
    {
        test::Rig rig = test::rigThrough(test::arcPoints());
        ik::Workspace workspace;
        ik::Solution solution;
        int met = 0;
        for (const Vec3& target : test::shellTargets(0.2, 0.9, 500)) {
            rig.goals[0].position = target;
            const ik::Problem problem = rig.problem();
            ik::solve(row_, problem, settings_, workspace, solution);
            QVERIFY(test::isHonest(problem, solution, settings_));
            QCOMPARE(solution.report.solver, row_.id);
            met += solution.report.status == ik::Status::Reached;
        }
        QVERIFY2(met >= 495, qPrintable(QString::number(met)));  // a few need more iterations
    }

    void itsAnswerDependsOnNothingBefore()
    {
        test::Rig rig = test::rigThrough(test::arcPoints());
        const std::vector<Vec3> targets = test::shellTargets(0.3, 0.8, 20);
        ik::Workspace used;
        ik::Solution again;
        for (const Vec3& target : targets) {
            rig.goals[0].position = target;
            ik::solve(row_, rig.problem(), settings_, used, again);
            const ik::Solution once = ik::solve(row_, rig.problem(), settings_);
            for (std::size_t j = 0; j < once.rotations.size(); ++j)
                QVERIFY(once.rotations[j].coeffs() == again.rotations[j].coeffs());
        }
    }

    void whatItsRowDoesNotOfferIsRefused()
    {
        test::Rig rig = test::rigThrough(test::arcPoints());
        rig.goals[0].position = Vec3(0.3, 0.3, 0);
        rig.goals[0].orientation = Quat::Identity();
        const ik::Solution solution = ik::solve(row_, rig.problem(), settings_);
        QCOMPARE(solution.report.status, ik::Status::Invalid);
        QVERIFY(!solution.report.message.empty());
    }
};

POSEWRIGHT_TEST(TestOneMoreSolver, posewright::test::runPlain);
#include "tst_one_more_solver.moc"
