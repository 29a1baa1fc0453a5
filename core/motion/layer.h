#pragma once

#include "core/motion/clip.h"

#include <functional>
#include <limits>
#include <string_view>
#include <vector>

/// How layers change the tracks of a clip.
namespace posewright {

/// Row of the layer of that name; -1: none.
int findLayer(const Clip& clip, std::string_view name);

/// Does a layer act? Not if it is off, nor if another layer is solo and it is not.
bool acts(const Clip& clip, const Layer& layer);

/// Does it act, and is its weight not 0 throughout? Only such a layer changes a pose.
bool changesPoses(const Clip& clip, const Layer& layer);

/// Is any layer that is on solo, so that the others do not act?
bool anySolo(const Clip& clip);

/// How much of its offsets counts at a frame, in [0, 1].
double weightAt(const Layer& layer, double frame);

/// The open interval of frames outside of which the offsets are zero.
struct LiveRange {
    double first = std::numeric_limits<double>::infinity();
    double last = -std::numeric_limits<double>::infinity();
    bool holds(double frame) const { return first < frame && frame < last; }
};
LiveRange liveRange(const Track& offsets);

/// A layer's offset for one node at a frame, times its weight: a local rotation, and a translation
/// to add [m]. `row` as for Curve::sample.
struct Offset {
    Quat rotation = Quat::Identity();
    Vec3 translation = Vec3::Zero();
};
Offset offsetAt(const Track& offsets, double weight, double frame, std::size_t& row);
/// The same bits, faster: see RotationTrack::sample. @param arcs  of the offsets' rotation
Offset offsetAt(const Track& offsets, double weight, double frame, std::size_t& row,
                const std::vector<Arc>& arcs, LastEase& last);

/// Applies an offset to a local transform.
void lay(const Offset& offset, Transform& local);

/// The combined offset of all layers that act on a node at a frame.
Offset offsetAt(const Clip& clip, NodeId node, double frame);

/// The local transform of a node at a frame from its track and all layers that act.
Transform sampleLaid(const Clip& clip, NodeId node, const Transform& rest, double frame);

/// The rest transform of a node, for those without keys.
using RestOf = std::function<Transform(NodeId)>;

/// Merges the layers up to row `last` into the clip's tracks and removes them. Those of them that
/// do not act are dropped; later layers that were silenced by a solo are switched off, so that the
/// motion stays the same. Where an offset is not zero, keys with linear interpolation are set at
/// every whole frame and every merged key: exact there to the last bits, and linear between them.
/// Keys elsewhere are not touched.
void makeBase(Clip& clip, int last, const RestOf& restOf);

/// Merges the offsets of the acting layers into the tracks of these nodes, as makeBase does, and
/// removes these offsets from the layers. Other nodes and layers that do not act stay as they are.
void makeBaseOf(Clip& clip, const std::vector<NodeId>& nodes, const RestOf& restOf);

/// The clip with all its layers merged into its tracks.
Clip flattened(const Clip& clip, const RestOf& restOf);

/// Merges a layer into the one below it, which keeps its name. Both weights are applied to the
/// offsets, and the new weight is 1. @pre row > 0, both act
void mergeDown(Clip& clip, int row);

/// Offsets that turn the motion of `clip`, layers included, into that of `other` over the frames of
/// its keys. Frames are matched by seconds. Nodes that move alike have no track.
std::vector<Shared<Track>> differenceOf(const Clip& clip, const Clip& other, const RestOf& restOf);

}  // namespace posewright
