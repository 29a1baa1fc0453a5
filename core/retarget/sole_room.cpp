#include "core/retarget/sole_room.h"

#include "core/math/rotation.h"
#include "core/math/smoothstep.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace posewright::retarget {

namespace {

constexpr double kMostTurnedUp = 1.22;       ///< [rad]
constexpr double kUpsideDown = 0.2;          ///< height of the toes' up, beyond which they are so
constexpr double kSteep = 1.4, kOver = 3.0;  ///< [rad] pitches over which levelling ends
constexpr double kLiftSeam = 0.008;          ///< [legs] of depth, over which lifting begins
constexpr double kMostLift = 0.5;            ///< [legs]

}  // namespace

SoleRoom::SoleRoom(skinning::LimbEnd skin, const Scene& scene, NodeIndex foot, NodeIndex toes,
                   const std::vector<WorldTransform>& rests, const Mat3& body) :
    skin_(std::move(skin)),
    foot_(foot), toes_(toes), up_(body.col(1)),
    footUp_(rests[foot].rotation.conjugate() * body.col(1))
{
    for (NodeIndex row = foot + 1; row < scene.size(); ++row)
        if (scene.isAbove(foot, row)) below_.push_back(row);
    Vec3 sum = Vec3::Zero();
    const bool bends = toes != kNoNode && scene.isAbove(foot, toes);
    all_.reserve(static_cast<std::size_t>(skin_.size()));
    for (int part = 0; part < skin_.size(); ++part) {
        all_.push_back(part);
        const NodeIndex bone = skin_.bone(part);
        if (!bends || (bone != toes && !scene.isAbove(toes, bone))) continue;
        ofToes_.push_back(part);
        sum += skin_.place(part, rests) - rests[toes].position;
    }
    const Vec3 level = sum - up_ * up_.dot(sum);
    if (ofToes_.empty() || !(level.norm() > 0)) {
        toes_ = kNoNode;
        return;
    }
    ahead_ = rests[toes].rotation.conjugate() * level.normalized();
    above_ = rests[toes].rotation.conjugate() * up_;
}

double SoleRoom::lowestOf(const std::vector<int>& parts,
                          const std::vector<WorldTransform>& world) const
{
    double lowest = std::numeric_limits<double>::infinity();
    for (const int part : parts) lowest = std::min(lowest, up_.dot(skin_.place(part, world)));
    return lowest;
}

double SoleRoom::lowest(const std::vector<WorldTransform>& world) const
{
    return lowestOf(all_, world);
}

double SoleRoom::lowestOfToes(const std::vector<WorldTransform>& world) const
{
    return lowestOf(ofToes_, world);
}

Quat SoleRoom::levelled(const std::vector<WorldTransform>& world) const
{
    const Quat& turn = world[foot_].rotation;
    const Vec3 own = turn * footUp_;
    const double share = levelledShare(std::atan2(own.cross(up_).norm(), up_.dot(own)));
    if (!(share > 0)) return turn;
    return slerp(turn, (leastArc(own, up_) * turn).normalized(), share);
}

double SoleRoom::levelling(const std::vector<WorldTransform>& world) const
{
    const Quat& turn = world[toes_].rotation;
    const double down = -up_.dot(turn * ahead_), upright = up_.dot(turn * above_);
    const double angle = std::clamp(std::atan2(down, upright), 0.0, kMostTurnedUp);
    return angle * smoothstep((upright + kUpsideDown) / (2 * kUpsideDown));
}

Quat SoleRoom::turnedUp(const std::vector<WorldTransform>& world, double angle) const
{
    const Quat& turn = world[toes_].rotation;
    const Vec3 hinge = turn * ahead_.cross(above_);
    return (Quat(Eigen::AngleAxisd(angle, hinge.normalized())) * turn).normalized();
}

std::optional<SoleRoom> soleRoomOf(const Scene& scene, const Figure& figure,
                                   const ReferencePose& reference, BodySide side)
{
    const auto row = [&](Role role) { return figure.first(onSide(role, side)); };
    const NodeIndex thigh = row(Role::LeftUpperLeg), shin = row(Role::LeftLowerLeg),
                    foot = row(Role::LeftFoot);
    if (thigh == kNoNode || shin == kNoNode || foot == kNoNode || !scene.isAbove(thigh, shin) ||
        !scene.isAbove(shin, foot))
        return {};
    const std::vector<WorldTransform>& rests = reference.world;
    const auto lowest = lowestVertex(scene, foot, rests, reference.up());
    const Vec3& ankle = rests[foot].position;
    if (!lowest || reference.height(ankle) - *lowest > (ankle - rests[shin].position).norm())
        return {};
    skinning::LimbEnd skin(scene, thigh, foot, skinning::LimbEnd::Detail::All);
    if (skin.empty()) return {};
    return SoleRoom(std::move(skin), scene, foot, row(Role::LeftToes), rests, reference.body);
}

double levelledShare(double angle)
{
    return 1 - smoothstep((angle - kSteep) / (kOver - kSteep));
}

double liftFor(double depth, double leg)
{
    const double seam = kLiftSeam * leg;
    if (depth <= 0) return 0;
    const double lift = depth < seam ? depth * depth / (2 * seam) : depth - seam / 2;
    return std::min(lift, kMostLift * leg);
}

}  // namespace posewright::retarget
