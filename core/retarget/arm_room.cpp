#include "core/retarget/arm_room.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright::retarget {

namespace {

constexpr std::size_t kSpotsOfArm = 96;
constexpr int kMostPushes = 40;
constexpr double kNoWay = 1e-4;      ///< [legs] a place that is nearer to the axis goes nowhere
constexpr double kElbowGives = 0.4;  ///< share of the wrist's way that the elbow goes

/// If the place is beneath the skin, it has to move by `out` along `way` [m]. It moves by a share
/// of what the wrist does.
struct Push {
    Vec3 place, way;
    double share = 1, out = 0;
    bool known = false;  ///< it is beneath
};

/// The smallest move of the wrist that does so for all, nearly: the one that lacks most is met,
/// again and again. Only for that one is it found whether it is beneath the skin.
Vec3 leastMove(std::vector<Push> pushes, TrunkSkin& trunk)
{
    Vec3 move = Vec3::Zero();
    for (int round = 0; round < kMostPushes;) {
        double most = 1e-6;
        Push* worst = nullptr;
        for (Push& push : pushes) {
            const double lacks = push.out / push.share - push.way.dot(move);
            if (lacks <= most) continue;
            most = lacks;
            worst = &push;
        }
        if (!worst) break;
        if (!worst->known && !trunk.isBeneath(worst->place)) {
            worst->out = 0;
            worst->way.setZero();
            continue;
        }
        worst->known = true;
        move += most * worst->way;
        ++round;
    }
    return move;
}

/// A hand that crosses the middle goes straight ahead, or back: arms of broad bodies are too short
/// to go round the other side.
Vec3 toOwnSide(const Vec3& way, const Vec3& out)
{
    return way - std::min(0.0, way.dot(out)) * out;
}

}  // namespace

ArmRoom::ArmRoom(const Side& source, const Side& target, const Quat& toTarget) :
    source_(source), target_(target), toTarget_(toTarget),
    trunk_(target.scene, target.figure, target.reference.world)
{
    if (trunk_.empty()) return;
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
        Arm arm;
        arm.side = side == BodySide::Right ? 1 : 0;
        const NodeIndex upper = target.figure.first(onSide(Role::LeftUpperArm, side));
        arm.sourceElbow = source.figure.first(onSide(Role::LeftLowerArm, side));
        arm.sourceHand = source.figure.first(onSide(Role::LeftHand, side));
        arm.spots =
            skinOfForearm(target.scene, target.figure, target.reference.world, side, kSpotsOfArm);
        if (upper == kNoNode || arm.sourceElbow == kNoNode || arm.sourceHand == kNoNode ||
            arm.spots.empty())
            continue;
        arm.below.push_back(upper);
        for (NodeIndex row = upper; row < target.scene.size(); ++row)
            if (target.scene.isAbove(upper, row)) arm.below.push_back(row);
        arms_.push_back(std::move(arm));
    }
}

Vec3 ArmRoom::Axis::awayTo(const Vec3& place) const
{
    const Vec3 to = place - from;
    return to - way * way.dot(to);
}

ArmRoom::Axis ArmRoom::axisOf(const Side& side, const std::vector<WorldTransform>& world)
{
    const auto middle = [&](Role left) -> Vec3 {
        const NodeIndex one = side.figure.first(left), other = side.figure.first(mirrored(left));
        if (one == kNoNode || other == kNoNode) {
            const bool above = left == Role::LeftUpperArm && side.figure.has(Role::Spine);
            return world[above ? side.figure.last(Role::Spine) : side.figure.first(Role::Hips)]
                .position;
        }
        return (world[one].position + world[other].position) / 2;
    };
    const Vec3 from = middle(Role::LeftUpperLeg);
    const Vec3 to = middle(Role::LeftUpperArm) - from;
    return {from, to.norm() > 0 ? Vec3(to.normalized()) : side.reference.up()};
}

HandMoves ArmRoom::movesOut(const std::vector<WorldTransform>& source,
                            const std::vector<Transform>& local, std::vector<WorldTransform>& world)
{
    HandMoves out = noHandMoves();
    if (empty()) return out;
    const Axis theirs = axisOf(source_, source), ours = axisOf(target_, world);
    for (const Arm& arm : arms_) {
        for (std::size_t i = 1; i < arm.below.size(); ++i) {
            const NodeIndex row = arm.below[i];
            world[row] = world[target_.scene[row].parent] * local[row];
        }
        out[arm.side] = moveOut(arm, source, theirs, ours, world);
    }
    return out;
}

HandMoves ArmRoom::inBody(const HandMoves& moves, const std::vector<WorldTransform>& world) const
{
    HandMoves out = moves;
    for (const Arm& arm : arms_)
        if (const NodeIndex above = target_.scene[arm.below.front()].parent; above != kNoNode)
            out[arm.side] = world[above].rotation.conjugate() * moves[arm.side];
    return out;
}

Vec3 ArmRoom::moveOut(const Arm& arm, const std::vector<WorldTransform>& source, const Axis& theirs,
                      const Axis& ours, const std::vector<WorldTransform>& world)
{
    const Vec3 out = ours.awayTo(world[arm.below.front()].position).normalized();
    const Vec3 elbow = source[arm.sourceElbow].position, hand = source[arm.sourceHand].position;
    std::vector<Push> pushes;
    for (const ArmSpot& spot : arm.spots) {
        const Vec3 away = toTarget_ * theirs.awayTo(elbow + spot.along * (hand - elbow));
        const Vec3 level = toOwnSide(away - ours.way * ours.way.dot(away), out);
        if (!(level.norm() > kNoWay * target_.reference.leg)) continue;
        const Vec3 way = level.normalized();
        const Vec3 place = world[spot.row] * spot.at;
        if (const double far = trunk_.wayOut(place, way); far > 0)
            pushes.push_back(
                {place, way, kElbowGives + (1 - kElbowGives) * std::min(1.0, spot.along), far});
    }
    return leastMove(std::move(pushes), trunk_);
}

}  // namespace posewright::retarget
