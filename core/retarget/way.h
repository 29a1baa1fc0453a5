#pragma once

#include "core/retarget/feed.h"
#include "core/retarget/retarget.h"

#include <optional>
#include <vector>

/// From a pose of the source to one of the target. Inside of core/retarget.
namespace posewright::retarget {

struct Limb {
    NodeIndex upper = kNoNode, lower = kNoNode;  ///< target
    NodeIndex end = kNoNode;  ///< kNoNode: a leg without a foot, which ends at its tip
    NodeIndex sourceUpper = kNoNode, sourceEnd = kNoNode;
    Vec3 sourceAt = Vec3::Zero();  ///< where the source's ends, in the frame of sourceEnd
    Vec3 hinge = Vec3::Zero();   ///< where its middle joint bends to, in the upper bone's own frame
    double scale = 1;            ///< arms: of the target's by the source's
    Vec3 offset = Vec3::Zero();  ///< legs: of the ankle from where scale has it, in the source's
                                 ///< world as its reference pose stands; it turns with the foot
    bool turnsOffset = true;  ///< false: the source has no foot, and its shin says nothing of one
    bool alone = false;       ///< a foot that hangs on no leg: it is placed where the leg ends
    Vec3 tip = Vec3::Zero();  ///< where the lower bone ends, in its own frame

    bool endsAtTip() const { return alone || end == kNoNode; }
};

/// A bone of the target that does not hang on what it belongs to, as a foot beside the hips or a
/// spine beside the pelvis: it is placed there, and its place is keyed.
struct DetachedBone {
    NodeIndex row = kNoNode;
    NodeIndex on = kNoNode;        ///< where it belongs
    Vec3 offset = Vec3::Zero();    ///< from there, in the frame of `on`
    Quat turn = Quat::Identity();  ///< seen from there, where the source does not turn it
};

/// All that is the same at every frame.
class Way {
public:
    Way(const Side& source, const Side& target, const Options& options);

    double scale() const { return scale_; }
    std::size_t targetSize() const { return static_cast<std::size_t>(target_.scene.size()); }
    const std::vector<Feed>& feeds() const { return feeds_; }
    /// The bones whose places are keyed, too.
    std::vector<NodeIndex> placed() const;
    const std::vector<DetachedBone>& detached() const { return detached_; }
    void setGround(double height) { ground_ = height; }

    /// Local transforms of the target that stand for a pose of the source.
    /// @param drop by which the hips are lower than scale has them [m]
    void pose(const std::vector<WorldTransform>& source, double drop, std::vector<Transform>& local,
              std::vector<WorldTransform>& world) const;

    /// How far the hips must come down for the legs to reach their goals about as bent as they are.
    /// @param local, world room to work in [m]
    double dropIn(const std::vector<WorldTransform>& source, std::vector<Transform>& local,
                  std::vector<WorldTransform>& world) const;

    void setRest(std::vector<Transform> rest) { rest_ = std::move(rest); }

    /// How far the lowest part of a foot is over its resting height. Of the source, along its up
    /// axis; empty: it has no feet.
    std::optional<double> clearance(const std::vector<WorldTransform>& source) const;

private:
    /// How a bone's rotation in the world differs from that of the source's reference, in the
    /// target's world.
    Quat turnOf(const Feed& feed, const std::vector<WorldTransform>& source) const;

    /// Between the heads of both thighs; the hips, where one of the figures has no thighs.
    Vec3 middleOf(const Side& side, const std::vector<WorldTransform>& world) const;

    /// Where the middle of the target's thighs belongs.
    Vec3 middleIn(const std::vector<WorldTransform>& source) const;

    /// The way up as the hips are turned: in a roll they come down towards the feet all the same.
    /// Target's world.
    Vec3 upOf(const std::vector<WorldTransform>& source) const;

    /// A resting ankle of the source comes to be a resting ankle of the target. Where the target's
    /// stands farther out or higher, that much turns with the foot: while it stands it stays, and
    /// through a roll it changes smoothly.
    Vec3 ankleGoal(const Limb& leg, const std::vector<WorldTransform>& source,
                   const Vec3& middle) const;

    /// How much farther out a leg hangs than the source's does in scale, as on a figure with short
    /// legs below broad hips: what is more than people differ by. [m]
    double asideOf(const Limb& leg) const;

    /// @param up the hips' own, along which they come down
    double dropFor(const Limb& leg, const Vec3& goal, const Vec3& up,
                   const std::vector<WorldTransform>& world) const;

    void poseRow(NodeIndex row, const std::vector<WorldTransform>& source, const Vec3& middle,
                 std::vector<Transform>& local, std::vector<WorldTransform>& world) const;

    void bring(const Limb& limb, const Vec3& goal, std::vector<Transform>& local,
               std::vector<WorldTransform>& world) const;

    void place(NodeIndex row, const Vec3& at, std::vector<Transform>& local,
               const std::vector<WorldTransform>& world) const;

    void set(NodeIndex row, const Quat& rotation, std::vector<Transform>& local,
             std::vector<WorldTransform>& world) const;

    /// The rows of a path below `top`, down to `end`, which are few.
    void updateBetween(NodeIndex top, NodeIndex end, const std::vector<Transform>& local,
                       std::vector<WorldTransform>& world) const;

    void addLegs(const std::vector<Quat>& turns);
    void addArms(const std::vector<Quat>& turns);

    /// Where a limb of both ends: at a bone, or at a place on it.
    struct Ends {
        LegEnd source, target;
    };
    std::optional<Limb> limbBetween(Role upper, Role lower, const Ends& ends, bool kneeLike,
                                    const std::vector<Quat>& turns) const;

    void addDetached();
    void orderRows();
    void findLegRows();

    static double lengthOf(const Side& side, NodeIndex upper, NodeIndex lower, const Vec3& end);

    const Side& source_;
    const Side& target_;
    const Options& options_;
    Quat toTarget_;
    double scale_;
    std::vector<SolePoint> soles_;  ///< of the source
    double ground_ = 0;             ///< of the source, along its up axis
    std::vector<Feed> feeds_;
    std::vector<int> feedOf_;             ///< of a row; -1: none
    std::vector<DetachedBone> detached_;  ///< what others hang on before these
    std::vector<int> detachedOf_;         ///< of a row; -1: none
    std::vector<NodeIndex> order_;    ///< of rows: what others hang on, or belong to, before these
    std::vector<NodeIndex> legRows_;  ///< of order_, those by which the legs are placed
    std::vector<Limb> legs_;
    std::vector<Limb> arms_;
    std::vector<Transform> rest_;
    Vec3 hipsFromMiddle_ = Vec3::Zero();
    bool byThighs_ = false;
    bool still_ = false;
};

}  // namespace posewright::retarget
