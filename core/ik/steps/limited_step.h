#pragma once

#include "core/ik/model/limited_tree.h"

namespace posewright::ik {

/// Memory of a damped step under limits.
struct LimitedStep {
    std::vector<double> error;     ///< rows
    std::vector<double> columns;   ///< of the Jacobian, one after the other
    std::vector<double> gradient;  ///< per number: column . error
    std::vector<double> step;      ///< per number
    std::vector<char> held;        ///< per number: excluded from the step
    std::vector<char> tangent;     ///< per joint: the first number moves along the rim of its cone
    std::vector<Eigen::Vector2d> along;  ///< per joint: that direction, in coordinates up and right
    std::vector<double> matrix;          ///< rows x rows
    std::vector<double> right;           ///< rows
    std::vector<double> rest;            ///< rows: error left to the numbers that are not held

    /// Holds the numbers that are at a bound and would leave it. Needs error and columns. Returns
    /// the largest remaining entry of the gradient.
    double prepare(const LimitedTree&);
    /// The same for a gradient that the caller has set: holds the numbers at a bound that it pushes
    /// out.
    void holdAgainstGradient(const LimitedTree&);
    /// J^T (J J^T + damping)^-1 error over the numbers that are not held. A number that would leave
    /// its bounds stops there, and the others take over what it leaves.
    void solve(const LimitedTree&, double damping);
    /// Adds the step to the state.
    void apply(LimitedTree&) const;
};

}  // namespace posewright::ik
