#pragma once

#include "core/retarget/figure_mapping.h"
#include "core/retarget/footing.h"
#include "core/retarget/walk.h"

#include <optional>
#include <vector>

/// How feet are kept out of the floor over a motion. Internal to core/retarget.
namespace posewright::retarget {

struct Footings {
    std::vector<double> frames;
    std::vector<std::vector<Footing>>
        values;  ///< one per frame; empty: nothing is seen of any foot

    /// @param frame  one of them
    std::vector<Footing> at(double frame) const;
};

/// What feet need in order to be out of the floor, smoothed. Nullopt: cancelled.
/// @param rate  of the frames [frames/s]
std::optional<Footings> footingsOf(const Walk& walk, const FigureMapping& mapping,
                                   const std::vector<double>& frames, double rate);

/// Lifts what is still in the floor. False: cancelled.
/// @param rises  how far the hips are raised, by frame
bool lift(const Walk& walk, const FigureMapping& mapping, const std::vector<double>& rises,
          double rate, Footings& footings);

}  // namespace posewright::retarget
