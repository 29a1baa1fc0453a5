#include "core/ik/workspace.h"
#include "tests/core/ik/any_answer.h"
#include "tests/support/amount.h"
#include "tests/support/honest.h"
#include "tests/support/limit_measure.h"
#include "tests/support/limited_rigs.h"
#include "tests/support/program.h"
#include "tests/support/solver_ids.h"

#include <QTest>

#include <functional>
#include <limits>

using namespace posewright;
using namespace posewright::test::contract;
using test::fetch;
using test::kDegree;
using test::Rig;
using test::SplitMix64;
using test::text;

/// What every solver of the table promises, whatever its method. A new row is tested by being
/// there.
class TestContract : public QObject {
    Q_OBJECT

private slots:
    void reachesInsideAtAndOutside_data() { eachSolver(); }
    void reachesInsideAtAndOutside()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        ik::Workspace workspace;
        ik::Solution solution;
        ik::Settings settings;
        settings.tolerance = 1e-3;
        settings.maxIterations = 5000;
        const auto directions = test::shellTargets(1, 1, 40);
        for (const double distance : {0.3, 0.7, 0.95, 1.0, 1.5}) {
            int reached = 0;
            for (const Vec3& direction : directions) {
                Rig rig = bentChain(solver);
                rig.goals[0].position = distance * direction;
                const ik::Problem problem = rig.problem();
                ik::solve(solver, problem, settings, workspace, solution);
                const QString wrong = wrongWith(problem, solution, settings);
                QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
                reached += solution.report.status == ik::Status::Reached ? 1 : 0;
                if (distance > 1.2) {
                    QCOMPARE(text(ik::name(solution.report.status)), QString("unreachable"));
                    // The end may lag behind the optimum, but not by much.
                    QVERIFY(solution.report.goals[0].positionError < distance - 1 + 0.05);
                }
            }
            if (distance < 1) QVERIFY2(reached >= 38, qPrintable(QString::number(reached)));
        }
    }

    void straightAndFoldedChainsAndATargetOnTheRoot_data() { eachSolver(); }
    void straightAndFoldedChainsAndATargetOnTheRoot()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        const int bones = bonesFor(solver, 4);
        for (const double degrees : {0.0, 180.0})
            for (const Vec3& target :
                 {Vec3(0.6, 0, 0), Vec3(-0.6, 0, 0), Vec3(0.3, 0.4, 0), Vec3(0, 0, 0),
                  Vec3(1e-12, 0, 0), Vec3(1, 0, 0), Vec3(5, 0, 0)}) {
                std::vector<Vec3> points = test::arcPoints(bones, 0);
                if (degrees > 90)
                    for (int i = 0; i <= bones; ++i) points[i].x() = (i % 2) / double(bones);
                Rig rig = test::rigThrough(points);
                rig.goals[0].position = target;
                const auto solution = ik::solve(solver, rig.problem());
                const QString wrong = wrongWith(rig.problem(), solution);
                QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            }
    }

    void eachKindOfLimitIsKeptOrRefused_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("kind");
        for (const ik::Solver& solver : ik::solvers())
            for (std::size_t k = 0; k < limitKinds().size(); ++k)
                QTest::newRow(qPrintable(text(solver.id) + ' ' + limitKinds()[k].first))
                    << text(solver.id) << int(k);
    }
    void eachKindOfLimitIsKeptOrRefused()
    {
        QFETCH(QString, id);
        QFETCH(int, kind);
        const ik::Solver& solver = fetch(id);
        SplitMix64 random(5);
        ik::Workspace workspace;
        ik::Solution solution;
        ik::Settings settings;
        settings.seeds = 8;
        for (int i = 0; i < 40; ++i) {
            Rig rig = bentChain(solver, 5, 5);
            const int last = static_cast<int>(rig.joints.size()) - 2;
            // One limit in the middle, or one on each joint, the root among them.
            for (int j = i % 2 == 0 ? 1 : 0; j <= (i % 2 == 0 ? 1 : last); ++j) {
                rig.joints[j].limit = limitKinds()[kind].second;
                rig.joints[j].rest = rig.start[j];
            }
            rig.goals[0].position = test::shellTargets(0.2, 1.1, 1, random.next())[0];
            const ik::Problem problem = rig.problem();
            ik::solve(solver, problem, settings, workspace, solution);
            const QString wrong = wrongWith(problem, solution, settings);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            if (!solver.abilities.limits)
                QCOMPARE(text(ik::name(solution.report.status)), QString("invalid"));
            if (solver.abilities.limits && !solver.abilities.middleHinge)
                QVERIFY(solution.report.status != ik::Status::Invalid);
            // A second look, apart from the report.
            if (solution.report.status != ik::Status::Invalid)
                QVERIFY(test::violationOf(rig.joints, solution.rotations, solution.slides) <= 1e-9);
        }
    }

    void severalGoalsOrAWord_data() { eachSolver(); }
    void severalGoalsOrAWord()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        Rig rig = test::rigThrough(test::arcPoints(6, 10));
        int joint = 3;
        for (int i = 0; i < 3; ++i) joint = rig.add(joint, Vec3(0, 0.2, 0));
        rig.goals.emplace_back();
        rig.goals[1].effector = joint;
        rig.goals[0].position = Vec3(0.5, 0.5, 0.2);
        rig.goals[1].position = Vec3(0.1, 0.7, 0.1);
        for (const bool limited : {false, true}) {
            if (limited)
                for (int j = 0; j < 6; ++j)
                    rig.joints[j].limit =
                        ConeLimit{Vec3::UnitX(), Vec3::UnitY(), {1, 1, 1, 1}, {-1, 1}};
            const auto solution = ik::solve(solver, rig.problem());
            const QString wrong = wrongWith(rig.problem(), solution);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            const bool serves =
                solver.abilities.goals >= 2 && (!limited || solver.abilities.limits);
            QCOMPARE(solution.report.status == ik::Status::Invalid, !serves);
        }
    }

    void whatASolverDoesNotServeItSays_data() { eachSolver(); }
    void whatASolverDoesNotServeItSays()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        const auto invalid = [&](const Rig& rig) {
            const auto solution = ik::solve(solver, rig.problem());
            return solution.report.status == ik::Status::Invalid;
        };
        Rig rig = bentChain(solver);
        rig.goals[0].position = Vec3(0.4, 0.3, 0.2);
        QVERIFY(!invalid(rig));
        rig.goals[0].orientation = Quat::Identity();
        QCOMPARE(invalid(rig), !solver.abilities.orientation);
        rig.goals[0].orientation.reset();
        rig.goals[0].pole = Vec3(0, 5, 0);
        QCOMPARE(invalid(rig), !solver.abilities.pole);
        rig.goals[0].pole.reset();
        rig.rootMoves = true;
        QCOMPARE(invalid(rig), !solver.abilities.rootMoves);
        rig.rootMoves = false;
        rig.goals[0].kind = Aim{Vec3::UnitX()};
        QCOMPARE(invalid(rig), !solver.abilities.allKinds);
        rig.goals[0].kind = Loop<ik::JointIndex>{0};
        QCOMPARE(invalid(rig), !solver.abilities.allKinds);
    }

    void badInputIsRefusedWithASentence_data() { eachSolver(); }
    void badInputIsRefusedWithASentence()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        constexpr double inf = std::numeric_limits<double>::infinity();
        const std::vector<std::function<void(Rig&)>> damages{
            [&](Rig& r) { r.goals[0].position.x() = nan; },
            [&](Rig& r) { r.goals[0].position.y() = inf; },
            [&](Rig& r) { r.joints[1].offset.z() = nan; },
            [&](Rig& r) { r.start[1].w() = nan; },
            [&](Rig& r) { r.start[0] = Quat(0, 0, 0, 0); },
            [&](Rig& r) { r.joints[1].rest = Quat(0, 0, 0, 0); },
            [&](Rig& r) { r.goals[0].effector = 99; },
            [&](Rig& r) { r.goals[0].root = -3; },
            [&](Rig& r) {
                r.joints[1].limit = HingeLimit{Vec3(0, 0, 0), {0, 1}};
            },
            [&](Rig& r) {
                r.joints[1].limit = HingeLimit{Vec3::UnitX(), {1, 0}};
            },
            [&](Rig& r) {
                r.joints[1].limit = HingeLimit{Vec3::UnitX(), {nan, 1}};
            },
            [&](Rig& r) { r.joints[1].limit = ConeLimit{}; },
            [&](Rig& r) {
                r.joints[1].limit = ConeLimit{Vec3::UnitX(), Vec3::UnitX(), {1, 1, 1, 1}, {0, 0}};
            },
            [&](Rig& r) {
                r.joints[1].limit = BoxLimit{{}, {0, 0, 1}};
            },
            [&](Rig& r) {
                r.joints[1].limit = PrismaticLimit{Vec3::UnitX(), {0, inf}};
            }};
        for (std::size_t i = 0; i < damages.size(); ++i) {
            Rig rig = bentChain(solver);
            rig.goals[0].position = Vec3(0.4, 0.3, 0.2);
            damages[i](rig);
            const auto solution = ik::solve(solver, rig.problem());
            QVERIFY2(solution.report.status == ik::Status::Invalid,
                     qPrintable(QString("damage %1").arg(i)));
            QVERIFY(!solution.report.message.empty());
        }
    }

    void hugeAndTinyRigsEndWithAStatus_data() { eachSolver(); }
    void hugeAndTinyRigsEndWithAStatus()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        for (const double size : {1e-30, 1e-9, 1e9, 1e30})
            for (const double distance : {0.0, 0.5, 1.0, 2.0, 1e12}) {
                Rig rig = bentChain(solver);
                for (ik::Joint& joint : rig.joints) joint.offset *= size;
                rig.goals[0].position = Vec3(0.6, 0.8, 0) * size * distance;
                const auto solution = ik::solve(solver, rig.problem());
                const QString wrong = wrongWith(rig.problem(), solution);
                QVERIFY2(wrong.isEmpty() || size > 1e6, qPrintable(wrong));
                for (const Quat& q : solution.rotations) QVERIFY(q.coeffs().allFinite());
            }
    }

    void equalProblemsGetEqualBitsWhateverTheWorkspaceHeld_data() { eachSolver(); }
    void equalProblemsGetEqualBitsWhateverTheWorkspaceHeld()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        SplitMix64 random(12);
        ik::Workspace used;
        ik::Solution out;
        for (int i = 0; i < 60; ++i) {
            Rig rig = bentChain(solver, 3 + i % 5, 10);
            if (solver.abilities.limits) rig.joints[1].limit = HingeLimit{Vec3::UnitZ(), {-0.2, 2}};
            rig.goals[0].position = test::shellTargets(0.1, 1.2, 1, random.next())[0];
            ik::solve(solver, rig.problem(), {}, used, out);
            const auto fresh = ik::solve(solver, rig.problem());
            for (std::size_t j = 0; j < fresh.rotations.size(); ++j)
                QCOMPARE(out.rotations[j].coeffs(), fresh.rotations[j].coeffs());
            QCOMPARE(out.report.iterations, fresh.report.iterations);
        }
    }

    void anObserverSeesAndCancels_data() { eachSolver(); }
    void anObserverSeesAndCancels()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        for (const bool limited : {false, true}) {
            if (limited && !solver.abilities.limits) continue;
            Rig rig = bentChain(solver);
            if (limited) rig.joints[1].limit = HingeLimit{Vec3::UnitZ(), {-0.2, 2}};
            rig.goals[0].position = Vec3(0.2, 0.5, 0.1);
            int seen = 0;
            const ik::Observer stop = [&](int, double error, std::span<const Quat> rotations) {
                ++seen;
                return std::isfinite(error) && rotations.size() != rig.joints.size();
            };
            ik::Settings settings;
            settings.observer = &stop;
            const auto solution = ik::solve(solver, rig.problem(), settings);
            QCOMPARE(seen, 1);
            QCOMPARE(text(ik::name(solution.report.status)), QString("cancelled"));
            QVERIFY(solution.report.limitViolation <= 1e-9);
        }
    }

    void randomRigsEndWithAStatus_data() { eachSolver(); }
    void randomRigsEndWithAStatus()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        const int count = test::amount("POSEWRIGHT_FUZZ", 150, 50);
        SplitMix64 random(77);
        ik::Workspace workspace;
        ik::Solution solution;
        ik::Settings settings;
        settings.seeds = 4;
        settings.maxIterations = 60;
        for (int i = 0; i < count; ++i) {
            const Rig rig = randomRig(random, solver.abilities.bones);
            const ik::Problem problem = rig.problem();
            ik::solve(solver, problem, settings, workspace, solution);
            const QString wrong = wrongWith(problem, solution, settings);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong + QString(" (rig %1)").arg(i)));
        }
    }

    void theDefaultIsChosenByTheProblem()
    {
        const auto chosen = [](const Rig& rig) {
            return text(ik::defaultSolver(rig.problem()).id);
        };
        Rig two = test::rigThrough(test::arcPoints(2, 20));
        QCOMPARE(chosen(two), QString("two-bone"));
        two.joints[1].limit = HingeLimit{Vec3::UnitZ(), {0, 2}};
        QCOMPARE(chosen(two), QString("two-bone"));
        two.joints[0].limit = ConeLimit{Vec3::UnitX(), Vec3::UnitY(), {1, 1, 1, 1}, {-1, 1}};
        QCOMPARE(chosen(two), QString("lm"));
        Rig chain = test::rigThrough(test::arcPoints(5, 10));
        QCOMPARE(chosen(chain), QString("gauss-newton"));
        chain.joints[2].limit = HingeLimit{Vec3::UnitZ(), {0, 2}};
        QCOMPARE(chosen(chain), QString("lm"));
        Rig tree = test::rigThrough(test::arcPoints(5, 10));
        tree.goals.emplace_back();
        tree.goals[1].effector = tree.add(2, Vec3(0, 1, 0));
        QCOMPARE(chosen(tree), QString("fabrik"));
    }

private:
    // Chains and trees with bones of any length, 0 among them, limits of any kind and goals
    // anywhere, now and then where no number is.
    static Rig randomRig(SplitMix64& random, int bones)
    {
        const auto vector = [&](double size) {
            return Vec3(random.uniform(-size, size), random.uniform(-size, size),
                        random.uniform(-size, size));
        };
        const auto chance = [&](double share) { return random.uniform() < share; };
        const double sizes[] = {1, 1, 1, 1e-3, 1e3, 1e-12, 1e30};
        const double size = sizes[random.next() % std::size(sizes)];
        Rig rig;
        const int joints = bones > 0 ? bones + 1 : 2 + int(random.next() % 8);
        for (int j = 0; j < joints; ++j) {
            const int parent =
                bones > 0 || chance(0.8) ? j - 1 : int(random.next() % std::max(1, j));
            const Quat q = fromRotationVector(vector(3));
            rig.add(j == 0 ? -1 : parent, chance(0.1) ? Vec3::Zero() : Vec3(vector(size)),
                    chance(0.3) ? Quat::Identity() : q);
            ik::Joint& joint = rig.joints.back();
            if (chance(0.5)) joint.rest = rig.start.back();
            if (!chance(0.35)) continue;
            joint.limit = limitKinds()[random.next() % limitKinds().size()].second;
            if (auto* slide = std::get_if<PrismaticLimit>(&joint.limit))
                slide->travel = {-0.1 * size, 0.1 * size};
        }
        const int goals = chance(0.7) ? 1 : 2;
        for (int g = 0; g < goals; ++g) {
            ik::Goal goal;
            goal.effector = bones > 0 ? bones : int(random.next() % joints);
            if (chance(0.3) && bones == 0) {
                goal.root = goal.effector;
                for (int up = int(random.next() % 4); up > 0 && goal.root > 0; --up)
                    goal.root = rig.joints[goal.root].parent;
            }
            goal.position = chance(0.1) ? Vec3::Zero() : Vec3(vector(2 * size));
            if (chance(0.02)) goal.position.x() = std::numeric_limits<double>::quiet_NaN();
            if (chance(0.02)) goal.position.y() = 1e200;
            if (chance(0.3)) goal.orientation = fromRotationVector(vector(3));
            if (chance(0.2)) goal.pole = vector(3 * size);
            if (chance(0.3)) goal.soft = random.uniform(0, 0.3);
            goal.weight = random.uniform(0.1, 3);
            if (chance(0.1)) {
                goal.kind = Aim{vector(1).normalized()};
                goal.position = vector(3 * size);
                goal.orientation.reset();
                goal.pole.reset();
            } else if (chance(0.1)) {
                goal.kind = Loop<ik::JointIndex>{int(random.next() % joints)};
                goal.pole.reset();
                goal.soft = 0;
                goal.position *= 0.1;
            } else if (chance(0.1)) {
                goal.stretch = random.uniform(0, 1);
            }
            goal.pinned = chance(0.1);
            rig.goals.push_back(goal);
        }
        rig.rootMoves = chance(0.1);
        return rig;
    }
};

POSEWRIGHT_TEST(TestContract, posewright::test::runPlain);
#include "tst_contract.moc"
