#include "core/math/rotation.h"
#include "tests/support/bounded_arm.h"
#include "tests/support/program.h"
#include "tests/support/solver_ids.h"

#include <QTest>

#include <cmath>

using namespace posewright;

/// A figure in centimetres, or of a giant, is solved as the same one in metres.
class TestUnits : public QObject {
    Q_OBJECT

    static test::Rig scaled(test::Rig rig, double by)
    {
        for (ik::Joint& joint : rig.joints) joint.offset *= by;
        for (ik::Goal& goal : rig.goals) goal.position *= by;
        return rig;
    }

private slots:
    void theUnitOfLengthChangesNothing_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("limited");
        for (const ik::Solver& solver : ik::solvers())
            for (const bool limited : {false, true})
                if (solver.abilities.bones == 0 && (solver.abilities.limits || !limited))
                    QTest::addRow("%s, %s", solver.id.data(), limited ? "limited" : "free")
                        << test::text(solver.id) << limited;
    }
    void theUnitOfLengthChangesNothing()
    {
        QFETCH(QString, id);
        QFETCH(bool, limited);
        const ik::Solver& solver = test::fetch(id);
        test::BoundedArm arm = test::boundedArm();
        test::SplitMix64 random(17);
        int same = 0;
        constexpr int kGoals = 40;
        for (int i = 0; i < kGoals; ++i) {
            test::poseGoal(arm, random, false);
            test::Rig rig = arm.rig;
            if (!limited)
                for (ik::Joint& joint : rig.joints) joint.limit = {};
            const ik::Solution given = ik::solve(solver, rig.problem(), {.maxIterations = 60});
            QVERIFY(given.report.status != ik::Status::Invalid);
            for (const int power : {-20, -7, 4, 10, 20}) {
                const test::Rig other = scaled(rig, std::ldexp(1.0, power));
                const ik::Solution found =
                    ik::solve(solver, other.problem(), {.maxIterations = 60});
                QCOMPARE(found.report.solver, given.report.solver);
                QCOMPARE(found.report.status, given.report.status);
                bool equal = found.report.iterations == given.report.iterations;
                for (std::size_t j = 0; j < given.rotations.size(); ++j)
                    equal = equal && angleBetween(found.rotations[j], given.rotations[j]) < 1e-6;
                same += equal;
            }
        }
        QCOMPARE(same, 5 * kGoals);
    }
};

POSEWRIGHT_TEST(TestUnits, posewright::test::runPlain);
#include "tst_units.moc"
