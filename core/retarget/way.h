#pragma once

#include "core/retarget/feed.h"
#include "core/retarget/retarget.h"

#include <optional>
#include <vector>

/// From a pose of the source to one of the target. Inside of core/retarget.
namespace posewright::retarget {

struct Limb {
    NodeIndex upper = kNoNode, lower = kNoNode, end = kNoNode;  ///< target
    NodeIndex sourceUpper = kNoNode, sourceEnd = kNoNode;
    Vec3 hinge = Vec3::Zero();  ///< where its middle joint bends to, in the upper bone's own frame
    double scale = 1;           ///< arms: of the target's by the source's
    double aside = 0;           ///< legs: how far the foot stands farther to the left
    bool alone = false;         ///< a foot that hangs on no leg: it is placed where the leg ends
    Vec3 tip = Vec3::Zero();    ///< where the lower bone ends then, in its own frame
};

/// All that is the same at every frame.
class Way {
public:
    Way(const Side& source, const Side& target, const Options& options);

    double scale() const { return scale_; }
    const std::vector<Feed>& feeds() const { return feeds_; }
    /// The bones whose places are keyed, too.
    std::vector<NodeIndex> placed() const;
    void setGround(double height) { ground_ = height; }

    /// Local transforms of the target that stand for a pose of the source.
    void pose(const std::vector<WorldTransform>& source, std::vector<Transform>& local,
              std::vector<WorldTransform>& world) const;

    void setRest(std::vector<Transform> rest) { rest_ = std::move(rest); }

    /// How far the lower ankle is over its resting height. Of the source, along its up axis.
    std::optional<double> clearance(const std::vector<WorldTransform>& source) const;

private:
    /// How a bone's rotation in the world differs from that of the source's reference, in the
    /// target's world.
    Quat turnOf(const Feed& feed, const std::vector<WorldTransform>& source) const;

    /// Where the middle of the target's thighs belongs.
    Vec3 middleIn(const std::vector<WorldTransform>& source) const;

    /// A resting ankle of the source comes to be a resting ankle of the target.
    Vec3 ankleGoal(const Limb& leg, const std::vector<WorldTransform>& source,
                   const Vec3& middle) const;

    /// The way to the figure's left as its hips are turned, level. Target's world.
    Vec3 leftOf(const std::vector<WorldTransform>& source) const;

    /// How far a foot stands farther out than the source's does in scale, as that of a figure with
    /// short legs below broad hips: what is more than people differ by. [m]
    double asideOf(const Limb& leg) const;

    void bring(const Limb& limb, const Vec3& goal, std::vector<Transform>& local,
               std::vector<WorldTransform>& world) const;

    void place(NodeIndex row, const Vec3& at, std::vector<Transform>& local,
               const std::vector<WorldTransform>& world) const;

    void set(NodeIndex row, const Quat& rotation, std::vector<Transform>& local,
             std::vector<WorldTransform>& world) const;

    /// The rows of a path below `top`, down to `end`, which are few.
    void updateBetween(NodeIndex top, NodeIndex end, const std::vector<Transform>& local,
                       std::vector<WorldTransform>& world) const;

    void addLimb(std::vector<Limb>& to, Role upper, Role lower, Role end,
                 const std::vector<Quat>& turns);

    static double lengthOf(const Side& side, NodeIndex upper, NodeIndex lower, NodeIndex end);

    const Side& source_;
    const Side& target_;
    const Options& options_;
    Quat toTarget_;
    double scale_;
    double ground_ = 0;  ///< of the source, along its up axis
    std::vector<Feed> feeds_;
    std::vector<Limb> legs_;
    std::vector<Limb> arms_;
    std::vector<Transform> rest_;
    Vec3 hipsFromMiddle_ = Vec3::Zero();
    bool still_ = false;
};

}  // namespace posewright::retarget
