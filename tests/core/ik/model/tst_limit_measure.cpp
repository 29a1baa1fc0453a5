#include "core/ik/limits.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/bounded_arm.h"
#include "tests/support/limit_measure.h"
#include "tests/support/limited_rigs.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;
using test::SplitMix64;

namespace {

Quat anyTurn(SplitMix64& random)
{
    const auto r = [&] { return random.uniform(-1, 1); };
    return Quat(r(), r(), r(), r()).normalized();
}

Limit anyKind(SplitMix64& random)
{
    const Quat frame = anyTurn(random);
    const auto anyRange = [&] {
        const double from = random.uniform(-2, 1);
        return Range{from, from + random.uniform(0, 2)};
    };
    const Range range = anyRange();
    const double kind = random.uniform();
    if (kind < 0.3) return HingeLimit{frame * Vec3::UnitX(), range};
    if (kind < 0.6) {
        std::array<int, 3> order{0, 1, 2};
        for (int i = 2; i > 0; --i) std::swap(order[i], order[random.next() % (i + 1)]);
        return BoxLimit{{anyRange(), anyRange(), anyRange()}, order};
    }
    if (kind < 0.65) return PrismaticLimit{frame * Vec3::UnitX(), range};
    if (kind < 0.7) return FixedLimit{};
    ConeLimit cone{frame * Vec3::UnitX(), frame * Vec3::UnitY(), {}, range};
    for (double& angle : cone.angles) angle = random.uniform(0.05, 3.1);
    return cone;
}

}  // namespace

/// Two ways to say by how much a pose breaks its limits, written apart from each other: the one
/// that solvers keep inside by, and the one of a few lines that they are measured by.
class TestLimitMeasure : public QObject {
    Q_OBJECT

private slots:
    void whatIsClampedIsInsideByTheOtherMeasure()
    {
        SplitMix64 random(21);
        for (int i = 0; i < 20000; ++i) {
            const Limit limit = anyKind(random);
            const double left = test::violationOf(limit, test::clamped(limit, anyTurn(random)));
            QVERIFY2(left < 1e-9, qPrintable(QString("row %1: %2").arg(i).arg(left)));
        }
    }

    void bothAgreeOnWhatIsOutside()
    {
        SplitMix64 random(22);
        int outside = 0;
        for (int i = 0; i < 20000; ++i) {
            const Limit limit = anyKind(random);
            const Quat q = anyTurn(random);
            const double here = test::violationOf(limit, q);
            const double there = ik::limitViolation(limit, q);
            QVERIFY2((here > 1e-9) == (there > 1e-9),
                     qPrintable(QString("row %1: %2, %3").arg(i).arg(here).arg(there)));
            outside += here > 1e-9;
        }
        QVERIFY(outside > 5000 && outside < 19900);
    }

    void everySolverStaysInside_data()
    {
        QTest::addColumn<QString>("id");
        for (const ik::Solver& solver : ik::solvers())
            if (solver.abilities.limits && solver.abilities.bones == 0)
                QTest::newRow(solver.id.data()) << QString::fromUtf8(solver.id.data());
    }
    void everySolverStaysInside()
    {
        QFETCH(QString, id);
        const ik::Solver& solver = *ik::findSolver(id.toStdString());
        SplitMix64 random(23);
        test::BoundedArm arm = test::boundedArm();
        ik::Workspace workspace;
        ik::Solution solution;
        double worst = 0;
        const ik::Settings settings{.maxIterations = 60, .tolerance = 1e-3, .seeds = 8};
        for (int i = 0; i < 60; ++i) {
            test::Rig rig = test::coneRig(20 + 2.5 * i, random);
            if (i % 4 == 0) rig.goals[0].position *= 1.3;
            ik::solve(solver, rig.problem(), settings, workspace, solution);
            worst = std::max(worst, test::violationOf(rig.joints, solution.rotations));
            test::poseGoal(arm, random, solver.abilities.orientation && i % 2 == 0);
            if (i % 4 == 0) arm.rig.goals[0].position *= 1.3;
            ik::solve(solver, arm.rig.problem(), settings, workspace, solution);
            worst = std::max(worst, test::violationOf(arm.rig.joints, solution.rotations));
        }
        qInfo("%g rad", worst);
        QVERIFY(worst <= 1e-9);
    }
};

POSEWRIGHT_TEST(TestLimitMeasure, posewright::test::runPlain);
#include "tst_limit_measure.moc"
