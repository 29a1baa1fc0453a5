#include "core/ik/methods/fabrik.h"
#include "core/ik/methods/triangulation.h"
#include "core/ik/model/chain.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/model/two_bones.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/bars/bars.h"
#include "tests/bars/figures.h"
#include "tests/bars/timing.h"
#include "tests/bars/unit.h"
#include "tests/bench/ik/floors.h"
#include "tests/bench/ik/read_chain.h"
#include "tests/bench/ik/workload.h"
#include "tests/support/bounded_arm.h"
#include "tests/support/humanoid.h"

#include <QTest>

namespace posewright::bars {

namespace {

constexpr int kBones = 9;

/// The share of the variance of y that a line leaves unexplained: 1 - R^2.
double unexplained(const std::vector<double>& x, const std::vector<double>& y)
{
    const double n = static_cast<double>(x.size());
    double sx = 0, sy = 0, xx = 0, xy = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        sx += x[i] / n;
        sy += y[i] / n;
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - sx) * (x[i] - sx);
        xy += (x[i] - sx) * (y[i] - sy);
        yy += (y[i] - sy) * (y[i] - sy);
    }
    return 1 - xy * xy / (xx * yy);
}

/// One solver on one rig, goal after goal.
struct Solving {
    test::Rig& rig;
    const ik::Solver& solver;
    ik::Settings settings;
    ik::Problem problem = rig.problem();
    ik::Workspace workspace{};
    ik::Solution solution{};

    void operator()(const Vec3& target)
    {
        rig.goals.front().position = target;
        ik::solve(solver, problem, settings, workspace, solution);
        used(solution);
    }
    void all(const std::vector<Vec3>& targets)
    {
        for (const Vec3& target : targets) (*this)(target);
    }
};

const ik::Solver& solverOf(const char* id)
{
    return *ik::findSolver(id);
}

}  // namespace

/// The solvers, against the least code that does the same work: the bars of docs/solvers.md.
class SolverBars : public QObject {
    Q_OBJECT

private slots:
    void twoBonesCostLittleMoreThanTheLawOfCosines()
    {
        bench::Workload work = bench::workload({0.30, 0.27});
        const ik::Problem problem = work.rig.problem();
        ik::Chain chain;
        extractChain(problem, work.rig.start, Vec3::Zero(), work.rig.goals[0], chain);
        const ik::TwoBones bones = readTwoBones(problem, chain, problem.start);
        const Beside times = inTurn(
            [&] {
                for (const Vec3& target : work.targets) {
                    ik::TwoBoneTurns turns;
                    used(turnTwoBones(bones, target, 1e-12, turns));
                    used(turns);
                }
            },
            [&] {
                for (const Vec3& target : work.targets)
                    used(bench::twoBoneFloor(0.30, 0.27, target,
                                             anyPerpendicular(target.normalized())));
            },
            50);
        QVERIFY(holds("two-bone, both rotations", times.ratio(), 1.6, "x the law of cosines"));
    }

    /// With rotations and measured errors.
    void aSolveCostsFewIterationsOfTheFloor_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<double>("tolerance");
        QTest::addColumn<double>("bar");  // [U]
        const auto row = [](const char* name, const char* id, double from, double to,
                            double tolerance, double bar) {
            QTest::newRow(name) << QString(id) << from << to << tolerance << bar;
        };
        row("gauss-newton in the ball, 1.1e-6", "gauss-newton", 0.05, 0.95, 1.1e-6, 8);
        row("fabrik in the ball, 1.1e-6", "fabrik", 0.05, 0.95, 1.1e-6, 6);
        row("fabrik near full reach, 1.1e-6", "fabrik", 0.99, 0.9999, 1.1e-6, 8);
        row("dls in the ball, 1e-3", "dls", 0.05, 0.95, 1e-3, 10);
    }
    void aSolveCostsFewIterationsOfTheFloor()
    {
        QFETCH(QString, id);
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(double, tolerance);
        QFETCH(double, bar);
        const auto targets = test::shellTargets(from, to, 500);
        test::Rig rig = test::rigThrough(test::arcPoints(kBones));
        Solving solving{rig, *ik::findSolver(id.toStdString()), {.tolerance = tolerance}};
        const double units = inUnits([&] { solving.all(targets); }, 500);
        QVERIFY(holds(QTest::currentDataTag(), units, bar, "U"));
    }

    /// Positions alone, of a chain that was read.
    void aMethodByItselfCostsFewIterationsOfTheFloor_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<double>("tolerance");  // 0: triangulation
        QTest::addColumn<double>("bar");        // [U]
        QTest::newRow("fabrik by itself in the ball, 1e-3") << 0.05 << 0.95 << 1e-3 << 4.0;
        QTest::newRow("fabrik by itself in the ball, 1.1e-6") << 0.05 << 0.95 << 1.1e-6 << 6.0;
        QTest::newRow("fabrik by itself near full reach") << 0.99 << 0.9999 << 1.1e-6 << 6.0;
        QTest::newRow("triangulation by itself") << 0.05 << 0.95 << 0.0 << 1.0;
    }
    void aMethodByItselfCostsFewIterationsOfTheFloor()
    {
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(double, tolerance);
        QFETCH(double, bar);
        const auto targets = test::shellTargets(from, to, 500);
        bench::ReadChain read;
        ik::Goal goal = read.rig.goals[0];
        ik::Solution out;
        std::vector<Vec3> points;
        const double units = inUnits(
            [&] {
                for (const Vec3& target : targets) {
                    read.reset();
                    if (tolerance == 0) {
                        triangulate(read.problem, read.workspace.of<ik::Chain>(), target);
                    } else {
                        out.report.iterations = 0;
                        goal.position = target;
                        used(ik::solveFabrikChain(read.problem, goal, {.tolerance = tolerance},
                                                  read.workspace, out));
                        toPoints(read.workspace.of<ik::Chain>(), points);
                        used(points);
                    }
                    used(read);
                }
            },
            500);
        QVERIFY(holds(QTest::currentDataTag(), units, bar, "U"));
    }

    /// What one more iteration of the published loop costs: between two tolerances.
    void theTextbookIteratesAsFastAsItsFloor()
    {
        const auto targets = test::shellTargets(0.05, 0.95, 500);
        test::Rig rig = test::rigThrough(test::arcPoints(kBones));
        const double slope = best(1.05, [&] {
            std::array<double, 2> iterations{};
            std::array<double, 2> units{};
            for (const int i : {0, 1}) {
                Solving solving{rig,
                                solverOf("fabrik-textbook"),
                                {.maxIterations = 100000, .tolerance = i == 0 ? 1e-2 : 1.1e-6}};
                for (const Vec3& target : targets) {
                    solving(target);
                    iterations[i] += solving.solution.report.iterations / 500.0;
                }
                units[i] = inUnits([&] { solving.all(targets); }, 500);
            }
            return (units[1] - units[0]) / (iterations[1] - iterations[0]);
        });
        QVERIFY(holds("fabrik-textbook, one more iteration", slope, 1.05, "U"));
    }

    /// Ten joints with cones and twist ranges, targets from poses inside them.
    void aSolveUnderConesCostsFewIterationsOfTheFloor()
    {
        for (const double degrees : {20.0, 45.0, 90.0}) {
            const double opening = degrees * std::numbers::pi / 180;
            test::Rig rig = test::rigThrough(test::arcPoints(kBones, 0));
            for (auto& joint : rig.joints)
                joint.limit = ConeLimit{Vec3::UnitX(),
                                        Vec3::UnitY(),
                                        {opening, opening, opening, opening},
                                        {-0.5, 0.5}};
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
                ik::forwardKinematics(rig.problem(), pose, Vec3::Zero(), at, world);
                targets.push_back(at.back());
            }
            for (const char* id : {"fabrik", "lm"}) {
                Solving solving{rig, solverOf(id), {.tolerance = 1e-3}};
                const double units = inUnits([&] { solving.all(targets); }, 300);
                QVERIFY(holds(QString("%1 under cones of %2 degrees").arg(id).arg(degrees), units,
                              30, "U"));
            }
        }
    }

    void anArmOfSevenHingesIsPlacedInTime()
    {
        test::BoundedArm arm = test::boundedArm();
        test::SplitMix64 random(42);
        std::vector<ik::Goal> goals;
        for (int i = 0; i < 500; ++i) {
            test::poseGoal(arm, random, true);
            goals.push_back(arm.rig.goals[0]);
        }
        const ik::Settings settings = test::boundedArmSettings(arm);
        ik::Workspace workspace;
        ik::Solution solution;
        const double units = inUnits(
            [&] {
                for (const ik::Goal& goal : goals) {
                    arm.rig.goals[0] = goal;
                    ik::solve(solverOf("lm"), arm.rig.problem(), settings, workspace, solution);
                    used(solution);
                }
            },
            500);
        QVERIFY(holds("lm, a pose of seven bounded hinges, 1e-5", units, 46, "U"));
    }

    void theDefaultBeatsItsFloor_data()
    {
        QTest::addColumn<int>("bones");
        QTest::addColumn<QString>("id");
        for (const int bones : {3, 10, 30, 100})
            QTest::addRow("default, %d bones", bones) << bones << QString();
        QTest::newRow("fabrik, 10 bones") << 10 << QString("fabrik");
    }
    void theDefaultBeatsItsFloor()
    {
        QFETCH(int, bones);
        QFETCH(QString, id);
        bench::Workload work = bench::equalBones(bones);
        const double tolerance = bench::Workload::kTolerance * work.reach;
        constexpr int kMost = bench::Workload::kIterations;
        Solving solving{work.rig,
                        id.isEmpty() ? ik::defaultSolver(work.rig.problem())
                                     : *ik::findSolver(id.toStdString()),
                        {.maxIterations = kMost, .tolerance = bench::Workload::kTolerance}};
        const bench::BallChain rest = bench::ballChain(work.rig);
        bench::BallChain chain = rest;
        std::vector<Vec3> points;
        const auto floor = [&] {
            for (const Vec3& target : work.targets) {
                if (id.isEmpty()) {
                    chain.local = rest.local;
                    chain.place();
                    used(bench::dlsFloor(chain, target, tolerance, kMost));
                } else {
                    points = work.start;
                    used(test::fabrikFloor(points.data(), work.lengths.data(), bones, target,
                                           tolerance, kMost));
                    bench::turnOnto(chain, points.data());
                }
                used(chain);
            }
        };
        const Beside times = inTurn([&] { solving.all(work.targets); }, floor, 9);
        QVERIFY(holds(QTest::currentDataTag(), times.ratio(), 1.3,
                      id.isEmpty() ? "x damped least squares" : "x FABRIK with rotations"));
    }

    /// A hundred joints cost as much more than ten as they are more: a line through the times of
    /// many lengths leaves next to nothing unexplained.
    void aSolveCostsInProportionToTheBones_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("gauss-newton") << "gauss-newton";
        QTest::newRow("fabrik") << "fabrik";
    }
    void aSolveCostsInProportionToTheBones()
    {
        QFETCH(QString, id);
        const auto targets = test::shellTargets(0.05, 0.95, 100);
        std::vector<double> bones;
        std::vector<double> units;
        const double left = best(0.01, [&] {
            bones.clear();
            units.clear();
            for (const int n : {9, 19, 29, 39, 49, 59, 69, 79, 89, 99}) {
                test::Rig rig = test::rigThrough(test::arcPoints(n));
                Solving solving{rig, *ik::findSolver(id.toStdString()), {.tolerance = 1e-3}};
                bones.push_back(n);
                units.push_back(inUnits([&] { solving.all(targets); }, 100));
            }
            return unexplained(bones, units);
        });
        QVERIFY(holds(id + ", 99 bones", units.back(), 120, "U"));
        QVERIFY(holds(id + ", what a line through ten lengths leaves unexplained", left, 0.01,
                      "of the variance"));
    }

    /// What a solve spends beside its method: measuring errors, and listing the limits touched.
    void theReportIsCheap()
    {
        const auto targets = test::shellTargets(0.05, 0.95, 500);
        test::Rig rig = test::rigThrough(test::arcPoints(kBones));
        for (std::size_t j = 1; j + 1 < rig.joints.size(); ++j) {
            rig.joints[j].rest = rig.start[j];
            rig.joints[j].limit =
                ConeLimit{Vec3::UnitX(), Vec3::UnitY(), {0.8, 0.8, 0.8, 0.8}, {-0.5, 0.5}};
        }
        Solving solving{rig, solverOf("lm"), {}};
        solving.all(targets);
        const double share = best(2, [&] {
            return 100 * inTurn(
                             [&] {
                                 for (const Vec3& target : targets) {
                                     rig.goals.front().position = target;
                                     ik::Solution& solution = solving.solution;
                                     solution.report.activeLimits.clear();
                                     ik::measureLimits(solving.problem,
                                                       solving.workspace.of<ik::LimitSet>(),
                                                       solution);
                                     ik::forwardKinematics(solving.problem, solution.rotations,
                                                           solution.rootPosition,
                                                           solving.workspace.positions,
                                                           solving.workspace.worldRotations);
                                     used(solution);
                                 }
                             },
                             [&] { solving.all(targets); })
                             .ratio();
        });
        QVERIFY(holds("the report of a solve under cones", share, 2, "% of the solve"));
    }

    /// 19 joints, six effectors, a moving root: 25 us on the machine whose U was 217 ns.
    void aBodyIsPlacedInTime()
    {
        test::Humanoid h = test::humanoid();
        std::vector<std::vector<ik::Goal>> frames;
        test::SplitMix64 random(6);
        for (int i = 0; i < 200; ++i) {
            test::poseGoals(h, random, 0.3);
            frames.push_back(h.rig.goals);
        }
        ik::Workspace workspace;
        ik::Solution solution;
        const double units = inUnits(
            [&] {
                for (const auto& goals : frames) {
                    h.rig.goals = goals;
                    ik::solve(solverOf("sequential"), h.rig.problem(), {.tolerance = 1e-4},
                              workspace, solution);
                    used(solution);
                }
            },
            200);
        QVERIFY(holds("sequential, a body of 19 joints and six effectors", units, 25e3 / 217, "U"));
    }
};

std::unique_ptr<QObject> solverBars()
{
    return std::make_unique<SolverBars>();
}

}  // namespace posewright::bars

#include "solvers.moc"
