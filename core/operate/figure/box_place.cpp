#include "core/operate/figure/box_place.h"

#include "core/math/camera.h"
#include "core/retarget/reference_pose.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

namespace posewright::operate {

namespace {

constexpr double kBeforeBody = 0.25;   ///< of the figure's size, from its middle to the box's
constexpr double kHeight = 0.65;       ///< from the lowest joint to the highest
constexpr double kBeforeArms = 0.55;   ///< of an arm's length, from the shoulders to the near side
constexpr double kBelowArms = 0.35;    ///< of an arm's length, from the shoulders to the middle
constexpr double kEasily = 0.95;       ///< of a limb's length: to the middle of the top
constexpr double kBeforeLimb = 0.015;  ///< of the figure's size, from a hand to the side of the box
constexpr double kSwungBack = 0.1;     ///< of a limb's length, behind its root
constexpr double kBeforeRoot = 0.3;    ///< of its length, from there to the box's side instead

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

double lengthOf(const Evaluation& shown, const std::vector<NodeIndex>& limb)
{
    double length = 0;
    for (std::size_t i = 1; i < limb.size(); ++i)
        length += (shown.world[limb[i]].position - shown.world[limb[i - 1]].position).norm();
    return length;
}

/// The limb's end, or, where it has swung behind the body as hands do in a walk, a place as high
/// before the body.
Vec3 beforeBody(const Document& doc, const Evaluation& shown, const LimbBeside& beside,
                const Vec3& end, const Vec3& way)
{
    const std::vector<NodeIndex> limb = doc.scene->path(beside.root, beside.end);
    if (!beside.reaches || limb.empty()) return end;
    const double length = lengthOf(shown, limb);
    const double before = way.dot(end - shown.world[limb.front()].position);
    return before >= -kSwungBack * length ? end : Vec3(end + (kBeforeRoot * length - before) * way);
}

/// The middle of the box, moved towards the limb so that this can touch the top.
Vec3 withinReach(const Document& doc, const Evaluation& shown, const LimbBeside& beside,
                 const Vec3& middle, double side)
{
    if (!beside.reaches) return middle;
    const std::vector<NodeIndex> limb = doc.scene->path(beside.root, beside.end);
    const double length = lengthOf(shown, limb);
    if (limb.empty() || !(length > 0)) return middle;
    const Vec3 way = middle + side / 2 * Vec3::UnitY() - shown.world[limb.front()].position;
    const double beyond = way.norm() - kEasily * length;
    return beyond > 0 ? Vec3(middle - beyond * way.normalized()) : middle;
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

/// The middle of a box that both hands reach; nullopt if the figure has no two arms.
std::optional<Vec3> beforeArms(const Scene& scene, const Evaluation& shown, double side,
                               const Vec3& way)
{
    using retarget::Role;
    const retarget::Figure figure = retarget::figureOf(scene);
    Vec3 shoulders = Vec3::Zero();
    double length = std::numeric_limits<double>::infinity();
    for (const std::array roles :
         {std::array{Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand},
          std::array{Role::RightUpperArm, Role::RightLowerArm, Role::RightHand}}) {
        std::array<Vec3, 3> at;
        for (std::size_t i = 0; i < roles.size(); ++i) {
            const NodeIndex joint = figure.first(roles[i]);
            if (joint == kNoNode) return std::nullopt;
            at[i] = shown.world[joint].position;
        }
        shoulders += at[0] / 2;
        length = std::min(length, (at[1] - at[0]).norm() + (at[2] - at[1]).norm());
    }
    return shoulders + (kBeforeArms * length + side / 2) * way -
           kBelowArms * length * Vec3::UnitY();
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

std::optional<LimbBeside> limbBeside(const Document& doc, NodeId node)
{
    const Scene& scene = *doc.scene;
    const auto target = std::ranges::find_if(doc.rig->constraints, [node](const Constraint& c) {
        return node != NodeId::None && (c.target == node || c.pole == node);
    });
    const bool led = target != doc.rig->constraints.end();
    NodeIndex end = scene.find(led ? target->effector : node);
    const auto* mesh = end == kNoNode ? nullptr : std::get_if<MeshPart>(&scene[end].part);
    if (!led && mesh && mesh->skin < 0) end = scene[end].parent;
    if (end == kNoNode || !scene[end].bone()) return std::nullopt;
    if (led && target->reaches()) return LimbBeside{{scene.find(target->root), end}, true};
    const retarget::Figure figure = retarget::figureOf(scene);
    if (const std::optional<Limb> arm = armOf(scene, figure, end)) return LimbBeside{*arm, true};
    return LimbBeside{{limbRoot(scene, figure, end), end}};
}

Vec3 boxPlace(const Document& doc, const Evaluation& shown, NodeId beside, double side,
              double figure, const Vec3& otherwise)
{
    const Scene& scene = *doc.scene;
    const Vec3 way = forward(scene, shown);
    Vec3 middle = otherwise + side / 2 * Vec3::UnitY();
    if (const std::optional<LimbBeside> limb = limbBeside(doc, beside)) {
        const Vec3 tip = shown.world[limb->end] * scene[limb->end].bone()->tip;
        const Vec3 end = beforeBody(doc, shown, *limb, tip, way);
        middle =
            withinReach(doc, shown, *limb, end + (side / 2 + kBeforeLimb * figure) * way, side);
    } else if (const std::optional<Vec3> near = beforeArms(scene, shown, side, way)) {
        middle = *near;
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
