#pragma once

#include "core/operate/body_pull.h"
#include "core/operate/drag_chain.h"

#include <vector>

/// A figure on its feet: what it weighs, and what it stands on. Not for use outside core/operate.
namespace posewright::operate {

/// What the bones of a figure weigh, one a node: shares of 1, zero for what does not hang on `top`.
/// By their roles (Winter, Biomechanics and motor control of human movement, 2009, table 4.1); of
/// a figure without roles as sticks of one thickness. O(nodes * depth)
std::vector<double> bodyMasses(const Scene& scene, const retarget::Figure& figure, NodeIndex top);

/// Where feet that are pinned touch the ground, or all that is pinned of a figure without roles.
/// World [m]
std::vector<Vec3> feetOf(const Scene& scene, const Evaluation& shown,
                         const retarget::Figure& figure, const std::vector<Led>& pins);

class Standing {
public:
    /// @param limbs  those that go their own way, whatever the trunk does
    Standing(const Scene& scene, const retarget::Figure& figure, NodeIndex top,
             std::vector<Led> limbs, std::vector<Vec3> support);

    const std::vector<Vec3>& support() const noexcept { return support_; }
    /// How far the middle of the masses lies outside of the support. [m]
    double off(const Evaluation& pose) const;
    /// For a trunk of these rows, in the pose.
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
