#pragma once

#include "core/operate/poses/body_pull.h"
#include "core/operate/poses/drag_chain.h"

#include <vector>

/// Masses and support of a standing figure. Internal to this folder.
namespace posewright::operate {

/// The masses of a figure's bones, one per node: shares of 1, zero for nodes not below `top`. By
/// their roles (Winter, Biomechanics and motor control of human movement, 2009, table 4.1); for a
/// figure without roles as sticks of one thickness. O(nodes * depth)
std::vector<double> bodyMasses(const Scene& scene, const retarget::Figure& figure, NodeIndex top);

/// Where pinned feet touch the ground; for a figure without roles, all pins. World [m]
std::vector<Vec3> feetOf(const Scene& scene, const Evaluation& shown,
                         const retarget::Figure& figure, const std::vector<Led>& pins);

class Standing {
public:
    /// @param limbs  those that do not follow the trunk
    Standing(const Scene& scene, const retarget::Figure& figure, NodeIndex top,
             std::vector<Led> limbs, std::vector<Vec3> support);

    const std::vector<Vec3>& support() const noexcept { return support_; }
    /// How far the centre of mass is outside the support. [m]
    double off(const Evaluation& pose) const;
    /// The balance for a trunk of these rows in the pose.
    Balance balance(const Evaluation& pose, const std::vector<NodeIndex>& rows,
                    double within) const;

private:
    Vec3 middleOf(const Evaluation& pose, NodeIndex row) const;

    const Scene& scene_;
    std::vector<Led> limbs_;
    std::vector<Vec3> support_;
    std::vector<double> masses_;
};

}  // namespace posewright::operate
