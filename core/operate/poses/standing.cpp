#include "core/operate/poses/standing.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace posewright::operate {

namespace {

using retarget::Role;

double shareOf(Role role)
{
    switch (role) {
    case Role::Hips: return 0.142;
    case Role::Spine: return 0.355;
    case Role::Neck:
    case Role::Head: return 0.0405;
    case Role::LeftUpperArm:
    case Role::RightUpperArm: return 0.028;
    case Role::LeftLowerArm:
    case Role::RightLowerArm: return 0.016;
    case Role::LeftHand:
    case Role::RightHand: return 0.006;
    case Role::LeftUpperLeg:
    case Role::RightUpperLeg: return 0.1;
    case Role::LeftLowerLeg:
    case Role::RightLowerLeg: return 0.0465;
    case Role::LeftFoot:
    case Role::RightFoot: return 0.0145;
    default: return 0;
    }
}

}  // namespace

std::vector<double> bodyMasses(const Scene& scene, const retarget::Figure& figure, NodeIndex top)
{
    std::vector<double> masses(static_cast<std::size_t>(scene.size()), 0.0);
    const auto hangs = [&](NodeIndex row) { return row == top || scene.isAbove(top, row); };
    for (const Role role : retarget::allRoles())
        for (const NodeIndex row : figure.bones(role))
            if (hangs(row))
                masses[row] += shareOf(role) / static_cast<double>(figure.bones(role).size());
    double sum = std::accumulate(masses.begin(), masses.end(), 0.0);
    if (!(sum > 0)) {
        for (NodeIndex row = 0; row < scene.size(); ++row)
            if (scene[row].bone() && hangs(row)) masses[row] = scene[row].bone()->tip.norm();
        sum = std::accumulate(masses.begin(), masses.end(), 0.0);
    }
    for (double& mass : masses) mass = sum > 0 ? mass / sum : 0;
    return masses;
}

std::vector<Vec3> feetOf(const Scene& scene, const Evaluation& shown,
                         const retarget::Figure& figure, const std::vector<Led>& pins)
{
    std::vector<Vec3> points;
    for (const Led& pin : pins) {
        if (figure.size() > 0 && !isFoot(figure, pin.end)) continue;
        points.push_back(pin.place);
        points.push_back(shown.world[pin.end] * scene[pin.end].bone()->tip);
        for (NodeIndex row = pin.end + 1; row < scene.size(); ++row)
            if (scene[row].parent == pin.end && scene[row].bone())
                points.push_back(shown.world[row].position);
    }
    return points;
}

Standing::Standing(const Scene& scene, const retarget::Figure& figure, NodeIndex top,
                   std::vector<Led> limbs, std::vector<Vec3> support) :
    scene_(scene),
    limbs_(std::move(limbs)), support_(std::move(support)), masses_(bodyMasses(scene, figure, top))
{
}

Vec3 Standing::middleOf(const Evaluation& pose, NodeIndex row) const
{
    return pose.world[row] * Vec3(0.5 * scene_[row].bone()->tip);
}

double Standing::off(const Evaluation& pose) const
{
    Vec3 sum = Vec3::Zero();
    for (NodeIndex row = 0; row < scene_.size(); ++row)
        if (masses_[row] > 0) sum += masses_[row] * middleOf(pose, row);
    return offBalance(sum, support_);
}

Balance Standing::balance(const Evaluation& pose, const std::vector<NodeIndex>& rows,
                          double within) const
{
    Balance out;
    out.support = support_;
    out.within = within;
    for (NodeIndex row = 0; row < scene_.size(); ++row) {
        if (!(masses_[row] > 0)) continue;
        Balance::Mass mass{-1, middleOf(pose, row), masses_[row]};
        const bool stays = std::any_of(limbs_.begin(), limbs_.end(), [&](const Led& led) {
            return row != led.root && scene_.isAbove(led.root, row);
        });
        if (!stays) {
            NodeIndex on = row;
            while (!std::binary_search(rows.begin(), rows.end(), on)) on = scene_[on].parent;
            const WorldTransform& frame = pose.world[on];
            mass.joint =
                static_cast<int>(std::lower_bound(rows.begin(), rows.end(), on) - rows.begin());
            mass.point = frame.rotation.conjugate() * (mass.point - frame.position);
        }
        out.masses.push_back(mass);
    }
    return out;
}

}  // namespace posewright::operate
