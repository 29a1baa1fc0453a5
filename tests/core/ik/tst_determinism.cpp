#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/limited_rigs.h"
#include "tests/support/program.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <clocale>
#include <cstring>
#include <thread>

using namespace posewright;
using test::Rig;
using test::SplitMix64;

namespace {

/// The hash of the poses of all solvers over the set below. It is to be the same on every machine
/// with this C library, from any compiler, with or without optimisation; where it changes, an
/// answer has changed.
constexpr std::uint64_t kHash = 0x6f571b1e2ba03addULL;

struct Task {
    const ik::Solver* solver = nullptr;
    Rig rig;
};

int bonesServed(const ik::Solver& solver, int bones)
{
    return solver.abilities.bones > 0 ? solver.abilities.bones : bones;
}

void addTasks(const ik::Solver& solver, std::vector<Task>& tasks)
{
    SplitMix64 random(2026);
    const ik::Abilities& can = solver.abilities;
    for (int i = 0; i < 24; ++i) {
        Rig rig = test::rigThrough(test::arcPoints(bonesServed(solver, 3 + i % 7), 12));
        ik::Goal& goal = rig.goals[0];
        goal.position = test::shellTargets(0.02, 1.1, 1, random.next())[0];
        if (can.orientation && i % 3 == 1) goal.orientation = fromRotationVector(goal.position * 2);
        if (can.pole && i % 3 == 2) goal.pole = Vec3(0.3, 1.5, -0.4);
        if (i % 4 == 3) goal.soft = 0.03;
        if (can.limits && i % 2 == 1) {
            rig.joints[1].rest = rig.start[1];
            rig.joints[1].limit = HingeLimit{Vec3::UnitZ(), {-0.3, 2}};
            for (std::size_t j = 2; j + 1 < rig.joints.size() && !can.middleHinge; ++j) {
                rig.joints[j].rest = rig.start[j];
                rig.joints[j].limit =
                    ConeLimit{Vec3::UnitX(), Vec3::UnitY(), {0.9, 0.7, 0.8, 0.6}, {-0.4, 0.4}};
            }
        }
        tasks.push_back({&solver, rig});
    }
    for (int i = 0; i < 6 && can.goals > 1; ++i) {
        Rig rig = test::rigThrough(test::arcPoints(6, 10));
        int joint = 3;
        for (int k = 0; k < 3; ++k) joint = rig.add(joint, Vec3(0, 0.2, 0));
        rig.goals.emplace_back();
        rig.goals[1].effector = joint;
        rig.goals[0].position = test::shellTargets(0.2, 0.9, 1, random.next())[0];
        rig.goals[1].position = test::shellTargets(0.2, 0.9, 1, random.next())[0];
        if (can.allKinds && i % 3 == 1) rig.goals[1].kind = Loop<ik::JointIndex>{6};
        if (can.allKinds && i % 3 == 2) {
            rig.goals[1].kind = Aim{Vec3::UnitX()};
            rig.goals[1].position = Vec3(1, 2, 3);
        }
        rig.rootMoves = can.rootMoves && i % 3 == 0;
        tasks.push_back({&solver, rig});
    }
}

void mix(std::uint64_t& hash, const double* numbers, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, numbers + i, sizeof bits);
        for (int byte = 0; byte < 8; ++byte, bits >>= 8)
            hash = (hash ^ (bits & 0xff)) * 0x100000001b3ULL;
    }
}

std::uint64_t hashOf(const Task& task, ik::Workspace& workspace)
{
    ik::Solution solution;
    ik::Settings settings;
    settings.seeds = 8;
    settings.maxIterations = 150;
    ik::solve(*task.solver, task.rig.problem(), settings, workspace, solution);
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const Quat& q : solution.rotations) mix(hash, q.coeffs().data(), 4);
    mix(hash, solution.rootPosition.data(), 3);
    for (const ik::GoalReport& goal : solution.report.goals) mix(hash, &goal.positionError, 1);
    return hash + std::uint64_t(solution.report.iterations) * 31 +
           std::uint64_t(solution.report.status);
}

std::uint64_t hashOfAll(const std::vector<Task>& tasks, int threads)
{
    std::vector<std::uint64_t> hashes(tasks.size());
    std::vector<std::thread> pool;
    for (int t = 0; t < threads; ++t)
        pool.emplace_back([&, t] {
            ik::Workspace workspace;
            for (std::size_t i = std::size_t(t); i < tasks.size(); i += std::size_t(threads))
                hashes[i] = hashOf(tasks[i], workspace);
        });
    for (std::thread& thread : pool) thread.join();
    std::uint64_t all = 0;
    for (const std::uint64_t hash : hashes) all = all * 0x100000001b3ULL + hash;
    return all;
}

}  // namespace

/// One hash for all that must not matter: the run, the threads, the locale, the compiler and how
/// it optimises.
class TestDeterminism : public QObject {
    Q_OBJECT

    std::vector<Task> tasks_;

private slots:
    void initTestCase()
    {
        for (const ik::Solver& solver : ik::solvers()) addTasks(solver, tasks_);
    }

    void everySolverGivesTheKnownBits()
    {
        std::uint64_t all = 0;
        ik::Workspace workspace;
        std::uint64_t one = 0;
        for (std::size_t i = 0; i < tasks_.size(); ++i) {
            const std::uint64_t hash = hashOf(tasks_[i], workspace);
            all = all * 0x100000001b3ULL + hash;
            one = one * 0x100000001b3ULL + hash;
            if (i + 1 < tasks_.size() && tasks_[i + 1].solver == tasks_[i].solver) continue;
            // Where the whole differs, this tells whose part.
            qInfo("%-20s %016llx", tasks_[i].solver->id.data(),
                  static_cast<unsigned long long>(one));
            one = 0;
        }
        qInfo("%-20s %016llx, %zu poses", "all", static_cast<unsigned long long>(all),
              tasks_.size());
        QCOMPARE(all, kHash);
    }

    void threadsChangeNoBit()
    {
        for (const int threads : {1, 2, 4}) QCOMPARE(hashOfAll(tasks_, threads), kHash);
    }

    void aLocaleChangesNoBit()
    {
        const std::string before = std::setlocale(LC_ALL, nullptr);
        const QTemporaryDir folder;
        bool there = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
        if (!there) {
            // The machine has it not: make one, as a decimal comma is what matters.
            const QString made = folder.filePath("de_DE.UTF-8");
            QProcess::execute("localedef", {"-i", "de_DE", "-f", "UTF-8", made});
            qputenv("LOCPATH", folder.path().toUtf8());
            there = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
        }
        const std::uint64_t hash = there ? hashOfAll(tasks_, 2) : kHash;
        std::setlocale(LC_ALL, before.c_str());
        if (!there) QSKIP("the locale de_DE.UTF-8 is not there");
        QCOMPARE(hash, kHash);
    }
};

POSEWRIGHT_TEST(TestDeterminism, posewright::test::runWithEvents);
#include "tst_determinism.moc"
