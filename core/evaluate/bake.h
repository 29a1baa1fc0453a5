#pragma once

#include "core/evaluate/evaluate.h"
#include "core/motion/layer.h"

#include <functional>
#include <optional>

namespace posewright {

struct BakeOptions {
    std::optional<double> start;  ///< [frame] default: the document's range
    std::optional<double> end;    ///< included
    double step = 1;              ///< [frame] > 0
    bool endToo = false;          ///< the end is a frame of its own where no step falls on it
    std::optional<double>
        reduce;    ///< tolerance, share of the skeleton's size; empty: a key a frame
    int jobs = 0;  ///< threads; 0: one per core
    std::function<bool(double)>
        progress;  ///< share done in [0, 1], from the calling thread; false cancels
};

/// Evaluations of consecutive frames.
struct Bake {
    double start = 0;
    double step = 1;
    std::vector<Evaluation> frames;  ///< frame i is at start + i * step; the last one with `endToo`
                                     ///< at the end
};

/// Evaluates a range on several threads; bit-equal for any number of them.
/// Error: cancelled.
Result<Bake> bake(const Prepared& prepared, const BakeOptions& options);

/// The clip of the document with the motion shown as joint keys: one linear key a frame and one at
/// the very end, or as many as keep every joint within the tolerance of `reduce`. Nodes that no
/// constraint or layer drives keep their own keys unless `allNodes`. Outside the frames baked,
/// farther than a frame away, the tracks stay as they are. What layers move is baked with the rest,
/// and the clip has none. Error: cancelled.
Result<Clip> bakedClip(const Prepared& prepared, const BakeOptions& options, bool allNodes = false);

/// The document with `bakedClip` in the place of its active clip, and what acted on the frames
/// baked switched off over them, and beyond them where they reach an end of the range. A constraint
/// that goes on acting beyond an end acts at that end, too: its joints keep their own keys there,
/// so that nothing is solved twice. Layers are taken into the tracks first, all over the clip.
/// Error: cancelled.
Result<Document> bakedDocument(const Prepared& prepared, const BakeOptions& options);

/// The document with the layers of each clip taken into its tracks: see makeBase.
Document withoutLayers(const Document& doc);

/// Where the nodes of a scene are at rest. The scene must outlive it.
RestOf restsOf(const Scene& scene);

/// Rows of the nodes that a constraint or a layer moves or turns in these frames of the active
/// clip, sorted.
std::vector<NodeIndex> drivenNodes(const Document& doc, double start, double end);

/// First and last frame of the active clip at which this constraint acts; nothing if it never does.
std::optional<Range> actingRange(const Document& doc, ConstraintId constraint);

}  // namespace posewright
