#pragma once

#include "core/base/result.h"
#include "core/document/document.h"

#include <functional>
#include <string>
#include <vector>

namespace posewright {

/// The keys that differ between two documents, for one property of a node, a target's influence or
/// a layer's weight.
struct KeyDifference {
    std::string node;  ///< empty: these are of a layer's weight
    Property property = Property::Translation;
    std::vector<double> removed;  ///< [frame] keys of the first document only
    std::vector<double> added;    ///< keys of the second only
    std::vector<double> changed;  ///< keys of both whose interpolation differs, or values or
                                  ///< handles by more than 1e-12

    std::string layer{};  ///< the keys are of its offsets or its weight; empty: of no layer

    bool none() const { return removed.empty() && added.empty() && changed.empty(); }
};

enum class Change { Removed, Added, Changed };

struct SpanDifference {
    std::string target;
    double start = 0;  ///< [frame]
    double end = 0;
    Change change = Change::Changed;
};

/// Changed means its values other than keys: on, solo, the weight without keys, and its row.
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

/// The differences in animation between two documents, matched by name.
struct Comparison {
    std::vector<std::string> removed;  ///< nodes of the first document only
    std::vector<std::string> added;    ///< nodes of the second only
    std::vector<KeyDifference> keys;
    std::vector<SpanDifference> spans;
    std::vector<LayerDifference> layers;
    std::vector<std::string> limits;    ///< joints whose limit differs
    std::vector<PoseDifference> poses;  ///< joints whose placement differs; largest distance first

    bool none() const
    {
        return removed.empty() && added.empty() && keys.empty() && spans.empty() &&
               layers.empty() && limits.empty() && poses.empty();
    }
};

/// Compares the active clips of two documents and every whole frame that both play. `progress` gets
/// the share done in [0, 1] and returns false to cancel; may be empty.
/// Error: cancelled.
Result<Comparison> compare(const Document& before, const Document& after,
                           const std::function<bool(double)>& progress = {});

}  // namespace posewright
