#pragma once

#include "core/ik/model/joint_space.h"

#include <Eigen/Eigenvalues>

namespace posewright::ik {

/// The second derivatives that linear errors leave out of half the squared distance of one
/// effector, only their positive part: of a straight limb whose target is out of reach, linear
/// errors say that bending it costs nothing, and steps go far astray.
class ErrorBowl {
public:
    /// Adds them to `hessian`, columns x columns, the upper triangle [m^2]. The space has the
    /// derivatives of its pose. Aims and loops have none here. O(c^3) for the c columns that move
    /// the effector.
    void add(const JointSpace&, const JointSpace::Demand&, std::vector<double>& hessian);

private:
    std::vector<int> columns_;
    Eigen::MatrixXd bend_;
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver_;
};

}  // namespace posewright::ik
