#include "core/export/limits_hit.h"

#include "core/ik/limits.h"

#include <algorithm>
#include <variant>

namespace posewright::exports {

namespace {

constexpr double kAtLimit = 1e-6;  ///< [rad or m]

}  // namespace

void addLimitsHit(const Scene& scene, const Evaluation& e, std::map<NodeId, LimitReport>& limits)
{
    const auto entry = [&](const Node& node) -> LimitReport& {
        return limits.try_emplace(node.id, LimitReport{node.name, 0, 0, 0, e.frame}).first->second;
    };
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const BonePart* bone = scene[row].bone();
        if (!bone || std::holds_alternative<std::monostate>(bone->limit)) continue;
        const Quat back = scene[row].rest.rotation.conjugate();
        double travel = 0;
        if (const auto* slide = std::get_if<PrismaticLimit>(&bone->limit))
            travel =
                slide->axis.dot(back * (e.local[row].translation - scene[row].rest.translation));
        const bool beyond =
            std::any_of(e.outside.begin(), e.outside.end(),
                        [&](const OutsideLimit& o) { return o.joint == scene[row].id; });
        if (!beyond &&
            ik::touchedSides(bone->limit, back * e.local[row].rotation, travel, kAtLimit).count > 0)
            ++entry(scene[row]).at;
    }
    for (const OutsideLimit& outside : e.outside) {
        LimitReport& limit = entry(scene[scene.find(outside.joint)]);
        ++limit.beyond;
        limit.by = std::max(limit.by, outside.by);
    }
}

}  // namespace posewright::exports
