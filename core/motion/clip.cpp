#include "core/motion/clip.h"

#include "core/motion/describe.h"
#include "core/motion/key_rows.h"

#include <algorithm>
#include <cassert>

namespace posewright {

namespace {

void addFrames(std::span<const Shared<Curve>> curves, std::vector<double>& frames)
{
    for (const Shared<Curve>& curve : curves)
        if (const CurveRows* rows = curve->rows())
            for (std::size_t i = 0; i < rows->size(); ++i) frames.push_back(double(i));
        else
            for (const Key& key : curve->keys()) frames.push_back(key.frame);
}

void addFrames(const RotationTrack& rotation, std::vector<double>& frames)
{
    if (const RotationRows* rows = rotation.rows())
        for (std::size_t i = 0; i < rows->size(); ++i) frames.push_back(double(i));
    else
        for (const RotationKey& key : rotation.keys()) frames.push_back(key.frame);
}

void sortUnique(std::vector<double>& frames)
{
    std::sort(frames.begin(), frames.end());
    frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
}

/// The row of `id` in `rows`, or where to insert it.
template <class Rows>
auto rowOf(Rows& rows, ConstraintId id)
{
    return std::lower_bound(rows.begin(), rows.end(), id, [](const auto& row, ConstraintId wanted) {
        return row.constraint < wanted;
    });
}

template <class Row>
const Row* findRow(const std::vector<Row>& rows, ConstraintId id)
{
    const auto at = rowOf(rows, id);
    return at != rows.end() && at->constraint == id ? &*at : nullptr;
}

template <class Tracks>
auto rowOf(Tracks& tracks, NodeId node)
{
    return std::lower_bound(
        tracks.begin(), tracks.end(), node,
        [](const Shared<Track>& track, NodeId wanted) { return track->node < wanted; });
}

void putTrack(std::vector<Shared<Track>>& tracks, Track track)
{
    const auto at = rowOf(tracks, track.node);
    const bool there = at != tracks.end() && (*at)->node == track.node;
    trimMorphs(track);
    trimHints(track);
    if (track.empty()) {
        if (there) tracks.erase(at);
    } else if (there) {
        *at = Shared<Track>(std::move(track));
    } else {
        tracks.insert(at, Shared<Track>(std::move(track)));
    }
}

/// If two spans hold at a frame, the higher rank wins: a contact must not lose its last frame to
/// the next span.
int rank(const Span& span)
{
    return span.kind == SpanKind::Contact ? 1 : 0;
}

/// The part of a span between two frames. A border that moved inwards loses its fade, and fades are
/// limited to the length.
Span cutTo(Span span, double start, double end)
{
    if (start > span.start) span.in = 0;
    if (end < span.end) span.out = 0;
    span.start = start;
    span.end = end;
    const double length = end - start;
    span.in = std::min(span.in, length);
    span.out = std::min(span.out, length - span.in);
    return span;
}

}  // namespace

bool hasKeys(std::span<const Shared<Curve>> curves)
{
    return std::any_of(curves.begin(), curves.end(),
                       [](const Shared<Curve>& curve) { return !curve->empty(); });
}

bool Track::empty() const
{
    return !hasKeys(translation) && rotation->empty() && !hasKeys(scale) && !hasKeys(morphs);
}

std::span<const Shared<Curve>> curvesOf(const Track& track, Property property)
{
    if (property == Property::Morph) return track.morphs;
    return property == Property::Translation ? track.translation : track.scale;
}

std::span<Shared<Curve>> curvesOf(Track& track, Property property)
{
    if (property == Property::Morph) return track.morphs;
    return property == Property::Translation ? track.translation : track.scale;
}

Shared<Curve>& curveOf(Track& track, Property property, int row)
{
    if (property == Property::Morph && std::ssize(track.morphs) <= row)
        track.morphs.resize(row + 1);
    return curvesOf(track, property)[row];
}

void trimMorphs(Track& track)
{
    while (!track.morphs.empty() && track.morphs.back()->empty()) track.morphs.pop_back();
}

bool Span::operator==(const Span& o) const
{
    return same(*this, o);
}

const Track* trackIn(const std::vector<Shared<Track>>& tracks, NodeId node)
{
    const auto at = rowOf(tracks, node);
    return at != tracks.end() && (*at)->node == node ? &**at : nullptr;
}

const Track* Clip::track(NodeId node) const
{
    return trackIn(tracks, node);
}

const Track* Layer::track(NodeId node) const
{
    return trackIn(tracks, node);
}

const SpanRow* Clip::spanRow(ConstraintId constraint) const
{
    return findRow(spans, constraint);
}

const InfluenceTrack* Clip::influence(ConstraintId constraint) const
{
    return findRow(influences, constraint);
}

const Span* spanAt(const SpanRow* row, double frame)
{
    if (!row) return nullptr;
    const std::vector<Span>& spans = row->spans;
    auto at = std::upper_bound(spans.begin(), spans.end(), frame,
                               [](double f, const Span& span) { return f < span.start; });
    // At a border up to three spans meet: one that ends, one of length 0, and one that starts.
    const Span* best = nullptr;
    for (; at != spans.begin(); --at) {
        const Span& span = *std::prev(at);
        if (span.end < frame) break;
        if (!best || rank(span) > rank(*best) ||
            (rank(span) == rank(*best) && span.start == best->start && span.end < best->end))
            best = &span;
    }
    return best;
}

Transform sample(const Track* track, const Transform& rest, double frame)
{
    std::size_t row = 0;
    return sample(track, rest, frame, row);
}

Transform sample(const Track* track, const Transform& rest, double frame, std::size_t& row)
{
    Transform local = rest;
    if (!track) return local;
    for (int axis = 0; axis < 3; ++axis)
        if (const Curve& curve = *track->translation[axis]; !curve.empty())
            local.translation[axis] = curve.sample(frame, row);
    if (!track->rotation->empty()) local.rotation = track->rotation->sample(frame, row);
    for (int axis = 0; axis < 3; ++axis)
        if (const Curve& curve = *track->scale[axis]; !curve.empty())
            local.scale[axis] = curve.sample(frame, row);
    return local;
}

void sampleMorphs(const Track* track, double frame, std::span<double> weights)
{
    if (!track) return;
    std::size_t row = 0;
    for (std::size_t i = 0; i < std::min(weights.size(), track->morphs.size()); ++i)
        if (const Curve& curve = *track->morphs[i]; !curve.empty())
            weights[i] = curve.sample(frame, row);
}

std::vector<double> keyFrames(const Track& track)
{
    std::vector<double> frames;
    for (const Property property : kCurvedProperties) addFrames(curvesOf(track, property), frames);
    addFrames(*track.rotation, frames);
    sortUnique(frames);
    return frames;
}

int keyCount(const Track& track)
{
    std::size_t count = track.rotation->size();
    std::vector<double> frames;
    for (const Property property : kCurvedProperties) {
        frames.clear();
        addFrames(curvesOf(track, property), frames);
        sortUnique(frames);
        count += frames.size();
    }
    return static_cast<int>(count);
}

std::optional<std::pair<double, double>> keyedRange(const Clip& clip)
{
    std::optional<std::pair<double, double>> range;
    const auto add = [&](double first, double last) {
        if (!range) range.emplace(first, last);
        range->first = std::min(range->first, first);
        range->second = std::max(range->second, last);
    };
    const auto addKeys = [&](const auto& keyed) {
        if (!keyed.empty()) add(keyed.firstFrame(), keyed.lastFrame());
    };
    const auto addTracks = [&](const std::vector<Shared<Track>>& tracks) {
        for (const Shared<Track>& track : tracks) {
            for (const Property property : kCurvedProperties)
                for (const Shared<Curve>& curve : curvesOf(*track, property)) addKeys(*curve);
            addKeys(*track->rotation);
        }
    };
    addTracks(clip.tracks);
    for (const Shared<Layer>& layer : clip.layers) {
        addTracks(layer->tracks);
        addKeys(layer->weight);
    }
    for (const InfluenceTrack& influence : clip.influences) addKeys(influence.curve);
    for (const SpanRow& row : clip.spans)
        for (const Span& span : row.spans) add(span.start, span.end);
    for (const Marker& marker : clip.markers) add(marker.frame, marker.frame);
    return range;
}

void setTrack(Clip& clip, Track track)
{
    putTrack(clip.tracks, std::move(track));
}

void setTrack(Layer& layer, Track track)
{
    putTrack(layer.tracks, std::move(track));
}

void setSpan(Clip& clip, ConstraintId constraint, Span span)
{
    assert(span.start <= span.end);
    auto row = rowOf(clip.spans, constraint);
    if (row == clip.spans.end() || row->constraint != constraint)
        row = clip.spans.insert(row, SpanRow{constraint, {}});
    std::vector<Span> kept;
    kept.reserve(row->spans.size() + 2);
    for (const Span& old : row->spans) {
        const bool within = old.start >= span.start && old.end <= span.end;
        const bool touches = old.end <= span.start || old.start >= span.end;
        if (within && (!touches || old.start == old.end || span.start == span.end)) continue;
        if (touches) {
            kept.push_back(old);
            continue;
        }
        if (old.start < span.start) kept.push_back(cutTo(old, old.start, span.start));
        if (old.end > span.end) kept.push_back(cutTo(old, span.end, old.end));
    }
    const auto at = std::find_if(kept.begin(), kept.end(), [&](const Span& other) {
        return other.start > span.start || (other.start == span.start && other.end > span.end);
    });
    kept.insert(at, std::move(span));
    row->spans = std::move(kept);
}

}  // namespace posewright
