#include "core/ik/model/chain.h"
#include "core/ik/steps/chain_loop.h"
#include "core/ik/steps/fabrik_points.h"
#include "core/ik/steps/jacobian_loop.h"
#include "core/ik/workspace.h"

#include <algorithm>

namespace posewright::ik {
namespace {

// The end of the chain after the bones get their lengths back.
Vec3 restoredEnd(const Chain& chain, std::span<const Vec3> points)
{
    Vec3 end = Vec3::Zero();
    for (int i = 0; i < chain.bones(); ++i)
        if (chain.length[i] > 0) end += chain.length[i] * (points[i + 1] - points[i]).normalized();
    return end;
}

struct FollowTheLeaderMemory {
    std::vector<Vec3> points;  ///< placed from the other end [m]
};

double stretch(const Chain& chain, std::span<const Vec3> points)
{
    double most = 0;
    for (int i = 0; i < chain.bones(); ++i)
        if (chain.length[i] > 0)
            most =
                std::max(most, std::abs((points[i + 1] - points[i]).norm() / chain.length[i] - 1));
    return most;
}

Outcome followTheLeaderOnChain(const Problem& problem, const Goal& goal, const Vec3& target,
                               const Settings& settings, Workspace& workspace, Solution& out)
{
    Chain& chain = workspace.of<Chain>();
    auto& points = workspace.points;
    auto& other = workspace.of<FollowTheLeaderMemory>().points;
    toPoints(chain, points);
    other.resize(points.size());
    double stretched = 0;
    const auto iterate = [&] {
        std::copy(points.begin(), points.end(), other.begin());
        reachInwards(points, chain.lengths(), target);
        reachOutwards(other, chain.lengths(), Vec3::Zero());
        double along = 0;
        for (int i = 0; i <= chain.bones(); ++i) {
            const double share = i == chain.bones() ? 1 : along / chain.reach;
            points[i] = share * points[i] + (1 - share) * other[i];
            if (i < chain.bones()) along += chain.length[i];
        }
        stretched = stretch(chain, points);
        const double error = (restoredEnd(chain, points) - target).norm();
        // A chain that only reaches because it is stretched is not finished.
        return std::max(error, stretched * chain.reach);
    };
    const auto settle = [&] {
        for (int i = 0; i < chain.bones(); ++i)
            if (chain.length[i] > 0)
                chain.setDirection(i, (points[i + 1] - points[i]).normalized());
    };
    const Outcome outcome = iterateChain(problem, goal, settings, chain,
                                         settings.tolerance * chain.reach, out, iterate, settle);
    out.report.boneStretch = stretched;
    return outcome;
}

}  // namespace

/// Follow the leader: Brown, Latombe & Montgomery, Real-time knot-tying simulation, 2004, section
/// 3. Both ends lead, and each joint moves to the mean of the two places that they ask for,
/// weighted by its distance from them along the chain. Bones stretch until both agree, and get
/// their lengths back at the end; report.boneStretch is the largest stretch. One position goal, no
/// limits.
void solveFollowTheLeader(const Problem& problem, const Settings& settings, Workspace& workspace,
                          Solution& out)
{
    runSpaces(problem, settings, workspace, out, {followTheLeaderOnChain, nullptr});
}

}  // namespace posewright::ik
