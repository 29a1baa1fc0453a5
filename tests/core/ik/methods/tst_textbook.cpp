#include "core/ik/steps/fabrik_points.h"
#include "core/ik/workspace.h"
#include "tests/support/ik_sets.h"
#include "tests/support/program.h"
#include "tests/support/vectors.h"

#include <QTest>

#include <algorithm>

using namespace posewright;

namespace {

const ik::Solver& textbook()
{
    return *ik::findSolver("fabrik-textbook");
}

/// Iterations of the solver, cold, for each target.
std::vector<int> countsFor(const std::vector<Vec3>& targets, double tolerance)
{
    test::Rig rig = test::rigThrough(test::arcPoints());
    ik::Workspace workspace;
    ik::Solution solution;
    std::vector<int> counts;
    for (const Vec3& target : targets) {
        rig.goals[0].position = target;
        ik::solve(textbook(), rig.problem(), {.maxIterations = 100000, .tolerance = tolerance},
                  workspace, solution);
        counts.push_back(solution.report.status == ik::Status::Reached ? solution.report.iterations
                                                                       : -1);
    }
    return counts;
}

}  // namespace

/// `fabrik-textbook`, through rotations and back, against the numbers that other programs made on
/// points.
class TestTextbook : public QObject {
    Q_OBJECT

private slots:
    void theSolverCountsAsPublished_data()
    {
        QTest::addColumn<QString>("set");
        QTest::addColumn<QString>("tolerance");
        QTest::addColumn<QString>("first");
        QTest::newRow("ball, 1e-3") << "set_ball_0.05_0.95"
                                    << "1e-3"
                                    << "first_200";
        QTest::newRow("ball, 1.1e-6") << "set_ball_0.05_0.95"
                                      << "1.1e-6"
                                      << "first_200";
        QTest::newRow("extension, 1e-3") << "set_ext_0.99_0.9999"
                                         << "1e-3"
                                         << "first_50";
    }
    void theSolverCountsAsPublished()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        QFETCH(QString, set);
        QFETCH(QString, tolerance);
        QFETCH(QString, first);
        const auto block = test::ikVectors()["fabrik_benchmark"][set.toStdString()];
        const auto targets = test::vec3s(block[("targets_" + first).toStdString()]);
        const auto expected = block[("iterations_tol_" + tolerance + '_' + first).toStdString()]
                                  .get<std::vector<int>>();
        QCOMPARE(countsFor(targets, tolerance.toDouble()), expected);
    }

    void theWholeBallHasThePublishedPercentiles()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto block = test::ikVectors()["fabrik_benchmark"]["set_ball_0.05_0.95"];
        const int count = block["N"].get<int>();
        auto counts = countsFor(test::shellTargets(0.05, 0.95, count), 1e-3);
        std::sort(counts.begin(), counts.end());
        double sum = 0;
        for (const int n : counts) sum += n;
        QCOMPARE(sum / count, block["mean"].get<double>());
        QCOMPARE(counts[count / 2], block["median"].get<int>());
        QCOMPARE(counts[count * 95 / 100], block["p95"].get<int>());
        QCOMPARE(counts[count * 99 / 100], block["p99"].get<int>());
        QCOMPARE(counts.back(), block["max"].get<int>());
        for (const int within : {4, 10, 15, 20}) {
            const auto end = std::upper_bound(counts.begin(), counts.end(), within);
            const double share = static_cast<double>(end - counts.begin()) / count;
            QCOMPARE(share, block["solved_within_" + std::to_string(within)].get<double>());
        }
    }

    void nothingNearFullReachIsSolvedInTwentyIterations()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto block = test::ikVectors()["fabrik_benchmark"]["set_ext_0.99_0.9999"];
        const auto counts = countsFor(test::shellTargets(0.99, 0.9999, 200), 1e-3);
        double sum = 0;
        int within = 0;
        for (const int n : counts) {
            sum += n;
            within += n <= 20;
        }
        QCOMPARE(sum / 200, block["mean_200"].get<double>());
        QCOMPARE(within / 200.0, block["solved_within_20"].get<double>());
    }

    void itCountsTheSameThroughRotations()
    {
        test::Rig rig = test::rigThrough(test::arcPoints());
        const std::vector<double> lengths(9, 1.0 / 9);
        std::vector<Vec3> at;
        std::vector<Quat> world;
        for (double tolerance : {1e-3, 1.1e-6}) {
            for (const Vec3& target : test::shellTargets(0.05, 0.95, 200)) {
                rig.goals[0].position = target;
                const auto solution = ik::solve(textbook(), rig.problem(),
                                                {.maxIterations = 100000, .tolerance = tolerance});
                auto points = test::arcPoints();
                const auto outcome = ik::reachByFabrik(points, lengths, target, tolerance, 100000);
                QCOMPARE(solution.report.iterations, outcome.iterations);
                ik::forwardKinematics(rig.problem(), solution.rotations, solution.rootPosition, at,
                                      world);
                for (std::size_t i = 0; i < points.size(); ++i)
                    QVERIFY((at[i] - points[i]).norm() < 1e-9);
            }
        }
    }

    /// A straight chain with the target on its line: as published it stays there, and says so; the
    /// product's own FABRIK leaves the line and arrives.
    void theDeadlockIsKeptAsPublishedAndLeftByTheProduct()
    {
        POSEWRIGHT_NEEDS_SHARED("vectors/ik_vectors.json");
        const auto entry = test::ikVectors()["fabrik_deadlock_collinear"];
        auto points = test::vec3s(entry["start"]);
        test::Rig rig = test::rigThrough(points);
        rig.goals[0].position = test::vec3(entry["target"]);
        const auto stuck = ik::solve(textbook(), rig.problem());
        QVERIFY(stuck.report.status != ik::Status::Reached);
        QVERIFY(std::abs(stuck.report.goals[0].positionError -
                         test::number(entry["textbook_error_forever"])) < 1e-12);
        QVERIFY(stuck.report.degenerateStart);
        for (const char* id : {"fabrik", "gauss-newton", "lm"}) {
            const auto solution = ik::solve(*ik::findSolver(id), rig.problem());
            QCOMPARE(solution.report.status, ik::Status::Reached);
            QVERIFY(solution.report.degenerateStart);
        }
        // Pass by pass the published loop goes nowhere.
        const auto lengths = test::numbers(entry["lengths"]);
        const Vec3 root = points.front();
        for (const auto& step : entry["trace"]) {
            ik::reachInwards(points, lengths, test::vec3(entry["target"]));
            const auto inwards = test::vec3s(step["after_backward"]);
            for (std::size_t i = 0; i < points.size(); ++i) QCOMPARE(points[i], inwards[i]);
            ik::reachOutwards(points, lengths, root);
            const auto outwards = test::vec3s(step["after_forward"]);
            for (std::size_t i = 0; i < points.size(); ++i) QCOMPARE(points[i], outwards[i]);
        }
    }
};

POSEWRIGHT_TEST(TestTextbook, posewright::test::runPlain);
#include "tst_textbook.moc"
