#pragma once

#include "core/ik/solver.h"
#include "core/retarget/feed.h"
#include "core/retarget/retarget.h"

#include <optional>
#include <utility>
#include <vector>

/// Maps poses of the source to poses of the target. Internal to core/retarget.
namespace posewright::retarget {

struct Limb {
    NodeIndex upper = kNoNode, lower = kNoNode;  ///< target
    NodeIndex end = kNoNode;  ///< kNoNode: a leg without a foot, which ends at its tip
    NodeIndex sourceUpper = kNoNode, sourceEnd = kNoNode;
    Vec3 sourceAt = Vec3::Zero();  ///< end of the source's limb, in the frame of sourceEnd
    Vec3 hinge = Vec3::Zero();   ///< bend direction of the middle joint, in the upper bone's frame
    double scale = 1;            ///< arms: length of the target's divided by the source's
    Vec3 offset = Vec3::Zero();  ///< legs: of the ankle from its scaled place, in the source's
                                 ///< world for its reference pose; turns with the foot
    bool turnsOffset = true;  ///< false: the source has no foot, and a shin cannot stand in for one
    bool alone = false;  ///< a foot that is not below the leg: it is placed at the end of the leg
    Vec3 tip = Vec3::Zero();  ///< where the lower bone ends, in its own frame

    bool endsAtTip() const { return alone || end == kNoNode; }
};

/// A bone of the target that is not a child of the bone it belongs to, like a foot beside the hips
/// or a spine beside the pelvis. It is placed there, and its translation is keyed.
struct DetachedBone {
    NodeIndex row = kNoNode;
    NodeIndex on = kNoNode;      ///< the bone it belongs to
    Vec3 offset = Vec3::Zero();  ///< position in the frame of `on`
    Quat turn =
        Quat::Identity();  ///< rotation in the frame of `on`, if the source does not turn it
};

/// The mapping from source to target, as far as it is the same at every frame.
class FigureMapping {
public:
    FigureMapping(const Side& source, const Side& target, const Options& options);

    double scale() const { return scale_; }
    std::size_t targetSize() const { return static_cast<std::size_t>(target_.scene.size()); }
    const std::vector<Feed>& feeds() const { return feeds_; }
    /// The bones whose translations are keyed, too.
    std::vector<NodeIndex> placed() const;
    const std::vector<DetachedBone>& detached() const { return detached_; }
    void setGround(double height) { ground_ = height; }
    /// The target stands this much higher than its joints say: on the soles of its boots. [m]
    void setBoots(double height) { boots_ = height; }

    /// The target's pose for a pose of the source.
    /// @param drop how far the hips are below their scaled place [m]
    void pose(const std::vector<WorldTransform>& source, double drop, std::vector<Transform>& local,
              std::vector<WorldTransform>& world) const;

    /// How far the hips must be lowered for the legs to reach their goals with about the same bend.
    /// [m]
    /// @param local, world scratch space
    double dropIn(const std::vector<WorldTransform>& source, std::vector<Transform>& local,
                  std::vector<WorldTransform>& world) const;

    void setRest(std::vector<Transform> rest) { rest_ = std::move(rest); }

    /// How far the lowest point of the source's feet is above its resting height, along its up axis
    /// [m]; nullopt: it has no feet.
    std::optional<double> clearance(const std::vector<WorldTransform>& source) const;

private:
    /// The rotation of the source's bone from its reference pose, in the target's world.
    Quat turnOf(const Feed& feed, const std::vector<WorldTransform>& source) const;

    /// The middle between the heads of both thighs; the hips if one of the figures has no thighs.
    Vec3 middleOf(const Side& side, const std::vector<WorldTransform>& world) const;

    /// Where the middle of the target's thighs belongs.
    Vec3 middleIn(const std::vector<WorldTransform>& source) const;

    /// The up direction turned with the hips, so that in a roll they are lowered towards the feet,
    /// too. Target's world.
    Vec3 upOf(const std::vector<WorldTransform>& source) const;

    /// Maps a resting ankle of the source to a resting ankle of the target. The difference in
    /// height and distance to the side turns with the foot: constant while the foot stands, smooth
    /// through a roll.
    Vec3 ankleGoal(const Limb& leg, const std::vector<WorldTransform>& source,
                   const Vec3& middle) const;

    /// How much farther to the side a leg is than the source's scaled leg, beyond the usual
    /// variation, as in a figure with short legs and broad hips. [m]
    double asideOf(const Limb& leg) const;

    /// @param up unit; the hips are lowered against it
    double dropFor(const Limb& leg, const Vec3& goal, const Vec3& up,
                   const std::vector<WorldTransform>& world) const;

    void poseRow(NodeIndex row, const std::vector<WorldTransform>& source, const Vec3& middle,
                 std::vector<Transform>& local, std::vector<WorldTransform>& world) const;

    void bring(const Limb& limb, const Vec3& goal, std::vector<Transform>& local,
               std::vector<WorldTransform>& world) const;

    /// Turns joints back into their limits, and limbs so that they end where they did, as far as
    /// the limits let them.
    void keepInLimits(std::vector<Transform>& local, std::vector<WorldTransform>& world) const;
    Vec3 endOf(const Limb& limb, const std::vector<WorldTransform>& world) const;

    void place(NodeIndex row, const Vec3& at, std::vector<Transform>& local,
               const std::vector<WorldTransform>& world) const;

    void set(NodeIndex row, const Quat& rotation, std::vector<Transform>& local,
             std::vector<WorldTransform>& world) const;

    /// Updates only the rows on the path below `top` down to `end`.
    void updateBetween(NodeIndex top, NodeIndex end, const std::vector<Transform>& local,
                       std::vector<WorldTransform>& world) const;

    void addLegs(const std::vector<Quat>& turns);
    void addArms(const std::vector<Quat>& turns);

    /// The ends of a limb on both figures: a bone, or a place on it.
    struct Ends {
        LegEnd source, target;
    };
    std::optional<Limb> limbBetween(Role upper, Role lower, const Ends& ends, bool kneeLike,
                                    const std::vector<Quat>& turns) const;

    void addDetached();
    void orderRows();
    void findLegRows();
    void findLimits();

    static double lengthOf(const Side& side, NodeIndex upper, NodeIndex lower, const Vec3& end);

    const Side& source_;
    const Side& target_;
    const Options& options_;
    Quat toTarget_;
    double scale_;
    std::vector<SolePoint> soles_;  ///< of the source
    double ground_ = 0;             ///< of the source, along its up axis
    double boots_ = 0;
    std::vector<Feed> feeds_;
    std::vector<int> feedOf_;             ///< of a row; -1: none
    std::vector<DetachedBone> detached_;  ///< what others hang on before these
    std::vector<int> detachedOf_;         ///< of a row; -1: none
    std::vector<NodeIndex>
        order_;  ///< rows so that parents, and bones that others belong to, come first
    std::vector<NodeIndex> legRows_;  ///< rows of order_ that the legs' placement depends on
    std::vector<Limb> legs_;
    std::vector<Limb> arms_;
    std::vector<std::pair<NodeIndex, ik::Joint>> limited_;  ///< joints of the target with a limit
    std::vector<Transform> rest_;
    Vec3 hipsFromMiddle_ = Vec3::Zero();
    bool byThighs_ = false;
    bool still_ = false;
};

}  // namespace posewright::retarget
