#pragma once

#include "core/motion/clip.h"

#include <functional>
#include <limits>
#include <string_view>
#include <vector>

/// What layers do to the tracks of a clip.
namespace posewright {

/// Row of the layer of that name; -1: none.
int findLayer(const Clip& clip, std::string_view name);

/// Is a layer laid on? One that is off is not, nor one that is not solo while another is.
bool acts(const Clip& clip, const Layer& layer);

/// Does a layer that acts make those silent that are not solo?
bool anySolo(const Clip& clip);

/// How much of its offsets counts at a frame, in [0, 1].
double weightAt(const Layer& layer, double frame);

/// Where offsets may be other than none: outside of both ends they turn and move nothing.
struct LiveRange {
    double first = std::numeric_limits<double>::infinity();
    double last = -std::numeric_limits<double>::infinity();
    bool holds(double frame) const { return first < frame && frame < last; }
};
LiveRange liveRange(const Track& offsets);

/// A layer's offset of one node at a frame, times its weight: a local rotation, and what is added
/// to the translation [m]. `row` as for Curve::sample.
struct Offset {
    Quat rotation = Quat::Identity();
    Vec3 translation = Vec3::Zero();
};
Offset offsetAt(const Track& offsets, double weight, double frame, std::size_t& row);

/// Lays an offset onto a local transform.
void lay(const Offset& offset, Transform& local);

/// All that the acting layers of the clip do to a node at a frame, as one offset.
Offset offsetAt(const Clip& clip, NodeId node, double frame);

/// The local transform of a node at a frame as its track and the layers that act make it.
Transform sampleLaid(const Clip& clip, NodeId node, const Transform& rest, double frame);

/// Where a node is at rest, for nodes without keys of their own.
using RestOf = std::function<Transform(NodeId)>;

/// Takes the layers up to row `last` into the tracks of the clip, and out of its list. Those of
/// them that do not act are dropped; where a solo made others silent, they are switched off, so
/// that what is shown stays. Where an offset acts there is a straight key at every whole frame and
/// at every key of what is joined: the same there to the last bits, and between them within what a
/// straight way differs. Elsewhere no key is touched.
void makeBase(Clip& clip, int last, const RestOf& restOf);

/// Takes what the acting layers do to some nodes into the tracks of these, as makeBase does, and
/// out of the layers. All else of the layers stays, and those that do not act stay whole.
void makeBaseOf(Clip& clip, const std::vector<NodeId>& nodes, const RestOf& restOf);

/// The clip with all its layers taken into its tracks.
Clip flattened(const Clip& clip, const RestOf& restOf);

/// Joins the layer of a row with the one below it, whose name stays, times the weight of both; the
/// weight is 1 then. @pre row > 0, both act
void mergeDown(Clip& clip, int row);

/// Offsets which make `clip`, as its tracks and layers move it now, move as `other` does over the
/// frames of its keys; seconds agree. Nodes that move alike have no track.
std::vector<Shared<Track>> differenceOf(const Clip& clip, const Clip& other, const RestOf& restOf);

}  // namespace posewright
