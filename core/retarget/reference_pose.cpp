#include "core/retarget/reference_pose.h"

#include "core/evaluate/evaluate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace posewright::retarget {

namespace {

constexpr double kNearAxis =
    0.8660254;  ///< cos 30 degrees; a figure that leans less counts as upright
constexpr double kTooShort = 1e-9;
constexpr double kBall = 0.7;  ///< from the ankle to the tip of a foot without toes

Vec3 unitOr(const Vec3& v, const Vec3& otherwise)
{
    const double length = v.norm();
    return length > kTooShort ? Vec3(v / length) : otherwise;
}

/// The world axis near a direction; the direction itself if none is near.
Vec3 nearestAxis(const Vec3& direction)
{
    for (int axis = 0; axis < 3; ++axis)
        if (std::abs(direction[axis]) >= kNearAxis)
            return std::copysign(1.0, direction[axis]) * Vec3::Unit(axis);
    return direction;
}

std::optional<Vec3> middle(const std::vector<WorldTransform>& world, NodeIndex a, NodeIndex b)
{
    if (a == kNoNode || b == kNoNode) return {};
    return Vec3((world[a].position + world[b].position) / 2);
}

/// From right to left, summed over the pairs of limbs.
Vec3 acrossOf(const Figure& figure, const std::vector<WorldTransform>& world)
{
    Vec3 across = Vec3::Zero();
    const auto add = [&](Role role) {
        const NodeIndex left = figure.first(role), right = figure.first(mirrored(role));
        if (left != kNoNode && right != kNoNode)
            across += world[left].position - world[right].position;
    };
    for (const Role role : {Role::LeftUpperLeg, Role::LeftUpperArm}) add(role);
    // The thighs may start at the same place.
    if (across.norm() < kTooShort)
        for (const Role role : {Role::LeftLowerLeg, Role::LeftHand}) add(role);
    return across;
}

Mat3 bodyOf(const Figure& figure, const std::vector<WorldTransform>& world)
{
    const Vec3 low = middleOfThighs(figure, world);
    std::optional<Vec3> high =
        middle(world, figure.first(Role::LeftUpperArm), figure.first(Role::RightUpperArm));
    for (const Role role : {Role::Neck, Role::Head, Role::Spine})
        if (!high && figure.has(role)) high = world[figure.last(role)].position;
    const Vec3 up = high ? nearestAxis(unitOr(*high - low, Vec3::UnitY())) : Vec3::UnitY();
    Vec3 across = acrossOf(figure, world);
    across -= up * up.dot(across);
    Vec3 fallback = Vec3::UnitX() - up * up.x();
    if (fallback.norm() < 0.5) fallback = Vec3::UnitZ() - up * up.z();
    Mat3 body;
    body.col(0) = unitOr(across, fallback.normalized());
    body.col(1) = up;
    body.col(2) = body.col(0).cross(up);
    return body;
}

/// The lowest points to consider: a foot, its toes, and everything below them.
/// @param toes  kNoNode: none
std::vector<SolePoint> pointsOf(const Scene& scene, const ReferencePose& reference, NodeIndex foot,
                                NodeIndex toes)
{
    std::vector<SolePoint> points;
    double lowest = std::numeric_limits<double>::infinity();
    const auto add = [&](NodeIndex row, const Vec3& at) {
        points.push_back({row, at, reference.height(reference.world[row] * at)});
        lowest = std::min(lowest, points.back().rests);
    };
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        if (row != foot && row != toes && !scene.isAbove(foot, row) && !scene.isAbove(toes, row))
            continue;
        add(row, Vec3::Zero());
        if (const BonePart* bone = scene[row].bone(); bone && bone->tipGiven) add(row, bone->tip);
    }
    for (SolePoint& point : points) point.rests -= lowest;
    return points;
}

/// How far a foot, its toes and everything below them reach below the ankle.
double soleBelow(const Scene& scene, const ReferencePose& reference, NodeIndex foot, NodeIndex toes)
{
    for (const SolePoint& point : pointsOf(scene, reference, foot, toes))
        if (point.row == foot && point.at.isZero()) return point.rests;
    return 0;
}

void measureLegs(const Scene& scene, const Figure& figure, ReferencePose& reference)
{
    double leg = 0, ankle = 0;
    int found = 0;
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
        const NodeIndex upper = figure.first(onSide(Role::LeftUpperLeg, side)),
                        lower = figure.first(onSide(Role::LeftLowerLeg, side));
        const auto& world = reference.world;
        const std::optional<LegEnd> end = reference.legEnds[side == BodySide::Right ? 1 : 0] =
            legEnd(scene, figure, world, reference.up(), side);
        if (upper == kNoNode || lower == kNoNode || !end) continue;
        leg += (world[lower].position - world[upper].position).norm() +
               (end->in(world)-world[lower].position).norm();
        if (end->foot)
            ankle +=
                soleBelow(scene, reference, end->row, figure.first(onSide(Role::LeftToes, side)));
        ++found;
    }
    if (found > 0 && leg > kTooShort) {
        reference.ankle = ankle / found;
        reference.leg = leg / found + reference.ankle;
        reference.legs = true;
        return;
    }
    // Figures without legs are compared by the distance of their bones from the hips.
    double farthest = 0;
    const Vec3 from = reference.world[figure.first(Role::Hips)].position;
    for (const Role role : allRoles())
        for (const NodeIndex row : figure.bones(role))
            farthest = std::max(farthest, (reference.world[row].position - from).norm());
    if (farthest > kTooShort) reference.leg = farthest;
}

/// The next role in the chain.
std::optional<Role> nextOf(Role role)
{
    switch (onSide(sideOf(role) == BodySide::Right ? mirrored(role) : role, BodySide::Left)) {
    case Role::LeftShoulder: return onSide(Role::LeftUpperArm, sideOf(role));
    case Role::LeftUpperArm: return onSide(Role::LeftLowerArm, sideOf(role));
    case Role::LeftLowerArm: return onSide(Role::LeftHand, sideOf(role));
    case Role::LeftUpperLeg: return onSide(Role::LeftLowerLeg, sideOf(role));
    case Role::LeftLowerLeg: return onSide(Role::LeftFoot, sideOf(role));
    case Role::LeftFoot: return onSide(Role::LeftToes, sideOf(role));
    default: return {};
    }
}

std::optional<Vec3> toTip(const Scene& scene, const ReferencePose& reference, NodeIndex row)
{
    const BonePart* bone = scene[row].bone();
    if (!bone || bone->tip.norm() < kTooShort) return {};
    return Vec3(reference.world[row].linear * bone->tip);
}

}  // namespace

Vec3 middleOfThighs(const Figure& figure, const std::vector<WorldTransform>& world)
{
    const auto thighs =
        middle(world, figure.first(Role::LeftUpperLeg), figure.first(Role::RightUpperLeg));
    return thighs ? *thighs : world[figure.first(Role::Hips)].position;
}

std::vector<SolePoint> solesOf(const Scene& scene, const Figure& figure,
                               const ReferencePose& reference)
{
    std::vector<SolePoint> soles;
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
        const NodeIndex foot = figure.first(onSide(Role::LeftFoot, side)),
                        toes = figure.first(onSide(Role::LeftToes, side));
        if (const auto& end = reference.legEnd(side); end && !end->foot)
            soles.push_back({end->row, end->at, 0});
        if (foot == kNoNode) continue;
        const double ankle = soleBelow(scene, reference, foot, toes);
        for (SolePoint point : pointsOf(scene, reference, foot, toes)) {
            const bool head = point.at.isZero();
            if (!head && (point.row != foot || toes != kNoNode)) continue;
            if (head && point.row != foot && point.row != toes) continue;
            if (!head) {
                point.at *= kBall;
                point.rests = ankle + kBall * (point.rests - ankle);
            }
            if (const auto& stance = reference.standingOf(side))
                point.rests = point.row == foot && head ? stance->ankle : stance->ball;
            soles.push_back(point);
        }
    }
    return soles;
}

double bootsOf(const Scene& scene, const Figure& figure, const ReferencePose& reference)
{
    double sum = 0;
    int feet = 0;
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
        const NodeIndex foot = figure.first(onSide(Role::LeftFoot, side)),
                        shin = figure.first(onSide(Role::LeftLowerLeg, side));
        if (foot == kNoNode || shin == kNoNode) continue;
        const Vec3& ankle = reference.world[foot].position;
        const double joints =
            soleBelow(scene, reference, foot, figure.first(onSide(Role::LeftToes, side)));
        const auto lowest = lowestVertex(scene, foot, reference.world, reference.up());
        const double below = lowest ? reference.height(ankle) - *lowest : 0;
        ++feet;
        if (below < (ankle - reference.world[shin].position).norm())
            sum += std::max(0.0, below - joints);
    }
    return feet > 0 ? sum / feet : 0;
}

ReferencePose referencePoseOf(const Scene& scene, const Figure& figure,
                              const std::vector<Transform>& local)
{
    ReferencePose reference;
    reference.world = worldTransforms(scene, local);
    reference.body = bodyOf(figure, reference.world);
    measureLegs(scene, figure, reference);
    return reference;
}

bool stands(const ReferencePose& reference, const Figure& figure)
{
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
        const NodeIndex upper = figure.first(onSide(Role::LeftUpperLeg, side)),
                        lower = figure.first(onSide(Role::LeftLowerLeg, side));
        if (upper == kNoNode || lower == kNoNode) continue;
        const Vec3 down = reference.world[lower].position - reference.world[upper].position;
        if (-reference.up().dot(down) < 0.5 * down.norm()) return false;
    }
    return true;
}

namespace {

/// The local rotation in the bind pose for a joint without a bound joint above. Files do not say
/// whether a skin is bound in the space of the joint's parent or in the world; the result nearer to
/// the rest pose wins.
Quat boundTop(const Affine& bound, NodeIndex parent, const std::vector<WorldTransform>& rest,
              const Quat& local)
{
    Mat3 turn, stretch;
    bound.computeRotationScaling(&turn, &stretch);
    const Quat inParent = Quat(turn).normalized();
    if (!inParent.coeffs().allFinite() || parent == kNoNode)
        return inParent.coeffs().allFinite() ? inParent : local;
    const Quat inWorld = (rest[parent].rotation.conjugate() * inParent).normalized();
    return local.angularDistance(inWorld) < local.angularDistance(inParent) ? inWorld : inParent;
}

void setBetween(Transform& local, const Affine& between)
{
    if (!between.matrix().allFinite()) return;
    Mat3 turn, stretch;
    between.computeRotationScaling(&turn, &stretch);
    local.rotation = Quat(turn).normalized();
    local.translation = between.translation();
}

/// The joints in the space of the skins; empty if no skin contains the hips. A character often has
/// several skins: those that share a joint with the first one at the same place are added.
std::vector<std::optional<Affine>> boundJoints(const Scene& scene, NodeIndex hips)
{
    using Bound = std::vector<std::pair<NodeIndex, Affine>>;
    std::vector<Bound> skins;
    for (const Skin& skin : scene.skins()) {
        Bound& joints = skins.emplace_back();
        for (std::size_t i = 0; i < std::min(skin.joints.size(), skin.inverseBind.size()); ++i)
            if (const NodeIndex row = scene.find(skin.joints[i]); row != kNoNode)
                joints.emplace_back(row, Affine(skin.inverseBind[i].cast<double>().inverse()));
    }
    const auto holdsHips = [&](const Bound& joints) {
        return std::any_of(joints.begin(), joints.end(),
                           [&](const auto& joint) { return joint.first == hips; });
    };
    const auto first = std::find_if(skins.begin(), skins.end(), holdsHips);
    if (hips == kNoNode || first == skins.end()) return {};
    std::vector<std::optional<Affine>> bound(static_cast<std::size_t>(scene.size()));
    const auto agrees = [&](const Bound& joints) {
        bool common = false;
        for (const auto& [row, place] : joints) {
            if (!bound[row]) continue;
            common = true;
            if (!bound[row]->matrix().isApprox(place.matrix(), 1e-4)) return false;
        }
        return common;
    };
    for (const auto& [row, place] : *first) bound[row] = place;
    for (const Bound& joints : skins)
        if (agrees(joints))
            for (const auto& [row, place] : joints)
                if (!bound[row]) bound[row] = place;
    return bound;
}

}  // namespace

std::vector<Transform> bindPose(const Scene& scene, const Figure& figure)
{
    const std::vector<std::optional<Affine>> bound = boundJoints(scene, figure.first(Role::Hips));
    if (bound.empty()) return {};
    std::vector<Transform> local = restPose(scene);
    std::vector<WorldTransform> world(static_cast<std::size_t>(scene.size()));
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const NodeIndex parent = scene[row].parent;
        if (bound[row] && (parent == kNoNode || !bound[parent]))
            local[row].rotation = boundTop(*bound[row], parent, world, local[row].rotation);
        else if (bound[row])
            setBetween(local[row], bound[parent]->inverse() * *bound[row]);
        world[row] = (parent == kNoNode ? WorldTransform{} : world[parent]) * local[row];
    }
    return local;
}

std::vector<Transform> standingPose(const Document& doc, const Figure& figure)
{
    const Scene& scene = *doc.scene;
    const auto standsIn = [&](const std::vector<Transform>& pose) {
        return !pose.empty() && stands(referencePoseOf(scene, figure, pose), figure);
    };
    for (std::vector<Transform> pose : {bindPose(scene, figure), restPose(scene)})
        if (standsIn(pose)) return pose;
    std::vector<Transform> first = evaluate(doc, doc.playback.start).local;
    return standsIn(first) ? first : restPose(scene);
}

std::optional<Vec3> directionOf(const Scene& scene, const Figure& figure,
                                const ReferencePose& reference, Role role, std::size_t bone)
{
    const std::vector<NodeIndex>& bones = figure.bones(role);
    if (bone >= bones.size()) return {};
    const Vec3 from = reference.world[bones[bone]].position;
    const auto to = [&](NodeIndex row) -> std::optional<Vec3> {
        const Vec3 way = reference.world[row].position - from;
        if (way.norm() < kTooShort) return {};
        return way;
    };
    if (bone + 1 < bones.size()) return to(bones[bone + 1]);
    if (isFinger(role)) return toTip(scene, reference, bones[bone]);
    if (const std::optional<Role> next = nextOf(role)) {
        if (figure.has(*next)) return to(figure.first(*next));
        if (const auto& end = reference.legEnd(sideOf(role)); end && end->row == bones[bone])
            return Vec3(end->in(reference.world) - from);
        return role == Role::LeftFoot || role == Role::RightFoot
                   ? toTip(scene, reference, bones[bone])
                   : std::nullopt;
    }
    return {};
}

}  // namespace posewright::retarget
