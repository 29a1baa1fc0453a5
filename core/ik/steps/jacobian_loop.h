#pragma once

#include "core/ik/model/chain_target.h"
#include "core/ik/model/joint_space.h"
#include "core/ik/steps/outcome.h"

namespace posewright::ik {

/// Fills space.step from space.jacobian and space.error, for the pose that is placed.
using FindStep = void (*)(const Settings&, JointSpace&, Workspace&);

/// The outcome of an iteration.
enum class Iterated {
    Moved,
    AtRest,   ///< no improvement is possible
    Stopped,  ///< an observer of half steps asked to stop
};
/// A whole iteration: moves the joints and places them. `findStep` is the caller's.
using Iterate = Iterated (*)(const Problem&, const Settings&, JointSpace&, Workspace&,
                             FindStep findStep);

/// How a method solves one group of goals. A single goal on a chain of free joints, within reach
/// and not on the chain's line, is solved by `chain` on directions, with the target relative to the
/// chain's root, if the method has that function. Everything else is solved by `space`. Both count
/// iterations from out.report.iterations.
struct SpaceMethod {
    Outcome (*chain)(const Problem&, const Goal&, const Vec3& target, const Settings&, Workspace&,
                     Solution& out) = nullptr;
    Outcome (*space)(const Problem&, const Settings&, Workspace&, Solution& out) = nullptr;
};

/// Solves group after group and writes rotations, travels, root, iterations and the reason for
/// stopping. Goals that the method misses under limits are finished by `lm`. A goal beyond the
/// reach of a free chain takes one step, which straightens the chain. The bones of a free chain do
/// not roll: their rotations are those of the start, turned by least arcs.
void runSpaces(const Problem&, const Settings&, Workspace&, Solution& out, const SpaceMethod&);

/// runSpaces for a chain of free joints, the workspace's Chain. `group` holds the goal's row; only
/// methods without `chain` need it.
Outcome solveFreeChain(const Problem&, const Goal&, const Settings&, Workspace&, Solution& out,
                       std::span<const int> group, const SpaceMethod&);

/// For goals that a method misses under limits: `lm` and its seeds, from the pose in `out`. Counts
/// iterations from `before`.
Outcome finishUnderLimits(const Problem&, std::span<const int> group, const Settings&, Workspace&,
                          Solution& out, int before);

/// Iterates on the workspace's JointSpace until all goals are met, nothing improves, or the
/// iterations are used up, and leaves the best pose there. Columns at a bound that the step would
/// push out are locked and the step is computed again. A stationary pose with missed goals is bent
/// a little, once per solve; if that was the start, the report says so.
Outcome followSteps(const Problem&, const Settings&, Workspace&, Solution& out, FindStep);

/// As above, with a different kind of iteration.
Outcome iterateSpace(const Problem&, const Settings&, Workspace&, Solution& out, Iterate,
                     FindStep = nullptr);

/// A step with the targets carried by their roots' parents: carry, `step`, release.
template <class Step>
Iterated stepCarried(const Problem& problem, JointSpace& space, Step step)
{
    space.carry(problem);
    const bool more = step();
    space.release(problem);
    return more ? Iterated::Moved : Iterated::AtRest;
}

/// Bends each joint by up to a thousandth of a radian in a fixed direction, or in the opposite one
/// if its limit allows only that.
void kick(const Problem&, JointSpace&);

/// Is the gradient of the squared errors zero, within 1e-9 of the largest that errors of this size
/// can have? Differentiates.
bool stationary(const Problem&, JointSpace&);

}  // namespace posewright::ik
