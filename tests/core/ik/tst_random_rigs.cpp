#include "core/ik/workspace.h"
#include "tests/support/amount.h"
#include "tests/support/any_rig.h"
#include "tests/support/program.h"
#include "tests/support/solver_ids.h"

#include <QTest>

#include <array>

using namespace posewright;
using test::fetch;
using test::text;

namespace {

std::uint64_t seedOf()
{
    bool given = false;
    const qulonglong seed = qEnvironmentVariable("POSEWRIGHT_SEED").toULongLong(&given);
    return given ? seed : 11;
}

}  // namespace

/// Every solver on rigs that no person would build: any kind of limit on any joint, the root among
/// them, and every kind of goal. What it reports is what code that shares nothing with it measures
/// on the pose, and each status is the one that the distances allow.
///
/// POSEWRIGHT_SEED and POSEWRIGHT_RIGS choose other rigs, and how many.
class TestRandomRigs : public QObject {
    Q_OBJECT

private slots:
    void reportsAreWhatAnOutsiderMeasures_data()
    {
        QTest::addColumn<QString>("id");
        for (const ik::Solver& solver : ik::solvers())
            QTest::newRow(qPrintable(text(solver.id))) << text(solver.id);
    }
    void reportsAreWhatAnOutsiderMeasures()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = fetch(id);
        const std::uint64_t seed = seedOf();
        const int rigs = test::amount("POSEWRIGHT_RIGS", 20000, 1000);
        ik::Settings settings;
        settings.maxIterations = 20;
        settings.seeds = 1;
        ik::Workspace workspace;
        ik::Solution solution;
        test::Honesty most;
        for (int i = 0; i < rigs; ++i) {
            const std::uint64_t own = seed * 1000003 + std::uint64_t(i);
            const test::AnyRig rig = test::RigMaker(solver.abilities, own).make();
            const ik::Problem problem = rig.problem();
            ik::solve(solver, problem, settings, workspace, solution);
            const test::Outsider outsider(problem, solution);
            const QString wrong = outsider.wrong(settings, most);
            QVERIFY2(wrong.isEmpty(), qPrintable(QString("rig %1: ").arg(own) + wrong));
        }
        qInfo(
            "seed %llu, %d rigs: reached %d, softened %d, refused %d; off by %.1e of the size and "
            "%.1e rad, outside by %.1e",
            static_cast<unsigned long long>(seed), most.solves, most.reached, most.softened,
            most.invalid, most.position, most.turn, most.outside);
        QVERIFY(most.reached > most.solves / 5);
        QVERIFY(most.invalid < most.solves / 4);
    }

    /// So that the above says what it seems to say.
    void everyKindOfLimitIsOnEveryJoint()
    {
        constexpr int kKinds = std::variant_size_v<Limit>;
        std::array<std::array<int, kKinds>, 8> met{};
        const ik::Abilities all = fetch("lm").abilities;
        for (std::uint64_t i = 0; i < 20000; ++i) {
            const test::AnyRig rig = test::RigMaker(all, i).make();
            for (std::size_t j = 0; j < rig.joints.size(); ++j)
                ++met[j][rig.joints[j].limit.index()];
        }
        for (const auto& joint : met)
            for (const int kind : joint) QVERIFY(kind > 200);
    }
};

POSEWRIGHT_TEST(TestRandomRigs, posewright::test::runPlain);
#include "tst_random_rigs.moc"
