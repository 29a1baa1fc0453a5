#include "core/operate/figure/fitted_limbs.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

namespace posewright::operate {

namespace {

using nlohmann::json;

Vec3 between(const Vec3& a, const Vec3& b, double share)
{
    return a + share * (b - a);
}

/// The middle moved forward, or backward if `sign` is -1, until the limb bends at least a little.
Vec3 bent(const Vec3& root, const Vec3& middle, const Vec3& end, double sign)
{
    constexpr double kLeast = 0.015;  // share of the limb's length
    const double along =
        (middle - root).norm() / std::max(1e-12, (middle - root).norm() + (end - middle).norm());
    const double straight = between(root, end, along).z();
    const double least = kLeast * (end - root).norm();
    Vec3 out = middle;
    out.z() = straight + sign * std::max(least, sign * (middle.z() - straight));
    return out;
}

void addSide(std::map<std::string, Stick>& sticks, const BodyJoints& body, int side)
{
    const std::string name = side == 0 ? "Left" : "Right";
    const ArmJoints& arm = body.arms[side];
    const LegJoints& leg = body.legs[side];
    const Vec3 collar(body.neck.x(), arm.shoulder.y(), body.neck.z());
    const Vec3 elbow = bent(arm.shoulder, arm.elbow, arm.wrist, -1);
    const Vec3 knee = bent(leg.hip, leg.knee, leg.ankle, 1);
    sticks[name + "Shoulder"] = {between(collar, arm.shoulder, 0.12),
                                 between(collar, arm.shoulder, 0.94)};
    sticks[name + "Arm"] = {arm.shoulder, elbow};
    sticks[name + "ForeArm"] = {elbow, arm.wrist};
    sticks[name + "Hand"] = {arm.wrist, arm.tip};
    sticks[name + "UpLeg"] = {leg.hip, knee};
    sticks[name + "Leg"] = {knee, leg.ankle};
    sticks[name + "Foot"] = {leg.ankle, leg.ball};
    sticks[name + "Toe"] = {leg.ball, leg.tip};
}

/// The bone's direction in its parent's space, whatever its rest axes; unit.
Vec3 wayOf(const Node& node)
{
    return (node.rest.rotation * node.bone()->tip).normalized();
}

}  // namespace

std::map<std::string, Stick> sticksOf(const json& list, const BodyJoints& body)
{
    // Heights along the trunk, as in the template.
    constexpr double kSpine = 0.19, kChest = 0.52, kCollar = 0.96;
    std::map<std::string, Stick> sticks;
    const auto up = [&](double share) { return between(body.hips, body.neck, share); };
    sticks["Hips"] = {up(0), up(kSpine)};
    sticks["Spine"] = {up(kSpine), up(kChest)};
    sticks["Chest"] = {up(kChest), up(kCollar)};
    sticks["Neck"] = {body.neck, body.head};
    sticks["Head"] = {body.head, body.top};
    for (const int side : {0, 1}) addSide(sticks, body, side);
    std::set<std::string> made;
    for (const json& edit : list)
        if (edit.value("edit", "") == "addBone") made.insert(edit.value("name", ""));
    const bool same =
        made.size() == sticks.size() &&
        std::ranges::all_of(sticks, [&](const auto& stick) { return made.contains(stick.first); });
    return same ? sticks : std::map<std::string, Stick>();
}

KeptLimits::KeptLimits(const json& list) : as_(emptyDocument())
{
    json bones = json::array();
    for (const json& edit : list)
        if (edit.value("edit", "") == "addBone") bones.push_back(edit);
    if (const Result<Document> made = edit::applyAll(as_, bones)) as_ = *made;
}

void KeptLimits::keep(json& edit, const Document& now, const std::string& name) const
{
    if (edit.value("kind", "") != ConeLimit::kName) return;
    const NodeIndex was = as_.scene->find(std::string_view(edit.value("joint", "")));
    const NodeIndex is = now.scene->find(std::string_view(name));
    if (was == kNoNode || is == kNoNode) return;
    const Node &before = (*as_.scene)[was], &after = (*now.scene)[is];
    const Result<edit::Edit> read = edit::fromJson(edit, as_);
    const Result<Document> limited = read ? edit::apply(as_, *read) : read.error();
    if (!limited) return;
    const auto* cone = std::get_if<ConeLimit>(&(*limited->scene)[was].bone()->limit);
    if (!cone) return;
    // The bone's current tilt in the cone.
    const Vec3 seen =
        limits::coneFrame(*cone).transpose() * (before.rest.rotation.conjugate() * wayOf(after));
    const double across = std::hypot(seen.x(), seen.y());
    if (!(across > 0)) return;
    const double tilt = std::atan2(across, seen.z());
    const std::array<double, 2> by{tilt * seen.x() / across, tilt * seen.y() / across};
    std::array<double, 4> angles = cone->angles;
    for (int i = 0; i < 4; ++i) {
        constexpr double kLeast = 0.05, kMost = 3.1;  // [rad]
        angles[i] = std::clamp(angles[i] + (i < 2 ? -by[i] : by[i - 2]), kLeast, kMost);
    }
    edit["angles"] = angles;
}

}  // namespace posewright::operate
