#include "core/ik/limits.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"
#include "tests/support/bounded_arm.h"
#include "tests/support/ik_sets.h"
#include "tests/support/limit_measure.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;

/// What the page on the solvers promises and no test of one of them says.
class TestPromises : public QObject {
    Q_OBJECT

private slots:
    /// Soft reach has a continuous curvature: where its zone begins, the second derivative of the
    /// distance reached by the distance asked is the same from both sides.
    void softReachBendsSmoothly_data()
    {
        QTest::addColumn<QString>("id");
        for (const char* id : {"two-bone", "gauss-newton", "fabrik", "dls", "bfgs"})
            QTest::newRow(id) << id;
    }
    void softReachBendsSmoothly()
    {
        QFETCH(QString, id);
        constexpr double kSoft = 0.2;
        constexpr double kStep = 1e-3;
        test::Rig rig = test::rigThrough(test::arcPoints(id == "two-bone" ? 2 : 5, 40));
        rig.goals[0].soft = kSoft;
        const Vec3 way = Vec3(1, 2, -0.5).normalized();
        const auto reached = [&](double asked) {
            rig.goals[0].position = asked * way;
            const auto solution = ik::solve(*ik::findSolver(id.toStdString()), rig.problem(),
                                            {.maxIterations = 2000, .tolerance = 1e-13});
            std::vector<Vec3> at;
            std::vector<Quat> world;
            ik::forwardKinematics(rig.problem(), solution.rotations, solution.rootPosition, at,
                                  world);
            return at[rig.goals[0].effector].norm();
        };
        const double whole = ik::reach(rig.problem(), rig.goals[0]);
        const double border = (1 - kSoft) * whole;
        // One-sided, of second order.
        const auto curvature = [&](double step) {
            return (2 * reached(border) - 5 * reached(border + step) +
                    4 * reached(border + 2 * step) - reached(border + 3 * step)) /
                   (step * step);
        };
        const double jump = std::abs(curvature(kStep) - curvature(-kStep)) * whole;
        QVERIFY2(jump <= 1e-3, qPrintable(QString::number(jump)));
    }

    /// Not only at its end: at no iteration is a pose outside the bounds.
    void noIterationLeavesTheBounds_data()
    {
        QTest::addColumn<QString>("id");
        for (const ik::Solver& solver : ik::solvers())
            if (solver.abilities.limits && solver.abilities.orientation &&
                solver.abilities.bones == 0)
                QTest::newRow(solver.id.data()) << QString::fromUtf8(solver.id.data());
    }
    void noIterationLeavesTheBounds()
    {
        QFETCH(QString, id);
        int looks = 0;
        double most = 0;
        for (int i = 0; i < 40; ++i) {
            test::BoundedArm arm = test::boundedArm();
            test::SplitMix64 random(700 + i);
            test::poseGoal(arm, random, i % 2 == 0);
            // Some out of reach: then bounds are met from inside for long.
            if (i % 4 == 1) arm.rig.goals[0].position *= 1.5;
            const test::Rig& rig = arm.rig;
            const ik::Observer see = [&](int, double, std::span<const Quat> rotations) {
                ++looks;
                for (std::size_t j = 0; j < rotations.size(); ++j)
                    most = std::max(most, test::violationOf(rig.joints[j], rotations[j]));
                return true;
            };
            ik::Settings settings;
            settings.maxIterations = 60;
            settings.seeds = 8;
            settings.observer = &see;
            (void)ik::solve(*ik::findSolver(id.toStdString()), rig.problem(), settings);
        }
        QVERIFY(looks > 40);
        QVERIFY2(most <= 1e-9, qPrintable(QString::number(most)));
    }
};

POSEWRIGHT_TEST(TestPromises, posewright::test::runPlain);
#include "tst_promises.moc"
