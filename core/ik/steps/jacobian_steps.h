#pragma once

#include "core/ik/model/joint_space.h"

/// Steps of a joint space from its Jacobian, by damped least squares and by singular values.
namespace posewright::ik {

/// Scratch of such steps.
struct StepMemory {
    std::vector<double> right;   ///< rows: the errors that the step is for
    std::vector<double> normal;  ///< rows x rows
    std::vector<double> least;   ///< rows: lower bounds of the pivots
    std::vector<double> basis;   ///< rows x rows
};

/// space.error with each position and orientation cut to `most` [m], in memory.right.
void clampErrors(const JointSpace&, double most, StepMemory&);

/// space.step = J^T (J J^T + lambda^2 I)^-1 right. Overwrites right.
void dampedStep(JointSpace&, double lambdaSquared, StepMemory&);

/// The damping [m^2] and the clamp of errors [m] of dls and svd-dls.
double dlsLambdaSquared(double error, double size);
double dlsClamp(double size);

/// Singular value decomposition of a row-major matrix, in place: row r becomes sigma_r v_r^T, and
/// column r of `basis` (rows x rows) is u_r. One-sided Jacobi rotations of the rows (Hestenes 1958;
/// Golub & Van Loan, Matrix computations, 2013, section 8.6.3), so small singular values keep their
/// digits.
void decompose(std::span<double> matrix, int rows, std::vector<double>& basis);

}  // namespace posewright::ik
