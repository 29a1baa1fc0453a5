#include "core/ik/workspace.h"
#include "tests/support/fabrik_floor.h"
#include "tests/support/ik_sets.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <chrono>

using namespace posewright;

namespace {

constexpr int kBones = 9;
constexpr int kRuns = 9;
// The bar is 8 U and is read off tests/bench/ik; this only catches a solver that became far slower.
constexpr double kGross = 20;

using Clock = std::chrono::steady_clock;

template <class Work>
double leastNanoseconds(Work work)
{
    double least = 1e300;
    for (int run = 0; run < kRuns; ++run) {
        const auto since = Clock::now();
        work();
        least =
            std::min(least, std::chrono::duration<double, std::nano>(Clock::now() - since).count());
    }
    return least;
}

}  // namespace

/// Gross changes of speed, as a ratio to the floor in the same process.
class TestSpeed : public QObject {
    Q_OBJECT

private slots:
    void aSolveCostsFewIterationsOfTheFloor_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("gauss-newton") << "gauss-newton";
        QTest::newRow("fabrik") << "fabrik";
    }

    void aSolveCostsFewIterationsOfTheFloor()
    {
#if !defined(NDEBUG) || !defined(__OPTIMIZE__)
        QSKIP("only a release build tells");
#endif
        QFETCH(QString, id);
        const auto targets = test::shellTargets(0.05, 0.95, 500);
        const auto start = test::arcPoints(kBones);
        std::array<double, kBones> lengths;
        lengths.fill(1.0 / kBones);
        long iterations = 0;
        const double floor = leastNanoseconds([&] {
            iterations = 0;
            for (const Vec3& target : targets) {
                std::vector<Vec3> points = start;
                iterations += test::fabrikFloor(points.data(), lengths.data(), kBones, target,
                                                1.1e-6, 100000);
            }
        });
        const double unit = floor / static_cast<double>(iterations);

        test::Rig rig = test::rigThrough(start);
        const ik::Problem problem = rig.problem();
        const ik::Solver& solver = *ik::findSolver(id.toStdString());
        ik::Workspace workspace;
        ik::Solution solution;
        const double solving = leastNanoseconds([&] {
            for (const Vec3& target : targets) {
                rig.goals.front().position = target;
                ik::solve(solver, problem, {}, workspace, solution);
            }
        });
        const double ratio = solving / static_cast<double>(targets.size()) / unit;
        qInfo("%.2f U, bar 8", ratio);
        QVERIFY(ratio < kGross);
    }
};

QTEST_APPLESS_MAIN(TestSpeed)
#include "tst_speed.moc"
