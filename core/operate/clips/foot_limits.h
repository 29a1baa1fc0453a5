#pragma once

#include "core/operate/clips/put_ways.h"

#include <optional>
#include <string>
#include <vector>

/// Led feet turn only as far as the limits of their joints let them. Internal to this folder.
namespace posewright::operate {

/// A limb's end that is led by a target.
struct LedFoot {
    ConstraintId target = ConstraintId::None;
    std::string limb;                   ///< "Left foot"
    std::size_t row = 0;                ///< of its ways
    std::vector<WorldTransform> shown;  ///< as brought in and moved along with the body, per frame
};

/// Where a limit on the way from hip to ankle does not let a foot be placed as asked, it is led
/// back to its place as brought in, or, if little is missing, turned as far as the limit lets it.
/// The contact ends there: what is left of it is what can be held. Figures without limits are not
/// changed.
/// @param cleaner   before the ways are put
/// @param start     [frame] of the first of LedFoot::shown
/// @param ease      [frame] in which a leg is led back
/// @param shortest  [frame] shorter contacts are dropped
/// @param told      gets what contacts have lost; may be null
std::optional<Error> keepWithinLimits(const Cleaner& cleaner, const std::vector<LedFoot>& feet,
                                      double start, double ease, double shortest,
                                      std::vector<TargetWays>& all, Diagnostics* told);

}  // namespace posewright::operate
