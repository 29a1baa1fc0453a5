#include "core/retarget/figure_mapping.h"

#include "core/math/rotation.h"
#include "core/retarget/limb.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace posewright::retarget {

namespace {

constexpr double kSameRest = 1e-6;  ///< [rad]

bool hasThighs(const Figure& figure)
{
    return figure.has(Role::LeftUpperLeg) && figure.has(Role::RightUpperLeg);
}

/// Length along the bones from the hips, independent of the pose. [m]
double wayFromHips(const Side& side, NodeIndex row)
{
    const std::vector<WorldTransform>& world = side.reference.world;
    const NodeIndex hips = side.figure.first(Role::Hips);
    if (!side.scene.isAbove(hips, row)) return (world[row].position - world[hips].position).norm();
    double length = 0;
    for (; row != hips; row = side.scene[row].parent)
        length += (world[row].position - world[side.scene[row].parent].position).norm();
    return length;
}

bool hasFeet(const ReferencePose& reference)
{
    const auto foot = [](const std::optional<LegEnd>& end) { return !end || end->foot; };
    return std::ranges::all_of(reference.legEnds, foot);
}

/// The size of the target over that of the source: by the legs, or by all common roles if one has
/// no legs. Legs end at the ankles: with strides in the scale of whole legs, straight legs of a
/// figure with high ankles would be too short for them.
double scaleBetween(const Side& source, const Side& target)
{
    const ReferencePose &from = source.reference, &to = target.reference;
    if (from.legs && to.legs) {
        // The sole of a leg without a foot takes the place of an ankle, but not its height.
        if (!hasFeet(from) || !hasFeet(to)) return to.leg / from.leg;
        return (to.leg - to.ankle) / (from.leg - from.ankle);
    }
    double theirs = 0, ours = 0;
    for (const Role role : allRoles()) {
        if (!source.figure.has(role) || !target.figure.has(role) || role == Role::Hips) continue;
        theirs += wayFromHips(source, source.figure.first(role));
        ours += wayFromHips(target, target.figure.first(role));
    }
    return theirs > 0 && ours > 0 ? ours / theirs : 1;
}

/// Whether a bone of this role continues a leg or an arm.
bool isOfLimb(Role role)
{
    const Role left = sideOf(role) == BodySide::Right ? mirrored(role) : role;
    return left == Role::LeftLowerLeg || left == Role::LeftFoot || left == Role::LeftToes ||
           left == Role::LeftLowerArm || left == Role::LeftHand;
}

/// The bone that a role is attached to: the nearest one that the figure has.
NodeIndex belongsTo(const Figure& figure, Role role)
{
    const BodySide side = sideOf(role);
    const auto on = [&](std::initializer_list<Role> left) {
        for (const Role each : left)
            if (const Role own = sideOf(each) == BodySide::Middle ? each : onSide(each, side);
                figure.has(own))
                return figure.last(own);
        return figure.first(Role::Hips);
    };
    switch (side == BodySide::Right ? mirrored(role) : role) {
    case Role::LeftToes: return on({Role::LeftFoot, Role::LeftLowerLeg, Role::LeftUpperLeg});
    case Role::LeftFoot: return on({Role::LeftLowerLeg, Role::LeftUpperLeg});
    case Role::LeftLowerLeg: return on({Role::LeftUpperLeg});
    case Role::LeftUpperLeg:
    case Role::Spine: return on({});
    case Role::Head: return on({Role::Neck, Role::Spine});
    case Role::Neck:
    case Role::LeftShoulder: return on({Role::Spine});
    case Role::LeftUpperArm: return on({Role::LeftShoulder, Role::Spine});
    case Role::LeftLowerArm: return on({Role::LeftUpperArm, Role::LeftShoulder, Role::Spine});
    case Role::LeftHand:
        return on({Role::LeftLowerArm, Role::LeftUpperArm, Role::LeftShoulder, Role::Spine});
    default: return on({Role::LeftHand, Role::LeftLowerArm, Role::LeftUpperArm});
    }
}

}  // namespace

FigureMapping::FigureMapping(const Side& source, const Side& target, const Options& options,
                             bool alike) :
    source_(source),
    target_(target), options_(options),
    toTarget_(Quat(Mat3(target.reference.body * source.reference.body.transpose())).normalized()),
    scale_(scaleBetween(source, target)),
    byThighs_((!alike || options.travel == Travel::InPlace) && hasThighs(source.figure) &&
              hasThighs(target.figure))
{
    const std::vector<Quat> turns = alignment(source_, target_, toTarget_);
    feeds_ = feedsOf(source_, target_, turns);
    feedOf_.assign(static_cast<std::size_t>(target_.scene.size()), -1);
    for (std::size_t i = 0; i < feeds_.size(); ++i) feedOf_[feeds_[i].row] = static_cast<int>(i);
    addDetached();
    addTwins();
    orderRows();
    soles_ = solesOf(source_.scene, source_.figure, source_.reference);
    if (source.reference.legs && target.reference.legs && options_.feetByGoals && !alike)
        addLegs(turns);
    addSoles();
    findLegRows();
    if (options_.handsByGoals && !alike) addArms(turns);
    findLimits();
    const NodeIndex hips = target_.figure.first(Role::Hips);
    hipsFromMiddle_ =
        target_.reference.world[hips].rotation.conjugate() *
        (target_.reference.world[hips].position - middleOf(target_, target_.reference.world));
    still_ = options_.travel == Travel::InPlace;
    if (alike || !source.reference.legs || !target.reference.legs) return;
    rests_ = target.reference.leg - scale_ * source.reference.leg;
}

std::vector<NodeIndex> FigureMapping::placed() const
{
    std::vector<NodeIndex> rows{target_.figure.first(Role::Hips)};
    for (const DetachedBone& detached : detached_) rows.push_back(detached.row);
    return rows;
}

void FigureMapping::pose(const std::vector<WorldTransform>& source, const Adjusted& adjusted,
                         std::vector<Transform>& local, std::vector<WorldTransform>& world) const
{
    local = rest_;
    const Vec3 middle = middleIn(source);
    const Vec3 raised = middle + adjusted.rise * upOf(source);
    for (const NodeIndex row : order_) poseRow(row, source, raised, local, world);
    for (std::size_t i = 0; i < legs_.size(); ++i) {
        const Footing footing = i < adjusted.footings.size() ? adjusted.footings[i] : Footing{};
        stand(legs_[i],
              ankleGoal(legs_[i], source, middle) +
                  moreLevel(legs_[i], footTurn(legs_[i], source), footing.levels),
              footing, local, world);
    }
    // Toes that are not below a foot move with it.
    for (const DetachedBone& detached : detached_)
        for (const Limb& leg : legs_)
            if (leg.end != kNoNode && detached.on == leg.end)
                place(detached.row, world[detached.on] * detached.offset, local, world);
    for (const Limb& arm : arms_) {
        const NodeIndex above = target_.scene[arm.upper].parent;
        const Quat frame = above == kNoNode ? Quat::Identity() : world[above].rotation;
        const Vec3 goal = wristGoal(arm, source, world), move = frame * adjusted.hands[arm.side];
        bring(arm, keptBent(arm, goal, move, world), local, world);
    }
    keepInLimits(local, world);
}

HipsWish FigureMapping::wishIn(const std::vector<WorldTransform>& source,
                               std::vector<Transform>& local,
                               std::vector<WorldTransform>& world) const
{
    HipsWish wish;
    wish.rests = rests_;
    if (legs_.empty()) return wish;
    local = rest_;
    const Vec3 middle = middleIn(source);
    wish.middle = middle;
    wish.up = upOf(source);
    wish.hips = turnFrom(source_.figure.first(Role::Hips), source);
    wish.left = wish.hips * source_.reference.body.col(0);
    for (const NodeIndex row : legRows_) poseRow(row, source, middle, local, world);
    for (const Limb& leg : legs_) {
        LegWish& one = wish.legs.emplace_back(wishOf(leg, world));
        one.foot = footTurn(leg, source);
        const Vec3 goal = ankleGoal(leg, source, middle), top = world[leg.upper].position;
        one.way = top - goal + stanceOf(leg, one.foot);
        lookAtSole(leg, goal, source, local, world, one);
    }
    return wish;
}

void FigureMapping::poseRow(NodeIndex row, const std::vector<WorldTransform>& source,
                            const Vec3& middle, std::vector<Transform>& local,
                            std::vector<WorldTransform>& world) const
{
    const NodeIndex parent = target_.scene[row].parent;
    const WorldTransform above = parent == kNoNode ? WorldTransform{} : world[parent];
    if (const int at = detachedOf_[row]; at >= 0) {
        const DetachedBone& detached = detached_[at];
        place(row, world[detached.on] * detached.offset, local, world);
        local[row].rotation =
            (above.rotation.conjugate() * world[detached.on].rotation * detached.turn).normalized();
    }
    if (const int at = feedOf_[row]; at >= 0) {
        const Quat turned = turnOf(feeds_[at], source) * feeds_[at].reference;
        local[row].rotation = (above.rotation.conjugate() * turned).normalized();
        if (row == target_.figure.first(Role::Hips))
            local[row].translation =
                above.linear.inverse() * (middle + turned * hipsFromMiddle_ - above.position);
    }
    if (const NodeIndex twin = twinOf_[row]; twin != kNoNode)
        local[row].rotation =
            (source[source_.scene[twin].parent].rotation.conjugate() * source[twin].rotation)
                .normalized();
    world[row] = above * local[row];
}

Vec3 FigureMapping::upOf(const std::vector<WorldTransform>& source) const
{
    return toTarget_ * (turnFrom(source_.figure.first(Role::Hips), source) * hipsUp_);
}

std::optional<double> FigureMapping::clearance(const std::vector<WorldTransform>& source) const
{
    std::optional<double> lowest;
    for (const SolePoint& point : soles_) {
        const double height = source_.reference.height(source[point.row] * point.at) - point.rests;
        lowest = lowest ? std::min(*lowest, height) : height;
    }
    return lowest;
}

Quat FigureMapping::turnOf(const Feed& feed, const std::vector<WorldTransform>& source) const
{
    Quat turn = turnFrom(feed.to, source);
    if (feed.from != feed.to && feed.share < 1)
        turn = slerp(turnFrom(feed.from, source), turn, feed.share);
    turn = (toTarget_ * turn * toTarget_.conjugate()).normalized();
    return feed.row == target_.figure.first(Role::Hips) ? turnOfHips(turn, source) : turn;
}

Vec3 FigureMapping::middleOf(const Side& side, const std::vector<WorldTransform>& world) const
{
    return byThighs_ ? middleOfThighs(side.figure, world)
                     : world[side.figure.first(Role::Hips)].position;
}

Vec3 FigureMapping::middleIn(const std::vector<WorldTransform>& source) const
{
    const Vec3 place = middleOf(source_, source);
    const Vec3 up = source_.reference.up();
    const double height = up.dot(place) - ground_;
    const Vec3 across = place - up * up.dot(place);
    const Vec3 scaled = toTarget_ * across * (options_.travel == Travel::AsItIs ? 1 : scale_);
    const Vec3 lifted = target_.reference.up() * (scale_ * height + boots_);
    if (!still_) return scaled + lifted;
    const Vec3 stays = middleOf(target_, target_.reference.world);
    return stays - target_.reference.up() * target_.reference.height(stays) + lifted;
}

Vec3 FigureMapping::ankleGoal(const Limb& leg, const std::vector<WorldTransform>& source,
                              const Vec3& middle) const
{
    const Vec3 from = source[leg.sourceEnd] * leg.sourceAt - middleOf(source_, source);
    const Quat foot = footTurn(leg, source);
    return middle + scale_ * (toTarget_ * from) +
           toTarget_ * (foot * (leg.higher * source_.reference.up())) + stanceOf(leg, foot);
}

void FigureMapping::bring(const Limb& limb, const Vec3& goal, std::vector<Transform>& local,
                          std::vector<WorldTransform>& world) const
{
    const LimbPose pose{world[limb.upper].position, world[limb.lower].position, endOf(limb, world)};
    const LimbTurn turn = reach(pose, goal, world[limb.upper].rotation * limb.hinge, limb.like);
    const Quat upper = (turn.upper * world[limb.upper].rotation).normalized(),
               lower = (turn.lower * world[limb.lower].rotation).normalized();
    set(limb.upper, upper, local, world);
    updateBetween(limb.upper, limb.lower, local, world);
    const Quat end = limb.end == kNoNode ? lower : world[limb.end].rotation;
    set(limb.lower, lower, local, world);
    if (limb.end == kNoNode) return;
    if (!limb.alone)
        updateBetween(limb.lower, limb.end, local, world);
    else
        place(limb.end, world[limb.lower] * limb.tip, local, world);
    set(limb.end, end, local, world);
}

void FigureMapping::place(NodeIndex row, const Vec3& at, std::vector<Transform>& local,
                          const std::vector<WorldTransform>& world) const
{
    const NodeIndex parent = target_.scene[row].parent;
    const WorldTransform above = parent == kNoNode ? WorldTransform{} : world[parent];
    local[row].translation = above.linear.inverse() * (at - above.position);
}

void FigureMapping::set(NodeIndex row, const Quat& rotation, std::vector<Transform>& local,
                        std::vector<WorldTransform>& world) const
{
    const NodeIndex parent = target_.scene[row].parent;
    const Quat above = parent == kNoNode ? Quat::Identity() : world[parent].rotation;
    local[row].rotation = (above.conjugate() * rotation).normalized();
    world[row] = (parent == kNoNode ? WorldTransform{} : world[parent]) * local[row];
}

void FigureMapping::updateBetween(NodeIndex top, NodeIndex end, const std::vector<Transform>& local,
                                  std::vector<WorldTransform>& world) const
{
    const NodeIndex parent = target_.scene[end].parent;
    if (parent != top) updateBetween(top, parent, local, world);
    world[end] = world[parent] * local[end];
}

void FigureMapping::addDetached()
{
    const Scene& scene = target_.scene;
    const std::vector<WorldTransform>& world = target_.reference.world;
    const NodeIndex hips = target_.figure.first(Role::Hips);
    detachedOf_.assign(static_cast<std::size_t>(scene.size()), -1);
    std::vector<bool> known(static_cast<std::size_t>(scene.size()), false);
    for (const Role role : allRoles())
        for (const NodeIndex row : target_.figure.bones(role)) known[row] = true;
    const auto hangs = [&](NodeIndex row) {
        while (row != kNoNode && !known[row]) row = scene[row].parent;
        return row != kNoNode;
    };
    for (const Role role : allRoles()) {
        const NodeIndex row = target_.figure.first(role);
        if (row == kNoNode || row == hips || scene.isAbove(row, hips)) continue;
        const NodeIndex on = belongsTo(target_.figure, role);
        const bool joined = isOfLimb(role) ? scene.isAbove(on, row) : hangs(scene[row].parent);
        if (joined || scene.isAbove(row, on)) continue;
        DetachedBone detached{row, on};
        detached.offset = world[on].linear.inverse() * (world[row].position - world[on].position);
        detached.turn = (world[on].rotation.conjugate() * world[row].rotation).normalized();
        detachedOf_[row] = static_cast<int>(detached_.size());
        detached_.push_back(detached);
    }
}

void FigureMapping::addTwins()
{
    const Scene &ours = target_.scene, &theirs = source_.scene;
    twinOf_.assign(static_cast<std::size_t>(ours.size()), kNoNode);
    const auto withRole = [](const Side& side) {
        std::vector<bool> has(static_cast<std::size_t>(side.scene.size()), false);
        for (const Role role : allRoles())
            for (const NodeIndex row : side.figure.bones(role)) has[row] = true;
        return has;
    };
    const std::vector<bool> hasRole = withRole(source_), hasOwn = withRole(target_);
    const NodeIndex hips = target_.figure.first(Role::Hips),
                    source = source_.figure.first(Role::Hips);
    for (NodeIndex row = 0; row < ours.size(); ++row) {
        if (!ours[row].bone() || hasOwn[row] || detachedOf_[row] >= 0 || !ours.isAbove(hips, row))
            continue;
        const NodeIndex twin = theirs.find(std::string_view(ours[row].name));
        if (twin == kNoNode || hasRole[twin] || !theirs[twin].bone() ||
            !theirs.isAbove(source, twin))
            continue;
        if (theirs[theirs[twin].parent].name == ours[ours[row].parent].name &&
            theirs[twin].rest.rotation.angularDistance(ours[row].rest.rotation) < kSameRest)
            twinOf_[row] = twin;
    }
}

std::vector<NodeIndex> FigureMapping::twins() const
{
    std::vector<NodeIndex> rows;
    for (NodeIndex row = 0; row < std::ssize(twinOf_); ++row)
        if (twinOf_[row] != kNoNode) rows.push_back(row);
    return rows;
}

void FigureMapping::orderRows()
{
    const Scene& scene = target_.scene;
    std::vector<int> top(static_cast<std::size_t>(scene.size()), -1);
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const NodeIndex parent = scene[row].parent;
        top[row] = detachedOf_[row] >= 0 ? detachedOf_[row] : parent == kNoNode ? -1 : top[parent];
    }
    for (int which = -1; which < static_cast<int>(detached_.size()); ++which)
        for (NodeIndex row = 0; row < scene.size(); ++row)
            if (top[row] == which) order_.push_back(row);
}

void FigureMapping::findLegRows()
{
    std::vector<bool> needed(static_cast<std::size_t>(target_.scene.size()), false);
    const auto need = [&](NodeIndex row) {
        for (; row != kNoNode && !needed[row]; row = target_.scene[row].parent) needed[row] = true;
    };
    need(target_.figure.first(Role::Hips));
    for (const Limb& leg : legs_) {
        need(leg.lower);
        if (!leg.endsAtTip()) need(leg.end);
    }
    for (const NodeIndex toes : bending()) need(toes);
    for (const NodeIndex row : order_)
        if (needed[row]) legRows_.push_back(row);
}

}  // namespace posewright::retarget
