#include "core/ik/crowd.h"
#include "core/ik/follow.h"
#include "core/ik/limit_report.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/circle_path.h"
#include "tests/support/fabrik_floor.h"
#include "tests/support/ik_sets.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <chrono>
#include <numbers>

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

// One iteration of the plainest FABRIK on nine bones. [ns]
double floorUnit()
{
    const auto targets = test::shellTargets(0.05, 0.95, 500);
    const auto start = test::arcPoints(kBones);
    std::array<double, kBones> lengths;
    lengths.fill(1.0 / kBones);
    long iterations = 0;
    const double floor = leastNanoseconds([&] {
        iterations = 0;
        for (const Vec3& target : targets) {
            std::vector<Vec3> points = start;
            iterations +=
                test::fabrikFloor(points.data(), lengths.data(), kBones, target, 1.1e-6, 100000);
        }
    });
    return floor / static_cast<double>(iterations);
}

// The share of the variance of y that a line explains: R^2.
double linearity(const std::vector<double>& x, const std::vector<double>& y)
{
    const double n = static_cast<double>(x.size());
    double sx = 0;
    double sy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        sx += x[i] / n;
        sy += y[i] / n;
    }
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - sx) * (x[i] - sx);
        xy += (x[i] - sx) * (y[i] - sy);
        yy += (y[i] - sy) * (y[i] - sy);
    }
    return xy * xy / (xx * yy);
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
        const double unit = floorUnit();

        test::Rig rig = test::rigThrough(test::arcPoints(kBones));
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

    /// Ten joints with cones and twist ranges, targets from poses inside them.
    void aSolveUnderConesCostsFewIterationsOfTheFloor_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("degrees");
        for (const QString& id : {QString("fabrik"), QString("lm")})
            for (const double degrees : {20.0, 45.0, 90.0})
                QTest::newRow(qPrintable(id + ' ' + QString::number(degrees))) << id << degrees;
    }

    void aSolveUnderConesCostsFewIterationsOfTheFloor()
    {
#if !defined(NDEBUG) || !defined(__OPTIMIZE__)
        QSKIP("only a release build tells");
#endif
        QFETCH(QString, id);
        QFETCH(double, degrees);
        const double opening = degrees * std::numbers::pi / 180;
        test::Rig rig = test::rigThrough(test::arcPoints(kBones, 0));
        for (auto& joint : rig.joints)
            joint.limit = ConeLimit{
                Vec3::UnitX(), Vec3::UnitY(), {opening, opening, opening, opening}, {-0.5, 0.5}};
        const ik::Problem problem = rig.problem();
        test::SplitMix64 random(42);
        std::vector<Vec3> targets;
        std::vector<Quat> pose(kBones + 1);
        std::vector<Vec3> at;
        std::vector<Quat> world;
        for (int i = 0; i < 300; ++i) {
            for (Quat& q : pose) {
                const double way = random.uniform(0, 2 * std::numbers::pi);
                q = fromRotationVector(opening * random.uniform() *
                                       Vec3(0, std::cos(way), std::sin(way)));
            }
            ik::forwardKinematics(problem, pose, Vec3::Zero(), at, world);
            targets.push_back(at.back());
        }
        const ik::Solver& solver = *ik::findSolver(id.toStdString());
        ik::Workspace workspace;
        ik::Solution solution;
        const double solving = leastNanoseconds([&] {
            for (const Vec3& target : targets) {
                rig.goals.front().position = target;
                ik::solve(solver, problem, {.tolerance = 1e-3}, workspace, solution);
            }
        });
        const double ratio = solving / static_cast<double>(targets.size()) / floorUnit();
        qInfo("%.1f U, bar 30", ratio);
        QVERIFY(ratio < 60);
    }

    /// Ten joints after a moving target, with local rotations, against the warm floor that does the
    /// same on points alone.
    void aMovingTargetCostsLittleMoreThanTheFloor_data()
    {
        QTest::addColumn<QString>("id");
        for (const char* id : {"fabrik", "fabrik-textbook", "gauss-newton", "dls"})
            QTest::newRow(id) << id;
    }

    void aMovingTargetCostsLittleMoreThanTheFloor()
    {
#if !defined(NDEBUG) || !defined(__OPTIMIZE__)
        QSKIP("only a release build tells");
#endif
        QFETCH(QString, id);
        constexpr int kTen = 10;
        const auto targets = test::circlePath();
        const auto start = test::arcPoints(kTen, 0.6);
        const std::vector<double> lengths(kTen, 0.1);
        const double floor = leastNanoseconds([&] {
            std::vector<Vec3> points = start;
            for (const Vec3& target : targets)
                test::fabrikFloor(points.data(), lengths.data(), kTen, target, 1e-3, 500);
        });
        const test::Rig rig = test::rigThrough(start);
        const ik::Problem problem = rig.problem();
        ik::Workspace workspace;
        ik::Followed followed;
        const double following = leastNanoseconds([&] {
            ik::follow(*ik::findSolver(id.toStdString()), problem, targets, {.tolerance = 1e-3},
                       workspace, followed);
        });
        qInfo("%.2f x the floor of FABRIK on points, %.0f ns a frame", following / floor,
              following / static_cast<double>(targets.size()));
        QVERIFY(following < 3 * floor);
    }

    /// Chains side by side against one after the other, on points alone.
    void aCrowdCostsAShareOfTheFloor()
    {
#if !defined(NDEBUG) || !defined(__OPTIMIZE__)
        QSKIP("only a release build tells");
#endif
        constexpr int kTen = 10;
        const auto targets = test::shellTargets(0.2, 0.95, 500);
        const auto start = test::arcPoints(kTen, 0.6366);
        const test::Rig rig = test::rigThrough(start);
        const std::vector<double> lengths(kTen, 0.1);
        std::vector<Vec3> offsets;
        for (int i = 0; i < kTen; ++i) offsets.push_back(rig.joints[i + 1].offset);
        ik::Crowd crowd(kTen, 500);
        for (int c = 0; c < 500; ++c) {
            crowd.setChain(c, offsets, std::span(rig.start).first(kTen));
            crowd.setTarget(c, targets[c]);
        }
        const double floor = leastNanoseconds([&] {
            for (const Vec3& target : targets) {
                std::vector<Vec3> points = start;
                test::fabrikFloor(points.data(), lengths.data(), kTen, target, 1e-3, 100);
            }
        });
        const double together = leastNanoseconds([&] { crowd.solve(1e-3, 100); });
        qInfo("%d lanes: %.2f x the floor, %.0f ns a chain", ik::widestLanes(), together / floor,
              together / 500);
        QVERIFY(together < 0.6 * floor);
    }

    /// A hundred joints cost as much more than ten as they are more: a line through the times of
    /// many lengths leaves next to nothing unexplained.
    void aSolveCostsInProportionToTheBones_data()
    {
        aSolveCostsFewIterationsOfTheFloor_data();
    }
    void aSolveCostsInProportionToTheBones()
    {
#if !defined(NDEBUG) || !defined(__OPTIMIZE__)
        QSKIP("only a release build tells");
#endif
        QFETCH(QString, id);
        const auto targets = test::shellTargets(0.05, 0.95, 100);
        const ik::Solver& solver = *ik::findSolver(id.toStdString());
        const double unit = floorUnit();
        ik::Workspace workspace;
        ik::Solution solution;
        std::vector<double> bones;
        std::vector<double> times;
        for (const int n : {9, 19, 29, 39, 49, 59, 69, 79, 89, 99}) {
            test::Rig rig = test::rigThrough(test::arcPoints(n));
            const ik::Problem problem = rig.problem();
            const double solving = leastNanoseconds([&] {
                for (const Vec3& target : targets) {
                    rig.goals.front().position = target;
                    ik::solve(solver, problem, {.tolerance = 1e-3}, workspace, solution);
                }
            });
            bones.push_back(n);
            times.push_back(solving / static_cast<double>(targets.size()) / unit);
        }
        const double explained = linearity(bones, times);
        qInfo("100 joints: %.1f U, bar 120; R^2 %.4f, bar 0.99", times.back(), explained);
        QVERIFY(times.back() < 240);
        QVERIFY(explained > 0.95);
    }

    /// What a solve spends beside its method: checking the problem, and measuring the report.
    void theReportIsCheap()
    {
#if !defined(NDEBUG) || !defined(__OPTIMIZE__)
        QSKIP("only a release build tells");
#endif
        const auto targets = test::shellTargets(0.05, 0.95, 500);
        test::Rig rig = test::rigThrough(test::arcPoints(kBones));
        for (std::size_t j = 1; j + 1 < rig.joints.size(); ++j) {
            rig.joints[j].rest = rig.start[j];
            rig.joints[j].limit =
                ConeLimit{Vec3::UnitX(), Vec3::UnitY(), {0.8, 0.8, 0.8, 0.8}, {-0.5, 0.5}};
        }
        const ik::Problem problem = rig.problem();
        ik::Workspace workspace;
        ik::Solution solution;
        const auto timeOf = [&](const auto& each) {
            return leastNanoseconds([&] {
                for (const Vec3& target : targets) {
                    rig.goals.front().position = target;
                    each();
                }
            });
        };
        const double whole =
            timeOf([&] { ik::solve(*ik::findSolver("lm"), problem, {}, workspace, solution); });
        const double limits = timeOf([&] {
            solution.report.activeLimits.clear();
            ik::measureLimits(problem, workspace.limited, solution);
        });
        const double errors = timeOf([&] {
            ik::forwardKinematics(problem, solution.rotations, solution.rootPosition,
                                  workspace.positions, workspace.worldRotations);
        });
        qInfo("of a solve: listing the limits touched %.2f%%, measuring errors %.2f%%; bar 2%%",
              100 * limits / whole, 100 * errors / whole);
        QVERIFY(limits < 0.04 * whole);
        QVERIFY(errors < 0.06 * whole);
    }
};

POSEWRIGHT_TEST(TestSpeed, posewright::test::runPlain);
#include "tst_speed.moc"
