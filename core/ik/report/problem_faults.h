#pragma once

#include "core/ik/solver.h"

#include <cmath>

namespace posewright::ik {

/// A sentence that says why a solver of these abilities cannot solve the problem; empty if it can.
/// `anyLimits`: some joint has a limit, which may be none that a goal turns.
std::string problemFault(const Problem&, const Settings&, const Abilities&, bool anyLimits);

/// The same of the limits of the joints that one goal may turn.
std::string limitsFault(const Problem&, const Abilities&, const Goal&);

/// Whether a quaternion is of unit length to rounding; what comes from files in single precision is
/// not.
inline bool isUnit(const Quat& q)
{
    return std::abs(q.squaredNorm() - 1) < 1e-14;
}

}  // namespace posewright::ik
