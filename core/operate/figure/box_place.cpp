#include "core/operate/figure/box_place.h"

#include "core/math/camera.h"
#include "core/retarget/reference_pose.h"

#include <algorithm>

namespace posewright::operate {

namespace {

constexpr double kBeforeBody = 0.25;   ///< of the figure's size, from its middle to the box's
constexpr double kHeight = 0.65;       ///< from the lowest joint to the highest
constexpr double kBeforeLimb = 0.015;  ///< of the figure's size, from a hand to the side of the box

/// Which way the first figure faces on the ground; +Z if unknown.
Vec3 forward(const Scene& scene, const Evaluation& shown)
{
    const retarget::Figure figure = retarget::figureOf(scene);
    if (figure.first(retarget::Role::Hips) == kNoNode) return Vec3::UnitZ();
    const retarget::ReferencePose reference = retarget::referencePoseOf(scene, figure, shown.local);
    Vec3 way = reference.body.col(2);
    way.y() = 0;
    return way.allFinite() && way.norm() > 0.1 ? Vec3(way.normalized()) : Vec3(Vec3::UnitZ());
}

/// The end of a bone; for a target, that of its limb.
std::optional<Vec3> endOf(const Document& doc, const Evaluation& shown, NodeId node)
{
    const Scene& scene = *doc.scene;
    const Constraint* target = constraintOfTarget(*doc.rig, node);
    const NodeIndex row = scene.find(target ? target->effector : node);
    if (row == kNoNode || !scene[row].bone()) return std::nullopt;
    return shown.world[row] * scene[row].bone()->tip;
}

/// The joints of the first figure.
Box firstFigure(const Scene& scene, const Evaluation& shown)
{
    Box out;
    const auto first = std::ranges::find_if(scene.nodes(), &Node::bone);
    const auto root = static_cast<NodeIndex>(first - scene.nodes().begin());
    for (NodeIndex row = root; row < scene.size(); ++row)
        if (scene[row].bone() && (row == root || scene.isAbove(root, row)))
            out.include(shown.world[row].position);
    return out;
}

bool isTaken(const Scene& scene, const Evaluation& shown, const Vec3& place, double side)
{
    for (NodeIndex row = 0; row < scene.size(); ++row)
        if (std::holds_alternative<MeshPart>(scene[row].part) &&
            (shown.world[row].position - place).norm() < side / 2)
            return true;
    return false;
}

}  // namespace

Vec3 boxPlace(const Document& doc, const Evaluation& shown, NodeId beside, double side,
              double figure, const Vec3& otherwise)
{
    const Scene& scene = *doc.scene;
    const Vec3 way = forward(scene, shown);
    Vec3 middle = otherwise + side / 2 * Vec3::UnitY();
    if (const std::optional<Vec3> end = endOf(doc, shown, beside)) {
        middle = *end + (side / 2 + kBeforeLimb * figure) * way;
    } else if (const Box body = firstFigure(scene, shown); !body.empty()) {
        middle = body.center() + kBeforeBody * figure * way;
        middle.y() = body.lowest.y() + kHeight * (body.highest.y() - body.lowest.y());
    }
    Vec3 place = middle - side / 2 * Vec3::UnitY();
    if (middle.y() >= 0) place.y() = std::max(place.y(), 0.0);
    const Vec3 aside = 1.2 * side * Vec3::UnitY().cross(way);
    while (isTaken(scene, shown, place, side)) place += aside;
    return place;
}

}  // namespace posewright::operate
