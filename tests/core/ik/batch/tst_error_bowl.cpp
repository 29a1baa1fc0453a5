#include "core/ik/batch/error_bowl.h"
#include "core/ik/model/joint_space.h"
#include "core/ik/steps/effector_cost.h"
#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;

/// What linear errors leave out, against the exact derivatives.
class TestErrorBowl : public QObject {
    Q_OBJECT

    struct Case {
        test::Rig rig;
        ik::JointSpace space;
        std::vector<double> bowl;
        std::vector<double> left;  ///< of the exact Hessian beside the linear errors'
    };
    /// Two of the joints stand on one point.
    static Case measured(double bend, const Vec3& target)
    {
        Case made;
        test::Rig& rig = made.rig;
        const Quat turn = fromRotationVector(Vec3(0, 0, bend));
        rig.add(-1, Vec3::Zero(), fromRotationVector(Vec3(0.3, -0.2, 0.1)));
        rig.add(0, Vec3(0.4, 0, 0), turn);
        rig.add(1, Vec3::Zero(), turn);
        rig.add(2, Vec3(0.3, 0, 0), turn);
        rig.add(3, Vec3(0.3, 0, 0));
        ik::Goal goal;
        goal.effector = 4;
        goal.position = target;
        rig.goals.push_back(goal);
        ik::Solution start;
        start.rotations = rig.start;
        const std::array<int, 1> group{0};
        const ik::Problem problem = rig.problem();
        ik::extractJointSpace(problem, group, start, made.space);
        ik::EffectorCost cost;
        ik::differentiateCost(problem, made.space, cost, true);
        made.space.differentiate(problem);
        const int width = made.space.width();
        made.left = cost.hessian;
        for (int r = 0; r < width; ++r)
            for (int c = 0; c <= r; ++c)
                for (int k = 0; k < made.space.rows; ++k)
                    made.left[c * width + r] -= made.space.row(k)[r] * made.space.row(k)[c];
        made.bowl.assign(static_cast<std::size_t>(width) * width, 0.0);
        ik::ErrorBowl().add(made.space, made.space.demands[0], made.bowl);
        return made;
    }
    static Eigen::MatrixXd whole(const std::vector<double>& upper, int width)
    {
        using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        const Eigen::MatrixXd m = Rows::Map(upper.data(), width, width);
        return m.selfadjointView<Eigen::Upper>();
    }

private slots:
    /// A straight chain whose target is straight ahead lies at the bottom: all of it is the bowl.
    void ofAStraightChainItIsAll()
    {
        const Quat turn = fromRotationVector(Vec3(0.3, -0.2, 0.1));
        const Case given = measured(0, turn * Vec3(1.4, 0, 0));
        for (std::size_t i = 0; i < given.bowl.size(); ++i)
            QVERIFY2(
                std::abs(given.bowl[i] - given.left[i]) < 1e-12,
                qPrintable(QString("%1: %2 for %3").arg(i).arg(given.bowl[i]).arg(given.left[i])));
    }
    /// Elsewhere it is what opens upwards: the rest opens downwards only, and has nothing to do
    /// with it.
    void elsewhereItIsWhatOpensUpwards()
    {
        for (const Vec3& target : {Vec3(0.2, 0.1, 0.3), Vec3(-1, 2, 0.5), Vec3(0.9, 0.4, 0)}) {
            const Case given = measured(0.7, target);
            const int width = given.space.width();
            const Eigen::MatrixXd bowl = whole(given.bowl, width);
            const Eigen::MatrixXd rest = whole(given.left, width) - bowl;
            const auto lowest = [](const Eigen::MatrixXd& m) {
                return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(m).eigenvalues().minCoeff();
            };
            QVERIFY(bowl.norm() > 0.01);
            QVERIFY(lowest(bowl) > -1e-12);
            QVERIFY(lowest(-rest) > -1e-12);
            QVERIFY((bowl * rest).norm() < 1e-12);
        }
    }
};

POSEWRIGHT_TEST(TestErrorBowl, posewright::test::runPlain);
#include "tst_error_bowl.moc"
