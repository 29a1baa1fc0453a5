#pragma once

#include "core/base/id.h"
#include "core/base/shared.h"
#include "core/math/transform.h"
#include "core/motion/curve.h"
#include "core/motion/hint.h"
#include "core/motion/rotation_track.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace posewright {

enum class Property : std::uint8_t { Translation, Rotation, Scale, Influence, Morph };

/// Does any of these curves have a key?
bool hasKeys(std::span<const Shared<Curve>> curves);

/// All curves of one node. An empty curve leaves the rest value.
struct Track {
    NodeId node = NodeId::None;
    std::array<Shared<Curve>, 3> translation;  ///< x, y, z [m]
    Shared<RotationTrack> rotation;
    std::array<Shared<Curve>, 3> scale;
    /// Weights of the first morphs of the node's mesh; the last one has keys.
    std::vector<Shared<Curve>> morphs{};
    std::vector<KeyHint> hints{};  ///< for keys of a target or pole; sorted by frame

    bool empty() const;
    bool operator==(const Track&) const = default;
};

/// The properties of a node that are animated by scalar curves.
inline constexpr std::array kCurvedProperties{Property::Translation, Property::Scale,
                                              Property::Morph};

/// The curves of one of them.
std::span<const Shared<Curve>> curvesOf(const Track& track, Property property);
std::span<Shared<Curve>> curvesOf(Track& track, Property property);

/// One of those curves, created if it is missing. @pre row < 3 for translation and scale
Shared<Curve>& curveOf(Track& track, Property property, int row);

/// Removes the empty curves after the last morph that has keys.
void trimMorphs(Track& track);

/// How strongly a constraint acts over time, 0..1; no keys: fully.
struct InfluenceTrack {
    ConstraintId constraint = ConstraintId::None;
    Curve curve;
    bool operator==(const InfluenceTrack&) const = default;
};

enum class SpanKind : std::uint8_t {
    Reach,    ///< follow the target
    Contact,  ///< stay where the target was at the start of the span
    Hold,     ///< keep the chain's joint rotations from the start of the span
    Off,      ///< the base pose
};
enum class Inbetween : std::uint8_t {
    Resolve,     ///< each frame is solved by itself
    Blend,       ///< solved key frames are blended
    Trajectory,  ///< all frames are solved together, for the smoothest way
};
/// The most frames that a span may ask to be solved together.
constexpr double kLongestTrajectory = 2000;
enum class TargetPath : std::uint8_t { Spline, Line, Arc };

/// What a constraint does from one frame to another. Spans of one constraint do not overlap.
struct Span {
    double start = 0;  ///< [frame]
    double end = 0;    ///< [frame], >= start; both ends belong to the span
    SpanKind kind = SpanKind::Reach;
    Inbetween inbetween = Inbetween::Resolve;
    TargetPath path = TargetPath::Spline;
    double in = 0;   ///< frames over which the influence rises from the start
    double out = 0;  ///< frames over which it falls to the end
    /// In [0, 1]. 0: as `inbetween`; 1: the other way (Resolve and Blend swap, Trajectory becomes
    /// Resolve); between: slerp of both.
    double mix = 0;
    std::string solver;                         ///< solver id; empty: the constraint's
    NodeId space = NodeId::None;                ///< what a contact sticks to; None: the world
    Transform anchor;                           ///< contact only: placement kept, in that space
    std::vector<std::pair<NodeId, Quat>> held;  ///< hold only: local rotations kept

    bool operator==(const Span& o) const;
};

/// The spans of one constraint, sorted by start.
struct SpanRow {
    ConstraintId constraint = ConstraintId::None;
    std::vector<Span> spans;
    bool operator==(const SpanRow&) const = default;
};

struct Marker {
    double frame = 0;
    std::string name;
    bool operator==(const Marker&) const = default;
};

/// Offsets, times a weight, that are applied on top of a clip's tracks and the layers below:
/// rotations multiply on the right, translations add. Scales and morphs are not affected.
struct Layer {
    std::string name;  ///< unique in its clip
    bool on = true;
    bool solo = false;  ///< while any layer of the clip is solo, only solo layers act
    Curve weight;       ///< 0..1 over time
    std::vector<Shared<Track>> tracks{};  ///< sorted by node, none empty
    double evenWeight = 1;                ///< 0..1; the weight while `weight` has no keys

    const Track* track(NodeId node) const;
    bool operator==(const Layer&) const = default;
};

/// A motion. Frames are doubles at the clip's rate; seconds exist only at the edges.
struct Clip {
    std::string name;                        ///< unique in its document
    double rate = 24;                        ///< [frames/s], > 0
    std::vector<Shared<Track>> tracks;       ///< sorted by node, at most one per node
    std::vector<InfluenceTrack> influences;  ///< sorted by constraint
    std::vector<SpanRow> spans;              ///< sorted by constraint
    std::vector<Marker> markers;             ///< sorted by frame
    int source = -1;  ///< row of the animation in what the document carries; -1: none
    std::vector<Shared<Layer>> layers{};  ///< applied in this order: core/motion/layer.h

    const Track* track(NodeId node) const;
    const SpanRow* spanRow(ConstraintId constraint) const;
    const InfluenceTrack* influence(ConstraintId constraint) const;
    bool operator==(const Clip&) const = default;
};

/// The track of a node in a list that is sorted by node; null: it has none. O(log tracks)
const Track* trackIn(const std::vector<Shared<Track>>& tracks, NodeId node);

/// The span of a constraint at a frame; null if there is none. Where one ends and the next starts
/// at this frame, a contact wins, else the later one.
const Span* spanAt(const SpanRow* row, double frame);

/// The local transform of a node at a frame: its track over its rest transform.
Transform sample(const Track* track, const Transform& rest, double frame);

/// As above; `row` as for Curve::sample. Tracks whose keys are at the same frames, as in a capture,
/// share one search this way.
Transform sample(const Track* track, const Transform& rest, double frame, std::size_t& row);

/// Writes the weights at a frame of those morphs that are keyed into `weights`.
void sampleMorphs(const Track* track, double frame, std::span<double> weights);

/// Frames at which any curve of the track has a key, sorted, without repeats.
std::vector<double> keyFrames(const Track& track);

/// Number of keys as a person would count them: at one frame the translation, the rotation, the
/// scale and all morphs together are one each.
int keyCount(const Track& track);

/// First and last keyed frame of a clip, layers, spans and markers included; nothing for an empty
/// clip.
std::optional<std::pair<double, double>> keyedRange(const Clip& clip);

/// Replaces the clip's track of the same node; an empty track removes it.
void setTrack(Clip& clip, Track track);
void setTrack(Layer& layer, Track track);

/// Inserts a span, trimming or splitting those it overlaps. A trimmed end loses its fade.
/// @pre span.start <= span.end
void setSpan(Clip& clip, ConstraintId constraint, Span span);

}  // namespace posewright
