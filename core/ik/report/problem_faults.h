#pragma once

#include "core/ik/solver.h"

#include <cmath>

namespace posewright::ik {

/// A sentence that says why a solver with these abilities cannot solve the problem; empty if it
/// can. `anyLimits`: some joint has a limit, not necessarily one that a goal turns.
std::string problemFault(const Problem&, const Settings&, const Abilities&, bool anyLimits);

/// The same for the limits of the joints that one goal may turn.
std::string limitsFault(const Problem&, const Abilities&, const Goal&);

/// Whether a quaternion is of unit length up to rounding in double precision, which those from
/// single-precision files are not.
inline bool isUnit(const Quat& q)
{
    return std::abs(q.squaredNorm() - 1) < 1e-14;
}

}  // namespace posewright::ik
