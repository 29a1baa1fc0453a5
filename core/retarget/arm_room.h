#pragma once

#include "core/retarget/align.h"
#include "core/retarget/arm_skin.h"
#include "core/retarget/trunk_skin.h"

#include <array>
#include <vector>

/// Keeps forearms and hands out of the trunk. Internal to core/retarget.
namespace posewright::retarget {

/// How far hands are moved from where they belong, the left and the right one, in the frame of the
/// bone above the upper arm but for its scale. [m]
using HandMoves = std::array<Vec3, 2>;

inline HandMoves noHandMoves()
{
    return {Vec3::Zero(), Vec3::Zero()};
}

/// The skin of the target's arms, and what tells on which side of the body the source has them.
class ArmRoom {
public:
    /// @param toTarget rotation from the source's world to the target's
    ArmRoom(const Side& source, const Side& target, const Quat& toTarget);

    /// Whether nothing is known that could be in something: no skin, no arms.
    bool empty() const { return arms_.empty(); }

    /// Takes where the target's trunk is. O(vertices of the trunk)
    void pose(const std::vector<WorldTransform>& world) { trunk_.pose(world); }

    /// How far wrists are to be moved, in the world, so that the skin leaves the trunk's, nearly.
    /// Each place of an arm leaves it away from the axis of the trunk, in the direction in which
    /// the source has it. O(spots * log(triangles of the trunk)); once per pose, O(triangles) if a
    /// place is within the box around the trunk. @pre pose() was called; of what it was given, only
    /// arms have moved since
    /// @param world of the target; what is below the upper arms is updated in it
    HandMoves movesOut(const std::vector<WorldTransform>& source,
                       const std::vector<Transform>& local, std::vector<WorldTransform>& world);
    /// From the world to the frame of HandMoves.
    HandMoves inBody(const HandMoves& moves, const std::vector<WorldTransform>& world) const;

private:
    struct Arm {
        std::size_t side = 0;
        std::vector<NodeIndex> below;  ///< the upper arm's row first, then those below it, in order
        std::vector<ArmSpot> spots;
        NodeIndex sourceElbow = kNoNode, sourceHand = kNoNode;
    };
    /// From the middle of the thighs, or the hips, to the middle of the shoulders.
    struct Axis {
        Vec3 from, way;  ///< unit
        Vec3 awayTo(const Vec3& place) const;
    };
    static Axis axisOf(const Side& side, const std::vector<WorldTransform>& world);
    Vec3 moveOut(const Arm& arm, const std::vector<WorldTransform>& source, const Axis& theirs,
                 const Axis& ours, const std::vector<WorldTransform>& world);

    const Side& source_;
    const Side& target_;
    Quat toTarget_;
    TrunkSkin trunk_;
    std::vector<Arm> arms_;
};

}  // namespace posewright::retarget
