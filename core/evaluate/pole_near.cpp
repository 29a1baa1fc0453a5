#include "core/evaluate/pole_near.h"

#include <algorithm>
#include <cmath>

namespace posewright {

namespace {

constexpr double kTurnsOver = 5 * 3.14159265358979323846 / 180;  ///< as a joint that pops
constexpr double kNearShare = 0.25;                              ///< of the limb's length
constexpr int kWaySteps = 32;                                    ///< between two frames

/// Where the ends of a limb and its pole are.
struct PoleLine {
    Vec3 root = Vec3::Zero();
    Vec3 end = Vec3::Zero();
    Vec3 pole = Vec3::Zero();

    /// From the line to the pole; nullopt: the limb is folded up. [m]
    std::optional<Vec3> away() const
    {
        const Vec3 way = end - root;
        if (!(way.squaredNorm() > 0)) return std::nullopt;
        const Vec3 from = pole - root;
        return Vec3(from - from.dot(way) / way.squaredNorm() * way);
    }
};

double lengthOf(const std::vector<NodeIndex>& chain, const Evaluation& shown)
{
    double length = 0;
    for (std::size_t i = 1; i < chain.size(); ++i)
        length += (shown.world[chain[i]].position - shown.world[chain[i - 1]].position).norm();
    return length;
}

}  // namespace

std::optional<PoleNear> poleNear(const Document& doc, const Constraint& constraint,
                                 const Evaluation& before, const Evaluation& now)
{
    const Scene& scene = *doc.scene;
    const NodeIndex root = scene.find(constraint.root), end = scene.find(constraint.effector);
    const NodeIndex pole = scene.find(constraint.pole);
    if (constraint.pole == NodeId::None || pole == kNoNode || root == kNoNode || end == kNoNode ||
        !doc.clip().track(constraint.pole))
        return std::nullopt;
    const auto lineIn = [&](const Evaluation& shown) {
        return PoleLine{shown.world[root].position, shown.world[end].position,
                        shown.world[pole].position};
    };
    const PoleLine first = lineIn(before), last = lineIn(now);
    const auto from = first.away(), to = last.away();
    if (!from || !to) return std::nullopt;
    PoleNear out{constraint.id, constraint.pole, from->norm(), 0};
    out.turned = std::atan2(from->cross(*to).norm(), from->dot(*to));
    for (int i = 1; i <= kWaySteps; ++i) {
        const double u = static_cast<double>(i) / kWaySteps;
        const PoleLine between{first.root + u * (last.root - first.root),
                               first.end + u * (last.end - first.end),
                               first.pole + u * (last.pole - first.pole)};
        if (const auto away = between.away()) out.distance = std::min(out.distance, away->norm());
    }
    const double length = lengthOf(scene.path(root, end), now);
    if (!(out.turned > kTurnsOver) || !(out.distance < kNearShare * length)) return std::nullopt;
    return out;
}

}  // namespace posewright
