#include "core/math/rotation.h"
#include "core/retarget/figure_mapping.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace posewright::retarget {

namespace {

constexpr double kStandsLow = 0.02;  ///< of the leg; lower feet of the source stand
constexpr double kPivot = 0.2;       ///< of the way from below the ankle to the ball
constexpr double kMostSag = 0.1;     ///< of the leg
constexpr int kLiftRounds = 3;       ///< the shin moves a little of a boot, too
constexpr int kHalvings = 12;        ///< halvings of the toes' angle
constexpr double kSameLift = 1e-5;   ///< [legs]
constexpr double kClearOf = 1e-9;    ///< [legs]
constexpr double kUnbent = 1e-9;     ///< [rad]

/// The least share in [0, 1] at which it is clear, if it is at 1 and all above.
template <class IsClear>
double leastShare(IsClear isClear)
{
    double low = 0, high = 1;
    if (isClear(low)) return 0;
    for (int round = 0; round < kHalvings; ++round) {
        const double middle = (low + high) / 2;
        (isClear(middle) ? high : low) = middle;
    }
    return high;
}

}  // namespace

void FigureMapping::addSoles()
{
    for (Limb& leg : legs_) {
        if (leg.endsAtTip()) continue;
        for (const BodySide side : {BodySide::Left, BodySide::Right}) {
            if (target_.figure.first(onSide(Role::LeftFoot, side)) != leg.end) continue;
            auto room = soleRoomOf(target_.scene, target_.figure, target_.reference, side);
            if (!room) continue;
            Sole sole{*std::move(room), {}};
            for (const SolePoint& point : soles_)
                for (const Role role : {Role::LeftLowerLeg, Role::LeftFoot, Role::LeftToes})
                    if (source_.figure.first(onSide(role, side)) == point.row)
                        sole.source.push_back(point);
            leg.sole = static_cast<int>(rooms_.size());
            rooms_.push_back(std::move(sole));
        }
    }
}

std::vector<NodeIndex> FigureMapping::bending() const
{
    std::vector<NodeIndex> rows;
    for (const Sole& sole : rooms_)
        if (sole.room.toes() != kNoNode) rows.push_back(sole.room.toes());
    return rows;
}

std::optional<double> FigureMapping::clearanceOf(const Sole& sole,
                                                 const std::vector<WorldTransform>& source) const
{
    std::optional<double> lowest;
    for (const SolePoint& point : sole.source) {
        const double height = source_.reference.height(source[point.row] * point.at) - point.rests;
        lowest = lowest ? std::min(*lowest, height) : height;
    }
    return lowest;
}

double FigureMapping::floorAt(const std::optional<double>& clearance) const
{
    return clearance ? std::min(0.0, scale_ * (*clearance - ground_)) : 0;
}

void FigureMapping::carry(const SoleRoom& room, const std::vector<Transform>& local,
                          std::vector<WorldTransform>& world) const
{
    for (const NodeIndex row : room.below())
        world[row] = world[target_.scene[row].parent] * local[row];
}

void FigureMapping::lookAtSole(const Limb& leg, const Vec3& goal,
                               const std::vector<WorldTransform>& source,
                               std::vector<Transform>& local, std::vector<WorldTransform>& world,
                               LegWish& out) const
{
    if (leg.sole < 0) return;
    const Sole& sole = rooms_[std::size_t(leg.sole)];
    const double higher = target_.reference.up().dot(goal - world[leg.end].position);
    carry(sole.room, local, world);
    const double own = sole.room.lowest(world);
    set(leg.end, sole.room.levelled(world), local, world);
    carry(sole.room, local, world);
    out.skin = std::max(own, sole.room.lowest(world)) + higher + scale_ * ground_ - sagging_;
    out.clearance = clearanceOf(sole, source);
}

double FigureMapping::depthOf(const LegWish& leg) const
{
    return leg.skin ? floorAt(leg.clearance) - (*leg.skin - scale_ * ground_) - sagging_ : 0;
}

void FigureMapping::learnSoles(const std::vector<HipsWish>& wishes)
{
    std::vector<double> depths;
    for (const HipsWish& wish : wishes)
        for (const LegWish& leg : wish.legs)
            if (leg.skin && leg.clearance &&
                *leg.clearance - ground_ < kStandsLow * source_.reference.leg)
                depths.push_back(std::max(0.0, depthOf(leg)));
    if (depths.empty()) return;
    const auto middle = depths.begin() + static_cast<std::ptrdiff_t>(depths.size() / 2);
    std::nth_element(depths.begin(), middle, depths.end());
    sagging_ = std::min(*middle, kMostSag * target_.reference.leg);
    boots_ += sagging_;
}

FigureMapping::Pitch FigureMapping::pitchOf(const Limb& leg, const std::vector<Transform>& local,
                                            const std::vector<WorldTransform>& world) const
{
    const SoleRoom& room = rooms_[std::size_t(leg.sole)].room;
    return {world[leg.end].rotation, room.levelled(world),
            room.toes() == kNoNode ? Quat::Identity() : local[room.toes()].rotation};
}

std::vector<Footing> FigureMapping::liftsIn(const std::vector<WorldTransform>& source,
                                            const std::vector<WorldTransform>& world) const
{
    std::vector<Footing> out(legs_.size());
    for (std::size_t i = 0; i < legs_.size(); ++i) {
        if (legs_[i].sole < 0) continue;
        const Sole& sole = rooms_[std::size_t(legs_[i].sole)];
        out[i].lift = liftFor(floorAt(clearanceOf(sole, source)) - sole.room.lowest(world),
                              target_.reference.leg);
    }
    return out;
}

Vec3 FigureMapping::moreLevel(const Limb& leg, const Quat& foot, double levels) const
{
    if (!(levels > 0) || !leg.turnsOffset) return Vec3::Zero();
    const Vec3 up = source_.reference.up(), own = foot * up;
    const double angle = std::atan2(own.cross(up).norm(), up.dot(own));
    const Quat turn = slerp(Quat::Identity(), leastArc(own, up), levels * levelledShare(angle));
    const Vec3 offset = foot * (leg.higher * up + kPivot * leg.behind);
    return toTarget_ * (turn * offset - offset);
}

void FigureMapping::stand(const Limb& leg, const Vec3& goal, const Footing& footing,
                          std::vector<Transform>& local, std::vector<WorldTransform>& world) const
{
    bring(leg, goal + footing.lift * target_.reference.up(), local, world);
    if (leg.sole < 0) return;
    carry(rooms_[std::size_t(leg.sole)].room, local, world);
    if (footing.levels > 0 || footing.bends > 0)
        setPitch(leg, pitchOf(leg, local, world), footing.levels, footing.bends, local, world);
}

std::vector<Footing> FigureMapping::footingsIn(const std::vector<WorldTransform>& source,
                                               std::vector<Transform>& local,
                                               std::vector<WorldTransform>& world) const
{
    local = rest_;
    const Vec3 middle = middleIn(source);
    for (const NodeIndex row : legRows_)
        poseRow(row, source, middle + rests_ * upOf(source), local, world);
    std::vector<Footing> out;
    out.reserve(legs_.size());
    for (const Limb& leg : legs_)
        out.push_back(footingOf(leg, ankleGoal(leg, source, middle), source, local, world));
    return out;
}

Footing FigureMapping::footingOf(const Limb& leg, const Vec3& goal,
                                 const std::vector<WorldTransform>& source,
                                 std::vector<Transform>& local,
                                 std::vector<WorldTransform>& world) const
{
    Footing out;
    if (leg.sole < 0) return out;
    const Quat upper = local[leg.upper].rotation, lower = local[leg.lower].rotation;
    bring(leg, goal, local, world);
    const SoleRoom& room = rooms_[std::size_t(leg.sole)].room;
    const double floor = floorAt(clearanceOf(rooms_[std::size_t(leg.sole)], source)),
                 unit = target_.reference.leg;
    carry(room, local, world);
    const Pitch pitch = pitchOf(leg, local, world);
    out.tilt = pitch.own.angularDistance(pitch.level);
    out.droop = room.toes() == kNoNode ? 0 : room.levelling(world);
    if (room.lowest(world) >= floor) return out;
    const Quat foot = footTurn(leg, source);
    const auto higherAt = [&](double levels) {
        return target_.reference.up().dot(moreLevel(leg, foot, levels));
    };
    // What is in the floor although the foot is level, and as it is, is lifted.
    const auto highest = [&] {
        setPitch(leg, pitch, 1, 1, local, world);
        const double level = room.lowest(world) + higherAt(1);
        setPitch(leg, pitch, 0, 1, local, world);
        return std::max(level, room.lowest(world));
    };
    for (int round = 0; round < kLiftRounds; ++round) {
        const double wanted = liftFor(out.lift + floor - highest(), unit);
        if (std::abs(wanted - out.lift) < kSameLift * unit) break;
        out.lift = wanted;
        local[leg.upper].rotation = upper;
        local[leg.lower].rotation = lower;
        const NodeIndex parent = target_.scene[leg.upper].parent;
        world[leg.upper] =
            (parent == kNoNode ? WorldTransform{} : world[parent]) * local[leg.upper];
        updateBetween(leg.upper, leg.end, local, world);
        set(leg.end, pitch.own, local, world);
        bring(leg, goal + out.lift * target_.reference.up(), local, world);
        carry(room, local, world);
    }
    const double least = std::min(floor, highest()) - kClearOf * unit;
    out.levels = leastShare([&](double share) {
        setPitch(leg, pitch, share, 1, local, world);
        return room.lowest(world) + higherAt(share) >= least;
    });
    setPitch(leg, pitch, out.levels, 0, local, world);
    if (room.toes() != kNoNode) out.droop = room.levelling(world);
    out.bends = leastShare([&](double share) {
        setPitch(leg, pitch, out.levels, share, local, world);
        return room.lowest(world) + higherAt(out.levels) >= least;
    });
    return out;
}

void FigureMapping::setPitch(const Limb& leg, const Pitch& pitch, double levels, double bends,
                             std::vector<Transform>& local,
                             std::vector<WorldTransform>& world) const
{
    const SoleRoom& room = rooms_[std::size_t(leg.sole)].room;
    set(leg.end, slerp(pitch.own, pitch.level, levels), local, world);
    if (room.toes() != kNoNode) local[room.toes()].rotation = pitch.toes;
    carry(room, local, world);
    if (room.toes() == kNoNode || !(bends > 0)) return;
    const double angle = bends * room.levelling(world);
    if (!(angle > kUnbent)) return;
    set(room.toes(), room.turnedUp(world, angle), local, world);
    carry(room, local, world);
}

}  // namespace posewright::retarget
