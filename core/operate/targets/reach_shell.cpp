#include "core/operate/reach_shell.h"

#include <algorithm>

namespace posewright::operate {

std::optional<ReachShell> reachShell(const Document& doc, const Evaluation& shown,
                                     ConstraintId target)
{
    const Constraint* constraint = findConstraint(*doc.rig, target);
    if (!constraint || constraint->rootMoves || !constraint->reaches()) return std::nullopt;
    const Scene& scene = *doc.scene;
    const NodeIndex root = scene.find(constraint->root), end = scene.find(constraint->effector);
    if (root == kNoNode || end == kNoNode) return std::nullopt;
    const std::vector<NodeIndex> limb = scene.path(root, end);
    if (limb.size() < 2) return std::nullopt;
    ReachShell out;
    out.centre = shown.world[root].position;
    double longest = 0;
    for (std::size_t i = 1; i < limb.size(); ++i) {
        const double length =
            (shown.world[limb[i]].position - shown.world[limb[i - 1]].position).norm();
        longest = std::max(longest, length);
        out.radius += length;
    }
    out.inner = std::max(0.0, 2 * longest - out.radius);
    return out;
}

}  // namespace posewright::operate
