#pragma once

#include "core/ik/model/chain_target.h"
#include "core/ik/model/joint_space.h"
#include "core/ik/steps/outcome.h"

namespace posewright::ik {

/// Fills space.step from space.jacobian and space.error, for the pose that is placed.
using FindStep = void (*)(const Settings&, JointSpace&, Workspace&);

/// What came of an iteration.
enum class Iterated {
    Moved,
    AtRest,   ///< nothing is to be gained any more
    Stopped,  ///< an observer of half steps said stop
};
/// A whole iteration: moves the joints and places them. `findStep` is that of the caller.
using Iterate = Iterated (*)(const Problem&, const Settings&, JointSpace&, Workspace&,
                             FindStep findStep);

/// How a method solves one group of goals. A goal alone on a chain of free joints, in reach, and
/// off the line of the chain, goes to `chain` as directions, relative to the chain's root, if the
/// method has a form for it. All else goes to `space`. Both count on from out.report.iterations.
struct SpaceMethod {
    Outcome (*chain)(const Problem&, const Goal&, const Vec3& target, const Settings&, Workspace&,
                     Solution& out) = nullptr;
    Outcome (*space)(const Problem&, const Settings&, Workspace&, Solution& out) = nullptr;
};

/// Solves group after group and writes rotations, travels, root, iterations and the reason of
/// stopping. What a method does not reach under limits is finished by `lm`. A goal beyond the reach
/// of a free chain takes one step, to the straight chain. The bones of a free chain never roll
/// without reason: their rotations are those of the start, turned by the least arcs.
void runSpaces(const Problem&, const Settings&, Workspace&, Solution& out, const SpaceMethod&);

/// What it does with a chain of free joints, on the workspace's Chain. `group` is the goal's row,
/// which only a method without a form for chains needs.
Outcome solveFreeChain(const Problem&, const Goal&, const Settings&, Workspace&, Solution& out,
                       std::span<const int> group, const SpaceMethod&);

/// Where a method does not get there under limits: `lm` and its seeds, from the pose in `out`.
/// Counts on from `before`.
Outcome finishUnderLimits(const Problem&, std::span<const int> group, const Settings&, Workspace&,
                          Solution& out, int before);

/// Iterates on the workspace's JointSpace until all goals are met, nothing improves, or the
/// iterations are spent, and leaves the best pose there. Columns at a bound that the step would
/// push out are locked and the step is found anew. A pose in which no joint helps, though goals are
/// missed, is bent a little, once in a solve; if that was the start the report says so.
Outcome followSteps(const Problem&, const Settings&, Workspace&, Solution& out, FindStep);

/// As above, with iterations of another kind.
Outcome iterateSpace(const Problem&, const Settings&, Workspace&, Solution& out, Iterate,
                     FindStep = nullptr);

/// A step with the goals carried by what they hang on: carry, `step`, release.
template <class Step>
Iterated stepCarried(const Problem& problem, JointSpace& space, Step step)
{
    space.carry(problem);
    const bool more = step();
    space.release(problem);
    return more ? Iterated::Moved : Iterated::AtRest;
}

/// Bends each joint by up to a thousandth of a radian, always the same way, or to the other side
/// where its limit allows only that.
void kick(const Problem&, JointSpace&);

/// Whether no joint changes the sum of squared errors, to 1e-9 of what it could. Differentiates.
bool stationary(const Problem&, JointSpace&);

}  // namespace posewright::ik
