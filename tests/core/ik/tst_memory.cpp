#include "core/ik/crowd.h"
#include "core/ik/follow.h"
#include "core/ik/workspace.h"
#include "tests/support/ik_sets.h"
#include "tests/support/program.h"
#include "tests/support/solver_ids.h"

#include <QTest>

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> allocations{0};

void* counted(std::size_t size)
{
    ++allocations;
    void* memory = std::malloc(size);
    if (!memory) std::abort();
    return memory;
}

}  // namespace

// Every allocation of this program is counted.
void* operator new(std::size_t size)
{
    return counted(size);
}
void* operator new[](std::size_t size)
{
    return counted(size);
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept
{
    std::free(memory);
}

using namespace posewright;

/// A solve with a warm workspace allocates nothing.
class TestMemory : public QObject {
    Q_OBJECT

    static void eachSolver()
    {
        QTest::addColumn<QString>("id");
        for (const ik::Solver& solver : ik::solvers()) {
            const QString id = QString::fromUtf8(solver.id.data(), qsizetype(solver.id.size()));
            QTest::newRow(qPrintable(id)) << id;
        }
    }

private slots:
    void theCounterCounts()
    {
        const long before = allocations;
        ::operator delete(::operator new(8));  // a new-expression might be optimised away
        QVERIFY(allocations > before);
    }

    void aWarmRunOfTargetsAllocatesNothing()
    {
        const test::Rig rig = test::rigThrough(test::arcPoints(9));
        const ik::Problem problem = rig.problem();
        const auto targets = test::shellTargets(0.05, 1.1, 200);
        ik::Workspace workspace;
        ik::FollowResult followed;
        for (const char* id : {"gauss-newton", "fabrik", "fabrik-textbook", "dls"}) {
            const ik::Solver& solver = *ik::findSolver(id);
            ik::follow(solver, problem, targets, {}, workspace, followed);
            const long before = allocations;
            ik::follow(solver, problem, targets, {}, workspace, followed);
            QCOMPARE(allocations - before, 0L);
        }
    }

    void aCrowdAllocatesNothing()
    {
        const test::Rig rig = test::rigThrough(test::arcPoints(9));
        const auto targets = test::shellTargets(0.05, 1.1, 50);
        std::vector<Vec3> offsets;
        for (int i = 0; i < 9; ++i) offsets.push_back(rig.joints[i + 1].offset);
        ik::Crowd crowd(9, 50);
        const long before = allocations;
        for (int c = 0; c < 50; ++c) {
            crowd.setChain(c, offsets, std::span(rig.start).first(9));
            crowd.setTarget(c, targets[c]);
        }
        crowd.solve(1e-3, 100);
        crowd.startFromHere();
        QCOMPARE(allocations - before, 0L);
    }

    void aWarmChainAllocatesNothing_data() { eachSolver(); }
    void aWarmChainAllocatesNothing()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = *ik::findSolver(id.toStdString());
        const int bones = solver.abilities.bones;
        test::Rig rig = test::rigThrough(test::arcPoints(bones > 0 ? bones : 9));
        if (solver.abilities.orientation) rig.goals[0].orientation = Quat::Identity();
        if (solver.abilities.pole) rig.goals[0].pole = Vec3(1, 2, 3);
        rig.goals[0].soft = 0.03;
        ik::Workspace workspace;
        ik::Solution solution;
        const auto targets = test::shellTargets(0, 1.2, 200);
        solve(solver, rig.problem(), {}, workspace, solution);
        const long before = allocations;
        for (const Vec3& target : targets) {
            rig.goals[0].position = target;
            ik::solve(solver, rig.problem(), {}, workspace, solution);
        }
        QCOMPARE(allocations - before, 0L);
    }

    void aWarmLimitedChainAllocatesNothing_data()
    {
        test::solverRows([](const ik::Solver& solver) { return solver.abilities.limits; });
    }
    void aWarmLimitedChainAllocatesNothing()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = *ik::findSolver(id.toStdString());
        const ik::Abilities& can = solver.abilities;
        test::Rig rig = test::rigThrough(test::arcPoints(can.bones > 0 ? can.bones : 6));
        const std::array<Limit, 3> limits{
            HingeLimit{Vec3::UnitZ(), {-0.5, 1.5}},
            ConeLimit{Vec3::UnitX(), Vec3::UnitY(), {0.8, 0.6, 0.9, 0.7}, {-0.3, 0.3}},
            BoxLimit{{Range{-0.4, 0.4}, Range{-0.5, 0.5}, Range{-0.3, 0.9}}, {2, 1, 0}}};
        for (std::size_t j = 1; j + 1 < rig.joints.size(); ++j) {
            rig.joints[j].rest = rig.start[j];
            rig.joints[j].limit = limits[can.middleHinge ? 0 : j % 3];
        }
        ik::Workspace workspace;
        ik::Solution solution;
        ik::Settings settings;
        settings.seeds = 8;
        const auto targets = test::shellTargets(0.1, 1.1, 60);
        // All ways through the solver: with the first few targets its memory grows to what it
        // needs.
        for (const Vec3& target : targets) {
            rig.goals[0].position = target;
            ik::solve(solver, rig.problem(), settings, workspace, solution);
        }
        const long before = allocations;
        for (const Vec3& target : targets) {
            rig.goals[0].position = target;
            ik::solve(solver, rig.problem(), settings, workspace, solution);
        }
        QCOMPARE(allocations - before, 0L);
    }

    void aimsLoopsAndPinsAllocateNothing()
    {
        test::Rig rig = test::rigThrough(test::arcPoints(6, 10));
        int joint = 3;
        for (int i = 0; i < 3; ++i) joint = rig.add(joint, Vec3(0, 0.2, 0));
        rig.goals.resize(3);
        rig.goals[1].effector = joint;
        rig.goals[1].kind = Aim{Vec3::UnitX()};
        rig.goals[1].position = Vec3(2, 1, 3);
        rig.goals[2].effector = 1;
        rig.goals[2].pinned = true;
        rig.goals[2].position = Vec3(1.0 / 6, 0, 0);
        const ik::Solver& solver = *ik::findSolver("lm");
        ik::Workspace workspace;
        ik::Solution solution;
        const auto targets = test::shellTargets(0.3, 0.9, 40);
        long before = 0;
        for (int round = 0; round < 2; ++round) {
            before = allocations;
            for (const Vec3& target : targets) {
                rig.goals[0].position = target;
                ik::solve(solver, rig.problem(), {}, workspace, solution);
            }
        }
        QCOMPARE(allocations - before, 0L);
    }

    void aWarmTreeAllocatesNothing_data()
    {
        test::solverRows([](const ik::Solver& solver) { return solver.abilities.goals > 1; });
    }
    void aWarmTreeAllocatesNothing()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = *ik::findSolver(id.toStdString());
        test::Rig rig = test::rigThrough(test::arcPoints(6, 10));
        int joint = 3;
        for (int i = 0; i < 3; ++i) joint = rig.add(joint, Vec3(0, 0.2, 0));
        ik::Goal second;
        second.effector = joint;
        rig.goals.push_back(second);
        ik::Workspace workspace;
        ik::Solution solution;
        const auto targets = test::shellTargets(0, 1, 100);
        ik::solve(solver, rig.problem(), {}, workspace, solution);
        const long before = allocations;
        for (std::size_t i = 1; i < targets.size(); ++i) {
            rig.goals[0].position = targets[i];
            rig.goals[1].position = targets[i - 1];
            ik::solve(solver, rig.problem(), {}, workspace, solution);
        }
        QCOMPARE(allocations - before, 0L);
    }
};

POSEWRIGHT_TEST(TestMemory, posewright::test::runPlain);
#include "tst_memory.moc"
