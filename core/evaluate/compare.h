#pragma once

#include "core/base/result.h"
#include "core/document/document.h"

#include <functional>
#include <string>
#include <vector>

namespace posewright {

/// Keys of one property of one node, of a target's influence or of a layer's weight, that two
/// documents do not share.
struct KeyDifference {
    std::string node;  ///< empty: of a layer's weight
    Property property = Property::Translation;
    std::vector<double> removed;  ///< [frame] keys of the first only
    std::vector<double> added;    ///< of the second only
    std::vector<double> changed;  ///< of both, with values, handles or interpolation that differ by
                                  ///< more than 1e-12

    std::string layer{};  ///< they are of its offsets, or its weight; empty: of no layer

    bool none() const { return removed.empty() && added.empty() && changed.empty(); }
};

enum class Change { Removed, Added, Changed };

struct SpanDifference {
    std::string target;
    double start = 0;  ///< [frame]
    double end = 0;
    Change change = Change::Changed;
};

/// Changed: what it is beside its keys, which is whether it is on, solo, how much it weighs without
/// keys, and where it lies.
struct LayerDifference {
    std::string layer;
    Change change = Change::Changed;
};

/// The largest change of a joint's world placement, over the frames that both documents play.
struct PoseDifference {
    std::string joint;
    double distance = 0;  ///< [m]
    double distanceFrame = 0;
    double angle = 0;  ///< [rad]
    double angleFrame = 0;
};

/// What two documents do not share, at the level of animation. Things are matched by name.
struct Comparison {
    std::vector<std::string> removed;  ///< nodes of the first only
    std::vector<std::string> added;    ///< nodes of the second only
    std::vector<KeyDifference> keys;
    std::vector<SpanDifference> spans;
    std::vector<LayerDifference> layers;
    std::vector<std::string> limits;    ///< joints whose limit differs
    std::vector<PoseDifference> poses;  ///< joints that move at all; largest distance first

    bool none() const
    {
        return removed.empty() && added.empty() && keys.empty() && spans.empty() &&
               layers.empty() && limits.empty() && poses.empty();
    }
};

/// Compares the active clips of two documents, and every whole frame that both play.
/// `progress` is told the share done in [0, 1] and answers false to cancel; may be empty.
/// Error: cancelled.
Result<Comparison> compare(const Document& before, const Document& after,
                           const std::function<bool(double)>& progress = {});

}  // namespace posewright
