#include "core/operate/keys/first_bend.h"

#include "core/evaluate/places.h"
#include "core/math/rotation.h"
#include "core/retarget/reference_pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <tuple>

namespace posewright::operate {

namespace {

using retarget::Role;

constexpr double kStraight = 0.02;   ///< sine of the bend
constexpr double kElbowsDown = 0.5;  ///< elbows also go down, for arms that reach to the front
constexpr double kOnItsLine = 1e-3;  ///< share of the limb's length

constexpr std::size_t kMostKeys = 16;  ///< of a target that may still be on a straight limb

bool isStraightAt(const Document& doc, const StraightLimb& limb, double frame,
                  const edit::Context& context)
{
    const auto shown = placesOf(doc, limb.joints, frame, context.memo);
    return shown && areStraight((*shown)[0].world.position, (*shown)[1].world.position,
                                (*shown)[2].world.position);
}

/// The limb of a target that nothing has bent before this frame's key.
std::optional<StraightLimb> unbentLimb(const Document& doc, const Constraint& target, double frame,
                                       const edit::Context& context)
{
    const Scene& scene = *doc.scene;
    const Clip& clip = doc.clip();
    if (!target.reaches() || target.rootMoves) return {};
    if (target.pole != NodeId::None && clip.track(target.pole)) return {};
    const std::vector<NodeIndex> path =
        scene.path(scene.find(target.root), scene.find(target.effector));
    if (std::ranges::any_of(path, [&](NodeIndex row) { return clip.track(scene[row].id); }))
        return {};
    auto limb = straightLimb(scene, path);
    const Track* track = clip.track(target.target);
    if (!limb || !track) return limb;
    std::vector<double> frames = keyFrames(*track);
    if (frames.size() > kMostKeys) return {};
    frames.push_back(frame);
    const auto isStraight = [&](double at) { return isStraightAt(doc, *limb, at, context); };
    return std::ranges::all_of(frames, isStraight) ? limb : std::nullopt;
}

/// The turn of a joint that brings it to this rotation in the world. Offsets are applied on the
/// right (core/motion/hint.h).
KeyHint::Joint bentTo(NodeId joint, const Quat& base, const Quat& world)
{
    KeyHint::Joint out;
    out.joint = joint;
    out.turn = (base.conjugate() * world).normalized();
    return out;
}

/// The limb's pose at its target, bent from the straight one without any twist: the middle joint
/// first goes to its side, then the limb turns to the target by the least arc. Nullopt if the
/// straight limb points to that side.
std::optional<KeyHint> bendAt(const Document& after, const StraightLimb& limb, double frame,
                              const edit::Context& context)
{
    const Scene& scene = *after.scene;
    const std::array<NodeIndex, 4> rows{limb.joints[0], limb.joints[1], limb.joints[2], limb.hips};
    const auto shown = placesOf(after, rows, frame, context.memo);
    if (!shown) return {};
    const std::vector<Place> base = basePlacesOf(after, rows, frame),
                             rest = restPlacesOf(scene, rows);
    const auto& [root, middle, end, hips] =
        std::tie((*shown)[0], (*shown)[1], (*shown)[2], (*shown)[3]);
    const Vec3 way = end.world.position - root.world.position;
    const double upper = (middle.world.position - root.world.position).norm(),
                 lower = (end.world.position - middle.world.position).norm(), far = way.norm();
    if (!(far > kOnItsLine * (upper + lower))) return {};
    // Where the upper bone would be without its target.
    const Quat straight =
        root.world.rotation * root.local.rotation.conjugate() * base[0].local.rotation;
    const Vec3 along = (straight * base[1].local.translation).normalized();
    const Vec3 side = hips.world.rotation * rest[3].world.rotation.conjugate() * limb.bends;
    const Vec3 axis = side.cross(along);
    if (!(axis.norm() > kOnItsLine)) return {};
    const auto corner = [](double a, double b, double opposite) {
        return std::acos(
            std::clamp((a * a + b * b - opposite * opposite) / (2 * a * b), -1.0, 1.0));
    };
    const auto about = [axis = Vec3(axis.normalized())](double angle) {
        return Quat(Eigen::AngleAxisd(angle, axis));
    };
    const Quat first = leastArc(along, way.normalized()) * about(-corner(upper, far, lower));
    const Quat bend = about(std::numbers::pi - corner(upper, lower, far));
    const Quat top = first * straight;
    KeyHint hint;
    hint.frame = frame;
    const auto id = [&](std::size_t i) { return scene[rows[i]].id; };
    hint.joints = {bentTo(id(0), straight, top),
                   bentTo(id(1), top * base[1].local.rotation,
                          first * bend * straight * base[1].local.rotation),
                   bentTo(id(2), Quat::Identity(), Quat::Identity())};
    return hint;
}

}  // namespace

bool areStraight(const Vec3& root, const Vec3& middle, const Vec3& end)
{
    const Vec3 upper = middle - root, lower = end - middle;
    const double size = upper.norm() * lower.norm();
    return size > 0 && upper.cross(lower).norm() < kStraight * size && upper.dot(lower) > 0;
}

std::optional<StraightLimb> straightLimb(const Scene& scene, std::span<const NodeIndex> joints)
{
    if (joints.size() != 3) return {};
    const std::vector<Place> rest = restPlacesOf(scene, joints);
    if (!areStraight(rest[0].world.position, rest[1].world.position, rest[2].world.position))
        return {};
    for (const retarget::Figure& figure : retarget::figuresOf(scene)) {
        const auto ends = [&](Role left) {
            return figure.first(left) == joints[2] ||
                   figure.first(retarget::mirrored(left)) == joints[2];
        };
        const bool arm = ends(Role::LeftHand), leg = ends(Role::LeftFoot);
        if (!arm && !leg) continue;
        const retarget::ReferencePose reference =
            retarget::referencePoseOf(scene, figure, restPose(scene));
        const Vec3 front = reference.body.col(2);
        return StraightLimb{{joints[0], joints[1], joints[2]},
                            figure.first(Role::Hips),
                            leg ? front : Vec3(-front - kElbowsDown * reference.up())};
    }
    return {};
}

Edits bentFirst(const Document& before, const Edits& edits, const edit::Context& context)
{
    std::map<ConstraintId, std::pair<StraightLimb, double>> first;
    for (const edit::Edit& each : edits) {
        const auto* key = std::get_if<edit::SetTargetKey>(&each);
        const Constraint* target = key ? findConstraint(*before.rig, key->target) : nullptr;
        if (!target || first.contains(target->id)) continue;
        if (const auto limb = unbentLimb(before, *target, key->frame, context))
            first.emplace(target->id, std::pair(*limb, key->frame));
    }
    if (first.empty()) return edits;
    const Result<Document> after = edit::applyEach(before, edits, context);
    if (!after) return edits;
    edit::PutKeys bends;
    bends.hints.emplace();
    for (const auto& [target, limb] : first)
        if (const auto hint = bendAt(*after, limb.first, limb.second, context))
            bends.hints->push_back({findConstraint(*after->rig, target)->target, *hint});
    if (bends.hints->empty()) return edits;
    Edits out = edits;
    out.emplace_back(std::move(bends));
    return out;
}

}  // namespace posewright::operate
