#include "core/retarget/flat_feet.h"

#include "core/math/rotation.h"
#include "core/math/smoothstep.h"
#include "core/retarget/sole_room.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace posewright::retarget {

namespace {

constexpr double kUsuallyLow = 0.1;                 ///< quantile of the heights of a point
constexpr double kFlatLow = 0.025;                  ///< [legs] from that
constexpr std::size_t kFewest = 4;                  ///< poses in which the foot stands, or all
constexpr double kRolled = 0.6, kRolledOver = 0.9;  ///< [rad] turns to the side that count fully,
                                                    ///< and not at all
constexpr double kUprightFoot = 0.5;                ///< cosine
constexpr double kSteepAhead = 0.26;  ///< cosine of 75 degrees; steeper feet do not show forward
constexpr double kHigher = 0.03, kHigherOver = 0.06;  ///< [legs] differences in height from the
                                                      ///< reference pose that count fully, and not
                                                      ///< at all

double quantile(std::vector<double> values, double share)
{
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * double(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

double limited(double angle, double full, double none)
{
    return angle * (1 - smoothstep((std::abs(angle) - full) / (none - full)));
}

using Shown = std::vector<std::vector<WorldTransform>>;

/// At which poses all of these points are as low as they usually come.
std::vector<std::size_t> standing(const std::vector<SolePoint>& points,
                                  const ReferencePose& reference, const Shown& shown)
{
    std::vector<bool> low(shown.size(), true);
    for (const SolePoint& point : points) {
        std::vector<double> heights;
        heights.reserve(shown.size());
        for (const auto& world : shown)
            heights.push_back(reference.height(world[point.row] * point.at));
        const double usual = quantile(heights, kUsuallyLow);
        for (std::size_t i = 0; i < shown.size(); ++i)
            if (std::abs(heights[i] - usual) > kFlatLow * reference.leg) low[i] = false;
    }
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < shown.size(); ++i)
        if (low[i]) out.push_back(i);
    return out;
}

/// How far a bone may be pitched at rest: fully, and not at all. [rad]
struct Pitches {
    double full, none;
};
constexpr Pitches kFootPitches{0.14, 0.28};
constexpr Pitches kToePitches{0.6, 0.9};

/// A foot of the reference pose, and the points with which it stands.
struct Foot {
    NodeIndex row = kNoNode, toes = kNoNode;
    std::vector<SolePoint> points;
    Vec3 ahead = Vec3::Zero();  ///< level, from the ankle to the ball; unit
};

/// The turn of a bone in the reference pose after which it is level where it is level while the
/// foot stands.
/// @param ahead  as Foot::ahead
Quat levelling(const ReferencePose& reference, NodeIndex row, const Vec3& ahead,
               const Pitches& pitches, const std::vector<std::size_t>& stands, const Shown& shown)
{
    const Vec3 up = reference.up(), side = up.cross(ahead);
    // As the bone would be turned in the reference pose.
    std::array<std::vector<double>, 3> ups;
    for (const std::size_t i : stands) {
        const Vec3 own = reference.world[row].rotation * (shown[i][row].rotation.conjugate() * up);
        ups[0].push_back(own.dot(ahead));
        ups[1].push_back(own.dot(side));
        ups[2].push_back(own.dot(up));
    }
    const double over = quantile(std::move(ups[0]), 0.5), beside = quantile(std::move(ups[1]), 0.5),
                 upright = quantile(std::move(ups[2]), 0.5);
    if (!(upright > kUprightFoot)) return Quat::Identity();
    const double pitch = limited(std::atan2(over, upright), pitches.full, pitches.none),
                 roll = limited(std::atan2(beside, upright), kRolled, kRolledOver);
    return leastArc((up + std::tan(pitch) * ahead + std::tan(roll) * side).normalized(), up);
}

std::optional<Foot> footOf(const Scene& scene, const Figure& figure, const ReferencePose& reference,
                           BodySide side)
{
    Foot foot;
    foot.row = figure.first(onSide(Role::LeftFoot, side));
    foot.toes = figure.first(onSide(Role::LeftToes, side));
    if (foot.row == kNoNode || lowestVertex(scene, foot.row, reference.world, reference.up()))
        return {};
    if (foot.toes != kNoNode && !scene.isAbove(foot.row, foot.toes)) return {};
    double length = 0;
    for (const SolePoint& point : solesOf(scene, figure, reference)) {
        if (point.row != foot.row && point.row != foot.toes) continue;
        foot.points.push_back(point);
        const Vec3 way = reference.world[point.row] * point.at - reference.world[foot.row].position;
        if (way.norm() <= length) continue;
        length = way.norm();
        foot.ahead = way - reference.up() * reference.up().dot(way);
    }
    if (foot.points.size() < 2 || !(foot.ahead.norm() > kSteepAhead * length)) return {};
    foot.ahead.normalize();
    return foot;
}

/// How high a point of a foot is where that stands, in the median.
double heightOf(const SolePoint& point, const ReferencePose& reference,
                const std::vector<std::size_t>& stands, const Shown& shown)
{
    std::vector<double> heights;
    heights.reserve(stands.size());
    for (const std::size_t i : stands)
        heights.push_back(reference.height(shown[i][point.row] * point.at));
    return quantile(std::move(heights), 0.5);
}

/// How the feet stand, if both do: on one floor, and with their ankles as high as in the reference
/// pose in the mean, but neither apart too far.
void addHeights(const std::array<Foot, 2>& feet,
                const std::array<std::vector<std::size_t>, 2>& stands, const Shown& shown,
                ReferencePose& reference)
{
    const auto isAnkle = [](const Foot& foot, const SolePoint& point) {
        return point.row == foot.row && point.at.isZero();
    };
    double floor = -reference.ankle;
    for (std::size_t side = 0; side < 2; ++side)
        for (const SolePoint& point : feet[side].points)
            if (isAnkle(feet[side], point))
                floor += heightOf(point, reference, stands[side], shown) / 2;
    for (std::size_t side = 0; side < 2; ++side) {
        StandingHeights stance;
        for (const SolePoint& point : feet[side].points) {
            const double more =
                heightOf(point, reference, stands[side], shown) - floor - point.rests;
            (isAnkle(feet[side], point) ? stance.ankle : stance.ball) =
                point.rests + limited(more, kHigher * reference.leg, kHigherOver * reference.leg);
        }
        reference.standing[side] = stance;
    }
}

}  // namespace

ReferencePose withFlatFeet(const Scene& scene, const Figure& figure, std::vector<Transform> pose,
                           const Shown& shown)
{
    const ReferencePose reference = referencePoseOf(scene, figure, pose);
    const std::size_t fewest = std::min(kFewest, shown.size());
    std::array<std::vector<std::size_t>, 2> stands;
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
        const std::optional<Foot> foot = footOf(scene, figure, reference, side);
        if (!foot) continue;
        std::vector<std::size_t>& at = stands[side == BodySide::Right ? 1 : 0];
        at = standing(foot->points, reference, shown);
        if (at.size() < fewest) continue;
        const auto turnOf = [&](NodeIndex row, const Pitches& pitches) {
            return levelling(reference, row, foot->ahead, pitches, at, shown);
        };
        const auto turnTo = [&](NodeIndex row, const Quat& turn, const Quat& above) {
            const NodeIndex parent = scene[row].parent;
            const Quat frame = parent == kNoNode ? Quat::Identity()
                                                 : Quat(above * reference.world[parent].rotation);
            pose[std::size_t(row)].rotation =
                (frame.conjugate() * turn * reference.world[row].rotation).normalized();
        };
        const Quat turn = turnOf(foot->row, kFootPitches);
        turnTo(foot->row, turn, Quat::Identity());
        if (foot->toes != kNoNode) turnTo(foot->toes, turnOf(foot->toes, kToePitches), turn);
    }
    ReferencePose flat = referencePoseOf(scene, figure, pose);
    if (std::min(stands[0].size(), stands[1].size()) < fewest) return flat;
    const auto left = footOf(scene, figure, flat, BodySide::Left),
               right = footOf(scene, figure, flat, BodySide::Right);
    if (left && right) addHeights({*left, *right}, stands, shown, flat);
    return flat;
}

ReferencePose asItStands(const Walk& walk, const Side& source, const std::vector<Transform>& pose,
                         const Side& target, const std::vector<double>& frames)
{
    const auto hasSole = [&](BodySide side) {
        return soleRoomOf(target.scene, target.figure, target.reference, side).has_value();
    };
    if (!hasSole(BodySide::Left) && !hasSole(BodySide::Right)) return source.reference;
    // Few frames, and always the same: one frame alone is as it is in the whole clip.
    const std::vector<double> looks = spread(frames, kLooksForAll);
    std::vector<std::vector<WorldTransform>> shown;
    shown.reserve(looks.size());
    for (const double frame : looks) shown.push_back(walk.at(frame));
    return withFlatFeet(source.scene, source.figure, pose, shown);
}

}  // namespace posewright::retarget
