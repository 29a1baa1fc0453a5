#include "core/retarget/way.h"

#include "core/math/rotation.h"
#include "core/retarget/limb.h"

#include <algorithm>
#include <cmath>

namespace posewright::retarget {

namespace {

constexpr double kUsualStance = 0.06;  ///< of the leg: by so much feet stand wider or narrower

}  // namespace

Way::Way(const Side& source, const Side& target, const Options& options) :
    source_(source), target_(target), options_(options),
    toTarget_(Quat(Mat3(target.stance.body * source.stance.body.transpose())).normalized()),
    scale_(target.stance.leg / source.stance.leg)
{
    const std::vector<Quat> turns = alignment(source_, target_, toTarget_);
    feeds_ = feedsOf(source_, target_, turns);
    if (source.stance.legs && target.stance.legs && options_.feetByGoals) {
        addLimb(legs_, Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot, turns);
    }
    if (options_.handsByGoals)
        addLimb(arms_, Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand, turns);
    const NodeIndex hips = target_.figure.first(Role::Hips);
    hipsFromMiddle_ = target_.stance.world[hips].rotation.conjugate() *
                      (target_.stance.world[hips].position -
                       middleOfThighs(target_.figure, target_.stance.world));
    still_ = options_.travel == Travel::InPlace;
}

std::vector<NodeIndex> Way::placed() const
{
    std::vector<NodeIndex> rows{target_.figure.first(Role::Hips)};
    for (const Limb& leg : legs_)
        if (leg.alone) rows.push_back(leg.end);
    return rows;
}

void Way::pose(const std::vector<WorldTransform>& source, std::vector<Transform>& local,
               std::vector<WorldTransform>& world) const
{
    local = rest_;
    std::size_t next = 0;
    const Vec3 middle = middleIn(source);
    for (NodeIndex row = 0; row < target_.scene.size(); ++row) {
        const NodeIndex parent = target_.scene[row].parent;
        const WorldTransform above = parent == kNoNode ? WorldTransform{} : world[parent];
        if (next < feeds_.size() && feeds_[next].row == row) {
            const Quat turned = (turnOf(feeds_[next], source) * feeds_[next].reference);
            local[row].rotation = (above.rotation.conjugate() * turned).normalized();
            if (row == target_.figure.first(Role::Hips))
                local[row].translation =
                    above.linear.inverse() * (middle + turned * hipsFromMiddle_ - above.position);
            ++next;
        }
        world[row] = above * local[row];
    }
    for (const Limb& leg : legs_) bring(leg, ankleGoal(leg, source, middle), local, world);
    for (const Limb& arm : arms_) {
        const Vec3 reached = source[arm.sourceEnd].position - source[arm.sourceUpper].position;
        bring(arm, world[arm.upper].position + arm.scale * (toTarget_ * reached), local, world);
    }
}

std::optional<double> Way::clearance(const std::vector<WorldTransform>& source) const
{
    std::optional<double> lowest;
    for (const Role role : {Role::LeftFoot, Role::RightFoot}) {
        if (!source_.figure.has(role)) continue;
        const double height = source_.stance.height(source[source_.figure.first(role)].position) -
                              source_.stance.ankle;
        lowest = lowest ? std::min(*lowest, height) : height;
    }
    return lowest;
}

Quat Way::turnOf(const Feed& feed, const std::vector<WorldTransform>& source) const
{
    const auto of = [&](NodeIndex row) {
        return source[row].rotation * source_.stance.world[row].rotation.conjugate();
    };
    Quat turn = of(feed.to);
    if (feed.from != feed.to && feed.share < 1) turn = slerp(of(feed.from), turn, feed.share);
    return (toTarget_ * turn * toTarget_.conjugate()).normalized();
}

Vec3 Way::middleIn(const std::vector<WorldTransform>& source) const
{
    const Vec3 place = middleOfThighs(source_.figure, source);
    const Vec3 up = source_.stance.up();
    const double height = up.dot(place) - ground_;
    const Vec3 across = place - up * up.dot(place);
    const Vec3 scaled = toTarget_ * across * (options_.travel == Travel::AsItIs ? 1 : scale_);
    const Vec3 lifted = target_.stance.up() * (scale_ * height);
    if (!still_) return scaled + lifted;
    const Vec3 stays = middleOfThighs(target_.figure, target_.stance.world);
    return stays - target_.stance.up() * target_.stance.height(stays) + lifted;
}

Vec3 Way::ankleGoal(const Limb& leg, const std::vector<WorldTransform>& source,
                    const Vec3& middle) const
{
    const Vec3 from = source[leg.sourceEnd].position - middleOfThighs(source_.figure, source);
    const double lift = target_.stance.ankle - scale_ * source_.stance.ankle;
    Vec3 goal = middle + scale_ * (toTarget_ * from) + lift * target_.stance.up();
    if (leg.aside != 0) goal += leg.aside * leftOf(source);
    return goal;
}

Vec3 Way::leftOf(const std::vector<WorldTransform>& source) const
{
    const NodeIndex hips = source_.figure.first(Role::Hips);
    const Quat turn = source[hips].rotation * source_.stance.world[hips].rotation.conjugate();
    const Vec3 up = target_.stance.up();
    const Vec3 left = toTarget_ * (turn * source_.stance.body.col(0));
    const Vec3 level = left - up * up.dot(left);
    return level.norm() > 0.1 ? Vec3(level.normalized()) : Vec3::Zero();
}

double Way::asideOf(const Limb& leg) const
{
    const auto out = [](const Side& side, NodeIndex foot) {
        const Vec3 from =
            side.stance.world[foot].position - middleOfThighs(side.figure, side.stance.world);
        return side.stance.body.col(0).dot(from);
    };
    const double more = out(target_, leg.end) - scale_ * out(source_, leg.sourceEnd);
    const double usual = kUsualStance * target_.stance.leg;
    return std::copysign(std::max(0.0, std::abs(more) - usual), more);
}

void Way::bring(const Limb& limb, const Vec3& goal, std::vector<Transform>& local,
                std::vector<WorldTransform>& world) const
{
    const LimbPose pose{world[limb.upper].position, world[limb.lower].position,
                        limb.alone ? world[limb.lower] * limb.tip : world[limb.end].position};
    const LimbTurn turn = reach(pose, goal, world[limb.upper].rotation * limb.hinge);
    const Quat upper = (turn.upper * world[limb.upper].rotation).normalized(),
               lower = (turn.lower * world[limb.lower].rotation).normalized(),
               end = world[limb.end].rotation;
    set(limb.upper, upper, local, world);
    updateBetween(limb.upper, limb.lower, local, world);
    set(limb.lower, lower, local, world);
    if (!limb.alone)
        updateBetween(limb.lower, limb.end, local, world);
    else
        place(limb.end, world[limb.lower] * limb.tip, local, world);
    set(limb.end, end, local, world);
}

void Way::place(NodeIndex row, const Vec3& at, std::vector<Transform>& local,
                const std::vector<WorldTransform>& world) const
{
    const NodeIndex parent = target_.scene[row].parent;
    const WorldTransform above = parent == kNoNode ? WorldTransform{} : world[parent];
    local[row].translation = above.linear.inverse() * (at - above.position);
}

void Way::set(NodeIndex row, const Quat& rotation, std::vector<Transform>& local,
              std::vector<WorldTransform>& world) const
{
    const NodeIndex parent = target_.scene[row].parent;
    const Quat above = parent == kNoNode ? Quat::Identity() : world[parent].rotation;
    local[row].rotation = (above.conjugate() * rotation).normalized();
    world[row] = (parent == kNoNode ? WorldTransform{} : world[parent]) * local[row];
}

void Way::updateBetween(NodeIndex top, NodeIndex end, const std::vector<Transform>& local,
                        std::vector<WorldTransform>& world) const
{
    const NodeIndex parent = target_.scene[end].parent;
    if (parent != top) updateBetween(top, parent, local, world);
    world[end] = world[parent] * local[end];
}

void Way::addLimb(std::vector<Limb>& to, Role upper, Role lower, Role end,
                  const std::vector<Quat>& turns)
{
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
        const auto both = [&](Role role) {
            return source_.figure.has(onSide(role, side)) && target_.figure.has(onSide(role, side));
        };
        if (!both(upper) || !both(lower) || !both(end)) continue;
        Limb limb;
        limb.upper = target_.figure.first(onSide(upper, side));
        limb.lower = target_.figure.first(onSide(lower, side));
        limb.end = target_.figure.first(onSide(end, side));
        limb.alone = !target_.scene.isAbove(limb.upper, limb.end);
        if (!target_.scene.isAbove(limb.upper, limb.lower) ||
            (!limb.alone && !target_.scene.isAbove(limb.lower, limb.end)))
            continue;
        const WorldTransform& shin = target_.stance.world[limb.lower];
        limb.tip =
            shin.linear.inverse() * (target_.stance.world[limb.end].position - shin.position);
        limb.sourceUpper = source_.figure.first(onSide(upper, side));
        limb.sourceEnd = source_.figure.first(onSide(end, side));
        const NodeIndex middle = source_.figure.first(onSide(lower, side));
        const double theirs = lengthOf(source_, limb.sourceUpper, middle, limb.sourceEnd);
        if (!(theirs > 0)) continue;
        if (end == Role::LeftFoot) limb.aside = asideOf(limb);
        limb.scale = lengthOf(target_, limb.upper, limb.lower, limb.end) / theirs;
        // Knees bend to the front, elbows to the back.
        const Vec3 bend = target_.stance.body.col(2) * (upper == Role::LeftUpperLeg ? 1.0 : -1.0);
        limb.hinge = (turns[limb.upper] * target_.stance.world[limb.upper].rotation).conjugate() *
                     (turns[limb.upper] * bend);
        to.push_back(limb);
    }
}

double Way::lengthOf(const Side& side, NodeIndex upper, NodeIndex lower, NodeIndex end)
{
    const std::vector<WorldTransform>& world = side.stance.world;
    return (world[lower].position - world[upper].position).norm() +
           (world[end].position - world[lower].position).norm();
}

}  // namespace posewright::retarget
