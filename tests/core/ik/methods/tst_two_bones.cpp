#include "core/ik/methods/gauss_newton.h"
#include "core/ik/model/chain.h"
#include "core/ik/model/two_bones.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"
#include "tests/support/program.h"

#include <QTest>

#include <cmath>

using namespace posewright;

/// Two bones in one go, against what does the same step by step.
class TestTwoBones : public QObject {
    Q_OBJECT

    struct Case {
        test::Rig rig;
        ik::Chain chain;
        Vec3 goal = Vec3::Zero();
    };
    static Quat anyTurn(test::SplitMix64& random)
    {
        const auto number = [&] { return random.uniform(-1, 1); };
        return Quat(number(), number(), number(), number()).normalized();
    }
    static Vec3 anyWay(test::SplitMix64& random) { return anyTurn(random) * Vec3::UnitX(); }
    /// Bones of any lengths and bend below a joint that is turned, and a goal within reach.
    static Case anyCase(test::SplitMix64& random, double size)
    {
        Case made;
        const double upper = size * random.uniform(0.1, 1);
        const double lower = size * random.uniform(0.1, 1);
        test::Rig& rig = made.rig;
        const int hip = rig.add(-1, Vec3::Zero(), anyTurn(random));
        const int root = rig.add(hip, size * anyWay(random), anyTurn(random));
        const int middle = rig.add(root, upper * anyWay(random), anyTurn(random));
        const int end = rig.add(middle, lower * anyWay(random), anyTurn(random));
        ik::Goal goal;
        goal.root = root;
        goal.effector = end;
        goal.orientation.reset();
        rig.goals.push_back(goal);
        const double nearest = std::abs(upper - lower);
        made.goal = random.uniform(nearest * 0.5, 0.9999 * (upper + lower)) * anyWay(random);
        ik::extractChain(rig.problem(), rig.start, Vec3::Zero(), goal, made.chain);
        rig.goals[0].position = made.chain.origin + made.goal;
        return made;
    }

private slots:
    void inOneGoIsAsStepByStep_data()
    {
        QTest::addColumn<double>("size");
        for (const double size : {1e-9, 1.0, 1e9}) QTest::addRow("%g m", size) << size;
    }
    void inOneGoIsAsStepByStep()
    {
        QFETCH(double, size);
        constexpr int kCases = 20000;
        test::SplitMix64 random(41);
        int quick = 0;
        double apart = 0;
        double missed = 0;
        for (int i = 0; i < kCases; ++i) {
            Case given = anyCase(random, size);
            const ik::Problem problem = given.rig.problem();
            const ik::Goal& goal = given.rig.goals[0];
            const ik::TwoBones bones = ik::readTwoBones(problem, given.chain, problem.start);
            ik::TwoBoneTurns turns;
            if (!ik::turnTwoBones(bones, given.goal, 9e-13 * given.chain.reach, turns)) continue;
            ++quick;
            ik::Workspace workspace;
            workspace.of<ik::Chain>() = given.chain;
            ik::Solution slow;
            slow.rotations = given.rig.start;
            (void)ik::solveGaussNewtonChain(problem, goal, {}, workspace, slow);
            ik::writeRotations(problem, goal, workspace.of<ik::Chain>(), problem.start,
                               slow.rotations);
            const auto& joints = given.chain.joints;
            apart = std::max({apart, angleBetween(slow.rotations[joints[0]], turns.root.quat()),
                              angleBetween(slow.rotations[joints[1]], turns.middle.quat())});
            std::vector<Quat> pose = given.rig.start;
            pose[joints[0]] = turns.root.quat();
            pose[joints[1]] = turns.middle.quat();
            std::vector<Vec3> at;
            std::vector<Quat> world;
            ik::forwardKinematics(problem, pose, Vec3::Zero(), at, world);
            const double least = std::abs(given.chain.length[0] - given.chain.length[1]);
            if (given.goal.norm() > least)
                missed =
                    std::max(missed, (at[joints[2]] - goal.position).norm() / given.chain.reach);
        }
        qInfo("%d of %d in one go, %g rad apart at most, %g of the reach missed", quick, kCases,
              apart, missed);
        QVERIFY(quick > 0.95 * kCases);
        QVERIFY(apart < 1e-11);
        QVERIFY(missed < 1e-12);
    }

    void lookingChangesNoBit()
    {
        test::SplitMix64 random(42);
        for (int i = 0; i < 1000; ++i) {
            const Case given = anyCase(random, 1);
            const ik::Problem problem = given.rig.problem();
            const ik::Solver& solver = *ik::findSolver("two-bone");
            const ik::Solution alone = ik::solve(solver, problem, {});
            int seen = 0;
            double error = 1;
            const ik::Observer observer = [&](int, double off, std::span<const Quat>) {
                ++seen;
                error = off;
                return true;
            };
            const ik::Solution watched = ik::solve(solver, problem, {.observer = &observer});
            QCOMPARE(seen, watched.report.iterations);
            if (watched.report.status == ik::Status::Reached) QVERIFY(error < 1e-12);
            for (std::size_t j = 0; j < alone.rotations.size(); ++j)
                QVERIFY(alone.rotations[j].coeffs() == watched.rotations[j].coeffs());
        }
    }
    void whoLooksCanStopIt()
    {
        test::SplitMix64 random(43);
        const Case given = anyCase(random, 1);
        const ik::Observer observer = [](int, double, std::span<const Quat>) { return false; };
        const ik::Solution stopped =
            ik::solve(*ik::findSolver("two-bone"), given.rig.problem(), {.observer = &observer});
        QCOMPARE(stopped.report.status, ik::Status::Cancelled);
    }

    /// What it refuses is solved all the same.
    void rareCasesAreLeftToTheLongWay_data()
    {
        QTest::addColumn<Vec3>("goal");
        QTest::newRow("at the root") << Vec3(0, 0, 0);
        QTest::newRow("beyond the reach") << Vec3(2, 0, 0);
        QTest::newRow("the other way") << Vec3(-0.6, 0, 0);
        QTest::newRow("not a number") << Vec3(0, std::nan(""), 0);
        QTest::newRow("without end") << Vec3(0, HUGE_VAL, 0);
    }
    void rareCasesAreLeftToTheLongWay()
    {
        QFETCH(Vec3, goal);
        const test::Rig rig = test::rigThrough({{0, 0, 0}, {0.4, 0.3, 0}, {0.8, 0, 0}});
        ik::Chain chain;
        ik::extractChain(rig.problem(), rig.start, Vec3::Zero(), rig.goals[0], chain);
        const ik::TwoBones bones = ik::readTwoBones(rig.problem(), chain, rig.start);
        ik::TwoBoneTurns turns;
        QVERIFY(!ik::turnTwoBones(bones, goal, 1e-12, turns));
    }
    void aStraightChainIsLeftToTheLongWay()
    {
        const test::Rig rig = test::rigThrough({{0, 0, 0}, {0.5, 0, 0}, {1, 0, 0}});
        ik::Chain chain;
        ik::extractChain(rig.problem(), rig.start, Vec3::Zero(), rig.goals[0], chain);
        const ik::TwoBones bones = ik::readTwoBones(rig.problem(), chain, rig.start);
        ik::TwoBoneTurns turns;
        QVERIFY(!ik::turnTwoBones(bones, Vec3(0.3, 0.4, 0), 1e-12, turns));
    }
};

POSEWRIGHT_TEST(TestTwoBones, posewright::test::runPlain);
#include "tst_two_bones.moc"
