#pragma once

#include "core/ik/solver.h"
#include "core/retarget/arm_room.h"
#include "core/retarget/feed.h"
#include "core/retarget/footing.h"
#include "core/retarget/head_room.h"
#include "core/retarget/limb.h"
#include "core/retarget/retarget.h"
#include "core/retarget/rise.h"
#include "core/retarget/sole_room.h"

#include <optional>
#include <utility>
#include <vector>

/// Maps poses of the source to poses of the target. Internal to core/retarget.
namespace posewright::retarget {

/// What was found over the whole motion, at one frame.
struct Adjusted {
    double rise = 0;  ///< how far the hips are above their scaled place, along the body's up [m]
    std::vector<Footing> footings;    ///< one per leg, or none
    HandMoves hands = noHandMoves();  ///< from their goals
};

struct Limb {
    NodeIndex upper = kNoNode, lower = kNoNode;  ///< target
    NodeIndex end = kNoNode;  ///< kNoNode: a leg without a foot, which ends at its tip
    NodeIndex sourceUpper = kNoNode, sourceEnd = kNoNode;
    Vec3 sourceAt = Vec3::Zero();  ///< end of the source's limb, in the frame of sourceEnd
    Vec3 hinge = Vec3::Zero();  ///< bend direction of the middle joint, in the upper bone's frame
    BendsLike like = BendsLike::Elbow;
    double scale = 1;  ///< arms: length of the target's divided by the source's
    double aside = 0;  ///< legs: how much farther to the left the foot stands than in scale [m];
                       ///< turns with the foot, but hardly tilts with it
    Vec3 left = Vec3::Zero();  ///< legs: the direction of that in the source's reference pose
    double higher = 0;  ///< legs: of the ankle over its scaled place [m]; turns with the foot
    Vec3 behind = Vec3::Zero();  ///< legs: of the ankle from the ball of the source's level foot,
                                 ///< in scale; in the source's reference pose [m]
    bool turnsOffset = true;  ///< false: the source has no foot, and a shin cannot stand in for one
    bool alone = false;  ///< a foot that is not below the leg: it is placed at the end of the leg
    Vec3 tip = Vec3::Zero();   ///< where the lower bone ends, in its own frame
    Vec3 palm = Vec3::Zero();  ///< arms: where the hand ends, in its own frame
    std::size_t side = 0;      ///< arms: 0 is the left one
    int sole = -1;  ///< legs: row of FigureMapping::rooms_; -1: nothing is seen of the foot

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

/// Memory for a pose of the target, for one thread.
struct Posed {
    std::vector<Transform> local;
    std::vector<WorldTransform> world;
};

/// The mapping from source to target, as far as it is the same at every frame.
class FigureMapping {
public:
    /// @param alike  the bones of both are at the same places: turns alone give the pose
    FigureMapping(const Side& source, const Side& target, const Options& options, bool alike);

    double scale() const { return scale_; }
    Posed newPose() const
    {
        return {{}, std::vector<WorldTransform>(static_cast<std::size_t>(target_.scene.size()))};
    }
    const std::vector<Feed>& feeds() const { return feeds_; }
    /// The bones whose translations are keyed, too.
    std::vector<NodeIndex> placed() const;
    const std::vector<DetachedBone>& detached() const { return detached_; }
    /// Toes that may bend where the source's do not.
    std::vector<NodeIndex> bending() const;
    /// Bones below the hips that have no role on either figure but the same name, parent and rest
    /// rotation: they turn as the source's do, about their parents.
    std::vector<NodeIndex> twins() const;
    void setGround(double height) { ground_ = height; }
    /// The target stands this much higher than its joints say: on the soles of its boots. [m]
    void setBoots(double height) { boots_ = height; }

    /// How far feet that stand so are to be lifted, too. One per leg. [m]
    /// @param world of the target, as `pose` made it
    std::vector<Footing> liftsIn(const std::vector<WorldTransform>& source,
                                 const std::vector<WorldTransform>& world) const;

    /// The target's pose for a pose of the source.
    void pose(const std::vector<WorldTransform>& source, const Adjusted& adjusted,
              std::vector<Transform>& local, std::vector<WorldTransform>& world) const;

    /// Rotation from the source's world to the target's.
    const Quat& toTarget() const { return toTarget_; }
    /// Moves hands from where they are. @param moves in the world
    void moveHands(const HandMoves& moves, std::vector<Transform>& local,
                   std::vector<WorldTransform>& world) const;
    /// Where hands are as seen from the bones above the upper arms, as shares of the arms.
    HandMoves handsOnBody(const std::vector<WorldTransform>& world) const;
    /// Whether hands are brought to goals of their own.
    bool hasArms() const { return !arms_.empty(); }

    /// Whether something is seen of the target's feet that would sink where they are pitched.
    bool hasSoles() const { return !rooms_.empty(); }
    /// What keeps the skin of each foot out of the floor at one frame, if the hips are not raised.
    /// One per leg.
    /// @param local, world scratch space
    std::vector<Footing> footingsIn(const std::vector<WorldTransform>& source,
                                    std::vector<Transform>& local,
                                    std::vector<WorldTransform>& world) const;

    /// What the legs say about how far the hips are raised, without what aim() adds.
    /// @param local, world scratch space
    HipsWish wishIn(const std::vector<WorldTransform>& source, std::vector<Transform>& local,
                    std::vector<WorldTransform>& world) const;

    /// Takes from the motion in which directions knees bend, which way feet are turned out in the
    /// mean, as they stand wider to the left and the right of the hips, and what of the hips is up
    /// while the figure is upright; wishes are changed to that.
    void learn(std::vector<HipsWish>& wishes);

    /// Completes wishes by what was learned.
    /// @param footings  one per wish, or none
    void aim(std::vector<HipsWish>& wishes,
             const std::vector<std::vector<Footing>>& footings) const;

    void setRest(std::vector<Transform> rest) { rest_ = std::move(rest); }

    /// How far the lowest point of the source's feet is above its resting height, along its up axis
    /// [m]; nullopt: it has no feet.
    std::optional<double> clearance(const std::vector<WorldTransform>& source) const;

private:
    /// The rotation of the source's bone from its reference pose, in its own world. That of the
    /// hips is corrected so that they carry the thighs to where they are: some captures turn the
    /// bones between, too.
    Quat turnFrom(NodeIndex row, const std::vector<WorldTransform>& source) const;

    /// Likewise, in the target's world.
    Quat turnOf(const Feed& feed, const std::vector<WorldTransform>& source) const;

    /// Likewise, of the hips. Very broad ones are turned nearer to where both feet have their left:
    /// the heads of the thighs move as those of the source, in scale, and not as much as the hips
    /// are broader.
    Quat turnOfHips(const Quat& turn, const std::vector<WorldTransform>& source) const;

    /// The middle between the heads of both thighs; the hips if one of the figures has no thighs.
    Vec3 middleOf(const Side& side, const std::vector<WorldTransform>& world) const;

    /// Where the middle of the target's thighs belongs.
    Vec3 middleIn(const std::vector<WorldTransform>& source) const;

    /// The up direction turned with the hips, so that in a roll they are raised from the feet, too.
    /// Target's world.
    Vec3 upOf(const std::vector<WorldTransform>& source) const;

    /// Maps a resting ankle of the source to a resting ankle of the target. The difference in
    /// height and distance to the side turns with the foot: constant while the foot stands, smooth
    /// through a roll.
    Vec3 ankleGoal(const Limb& leg, const std::vector<WorldTransform>& source,
                   const Vec3& middle) const;

    /// How much farther that is if the foot is level by a share: it stands on its sole, not on what
    /// it is pitched about.
    /// @param foot the turn of the source's foot from its reference pose
    Vec3 moreLevel(const Limb& leg, const Quat& foot, double levels) const;

    /// How much farther to the side a leg is than the source's scaled leg, beyond the usual
    /// variation, as in a figure with short legs and broad hips. [m]
    double asideOf(const Limb& leg) const;

    /// How far the head of a thigh is to the left of the middle. [m]
    double outOf(const Side& side, NodeIndex thigh) const;

    /// How much farther to the side the head of a thigh is than the source's, in scale. [m]
    double widerBy(const Limb& leg) const;

    /// That part of it which stands for a wider stance.
    /// @param foot the turn of the source's foot from its reference pose
    Vec3 stanceOf(const Limb& leg, const Quat& foot) const;

    Quat footTurn(const Limb& leg, const std::vector<WorldTransform>& source) const;

    /// Where the hand belongs: in the scale of the arm from its shoulder, and not farther inside
    /// of the head than the source's is.
    Vec3 wristGoal(const Limb& arm, const std::vector<WorldTransform>& source,
                   const std::vector<WorldTransform>& world) const;

    /// Where a wrist goes that belongs at `from` and is moved, so that a bent arm is not pulled
    /// straight: nearer to the shoulder instead, in the same direction.
    Vec3 keptBent(const Limb& arm, const Vec3& from, const Vec3& move,
                  const std::vector<WorldTransform>& world) const;

    LegWish wishOf(const Limb& leg, const std::vector<WorldTransform>& world) const;

    void poseRow(NodeIndex row, const std::vector<WorldTransform>& source, const Vec3& middle,
                 std::vector<Transform>& local, std::vector<WorldTransform>& world) const;

    void bring(const Limb& limb, const Vec3& goal, std::vector<Transform>& local,
               std::vector<WorldTransform>& world) const;

    /// The skin of a foot of the target, and what stands of the source's foot.
    struct Sole {
        SoleRoom room;
        std::vector<SolePoint> source;
    };

    /// What the skin of a foot says that is level at its goal. Levels it in `local` and `world`.
    void lookAtSole(const Limb& leg, const Vec3& goal, const std::vector<WorldTransform>& source,
                    std::vector<Transform>& local, std::vector<WorldTransform>& world,
                    LegWish& out) const;
    /// How deep it is in the floor. [m]
    double depthOf(const LegWish& leg) const;
    /// Takes from the motion how deep feet are that stand, because boots follow shins a little: the
    /// figure stands higher by the median of that.
    void learnSoles(const std::vector<HipsWish>& wishes);
    void learnUp(const std::vector<HipsWish>& wishes);

    /// How a foot may be turned out of the floor.
    struct Pitch {
        Quat own, level;  ///< world rotations of the foot
        Quat toes;        ///< local, not bent
    };
    /// @param levels  share of the way of the foot to level
    /// @param bends   likewise, of the toes
    void setPitch(const Limb& leg, const Pitch& pitch, double levels, double bends,
                  std::vector<Transform>& local, std::vector<WorldTransform>& world) const;

    /// Brings a leg to its goal. Returns by how much the toes are to bend and the foot is to be
    /// level so that its skin stays out of the floor, and higher if that is not enough.
    Footing footingOf(const Limb& leg, const Vec3& goal, const std::vector<WorldTransform>& source,
                      std::vector<Transform>& local, std::vector<WorldTransform>& world) const;
    /// Brings a leg to its goal in that way.
    void stand(const Limb& leg, const Vec3& goal, const Footing& footing,
               std::vector<Transform>& local, std::vector<WorldTransform>& world) const;
    /// As it is where it is brought. @pre leg.sole >= 0
    Pitch pitchOf(const Limb& leg, const std::vector<Transform>& local,
                  const std::vector<WorldTransform>& world) const;

    /// As `clearance`, of one foot; nullopt: nothing of it is known.
    std::optional<double> clearanceOf(const Sole& sole,
                                      const std::vector<WorldTransform>& source) const;
    /// How high the floor is for a foot: 0, or as deep as the source's foot is beneath its floor.
    double floorAt(const std::optional<double>& clearance) const;

    /// Updates what is below a foot.
    void carry(const SoleRoom& room, const std::vector<Transform>& local,
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
    void addSoles();

    /// The ends of a limb on both figures: a bone, or a place on it.
    struct Ends {
        LegEnd source, target;
    };
    std::optional<Limb> limbBetween(Role upper, Role lower, const Ends& ends, bool kneeLike,
                                    const std::vector<Quat>& turns) const;

    void addDetached();
    void addTwins();
    void orderRows();
    void findLegRows();
    void findLimits();

    static double lengthOf(const Side& side, NodeIndex upper, NodeIndex lower, const Vec3& end);

    const Side& source_;
    const Side& target_;
    const Options& options_;
    Quat toTarget_;
    double scale_;
    double rests_ = 0;              ///< how far the hips are raised where straight legs stand [m]
    std::vector<SolePoint> soles_;  ///< of the source
    double ground_ = 0;             ///< of the source, along its up axis
    double boots_ = 0;
    double sagging_ = 0;  ///< part of boots_, of learnSoles
    std::vector<Feed> feeds_;
    std::vector<int> feedOf_;             ///< of a row; -1: none
    std::vector<NodeIndex> twinOf_;       ///< of a row, the source's bone; kNoNode: none
    std::vector<DetachedBone> detached_;  ///< what others hang on before these
    std::vector<int> detachedOf_;         ///< of a row; -1: none
    std::vector<NodeIndex>
        order_;  ///< rows so that parents, and bones that others belong to, come first
    std::vector<NodeIndex> legRows_;  ///< rows of order_ that the legs' placement depends on
    std::vector<Limb> legs_;
    std::vector<Limb> arms_;
    std::vector<Sole> rooms_;             ///< of the target
    std::optional<HeadRoom> head_;        ///< of the target, if hands stay out of it
    std::optional<HeadRoom> sourceHead_;  ///< likewise, of the source
    std::vector<std::pair<NodeIndex, ik::Joint>> limited_;  ///< joints of the target with a limit
    std::vector<Transform> rest_;
    Vec3 hipsFromMiddle_ = Vec3::Zero();
    /// What is up while the figure is upright, in its reference pose.
    Vec3 hipsUp_ = source_.reference.up();
    double broader_ = 0;  ///< share of the breadth of the hips by which feet stand wider
    bool byThighs_ = false;
    bool still_ = false;
};

}  // namespace posewright::retarget
