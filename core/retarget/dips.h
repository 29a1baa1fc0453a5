#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/retarget/figure.h"

#include <array>
#include <functional>
#include <optional>
#include <vector>

/// Where the skin of a figure is that it should not be, in a motion. For all that bring motion in.
namespace posewright::retarget {

/// A part of the body in something, over the frames of a motion.
struct Dip {
    double depth = 0;            ///< [m] the largest
    double frame = 0;            ///< of that
    std::vector<double> frames;  ///< in which it is too deep, ascending
};

/// Of the left and the right side.
struct Dips {
    std::array<Dip, 2> soles;  ///< of the skin of feet beneath height 0
    std::array<Dip, 2> arms;   ///< of the skin of hands, and of forearms from their middle on,
                               ///< inside of the trunk's
    double tooDeep = 0;        ///< [m] that is told of soles; of arms it is thrice that
};

/// Looks at the frames of the range, at a thousand at most. Parts without skin or meshes are never
/// anywhere. Nullopt: cancelled. O(frames * (nodes + vertices of feet, and where an arm is near the
/// trunk, of arms * triangles of the trunk)).
std::optional<Dips> dipsOf(const Document& shown, const Figure& figure,
                           const std::function<bool(double)>& progress = {});

/// A warning for each part that is too deep, with the frames.
Diagnostics warningsOf(const Dips& dips);

}  // namespace posewright::retarget
