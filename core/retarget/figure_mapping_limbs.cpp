#include "core/ik/limits.h"
#include "core/math/rotation.h"
#include "core/math/smoothstep.h"
#include "core/retarget/figure_mapping.h"
#include "core/retarget/head_room.h"
#include "core/retarget/lesser.h"
#include "core/retarget/level.h"
#include "core/retarget/limb.h"
#include "core/retarget/walk.h"

#include <algorithm>
#include <cmath>

namespace posewright::retarget {

namespace {

constexpr double kBentReach = 0.93;   ///< of the arm; hands that are moved stay within that
constexpr double kBentRound = 0.04;   ///< likewise, over which they come to that
constexpr double kBends = 0.01;       ///< mean square of the sine of half a knee's bend: 12 degrees
constexpr double kBendsOneWay = 0.7;  ///< of the length of such a sum if all point the same way
constexpr double kFramesToLearn = 12;   ///< that the reference pose counts as
constexpr double kTurnedOneWay = 0.7;   ///< of such a sum, for the direction of feet
constexpr double kUpright = 0.5;        ///< cosine of what hips may lean if they count as upright
constexpr double kUprightOneWay = 0.9;  ///< of the length of a sum of their directions up
constexpr double kHipsFollow = 0.5;     ///< [rad] very broad hips turn to the feet by less
constexpr double kPelvisSeen =
    0.03;  ///< of the leg; nearer joints say nothing of the pelvis's turn
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
        leg->aside = asideOf(*leg);
        leg->left = source_.reference.body.col(0);
        const std::optional<StandingHeights>& stance = source_.reference.standingOf(side);
        leg->higher =
            target_.reference.ankle - scale_ * (stance ? stance->ankle : source_.reference.ankle);
        leg->turnsOffset = theirs->foot;
        if (const NodeIndex toes = source_.figure.first(onSide(Role::LeftToes, side));
            toes != kNoNode)
            leg->behind = scale_ * levelled(theirs->in(source_.reference.world) -
                                                source_.reference.world[toes].position,
                                            source_.reference.up());
        if (const double out = outOf(target_, leg->upper); out != 0)
            broader_ += std::clamp(leg->aside / out, 0.0, 1.0) / 2;
        legs_.push_back(*leg);
    }
}

void FigureMapping::addArms(const std::vector<Quat>& turns)
{
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
        const Role hand = onSide(Role::LeftHand, side);
        if (!source_.figure.has(hand) || !target_.figure.has(hand)) continue;
        const Ends ends{{source_.figure.first(hand)}, {target_.figure.first(hand)}};
        std::optional<Limb> arm = limbBetween(onSide(Role::LeftUpperArm, side),
                                              onSide(Role::LeftLowerArm, side), ends, false, turns);
        if (!arm) continue;
        const BonePart* bone = target_.scene[arm->end].bone();
        arm->side = side == BodySide::Right ? 1 : 0;
        arm->palm = bone ? bone->tip : Vec3(Vec3::Zero());
        arms_.push_back(*arm);
    }
    if (arms_.empty()) return;
    head_ = headRoomOf(target_);
    sourceHead_ = headRoomOrBall(source_);
}

Vec3 FigureMapping::wristGoal(const Limb& arm, const std::vector<WorldTransform>& source,
                              const std::vector<WorldTransform>& world) const
{
    const Vec3 hand = source[arm.sourceEnd].position;
    Vec3 goal = world[arm.upper].position +
                arm.scale * (toTarget_ * (hand - source[arm.sourceUpper].position));
    if (!head_) return goal;
    const double least = sourceHead_ ? leastFor(sourceHead_->toBall(hand, source).norm()) : 1;
    // An arm seldom reaches through the head to its other side, at the back.
    const double side = outOf(target_, arm.upper) < 0 ? 1 : -1;
    const Vec3 far = Vec3(side, 0.3, -0.7).normalized();
    const auto outside = [&](const Vec3& place) {
        const Vec3 at = head_->toBall(place, world), pushed = pushedOut(at, least, far);
        return pushed == at ? place : head_->fromBall(pushed, world);
    };
    // First the wrist, then the palm.
    const Vec3 wrist = outside(goal), palm = wrist + world[arm.end].linear * arm.palm;
    return wrist + outside(palm) - palm;
}

void FigureMapping::moveHands(const HandMoves& moves, std::vector<Transform>& local,
                              std::vector<WorldTransform>& world) const
{
    for (const Limb& arm : arms_)
        if (!moves[arm.side].isZero())
            bring(arm, keptBent(arm, world[arm.end].position, moves[arm.side], world), local,
                  world);
}

HandMoves FigureMapping::handsOnBody(const std::vector<WorldTransform>& world) const
{
    HandMoves out = noHandMoves();
    for (const Limb& arm : arms_) {
        const Vec3 shoulder = world[arm.upper].position, elbow = world[arm.lower].position,
                   hand = world[arm.end].position;
        const double length = (elbow - shoulder).norm() + (hand - elbow).norm();
        const NodeIndex above = target_.scene[arm.upper].parent;
        const Vec3 way = (hand - shoulder) / length;
        out[arm.side] = above == kNoNode ? way : Vec3(world[above].rotation.conjugate() * way);
    }
    return out;
}

Vec3 FigureMapping::keptBent(const Limb& arm, const Vec3& from, const Vec3& move,
                             const std::vector<WorldTransform>& world) const
{
    if (move.isZero()) return from;
    const Vec3 shoulder = world[arm.upper].position, elbow = world[arm.lower].position,
               way = from + move - shoulder;
    const double length = (elbow - shoulder).norm() + (world[arm.end].position - elbow).norm(),
                 round = std::min(kBentRound * length, move.norm()),
                 most = std::max((from - shoulder).norm(), kBentReach * length), far = way.norm();
    if (far <= most - round) return from + move;
    return shoulder + lesser(far, most, round) * way.normalized();
}

std::optional<Limb> FigureMapping::limbBetween(Role upper, Role lower, const Ends& ends,
                                               bool kneeLike, const std::vector<Quat>& turns) const
{
    for (const Figure* figure : {&source_.figure, &target_.figure})
        if (!figure->has(upper) || !figure->has(lower)) return {};
    const std::vector<WorldTransform>& world = target_.reference.world;
    Limb limb;
    limb.like = kneeLike ? BendsLike::Knee : BendsLike::Elbow;
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

Vec3 FigureMapping::stanceOf(const Limb& leg, const Quat& foot) const
{
    return leg.aside * (toTarget_ * levelled(foot * leg.left, source_.reference.up()));
}

Quat FigureMapping::footTurn(const Limb& leg, const std::vector<WorldTransform>& source) const
{
    if (!leg.turnsOffset) return Quat::Identity();
    return source[leg.sourceEnd].rotation *
           source_.reference.world[leg.sourceEnd].rotation.conjugate();
}

LegWish FigureMapping::wishOf(const Limb& leg, const std::vector<WorldTransform>& world) const
{
    const Vec3 top = world[leg.upper].position, knee = world[leg.lower].position,
               end = endOf(leg, world);
    LegWish wish;
    wish.thigh = (knee - top).norm();
    wish.shin = (end - knee).norm();
    wish.shown = (end - top).norm();
    wish.most = exactReach(wish.shown, wish.thigh + wish.shin, leg.like);
    if (wish.shown > 0 && wish.thigh > 0) {
        const Vec3 along = (end - top) / wish.shown, first = (knee - top) / wish.thigh;
        wish.side = world[leg.upper].rotation.conjugate() * (first - along * along.dot(first));
    }
    return wish;
}

void FigureMapping::learnUp(const std::vector<HipsWish>& wishes)
{
    Vec3 sum = kFramesToLearn * source_.reference.up();
    double count = kFramesToLearn;
    // The frames that are looked at for one frame alone, too.
    const std::size_t step = (wishes.size() + kLooksForAll - 1) / kLooksForAll;
    for (std::size_t i = 0; i < wishes.size(); i += step) {
        const HipsWish& wish = wishes[i];
        const Vec3 own = wish.hips.conjugate() * source_.reference.up();
        if (own.dot(source_.reference.up()) < kUpright) continue;
        sum += own;
        ++count;
    }
    if (sum.norm() > kUprightOneWay * count) hipsUp_ = sum.normalized();
}

void FigureMapping::learn(std::vector<HipsWish>& wishes)
{
    if (hasSoles()) learnUp(wishes);
    for (HipsWish& wish : wishes) wish.up = toTarget_ * (wish.hips * hipsUp_);
    learnSoles(wishes);
    for (std::size_t i = 0; i < legs_.size(); ++i) {
        // A single pose says little about how the feet stand.
        Vec3 sum = Vec3::Zero(), left = kFramesToLearn * legs_[i].left;
        double most = 0;
        for (const HipsWish& wish : wishes) {
            sum += wish.legs[i].side * wish.legs[i].side.norm();
            most += wish.legs[i].side.squaredNorm();
            left += wish.legs[i].foot.conjugate() * wish.left;
        }
        if (most > kBends * double(wishes.size()) && sum.norm() > kBendsOneWay * most)
            legs_[i].hinge = sum.normalized();
        if (legs_[i].turnsOffset &&
            left.dot(legs_[i].left) > kTurnedOneWay * (double(wishes.size()) + kFramesToLearn))
            legs_[i].left = left.normalized();
    }
}

void FigureMapping::aim(std::vector<HipsWish>& wishes,
                        const std::vector<std::vector<Footing>>& footings) const
{
    for (std::size_t f = 0; f < wishes.size(); ++f) {
        HipsWish& wish = wishes[f];
        if (legs_.empty()) continue;
        double stands = 0;
        for (std::size_t i = 0; i < legs_.size(); ++i) {
            LegWish& leg = wish.legs[i];
            const Footing footing = footings.empty() ? Footing{} : footings[f][i];
            const Vec3 way = leg.way - stanceOf(legs_[i], leg.foot) -
                             moreLevel(legs_[i], leg.foot, footing.levels) -
                             footing.lift * target_.reference.up();
            leg.along = wish.up.dot(way);
            leg.across = (way - leg.along * wish.up).norm();
            // Moving the hips does not help a leg that is raised sideways.
            if (const double far = way.norm(); far > 0)
                leg.share = smoothstep((leg.along / far - 0.5) / 0.3);
            stands = std::max(stands, leg.share);
        }
        wish.rests *= stands;
    }
}

Quat FigureMapping::turnFrom(NodeIndex row, const std::vector<WorldTransform>& source) const
{
    const std::vector<WorldTransform>& rests = source_.reference.world;
    Quat turn = source[row].rotation * rests[row].rotation.conjugate();
    if (row != source_.figure.first(Role::Hips) || !byThighs_) return turn;
    const NodeIndex left = source_.figure.first(Role::LeftUpperLeg),
                    right = source_.figure.first(Role::RightUpperLeg);
    const auto line = [&](const std::vector<WorldTransform>& world) {
        return Vec3(world[left].position - world[right].position);
    };
    const auto down = [&](const std::vector<WorldTransform>& world) {
        return Vec3(middleOf(source_, world) - world[row].position);
    };
    const double least = kPelvisSeen * source_.reference.leg;
    const Vec3 across = line(source), carried = turn * line(rests);
    if (across.norm() < least || carried.norm() < least) return turn;
    const Vec3 axis = across.normalized();
    Quat laid = (leastArc(carried.normalized(), axis) * turn).normalized();
    const auto level = [&](const Vec3& way) { return Vec3(way - axis * axis.dot(way)); };
    const Vec3 from = level(laid * down(rests)), to = level(down(source));
    if (from.norm() < least || to.norm() < least) return laid;
    const double angle = std::atan2(axis.dot(from.cross(to)), from.dot(to));
    return (Quat(Eigen::AngleAxisd(angle, axis)) * laid).normalized();
}

Quat FigureMapping::turnOfHips(const Quat& turn, const std::vector<WorldTransform>& source) const
{
    if (!(broader_ > 0)) return turn;
    const Mat3& body = target_.reference.body;
    const Vec3 own = turn * body.col(0);
    // Where the feet have their left, near to where the source's hips have it.
    Vec3 feet = Vec3::Zero();
    for (const Limb& leg : legs_)
        feet += leg.turnsOffset ? toTarget_ * (footTurn(leg, source) * leg.left) : own;
    feet /= double(legs_.size());
    const Vec3 axis = own.cross(feet);
    Vec3 left = own;
    if (const double apart = axis.norm(); apart > 1e-12) {
        const double by =
            kHipsFollow * std::tanh(apart / kHipsFollow) * smoothstep(own.dot(feet) / 0.5);
        left = Eigen::AngleAxisd(by, axis / apart) * own;
    }
    left = (1 - broader_) * own + broader_ * levelled(left, body.col(1));
    return (leastArc(own, left.normalized()) * turn).normalized();
}

double FigureMapping::outOf(const Side& side, NodeIndex thigh) const
{
    const Vec3 from = side.reference.world[thigh].position - middleOf(side, side.reference.world);
    return side.reference.body.col(0).dot(from);
}

double FigureMapping::widerBy(const Limb& leg) const
{
    return outOf(target_, leg.upper) - scale_ * outOf(source_, leg.sourceUpper);
}

double FigureMapping::asideOf(const Limb& leg) const
{
    // Do not use the feet of the reference poses: captures often start astride.
    const double more = widerBy(leg), usual = kUsualStance * target_.reference.leg;
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
