#pragma once

#include "core/evaluate/bake.h"
#include "core/evaluate/prepared.h"

/// Keys made of the poses of a bake. Inside of core/evaluate.
namespace posewright {

/// A key at every frame of the bake, where anything happens.
/// @param own  the track that the node has; null: none
Track denseTrack(const Bake& bake, NodeIndex node, const Transform& rest, const Track* own);

/// As few keys as keep every joint within the tolerance, one track per node of the scene.
/// @param rows   the nodes whose keys are asked for
/// @param share  tolerance, of the size of the skeleton
std::vector<Track> reducedTracks(const Document& doc, const Bake& bake,
                                 const std::vector<NodeIndex>& rows, double share);

/// Keys that hold the node's own motion outside a bake: at its neighbouring frames, as far as there
/// is a range to show, and at those of its ends where somebody else says what happens.
struct Anchors {
    std::vector<double> frames;
    bool keepFirst = false;
    bool keepLast = false;
};

/// The node's own track with its keys inside the bake replaced by those of `baked`.
Track placed(const Document& doc, const Bake& bake, NodeIndex row, const Track& baked,
             Anchors anchors);

}  // namespace posewright
