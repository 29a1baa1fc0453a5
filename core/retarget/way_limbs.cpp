#include "core/retarget/way.h"

#include <algorithm>
#include <cmath>

namespace posewright::retarget {

namespace {

constexpr double kUsualStance = 0.06;  ///< of the leg: by so much feet stand wider or narrower

}  // namespace

void Way::addLegs(const std::vector<Quat>& turns)
{
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
        const auto &theirs = source_.stance.legEnd(side), &ours = target_.stance.legEnd(side);
        if (!theirs || !ours) continue;
        std::optional<Limb> leg =
            limbBetween(onSide(Role::LeftUpperLeg, side), onSide(Role::LeftLowerLeg, side),
                        {*theirs, *ours}, true, turns);
        if (!leg) continue;
        leg->offset = asideOf(*leg) * source_.stance.body.col(0) +
                      (target_.stance.ankle - scale_ * source_.stance.ankle) * source_.stance.up();
        leg->turnsOffset = theirs->foot;
        legs_.push_back(*leg);
    }
}

void Way::addArms(const std::vector<Quat>& turns)
{
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
        const Role hand = onSide(Role::LeftHand, side);
        if (!source_.figure.has(hand) || !target_.figure.has(hand)) continue;
        const Ends ends{{source_.figure.first(hand)}, {target_.figure.first(hand)}};
        if (const std::optional<Limb> arm =
                limbBetween(onSide(Role::LeftUpperArm, side), onSide(Role::LeftLowerArm, side),
                            ends, false, turns))
            arms_.push_back(*arm);
    }
}

std::optional<Limb> Way::limbBetween(Role upper, Role lower, const Ends& ends, bool kneeLike,
                                     const std::vector<Quat>& turns) const
{
    for (const Figure* figure : {&source_.figure, &target_.figure})
        if (!figure->has(upper) || !figure->has(lower)) return {};
    const std::vector<WorldTransform>& world = target_.stance.world;
    Limb limb;
    limb.upper = target_.figure.first(upper);
    limb.lower = target_.figure.first(lower);
    if (ends.target.row != limb.lower) limb.end = ends.target.row;
    limb.alone = limb.end != kNoNode && !target_.scene.isAbove(limb.upper, limb.end);
    if (!target_.scene.isAbove(limb.upper, limb.lower) ||
        (!limb.endsAtTip() && !target_.scene.isAbove(limb.lower, limb.end)))
        return {};
    const Vec3 end = ends.target.in(world);
    limb.tip = world[limb.lower].linear.inverse() * (end - world[limb.lower].position);
    limb.sourceUpper = source_.figure.first(upper);
    limb.sourceEnd = ends.source.row;
    limb.sourceAt = ends.source.at;
    const double theirs = lengthOf(source_, limb.sourceUpper, source_.figure.first(lower),
                                   ends.source.in(source_.stance.world));
    if (!(theirs > 0)) return {};
    limb.scale = lengthOf(target_, limb.upper, limb.lower, end) / theirs;
    // Knees bend to the front, elbows to the back.
    const Vec3 bend = target_.stance.body.col(2) * (kneeLike ? 1.0 : -1.0);
    limb.hinge =
        (turns[limb.upper] * world[limb.upper].rotation).conjugate() * (turns[limb.upper] * bend);
    return limb;
}

double Way::asideOf(const Limb& leg) const
{
    const auto out = [&](const Side& side, NodeIndex thigh) {
        const Vec3 from = side.stance.world[thigh].position - middleOf(side, side.stance.world);
        return side.stance.body.col(0).dot(from);
    };
    // Not the feet of the reference poses, in which captures often stand astride.
    const double more = out(target_, leg.upper) - scale_ * out(source_, leg.sourceUpper);
    const double usual = kUsualStance * target_.stance.leg;
    return std::copysign(std::max(0.0, std::abs(more) - usual), more);
}

double Way::lengthOf(const Side& side, NodeIndex upper, NodeIndex lower, const Vec3& end)
{
    const std::vector<WorldTransform>& world = side.stance.world;
    return (world[lower].position - world[upper].position).norm() +
           (end - world[lower].position).norm();
}

}  // namespace posewright::retarget
