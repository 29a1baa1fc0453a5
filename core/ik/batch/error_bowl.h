#pragma once

#include "core/ik/model/joint_space.h"

#include <Eigen/Eigenvalues>

namespace posewright::ik {

/// The positive part of the second derivatives that linearised errors omit from half the squared
/// distance of an effector. Without them, bending a straight limb whose target is out of reach
/// seems to cost nothing, and steps go far astray.
class ErrorBowl {
public:
    /// Adds them to `hessian`, columns x columns, the upper triangle [m^2]. Aims and loops add
    /// nothing. O(c^3) for the c columns that move the effector. @pre the space was differentiated
    /// at its pose
    void add(const JointSpace&, const JointSpace::Demand&, std::vector<double>& hessian);

private:
    std::vector<int> columns_;
    Eigen::MatrixXd bend_;
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver_;
};

}  // namespace posewright::ik
