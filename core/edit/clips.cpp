#include "core/edit/clips.h"

#include "core/base/number.h"
#include "core/edit/change.h"
#include "core/edit/keep_motion.h"
#include "core/edit/track_keys.h"
#include "core/evaluate/bake.h"
#include "core/motion/whole_frames.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace posewright::edit {

namespace {

int clipRow(const Document& doc, const std::string& name)
{
    const auto at = std::find_if(doc.clips.begin(), doc.clips.end(),
                                 [&](const Shared<Clip>& clip) { return clip->name == name; });
    return at == doc.clips.end() ? -1 : static_cast<int>(at - doc.clips.begin());
}

/// As the keys at this frame are.
void stretch(double& frame, double factor)
{
    frame = wholeIfNear(frame * factor);
}

void stretch(Clip& clip, double factor)
{
    const auto stretchTrack = [&](Shared<Track>& track) {
        track = track.with([&](Track& t) {
            for (const Property property : kCurvedProperties)
                for (Shared<Curve>& curve : curvesOf(t, property))
                    if (!curve->empty()) curve = stretched(*curve, factor);
            if (!t.rotation->empty()) t.rotation = stretched(*t.rotation, factor);
            for (KeyHint& hint : t.hints) stretch(hint.frame, factor);
        });
    };
    for (Shared<Track>& track : clip.tracks) stretchTrack(track);
    for (Shared<Layer>& layer : clip.layers)
        layer = layer.with([&](Layer& l) {
            for (Shared<Track>& track : l.tracks) stretchTrack(track);
            if (!l.weight.empty()) l.weight = stretched(l.weight, factor);
        });
    for (InfluenceTrack& influence : clip.influences)
        influence.curve = stretched(influence.curve, factor);
    for (SpanRow& row : clip.spans)
        for (Span& span : row.spans) {
            stretch(span.start, factor);
            stretch(span.end, factor);
            span.in *= factor;
            span.out *= factor;
        }
    for (Marker& marker : clip.markers) stretch(marker.frame, factor);
}

bool hasKeyAt(const Track& track, double frame)
{
    const auto has = [frame](const Shared<Curve>& curve) { return curve->find(frame) != nullptr; };
    return std::ranges::any_of(track.translation, has) || std::ranges::any_of(track.scale, has) ||
           track.rotation->find(frame) != nullptr;
}

/// Shows the clip over the range of its keys; without any, the range stays.
void show(Document& doc, int row)
{
    doc.playback.clip = row;
    doc.playback.preview.reset();
    if (const auto range = keyedRange(doc.clip())) {
        doc.playback.start = range->first;
        doc.playback.end = range->second;
    }
}

/// If a target still acts beyond the baked frames, the limb keeps its bend at their ends. The keys
/// that bent it are baked and no longer act, so the bend is stored as hints.
Result<Document> keptAtEnds(const Document& before, Document baked, std::array<double, 2> ends,
                            const Context& context)
{
    for (const double end : ends)
        for (const Constraint& constraint : baked.rig->constraints) {
            const Span* span = spanAt(baked.clip().spanRow(constraint.id), end);
            const Track* own = baked.clip().track(constraint.target);
            if (!own || !span || span->kind == SpanKind::Off) continue;
            const Result<std::optional<KeyHint>> bend = shownBend(before, constraint, end, context);
            if (!bend) return bend.error();
            Track keyed = *own;
            insertKeys(keyed, end);
            if (!*bend || !hasKeyAt(keyed, end)) continue;
            changeClip(baked, [&](Clip& clip) {
                setTrack(clip, keyed);
                putBend(*before.rig, clip, constraint.target, **bend);
            });
        }
    return baked;
}

}  // namespace

Result<Document> make(const Document& doc, const SetRange& edit)
{
    if (edit.start > edit.end) return refused("the range ends before its start", "/end");
    Document out = doc;
    out.playback.start = edit.start;
    out.playback.end = edit.end;
    return out;
}

Result<Document> make(const Document& doc, const SetPreviewRange& edit)
{
    if (edit.frames && (*edit.frames)[0] > (*edit.frames)[1])
        return refused("the frames end before they start", "/frames");
    Document out = doc;
    out.playback.preview.reset();
    if (edit.frames) out.playback.preview = Range{(*edit.frames)[0], (*edit.frames)[1]};
    return out;
}

Result<Document> make(const Document& doc, const SetFps& edit)
{
    if (!(edit.fps > 0)) return refused("the rate is not greater than 0", "/fps");
    const double factor = edit.fps / doc.clip().rate;
    const auto range = keyedRange(doc.clip());
    if (!(factor > 1e-6 && factor < 1e6) ||
        (edit.retime && range && std::max(-range->first, range->second) * factor > 1e9))
        return refused("the rate is out of range", "/fps");
    Document out = doc;
    changeClip(out, [&](Clip& clip) {
        clip.rate = edit.fps;
        if (edit.retime) stretch(clip, factor);
    });
    if (!edit.retime) return out;
    stretch(out.playback.start, factor);
    stretch(out.playback.end, factor);
    if (out.playback.preview) {
        stretch(out.playback.preview->min, factor);
        stretch(out.playback.preview->max, factor);
    }
    return out;
}

Result<Document> make(const Document& doc, const SetLoop& edit)
{
    Document out = doc;
    out.playback.loop = edit.loop;
    return out;
}

Result<Document> make(const Document& doc, const AddClip& edit)
{
    if (const Result<void> name = checkText(edit.name); !name) return name.error();
    if (clipRow(doc, edit.name) >= 0)
        return refused("the name \"" + edit.name + "\" is taken", "/name");
    Document out = doc;
    Clip clip;
    clip.name = edit.name;
    clip.rate = doc.clip().rate;
    out.clips.emplace_back(std::move(clip));
    return out;
}

Result<Document> make(const Document& doc, const RemoveClip& edit)
{
    const int row = clipRow(doc, edit.name);
    if (row < 0) return refused("there is no clip " + quoted(edit.name), "/name");
    if (doc.clips.size() == 1) return refused("the last clip has to stay", "/name");
    Document out = doc;
    out.clips.erase(out.clips.begin() + row);
    std::erase_if(out.origins, [&](const auto& origin) { return origin->clip == edit.name; });
    int& active = out.playback.clip;
    if (active > row)
        --active;
    else if (active == row)
        show(out, std::min(row, static_cast<int>(out.clips.size()) - 1));
    return out;
}

Result<Document> make(const Document& doc, const SetActiveClip& edit)
{
    const int row = clipRow(doc, edit.name);
    if (row < 0) return refused("there is no clip " + quoted(edit.name), "/name");
    if (row == doc.playback.clip) return doc;
    Document out = doc;
    show(out, row);
    return out;
}

Result<Document> make(const Document& doc, const AddMarker& edit)
{
    if (const Result<void> name = checkText(edit.name); !name) return name.error();
    Document out = doc;
    changeClip(out, [&](Clip& clip) {
        auto at = std::lower_bound(clip.markers.begin(), clip.markers.end(), edit.frame,
                                   [](const Marker& m, double frame) { return m.frame < frame; });
        if (at == clip.markers.end() || at->frame != edit.frame)
            at = clip.markers.insert(at, Marker{edit.frame, {}});
        at->name = edit.name;
    });
    return out;
}

Result<Document> make(const Document& doc, const RemoveMarker& edit)
{
    const auto there = [&](const Marker& m) { return m.frame == edit.frame; };
    const std::vector<Marker>& markers = doc.clip().markers;
    if (std::none_of(markers.begin(), markers.end(), there))
        return refused("there is no marker at frame " + toText(edit.frame), "/frame");
    Document out = doc;
    changeClip(out, [&](Clip& clip) { std::erase_if(clip.markers, there); });
    return out;
}

Result<Document> make(const Document& doc, const BakeToKeys& edit, const Context& context)
{
    BakeOptions options;
    options.start = edit.frames ? (*edit.frames)[0] : doc.playback.start;
    options.end = edit.frames ? (*edit.frames)[1] : doc.playback.end;
    options.reduce = edit.reduce;
    if (*options.start > *options.end)
        return refused("the frames end before they start", "/frames");
    if (edit.reduce && !(*edit.reduce >= 0))
        return refused("the tolerance is less than 0", "/reduce");
    options.progress = context.progress;
    options.jobs = context.jobs;
    Result<Document> baked = bakedDocument(*prepare(doc, context.memo), options);
    if (!baked && baked.error().kind != ErrorKind::Cancelled)
        return refused(baked.error().message, "/frames");
    if (!baked) return baked;
    return keptAtEnds(doc, *std::move(baked), {*options.start, *options.end}, context);
}

}  // namespace posewright::edit
