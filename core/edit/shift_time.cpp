#include "core/edit/shift_time.h"

#include "core/edit/change.h"
#include "core/edit/track_keys.h"

#include <algorithm>
#include <cmath>

namespace posewright::edit {

namespace {

/// Shifts everything from a frame on; a negative shift removes the time before that frame.
struct Shift {
    double from = 0;
    double by = 0;

    bool removes(double frame) const { return frame < from && frame >= from + by; }
    /// Monotonic.
    double operator()(double frame) const
    {
        if (frame >= from) return frame + by;
        return std::min(frame, from + std::min(by, 0.0));
    }
};

template <class CurveLike>
CurveLike shifted(const CurveLike& curve, const Shift& shift)
{
    std::vector<double> gone;
    std::vector<double> moved;
    for (const auto& key : curve.keys()) {
        if (shift.removes(key.frame)) gone.push_back(key.frame);
        if (key.frame >= shift.from) moved.push_back(key.frame);
    }
    return retimed(without(curve, gone), moved, {0, 1, shift.by, false});
}

/// @param holder  a clip or a layer
void shiftTrack(auto& holder, NodeId node, const Shift& shift)
{
    const Track* there = holder.track(node);
    if (!there) return;
    Track track = *there;
    for (const Property property : kCurvedProperties)
        for (Shared<Curve>& curve : curvesOf(track, property))
            if (!curve->empty()) curve = shifted(*curve, shift);
    if (!track.rotation->empty()) track.rotation = shifted(*track.rotation, shift);
    std::erase_if(track.hints, [&](const KeyHint& hint) { return shift.removes(hint.frame); });
    for (KeyHint& hint : track.hints) hint.frame = shift(hint.frame);
    setTrack(holder, std::move(track));
}

/// A span inside the removed time is removed, too.
void shiftSpans(Clip& clip, ConstraintId constraint, const Shift& shift)
{
    const auto row =
        std::find_if(clip.spans.begin(), clip.spans.end(),
                     [constraint](const SpanRow& r) { return r.constraint == constraint; });
    if (row == clip.spans.end()) return;
    std::vector<Span> kept;
    for (Span span : row->spans) {
        const double start = shift(span.start), end = shift(span.end);
        if (start == end && span.start < span.end) continue;
        if (span.start == span.end && shift.removes(span.start)) continue;
        span.start = start;
        span.end = end;
        span.in = std::min(span.in, end - start);
        span.out = std::min(span.out, end - start - span.in);
        kept.push_back(std::move(span));
    }
    row->spans = std::move(kept);
    if (row->spans.empty()) clip.spans.erase(row);
}

}  // namespace

Result<Document> make(const Document& doc, const ShiftTime& edit)
{
    const Shift shift{edit.from, edit.by};
    const auto range = keyedRange(doc.clip());
    if (range && !(std::abs(range->second + edit.by) <= 1e9))
        return refused("a key would leave the range of frames", "/by");
    const auto moves = [&](NodeId node) {
        return edit.nodes.empty() ||
               std::find(edit.nodes.begin(), edit.nodes.end(), node) != edit.nodes.end();
    };
    Document out = doc;
    changeClip(out, [&](Clip& clip) {
        for (const Shared<Track>& track : doc.clip().tracks)
            if (moves(track->node)) shiftTrack(clip, track->node, shift);
        for (Shared<Layer>& layer : clip.layers)
            layer = layer.with([&](Layer& l) {
                for (const Shared<Track>& track : std::vector(l.tracks))
                    if (moves(track->node)) shiftTrack(l, track->node, shift);
                if (edit.nodes.empty() && !l.weight.empty()) l.weight = shifted(l.weight, shift);
            });
        for (const Constraint& c : doc.rig->constraints) {
            if (!moves(c.target)) continue;
            shiftSpans(clip, c.id, shift);
            if (const Curve influence = influenceOf(doc, c.id); !influence.empty())
                setInfluence(clip, c.id, shifted(influence, shift));
        }
        if (!edit.nodes.empty()) return;
        std::erase_if(clip.markers, [&](const Marker& m) { return shift.removes(m.frame); });
        for (Marker& marker : clip.markers) marker.frame = shift(marker.frame);
    });
    if (!edit.nodes.empty()) return out;
    Playback& playback = out.playback;
    playback.start = shift(playback.start);
    playback.end = shift(playback.end);
    if (playback.preview) {
        playback.preview->min = shift(playback.preview->min);
        playback.preview->max = shift(playback.preview->max);
    }
    return out;
}

}  // namespace posewright::edit
