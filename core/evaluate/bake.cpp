#include "core/evaluate/bake.h"

#include "core/base/number.h"
#include "core/evaluate/prepared.h"
#include "core/motion/reduce.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>

namespace posewright {

namespace {

/// How far a reduced joint may turn away from the motion, whatever its place says. [rad]
/// What a bake holds at once; more is refused in words before the machine runs out.
constexpr double kMostBakeBytes = 4.0 * (1 << 30);
constexpr double kReducedAngle = 0.5 * 3.14159265358979323846 / 180;

/// Frames from first to last; a last partial step is left out.
int frameCount(double first, double last, double step)
{
    return static_cast<int>(std::floor((last - first) / step + 1e-9)) + 1;
}

/// Frames whose keys a bake replaces.
struct Extent {
    double first = 0;
    double last = 0;
    bool firstToo = true;
    bool lastToo = true;
    bool holds(double frame) const
    {
        return (firstToo ? frame >= first : frame > first) &&
               (lastToo ? frame <= last : frame < last);
    }
};

/// The curve with its keys inside the extent replaced by `keys`.
Curve replaced(const Curve& curve, const Extent& extent, std::vector<Key> keys)
{
    for (const Key& key : curve.keys())
        if (!extent.holds(key.frame)) keys.push_back(key);
    std::sort(keys.begin(), keys.end(),
              [](const Key& a, const Key& b) { return a.frame < b.frame; });
    return Curve::fromKeys(std::move(keys));
}

RotationTrack replaced(const RotationTrack& track, const Extent& extent,
                       const std::vector<RotationKey>& keys)
{
    bool shaped = false;
    std::vector<std::pair<RotationKey, RotationShape>> all;
    all.reserve(keys.size() + track.keys().size());
    for (const RotationKey& key : keys) all.emplace_back(key, RotationShape{});
    for (std::size_t i = 0; i < track.keys().size(); ++i) {
        const RotationKey& key = track.keys()[i];
        if (extent.holds(key.frame)) continue;
        all.emplace_back(key, track.shape(i));
        shaped |= key.interpolation == RotationInterpolation::Cubic ||
                  key.interpolation == RotationInterpolation::Eased;
    }
    std::sort(all.begin(), all.end(),
              [](const auto& a, const auto& b) { return a.first.frame < b.first.frame; });
    std::vector<RotationKey> sorted;
    std::vector<RotationShape> shapes;
    for (const auto& [key, shape] : all) {
        sorted.push_back(key);
        if (shaped) shapes.push_back(shape);
    }
    return RotationTrack::fromKeys(std::move(sorted), std::move(shapes));
}

/// Does a local vector ever differ from the rest value over the bake?
template <class Part>
bool moves(const Bake& bake, NodeIndex node, const Transform& rest, const Part& part)
{
    return std::any_of(bake.frames.begin(), bake.frames.end(),
                       [&](const Evaluation& e) { return part(e.local[node]) != part(rest); });
}

bool alike(double a, double b)
{
    return a == b;
}

/// To the last bits, which a solve from another start leaves open.
bool alike(const Quat& a, const Quat& b)
{
    return (a.coeffs() - b.coeffs()).cwiseAbs().maxCoeff() < 1e-14;
}

/// Of keys that are all alike, the first and the last: nothing happens between.
template <class Keys>
void dropStill(Keys& keys)
{
    if (keys.size() < 3) return;
    const auto differs = [&](const auto& key) { return !alike(key.value, keys.front().value); };
    if (std::none_of(keys.begin(), keys.end(), differs))
        keys.erase(keys.begin() + 1, keys.end() - 1);
}

/// A key at every frame of the bake, where anything happens.
Track denseTrack(const Bake& bake, NodeIndex node, const Transform& rest, const Track* own)
{
    Track track;
    std::vector<RotationKey> rotations;
    rotations.reserve(bake.frames.size());
    for (const Evaluation& e : bake.frames)
        rotations.push_back({e.frame, e.local[node].rotation, RotationInterpolation::Slerp});
    dropStill(rotations);
    track.rotation = RotationTrack::fromKeys(std::move(rotations));

    const auto bakeVector = [&](std::array<Shared<Curve>, 3>& curves,
                                const std::array<Shared<Curve>, 3>* before, const auto& part) {
        if (!(before && hasKeys(*before)) && !moves(bake, node, rest, part)) return;
        for (int axis = 0; axis < 3; ++axis) {
            std::vector<Key> keys;
            keys.reserve(bake.frames.size());
            for (const Evaluation& e : bake.frames)
                keys.push_back(linearKey(e.frame, part(e.local[node])[axis]));
            dropStill(keys);
            curves[axis] = Curve::fromKeys(std::move(keys));
        }
    };
    bakeVector(track.translation, own ? &own->translation : nullptr,
               [](const Transform& t) { return t.translation; });
    bakeVector(track.scale, own ? &own->scale : nullptr,
               [](const Transform& t) { return t.scale; });
    return track;
}

/// As few keys as keep every joint within the tolerance, one track per node.
std::vector<Track> reducedTracks(const Document& doc, const Bake& bake,
                                 const std::vector<NodeIndex>& rows, double share)
{
    const Scene& scene = *doc.scene;
    std::vector<int> parents;
    std::vector<Vec3> tips;
    std::vector<bool> reduce(scene.size(), false);
    for (const Node& node : scene.nodes()) {
        parents.push_back(node.parent);
        tips.push_back(node.bone() ? node.bone()->tip : Vec3(Vec3::Zero()));
    }
    for (const NodeIndex row : rows) reduce[row] = true;
    std::vector<double> frames;
    for (const Evaluation& e : bake.frames) frames.push_back(e.frame);
    const SampledMotion motion{
        parents, tips, frames,
        [&](int frame, int node) -> const Transform& { return bake.frames[frame].local[node]; },
        [&](int frame, int node) -> const WorldTransform& {
            return bake.frames[frame].world[node];
        }};
    std::vector<Track> tracks = reducedTree(motion, reduce, {share * extent(scene), kReducedAngle});
    for (const NodeIndex row : rows) {
        const Node& node = scene[row];
        const Track* own = doc.clip().track(node.id);
        const auto drop = [&](std::array<Shared<Curve>, 3>& curves,
                              const std::array<Shared<Curve>, 3>* before, const auto& part) {
            if (!(before && hasKeys(*before)) && !moves(bake, row, node.rest, part)) curves = {};
        };
        drop(tracks[row].translation, own ? &own->translation : nullptr,
             [](const Transform& t) { return t.translation; });
        drop(tracks[row].scale, own ? &own->scale : nullptr,
             [](const Transform& t) { return t.scale; });
    }
    return tracks;
}

/// Keys that hold the node's own motion outside a bake: at its neighbouring frames, as far as there
/// is a range to show, and at those of its ends where somebody else says what happens.
struct Anchors {
    std::vector<double> frames;
    bool keepFirst = false;
    bool keepLast = false;
};

void anchor(Shared<Curve>& curve, const Anchors& anchors, double rest)
{
    curve = curve.with([&](Curve& c) {
        for (const double frame : anchors.frames)
            c.empty() ? c.set(linearKey(frame, rest)) : c.insert(frame);
    });
}

void anchor(Shared<RotationTrack>& track, const Anchors& anchors, const Quat& rest)
{
    track = track.with([&](RotationTrack& t) {
        for (const double frame : anchors.frames)
            t.empty() ? t.set({frame, rest, RotationInterpolation::Slerp}) : t.insert(frame);
    });
}

/// The node's own track with its keys inside the bake replaced by those of `baked`.
Track placed(const Document& doc, const Bake& bake, NodeIndex row, const Track& baked,
             Anchors anchors)
{
    const Node& node = (*doc.scene)[row];
    const Track* own = doc.clip().track(node.id);
    Track track = own ? *own : Track{};
    track.node = node.id;
    const double first = bake.frames.front().frame;
    const double last = bake.frames.back().frame;
    if (first > doc.playback.start)
        anchors.frames.push_back(std::max(first - 1, doc.playback.start));
    if (last < doc.playback.end) anchors.frames.push_back(std::min(last + 1, doc.playback.end));
    if (anchors.keepFirst) anchors.frames.push_back(first);
    if (anchors.keepLast) anchors.frames.push_back(last);
    const Extent extent{first, last, !anchors.keepFirst, !anchors.keepLast};
    const auto inside = [&](auto keys) {
        std::erase_if(keys, [&](const auto& key) { return !extent.holds(key.frame); });
        return keys;
    };
    const auto put = [&](Shared<Curve>& curve, const Curve& keys, double rest) {
        if (keys.empty() && curve->empty()) return;
        if (!keys.empty()) anchor(curve, anchors, rest);
        curve = replaced(*curve, extent, inside(keys.keys()));
    };
    for (int axis = 0; axis < 3; ++axis) {
        put(track.translation[axis], *baked.translation[axis], node.rest.translation[axis]);
        put(track.scale[axis], *baked.scale[axis], node.rest.scale[axis]);
    }
    anchor(track.rotation, anchors, node.rest.rotation);
    track.rotation = replaced(*track.rotation, extent, inside(baked.rotation->keys()));
    return track;
}

/// Does a constraint act on this row at the frame, other than through a span that ends with the
/// bake?
bool actsBeyond(const Document& doc, NodeIndex row, double frame, bool atStart)
{
    if (atStart ? frame <= doc.playback.start : frame >= doc.playback.end) return false;
    const Scene& scene = *doc.scene;
    return std::any_of(
        doc.rig->constraints.begin(), doc.rig->constraints.end(), [&](const Constraint& c) {
            const std::vector<NodeIndex> chain = jointsOf(scene, c);
            if (std::find(chain.begin(), chain.end(), row) == chain.end()) return false;
            const SpanRow* spans = doc.clip().spanRow(c.id);
            return spans &&
                   std::any_of(spans->spans.begin(), spans->spans.end(), [&](const Span& s) {
                       if (s.kind == SpanKind::Off) return false;
                       return atStart
                                  ? s.kind == SpanKind::Contact && s.start < frame && s.end >= frame
                                  : s.start <= frame && s.end > frame;
                   });
        });
}

}  // namespace

std::vector<NodeIndex> drivenNodes(const Document& doc, double start, double end)
{
    const Scene& scene = *doc.scene;
    std::set<NodeIndex> rows;
    const auto acts = [&](const Span& s) {
        return s.kind != SpanKind::Off && s.start <= end && s.end >= start;
    };
    for (const Constraint& c : doc.rig->constraints) {
        const SpanRow* row = doc.clip().spanRow(c.id);
        if (!row || std::none_of(row->spans.begin(), row->spans.end(), acts)) continue;
        for (const NodeIndex node : jointsOf(scene, c)) rows.insert(node);
    }
    for (const Shared<Layer>& layer : doc.clip().layers) {
        if (!::posewright::acts(doc.clip(), *layer)) continue;
        for (const Shared<Track>& track : layer->tracks)
            if (const NodeIndex node = scene.find(track->node); node != kNoNode) rows.insert(node);
    }
    return {rows.begin(), rows.end()};
}

std::optional<Range> actingRange(const Document& doc, ConstraintId constraint)
{
    const SpanRow* row = doc.clip().spanRow(constraint);
    std::optional<Range> range;
    if (!row) return range;
    for (const Span& span : row->spans) {
        if (span.kind == SpanKind::Off) continue;
        if (!range) range = Range{span.start, span.end};
        range->max = std::max(range->max, span.end);
    }
    return range;
}

Result<Bake> bake(const Prepared& prepared, const BakeOptions& options)
{
    const Playback& playback = prepared.doc.playback;
    const double first = options.start.value_or(playback.start);
    const double last = options.end.value_or(playback.end);
    if (!std::isfinite(first) || !std::isfinite(last) || last < first || !(options.step > 0))
        return Error{"the frames to bake are not a range", {}};
    if ((last - first) / options.step > 10e6) return Error{"more than 10 million frames", {}};
    const double bytes =
        (last - first) / options.step *
        (double(sizeof(Evaluation)) +
         double(prepared.doc.scene->size()) * (sizeof(Transform) + sizeof(WorldTransform)) +
         double(prepared.doc.rig->constraints.size()) * sizeof(TargetStatus));
    if (bytes > kMostBakeBytes)
        return Error{"so many frames of so many nodes take more than " +
                         toText(kMostBakeBytes / (1 << 30)) + " GB of memory",
                     {},
                     ErrorKind::Refused,
                     "take fewer frames at once"};
    Bake out;
    out.start = first;
    out.step = options.step;
    const int steps = frameCount(first, last, options.step);
    const bool apart = first + (steps - 1) * options.step < last - 1e-9;
    out.frames.resize(steps + (options.endToo && apart ? 1 : 0));
    const auto frameAt = [&](std::size_t i) {
        return static_cast<int>(i) < steps ? first + double(i) * options.step : last;
    };

    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int jobs =
        std::clamp(options.jobs > 0 ? options.jobs : cores, 1, static_cast<int>(out.frames.size()));
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> done = 0;
    std::atomic<bool> cancelled = false;
    const auto work = [&] {
        Scratch scratch;
        scratch.stop = &cancelled;
        for (std::size_t i = next++; i < out.frames.size() && !cancelled; i = next++) {
            evaluateInto(prepared, frameAt(i), scratch, out.frames[i]);
            ++done;
        }
    };
    const auto tell = [&] {
        if (options.progress && !options.progress(double(done) / double(out.frames.size())))
            cancelled = true;
    };
    // A span that is solved together takes its time within one frame.
    const bool lasts = std::ranges::any_of(prepared.groups,
                                           [](const auto& g) { return !g->trajectories.empty(); });
    if (jobs == 1 && !lasts) {
        Scratch scratch;
        for (std::size_t i = 0; i < out.frames.size() && !cancelled; ++i) {
            evaluateInto(prepared, frameAt(i), scratch, out.frames[i]);
            ++done;
            tell();
        }
    } else {
        std::vector<std::jthread> threads;
        threads.reserve(jobs);
        for (int j = 0; j < jobs; ++j) threads.emplace_back(work);
        while (options.progress && done < out.frames.size() && !cancelled) {
            tell();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        threads.clear();
        tell();
    }
    if (cancelled) return Error{"cancelled", {}, ErrorKind::Cancelled};
    return out;
}

Result<Clip> bakedClip(const Prepared& prepared, const BakeOptions& options, bool allNodes)
{
    BakeOptions whole = options;
    whole.endToo = true;
    Result<Bake> baked = bake(prepared, whole);
    if (!baked) return baked.error();
    const Document& doc = prepared.doc;
    Clip clip = doc.clip();
    clip.layers.clear();  // the keys made have them
    if (doc.scene->size() == 0) return clip;
    const double first = baked->frames.front().frame;
    const double last = baked->frames.back().frame;
    const std::vector<NodeIndex> rows = allNodes ? prepared.allRows : drivenNodes(doc, first, last);
    std::vector<Track> reduced;
    if (options.reduce && *options.reduce > 0)
        reduced = reducedTracks(doc, *baked, rows, *options.reduce);
    for (const NodeIndex row : rows) {
        const Node& node = (*doc.scene)[row];
        const Track keys = reduced.empty()
                               ? denseTrack(*baked, row, node.rest, doc.clip().track(node.id))
                               : reduced[row];
        Anchors anchors;
        anchors.keepFirst = !allNodes && actsBeyond(doc, row, first, true);
        anchors.keepLast = !allNodes && actsBeyond(doc, row, last, false);
        setTrack(clip, placed(doc, *baked, row, keys, anchors));
    }
    return clip;
}

Document withoutLayers(const Document& doc)
{
    Document out = doc;
    for (Shared<Clip>& clip : out.clips)
        if (!clip->layers.empty()) clip = flattened(*clip, restsOf(*doc.scene));
    return out;
}

RestOf restsOf(const Scene& scene)
{
    return [&scene](NodeId node) {
        const NodeIndex row = scene.find(node);
        return row == kNoNode ? Transform{} : scene[row].rest;
    };
}

Result<Document> bakedDocument(const Prepared& prepared, const BakeOptions& options)
{
    if (!prepared.doc.clip().layers.empty()) {
        // Other clips keep theirs.
        Document flat = prepared.doc;
        Shared<Clip>& clip = flat.clips[flat.playback.clip];
        clip = flattened(*clip, restsOf(*flat.scene));
        return bakedDocument(*prepare(flat, prepared.memo), options);
    }
    Result<Clip> baked = bakedClip(prepared, options);
    if (!baked) return baked.error();
    Document doc = prepared.doc;
    Span off;
    off.start = options.start.value_or(doc.playback.start);
    off.end = options.end.value_or(doc.playback.end);
    off.kind = SpanKind::Off;
    const bool fromStart = off.start <= doc.playback.start;
    const bool toEnd = off.end >= doc.playback.end;
    for (const Constraint& constraint : doc.rig->constraints) {
        const SpanRow* row = doc.clip().spanRow(constraint.id);
        const auto acts = [&](const Span& s) { return s.start <= off.end && s.end >= off.start; };
        if (!row || std::none_of(row->spans.begin(), row->spans.end(), acts)) continue;
        Span whole = off;
        if (fromStart) whole.start = std::min(off.start, row->spans.front().start);
        if (toEnd) whole.end = std::max(off.end, row->spans.back().end);
        setSpan(*baked, constraint.id, whole);
    }
    doc.clips[doc.playback.clip] = *std::move(baked);
    return doc;
}

}  // namespace posewright
