#include "core/evaluate/judge.h"

#include "core/base/number.h"
#include "core/ik/measure.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright {

namespace {

constexpr double kRounding = 1e-14;  // relative to the coordinates

/// Why the target's own span holds it back.
std::string heldReason(const LinkState& state)
{
    const bool fades = state.fade < 1;
    const bool keyed = state.keyedInfluence < 1;
    const std::string fade = state.fadesIn ? "while its span fades in" : "while its span fades out";
    if (fades && keyed) return "held back by its influence, and " + fade;
    return fades ? "held back " + fade : "held back by its influence";
}

/// Whether the solver's pose is as asked, apart from requested easing.
bool blameless(const TargetCase& found)
{
    const ik::GoalReport& said = found.said;
    // The solver assumes uniform scale; below a non-uniform one its result may miss.
    if (std::abs(found.solved.position - said.positionError) > found.tolerance ||
        std::abs(found.solved.turn - said.orientationError) > kStatusTolerance)
        return false;
    if (said.status == ik::Status::Softened) return true;
    return said.status == ik::Status::Reached && said.positionError <= found.tolerance &&
           said.orientationError <= kStatusTolerance;
}

std::string softReason(const TargetCase& found, const LinkState& state)
{
    if (state.influence < 1) return heldReason(state);
    if (state.blendShare > 0) return "blended between its keys";
    if (!found.holder.empty()) return "held back with '" + std::string(found.holder) + "'";
    if (found.smoothed && !(found.said.eased > 0)) return "kept smooth with the frames around it";
    return found.folded ? "slowed down near its tightest fold (soft reach)"
                        : "slowed down near full stretch (soft reach)";
}

}  // namespace

Miss missOf(const Group& group, const Link& link, const LinkState& state,
            const std::vector<WorldTransform>& world)
{
    const WorldTransform& effector = world[group.joints[link.effector]];
    const WorldTransform& target = world[link.target];
    const bool loop = link.meets >= 0;
    const Vec3& place = loop ? target.position : state.position;
    Miss miss;
    const Lack lack = lackOf(link.constraint->kind, place, effector.position, effector.rotation);
    (link.constraint->turnOnly() ? miss.turn : miss.position) = lack.by.norm();
    if (link.constraint->orientation)
        miss.turn = angleBetween(effector.rotation, loop ? target.rotation : state.rotation);
    return miss;
}

double reachedWithin(const GroupProblem& asked, const Link& link, std::size_t goal,
                     const Vec3& place, const Vec3& effector, bool rootMoves)
{
    const ik::Problem whole = asked.problem(asked.base, rootMoves);
    double length = ik::reach(whole, asked.goals[goal]);
    if (link.meets >= 0) {
        ik::Goal other = asked.goals[goal];
        other.effector = link.meets;
        length = std::max(length, ik::reach(whole, other));
    }
    // A chain that only moves its root may have length 0.
    const double grain = kRounding * (place.cwiseAbs().sum() + effector.cwiseAbs().sum());
    return kStatusTolerance * length + grain;
}

void judge(const TargetCase& found, const LinkState& state, TargetStatus& status)
{
    status.status = found.said.status;
    if (found.shown.position <= found.tolerance && found.shown.turn <= kStatusTolerance) {
        status.status = ik::Status::Reached;
        status.reason.clear();
        return;
    }
    if (status.status != ik::Status::Reached && status.status != ik::Status::Softened) return;
    if (blameless(found)) {
        status.status = ik::Status::Softened;
        status.reason = softReason(found, state);
    } else {
        status.status = ik::Status::Stalled;
        status.reason = "the pose shown is not the one that was solved";
    }
}

void nameFade(const LinkState& state, TargetStatus& status)
{
    const bool missed =
        status.status == ik::Status::Unreachable || status.status == ik::Status::Limited;
    if (!(state.fade < 1) || !missed || status.reason.empty()) return;
    status.reason += "; and it is " + heldReason(state);
}

std::string limitReason(const Prepared& prepared, const Group& group, const Link& link,
                        const ik::Report& report)
{
    for (const ik::ActiveLimit& active : report.activeLimits) {
        if (std::find(link.chain.begin(), link.chain.end(), active.joint) == link.chain.end())
            continue;
        const std::string who = (*prepared.doc.scene)[group.joints[active.joint]].name;
        if (active.part == "cone") return "'" + who + "' is at the rim of its cone";
        return "'" + who + "' is at the " + (active.side < 0 ? "least" : "most") + " of its " +
               std::string(active.part) + " range";
    }
    return "a joint of the chain cannot turn every way";
}

std::string reachReason(const Prepared& prepared, const Group& group, const GroupProblem& asked,
                        const Link& link, const ik::Goal& goal, const Vec3& root)
{
    const std::string from = "from '" + (*prepared.doc.scene)[group.joints[link.root]].name + "'";
    if (link.meets >= 0) return "the two chains " + from + " do not meet";
    const ik::Problem whole = asked.problem(asked.base, group.rootMoves);
    const double length = ik::reach(whole, goal) * (1 + goal.stretch);
    const double distance = servedFrom(goal.kind, (goal.position - root).norm()).min;
    if (distance < length) return "it is nearer to its root than the chain " + from + " can fold";
    return "the chain " + from + " reaches only " +
           toFixed(std::min(99.0, std::round(100 * length / distance)), 0) + "% of the way there";
}

}  // namespace posewright
