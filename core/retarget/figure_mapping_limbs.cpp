#include "core/ik/limits.h"
#include "core/retarget/figure_mapping.h"

#include <algorithm>
#include <cmath>

namespace posewright::retarget {

namespace {

constexpr double kUsualStance = 0.06;  ///< of the leg; smaller differences in stance stay

}  // namespace

void FigureMapping::addLegs(const std::vector<Quat>& turns)
{
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
        const auto &theirs = source_.reference.legEnd(side), &ours = target_.reference.legEnd(side);
        if (!theirs || !ours) continue;
        std::optional<Limb> leg =
            limbBetween(onSide(Role::LeftUpperLeg, side), onSide(Role::LeftLowerLeg, side),
                        {*theirs, *ours}, true, turns);
        if (!leg) continue;
        leg->offset =
            asideOf(*leg) * source_.reference.body.col(0) +
            (target_.reference.ankle - scale_ * source_.reference.ankle) * source_.reference.up();
        leg->turnsOffset = theirs->foot;
        legs_.push_back(*leg);
    }
}

void FigureMapping::addArms(const std::vector<Quat>& turns)
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

std::optional<Limb> FigureMapping::limbBetween(Role upper, Role lower, const Ends& ends,
                                               bool kneeLike, const std::vector<Quat>& turns) const
{
    for (const Figure* figure : {&source_.figure, &target_.figure})
        if (!figure->has(upper) || !figure->has(lower)) return {};
    const std::vector<WorldTransform>& world = target_.reference.world;
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
                                   ends.source.in(source_.reference.world));
    if (!(theirs > 0)) return {};
    limb.scale = lengthOf(target_, limb.upper, limb.lower, end) / theirs;
    // Knees bend forward, elbows backward.
    const Vec3 bend = target_.reference.body.col(2) * (kneeLike ? 1.0 : -1.0);
    limb.hinge =
        (turns[limb.upper] * world[limb.upper].rotation).conjugate() * (turns[limb.upper] * bend);
    return limb;
}

double FigureMapping::asideOf(const Limb& leg) const
{
    const auto out = [&](const Side& side, NodeIndex thigh) {
        const Vec3 from =
            side.reference.world[thigh].position - middleOf(side, side.reference.world);
        return side.reference.body.col(0).dot(from);
    };
    // Do not use the feet of the reference poses: captures often start astride.
    const double more = out(target_, leg.upper) - scale_ * out(source_, leg.sourceUpper);
    const double usual = kUsualStance * target_.reference.leg;
    return std::copysign(std::max(0.0, std::abs(more) - usual), more);
}

Vec3 FigureMapping::endOf(const Limb& limb, const std::vector<WorldTransform>& world) const
{
    return limb.endsAtTip() ? world[limb.lower] * limb.tip : world[limb.end].position;
}

void FigureMapping::findLimits()
{
    // Places of detached bones follow from the poses of others.
    if (!detached_.empty()) return;
    const Scene& scene = target_.scene;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const BonePart* bone = scene[row].bone();
        if (!bone || bone->limit.index() == 0) continue;
        ik::Joint joint;
        joint.rest = scene[row].rest.rotation;
        joint.limit = bone->limit;
        limited_.emplace_back(row, joint);
    }
}

void FigureMapping::keepInLimits(std::vector<Transform>& local,
                                 std::vector<WorldTransform>& world) const
{
    constexpr int kRounds = 6;
    if (limited_.empty()) return;
    struct End {
        const Limb* limb;
        Vec3 place;  ///< of an arm from its shoulder, of a leg in the world
        Quat turn;
    };
    std::vector<End> ends;
    for (const std::vector<Limb>* limbs : {&legs_, &arms_})
        for (const Limb& limb : *limbs) {
            const Vec3 from = limbs == &arms_ ? world[limb.upper].position : Vec3(Vec3::Zero());
            const Quat turn = limb.end == kNoNode ? Quat::Identity() : world[limb.end].rotation;
            ends.push_back({&limb, endOf(limb, world) - from, turn});
        }
    for (int round = 0;; ++round) {
        bool turned = false;
        for (const auto& [row, joint] : limited_)
            turned |= ik::clampLocal(joint, local[row].rotation);
        if (!turned) return;
        for (const NodeIndex row : order_) {
            const NodeIndex parent = target_.scene[row].parent;
            world[row] = (parent == kNoNode ? WorldTransform{} : world[parent]) * local[row];
        }
        if (round == kRounds) return;
        for (std::size_t i = 0; i < ends.size(); ++i) {
            const Limb& limb = *ends[i].limb;
            const bool arm = i >= legs_.size();
            if (limb.end != kNoNode) world[limb.end].rotation = ends[i].turn;
            bring(limb, arm ? Vec3(world[limb.upper].position + ends[i].place) : ends[i].place,
                  local, world);
        }
    }
}

double FigureMapping::lengthOf(const Side& side, NodeIndex upper, NodeIndex lower, const Vec3& end)
{
    const std::vector<WorldTransform>& world = side.reference.world;
    return (world[lower].position - world[upper].position).norm() +
           (end - world[lower].position).norm();
}

}  // namespace posewright::retarget
