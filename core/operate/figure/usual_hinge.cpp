#include "core/operate/usual_hinge.h"

#include "core/evaluate/evaluate.h"
#include "core/retarget/figure.h"

#include <array>
#include <numbers>
#include <utility>
#include <vector>

namespace posewright::operate {

namespace {

using retarget::Role;

constexpr double kHingeDegree = std::numbers::pi / 180;

/// Level; +Z if the figure has no feet, or they point up or down.
Vec3 frontOf(const Scene& scene, const retarget::Figure& figure,
             const std::vector<WorldTransform>& world)
{
    Vec3 along = Vec3::Zero();
    for (const Role role : {Role::LeftFoot, Role::RightFoot}) {
        const NodeIndex foot = figure.last(role);
        if (foot == kNoNode || !scene[foot].bone()) continue;
        along += world[foot].linear * scene[foot].bone()->tip;
    }
    along.y() = 0;
    return along.norm() > 1e-6 ? along.normalized() : Vec3(Vec3::UnitZ());
}

}  // namespace

std::optional<limits::HingeLimit> usualHinge(const Scene& scene, NodeId bone)
{
    struct Joint {
        Role role;
        double backwards, least, most;
    };
    static constexpr std::array kJoints{
        Joint{Role::LeftLowerLeg, 1, -6, 140}, Joint{Role::RightLowerLeg, 1, -6, 140},
        Joint{Role::LeftLowerArm, -1, -9, 145}, Joint{Role::RightLowerArm, -1, -9, 145}};
    const NodeIndex row = scene.find(bone);
    if (row == kNoNode || !scene[row].bone()) return std::nullopt;
    for (const retarget::Figure& figure : retarget::figuresOf(scene))
        for (const auto& [role, backwards, least, most] : kJoints) {
            if (figure.first(role) != row) continue;
            const std::vector<WorldTransform> world = worldTransforms(scene, restPose(scene));
            const Vec3 down = world[row].linear * scene[row].bone()->tip;
            const Vec3 axis = down.cross(-backwards * frontOf(scene, figure, world));
            if (axis.norm() < 1e-6 * down.norm()) return std::nullopt;
            const Vec3 local = world[row].rotation.conjugate() * axis.normalized();
            return limits::HingeLimit{local, {least * kHingeDegree, most * kHingeDegree}};
        }
    return std::nullopt;
}

}  // namespace posewright::operate
