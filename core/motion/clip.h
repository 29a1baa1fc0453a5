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

/// Has any of these curves a key?
bool hasKeys(std::span<const Shared<Curve>> curves);

/// Everything that animates one node. An empty curve leaves the rest value.
struct Track {
    NodeId node = NodeId::None;
    std::array<Shared<Curve>, 3> translation;  ///< x, y, z [m]
    Shared<RotationTrack> rotation;
    std::array<Shared<Curve>, 3> scale;
    /// Weights of the first morphs of the node's mesh; the last one has keys.
    std::vector<Shared<Curve>> morphs{};
    std::vector<KeyHint> hints{};  ///< of a target's or a pole's keys; sorted by frame

    bool empty() const;
    bool operator==(const Track&) const = default;
};

/// The properties of a node that are made of curves.
inline constexpr std::array kCurvedProperties{Property::Translation, Property::Scale,
                                              Property::Morph};

/// The curves of one of them.
std::span<const Shared<Curve>> curvesOf(const Track& track, Property property);
std::span<Shared<Curve>> curvesOf(Track& track, Property property);

/// One of those curves, made where it is missing: of translation and scale there are three, of
/// morphs as many as needed.
Shared<Curve>& curveOf(Track& track, Property property, int row);

/// Leaves no curve without keys behind the last morph that has some.
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
    Hold,     ///< keep the chain's joint rotations of the start of the span
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
    double end = 0;    ///< [frame], not before start; the span holds at both
    SpanKind kind = SpanKind::Reach;
    Inbetween inbetween = Inbetween::Resolve;
    TargetPath path = TargetPath::Spline;
    double in = 0;   ///< frames over which the influence rises from the start
    double out = 0;  ///< frames over which it falls to the end
    /// 0: as inbetween says; 1: the other way (of Trajectory: each frame by itself); between:
    /// slerp of both.
    double mix = 0;
    std::string solver;                         ///< id; empty: the constraint's
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

/// Offsets that are laid onto the tracks of a clip: each rotation on the right of what is below it,
/// each translation added, times the weight. Rest, scales and morphs are none of theirs.
struct Layer {
    std::string name;  ///< unique in its clip
    bool on = true;
    bool solo = false;                    ///< while a layer of the clip is, only those act that are
    Curve weight;                         ///< 0..1 over time
    std::vector<Shared<Track>> tracks{};  ///< sorted by node, none empty
    double evenWeight = 1;                ///< 0..1, while `weight` has no keys

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
    std::vector<Shared<Layer>> layers{};  ///< the first is laid on first; core/motion/layer.h

    const Track* track(NodeId node) const;
    const SpanRow* spanRow(ConstraintId constraint) const;
    const InfluenceTrack* influence(ConstraintId constraint) const;
    bool operator==(const Clip&) const = default;
};

/// The track of a node among some that are sorted by node; null: it has none. O(log tracks)
const Track* trackIn(const std::vector<Shared<Track>>& tracks, NodeId node);

/// The span of a constraint that holds at a frame; null if none does. Where one ends as the next
/// one starts, a contact wins, else the later one.
const Span* spanAt(const SpanRow* row, double frame);

/// The local transform of a node at a frame: its track over its rest transform.
Transform sample(const Track* track, const Transform& rest, double frame);

/// As above; `row` as for Curve::sample. Tracks whose keys have equal frames, as those of a
/// capture, share one search this way.
Transform sample(const Track* track, const Transform& rest, double frame, std::size_t& row);

/// The weights of a mesh's morphs at a frame, put over those in `weights`.
void sampleMorphs(const Track* track, double frame, std::span<double> weights);

/// Frames at which any curve of the track has a key, sorted, without repeats.
std::vector<double> keyFrames(const Track& track);

/// Number of keys a person would count: a translation, rotation or scale at one frame is one, and
/// so are all morphs.
int keyCount(const Track& track);

/// First and last keyed frame of a clip, layers, spans and markers included; nothing for an empty
/// clip.
std::optional<std::pair<double, double>> keyedRange(const Clip& clip);

/// Puts `track` in the place of the clip's track of the same node; an empty one removes it.
void setTrack(Clip& clip, Track track);
void setTrack(Layer& layer, Track track);

/// Puts a span, trimming or splitting those it overlaps. What is trimmed loses its fade there.
/// @pre span.start <= span.end
void setSpan(Clip& clip, ConstraintId constraint, Span span);

}  // namespace posewright
