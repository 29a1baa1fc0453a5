#pragma once

#include "core/retarget/arm_room.h"
#include "core/retarget/figure_mapping.h"
#include "core/retarget/footings.h"
#include "core/retarget/walk.h"

#include <vector>

/// How forearms and hands are kept out of the trunk over a motion. Internal to core/retarget.
namespace posewright::retarget {

struct Clearances {
    std::vector<double> frames;
    std::vector<HandMoves> values;  ///< one per frame; empty: hands are not moved
    double done = 0;                ///< share of the whole that was reported as done; 0: nothing

    /// @param frame  one of them
    HandMoves at(double frame) const;
};

/// Moves that change gradually, and are at least as large at each frame if those nearby go about
/// the same way.
/// @param frames  to each side in which they do
std::vector<Vec3> gradual(const std::vector<Vec3>& moves, double frames);

/// Likewise, where frames are not as far from each other as they are counted.
/// @param along  of each frame, ascending by at least 1 from 0
std::vector<Vec3> gradualAlong(const std::vector<Vec3>& moves, double frames,
                               const std::vector<double>& along);

/// How far hands are moved in order to be out of the trunk. False: cancelled.
/// @param rises  how far the hips are raised, by frame
/// @param rate   of the frames [frames/s]
bool clearArms(const Walk& walk, const FigureMapping& mapping, const ArmRoom& room,
               const std::vector<double>& rises, const Footings& footings, double rate,
               Clearances& out);

}  // namespace posewright::retarget
