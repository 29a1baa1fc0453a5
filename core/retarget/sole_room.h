#pragma once

#include "core/retarget/reference_pose.h"
#include "core/skinning/limb_end.h"

#include <optional>
#include <vector>

/// Keeps the skin of feet out of the floor. For core/retarget and what leads feet afterwards.
namespace posewright::retarget {

/// What is seen of a foot: its skin, or the meshes that hang on it.
class SoleRoom {
public:
    SoleRoom(skinning::LimbEnd skin, const Scene& scene, NodeIndex foot, NodeIndex toes,
             const std::vector<WorldTransform>& rests, const Mat3& body);

    NodeIndex foot() const { return foot_; }
    /// kNoNode: it has none that could bend, or they have no skin of their own.
    NodeIndex toes() const { return toes_; }
    /// All rows below the foot, parents first.
    const std::vector<NodeIndex>& below() const { return below_; }

    /// All rows whose transforms the heights depend on, by row.
    std::vector<NodeIndex> rows() const { return skin_.rows(); }

    /// The height of the lowest point of all, along the body's up. [m]
    double lowest(const std::vector<WorldTransform>& world) const;
    /// Likewise, of what the toes and bones below them move. @pre there are toes
    double lowestOfToes(const std::vector<WorldTransform>& world) const;

    /// The foot's rotation in the world, turned by the least arc so that it is level; not all the
    /// way for a foot that is nearly upside down.
    Quat levelled(const std::vector<WorldTransform>& world) const;

    /// How far toes that point down are to be turned up so that they lie level, up to 70 degrees; 0
    /// if they point up, and less for a foot that is nearly upside down. [rad] @pre there are toes
    double levelling(const std::vector<WorldTransform>& world) const;
    /// The toes' rotation in the world, turned up. @pre there are toes
    Quat turnedUp(const std::vector<WorldTransform>& world, double angle) const;

private:
    double lowestOf(const std::vector<int>& parts, const std::vector<WorldTransform>& world) const;

    skinning::LimbEnd skin_;
    NodeIndex foot_, toes_;
    std::vector<NodeIndex> below_;
    std::vector<int> all_, ofToes_;  ///< parts of skin_
    Vec3 up_;                        ///< of the body; world
    Vec3 footUp_;                    ///< in the foot's frame, up while it rests
    Vec3 ahead_ = Vec3::Zero();      ///< in the toes' frame, level while the foot rests
    Vec3 above_ = Vec3::Zero();      ///< likewise, up while the foot rests
};

/// Nullopt: no such foot below a leg, nothing is seen of it, or it reaches deeper below the ankle
/// than the shin is long. O(nodes + vertices)
std::optional<SoleRoom> soleRoomOf(const Scene& scene, const Figure& figure,
                                   const ReferencePose& reference, BodySide side);

/// The share of the way to level that a foot is turned that is pitched by an angle [rad]: 1, but
/// less for one that is nearly upside down.
double levelledShare(double angle);

/// How far a foot is lifted that is so deep in the floor: as far, but for a small rest where it
/// begins, so that it begins gradually. [m]
/// @param leg  length of the leg [m]
double liftFor(double depth, double leg);

}  // namespace posewright::retarget
