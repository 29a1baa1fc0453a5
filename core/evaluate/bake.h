#pragma once

#include "core/evaluate/evaluate.h"
#include "core/evaluate/frame_grid.h"
#include "core/motion/layer.h"

#include <functional>
#include <optional>
#include <vector>

namespace posewright {

struct BakeOptions {
    std::optional<double> start;   ///< [frame] default: the document's range
    std::optional<double> end;     ///< included
    double step = 1;               ///< [frame] > 0
    bool endToo = false;           ///< adds the end as a last frame if no step falls on it
    std::vector<double> frames{};  ///< rising; if there are any, these instead of all the above
    std::optional<double>
        reduce;  ///< tolerance as a share of the skeleton's size; empty: a key at every frame
    bool keysToo = true;  ///< with `reduce`: the tolerance holds at keys between frames, too
    int jobs = 0;         ///< threads; 0: one per core
    std::function<bool(double)>
        progress;  ///< share done in [0, 1], from the calling thread; false cancels
};

/// For the frames of a grid; of one too large, `bake` refuses the range.
BakeOptions bakeOf(const FrameGrid& grid);

/// Evaluations of consecutive frames.
struct Bake {
    double start = 0;
    double step = 1;
    std::vector<Evaluation> frames;  ///< frame i is at start + i * step; with `endToo` the last is
                                     ///< at the end; or as BakeOptions::frames
};

/// Evaluates a range on several threads; bit-equal for any number of them.
/// Error: cancelled.
Result<Bake> bake(const Prepared& prepared, const BakeOptions& options);

/// The active clip with the motion that is shown as joint keys: a linear key at every frame and one
/// at the very end, or as few as keep every joint within the tolerance of `reduce` at these frames
/// and at the keys between them. Nodes that no constraint or layer drives keep their own keys
/// unless `allNodes`. More than a frame outside the baked range, tracks stay as they are. Layers
/// are baked, too; the result has none. Error: cancelled.
Result<Clip> bakedClip(const Prepared& prepared, const BakeOptions& options, bool allNodes = false);

/// The document with `bakedClip` as its active clip and the baked constraints switched off over the
/// baked frames, and beyond them if they reach an end of the range. A constraint that goes on
/// acting beyond an end still acts at that end: its joints keep their own keys there, so that
/// nothing is solved twice. Layers are first merged into the tracks over the whole clip.
/// Error: cancelled.
Result<Document> bakedDocument(const Prepared& prepared, const BakeOptions& options);

/// The document with the layers of each clip merged into its tracks: see makeBase.
Document withoutLayers(const Document& doc);

/// The rest transforms of a scene's nodes, as a function. The scene must outlive it.
RestOf restsOf(const Scene& scene);

/// Rows of the nodes that a constraint or a layer moves or turns in these frames of the active
/// clip, sorted.
std::vector<NodeIndex> drivenNodes(const Document& doc, double start, double end);

/// May a node that is driven (drivenNodes) be moved, and not only turned? A joint that slides, a
/// root or a link that a constraint moves, and what a layer moves.
bool isShifted(const Document& doc, NodeIndex row);

/// First and last frame of the active clip at which this constraint acts; nullopt if it never does.
std::optional<Range> actingRange(const Document& doc, ConstraintId constraint);

}  // namespace posewright
