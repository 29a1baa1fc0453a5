#pragma once

#include "core/ik/model/bodies.h"
#include "core/ik/model/chain.h"

namespace posewright::ik {

/// Passes the rotations of a running solve to the caller's observer; converts to false if there is
/// none.
struct Watch {
    const Observer* observer = nullptr;
    const Problem* problem = nullptr;
    Solution* out = nullptr;  ///< its rotations are passed to the observer

    explicit operator bool() const { return observer && *observer; }

    /// Call after iteration `iteration` [1..]; false stops the solve.
    bool chain(const Goal& goal, const Chain& chain, int iteration, double error) const
    {
        writeRotations(*problem, goal, chain, problem->start, out->rotations);
        return (*observer)(iteration, error, out->rotations);
    }
    bool bodies(Bodies& bodies, int iteration, double error) const
    {
        writeRotations(*problem, bodies, *out);
        return (*observer)(iteration, error, out->rotations);
    }
};

}  // namespace posewright::ik
