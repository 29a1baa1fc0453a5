#pragma once

#include "core/evaluate/bake.h"
#include "core/evaluate/prepared.h"

/// Keys made of the poses of a bake. Internal to core/evaluate.
namespace posewright {

/// The nodes that turn in a bake, per node of the scene: those with rotation keys, those that a
/// constraint or a layer drives, and those that ever differ from rest.
std::vector<bool> turningNodes(const Document& doc, const Bake& bake);

/// A key at every frame of the bake, except inside runs of equal values. Translation and scale get
/// none if they had none and stay at rest.
/// @param own    the track that the node has; null: none
/// @param turns  does it get rotation keys?
Track denseTrack(const Bake& bake, NodeIndex node, const Transform& rest, const Track* own,
                 bool turns);

/// Tracks with as few keys as keep every joint within the tolerance, one per node of the scene.
/// @param rows   the nodes to get keys
/// @param turns  those that get rotation keys: see turningNodes
/// @param share  tolerance as a share of the skeleton's size
std::vector<Track> reducedTracks(const Document& doc, const Bake& bake,
                                 const std::vector<NodeIndex>& rows, std::vector<bool> turns,
                                 double share);

/// Keys that keep the node's own motion around a bake: at the neighbouring frames inside the range,
/// and at those ends of the bake beyond which a constraint goes on acting.
struct Anchors {
    std::vector<double> frames;
    bool keepFirst = false;
    bool keepLast = false;
};

/// The node's own track with its keys inside the bake replaced by those of `baked`.
Track placed(const Document& doc, const Bake& bake, NodeIndex row, const Track& baked,
             Anchors anchors);

}  // namespace posewright
