#include "core/evaluate/bake.h"

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
constexpr double kReducedAngle = 0.5 * 3.14159265358979323846 / 180;

/// Frames from first to last; a last partial step is left out.
int frameCount(double first, double last, double step)
{
    return static_cast<int>(std::floor((last - first) / step + 1e-9)) + 1;
}

/// The curve with its keys inside [first, last] replaced by `keys`.
Curve replaced(const Curve& curve, double first, double last, std::vector<Key> keys)
{
    for (const Key& key : curve.keys())
        if (key.frame < first || key.frame > last) keys.push_back(key);
    std::sort(keys.begin(), keys.end(),
              [](const Key& a, const Key& b) { return a.frame < b.frame; });
    return Curve::fromKeys(std::move(keys));
}

RotationTrack replaced(const RotationTrack& track, double first, double last,
                       std::vector<RotationKey> keys)
{
    std::vector<RotationShape> shapes(keys.size());
    bool shaped = false;
    std::vector<std::pair<RotationKey, RotationShape>> all;
    for (std::size_t i = 0; i < keys.size(); ++i) all.emplace_back(keys[i], shapes[i]);
    for (std::size_t i = 0; i < track.keys().size(); ++i) {
        const RotationKey& key = track.keys()[i];
        if (key.frame >= first && key.frame <= last) continue;
        all.emplace_back(key, track.shape(i));
        shaped |= key.interpolation == RotationInterpolation::Cubic ||
                  key.interpolation == RotationInterpolation::Eased;
    }
    std::sort(all.begin(), all.end(),
              [](const auto& a, const auto& b) { return a.first.frame < b.first.frame; });
    keys.clear();
    shapes.clear();
    for (const auto& [key, shape] : all) {
        keys.push_back(key);
        if (shaped) shapes.push_back(shape);
    }
    return RotationTrack::fromKeys(std::move(keys), std::move(shapes));
}

Key linearKey(double frame, double value)
{
    Key key;
    key.frame = frame;
    key.value = value;
    key.interpolation = Interpolation::Linear;
    key.mode = HandleMode::Vector;
    return key;
}

/// Does a local vector ever differ from the rest value over the bake?
template <class Part>
bool moves(const Bake& bake, NodeIndex node, const Transform& rest, const Part& part)
{
    return std::any_of(bake.frames.begin(), bake.frames.end(),
                       [&](const Evaluation& e) { return part(e.local[node]) != part(rest); });
}

bool keyed(const std::array<Shared<Curve>, 3>* curves)
{
    return curves && std::any_of(curves->begin(), curves->end(),
                                 [](const Shared<Curve>& c) { return !c->empty(); });
}

/// A key at every frame of the bake.
Track denseTrack(const Bake& bake, NodeIndex node, const Transform& rest, const Track* own)
{
    Track track;
    std::vector<RotationKey> rotations;
    rotations.reserve(bake.frames.size());
    for (const Evaluation& e : bake.frames)
        rotations.push_back({e.frame, e.local[node].rotation, RotationInterpolation::Slerp});
    track.rotation = RotationTrack::fromKeys(std::move(rotations));

    const auto bakeVector = [&](std::array<Shared<Curve>, 3>& curves,
                                const std::array<Shared<Curve>, 3>* before, const auto& part) {
        if (!keyed(before) && !moves(bake, node, rest, part)) return;
        for (int axis = 0; axis < 3; ++axis) {
            std::vector<Key> keys;
            keys.reserve(bake.frames.size());
            for (const Evaluation& e : bake.frames)
                keys.push_back(linearKey(e.frame, part(e.local[node])[axis]));
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
            if (!keyed(before) && !moves(bake, row, node.rest, part)) curves = {};
        };
        drop(tracks[row].translation, own ? &own->translation : nullptr,
             [](const Transform& t) { return t.translation; });
        drop(tracks[row].scale, own ? &own->scale : nullptr,
             [](const Transform& t) { return t.scale; });
    }
    return tracks;
}

/// The node's own track with its keys inside the bake replaced by those of `baked`.
Track placed(const Document& doc, const Bake& bake, NodeIndex node, const Track& baked)
{
    const NodeId id = (*doc.scene)[node].id;
    const Track* own = doc.clip().track(id);
    Track track = own ? *own : Track{};
    track.node = id;
    const double first = bake.frames.front().frame;
    const double last = bake.frames.back().frame;
    const auto put = [&](Shared<Curve>& curve, const Curve& keys) {
        if (!keys.empty() || !curve->empty()) curve = replaced(*curve, first, last, keys.keys());
    };
    for (int axis = 0; axis < 3; ++axis) {
        put(track.translation[axis], *baked.translation[axis]);
        put(track.scale[axis], *baked.scale[axis]);
    }
    track.rotation = replaced(*track.rotation, first, last, baked.rotation->keys());
    return track;
}

}  // namespace

std::vector<NodeIndex> drivenNodes(const Document& doc)
{
    const Scene& scene = *doc.scene;
    std::set<NodeIndex> rows;
    const auto acts = [&](const Constraint& c) {
        const SpanRow* row = doc.clip().spanRow(c.id);
        return row && std::any_of(row->spans.begin(), row->spans.end(),
                                  [](const Span& s) { return s.kind != SpanKind::Off; });
    };
    for (const Constraint& c : doc.rig->constraints) {
        if (!acts(c)) continue;
        for (const NodeIndex node : scene.path(scene.find(c.root), scene.find(c.effector)))
            rows.insert(node);
    }
    return {rows.begin(), rows.end()};
}

Result<Bake> bake(const Prepared& prepared, const BakeOptions& options)
{
    const Playback& playback = prepared.doc.playback;
    const double first = options.start.value_or(playback.start);
    const double last = options.end.value_or(playback.end);
    if (!std::isfinite(first) || !std::isfinite(last) || last < first || !(options.step > 0))
        return Error{"the frames to bake are not a range", {}};
    if ((last - first) / options.step > 10e6) return Error{"more than 10 million frames", {}};
    Bake out;
    out.start = first;
    out.step = options.step;
    out.frames.resize(frameCount(first, last, options.step));

    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int jobs =
        std::clamp(options.jobs > 0 ? options.jobs : cores, 1, static_cast<int>(out.frames.size()));
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> done = 0;
    std::atomic<bool> cancelled = false;
    const auto work = [&] {
        Scratch scratch;
        for (std::size_t i = next++; i < out.frames.size() && !cancelled; i = next++) {
            evaluateInto(prepared, first + double(i) * options.step, scratch, out.frames[i]);
            ++done;
        }
    };
    const auto tell = [&] {
        if (options.progress && !options.progress(double(done) / double(out.frames.size())))
            cancelled = true;
    };
    if (jobs == 1) {
        Scratch scratch;
        for (std::size_t i = 0; i < out.frames.size() && !cancelled; ++i) {
            evaluateInto(prepared, first + double(i) * options.step, scratch, out.frames[i]);
            ++done;
            tell();
        }
    } else {
        std::vector<std::jthread> threads;
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
    Result<Bake> baked = bake(prepared, options);
    if (!baked) return baked.error();
    const Document& doc = prepared.doc;
    Clip clip = doc.clip();
    if (doc.scene->size() == 0) return clip;
    const std::vector<NodeIndex> rows = allNodes ? prepared.allRows : drivenNodes(doc);
    std::vector<Track> reduced;
    if (options.reduce && *options.reduce > 0)
        reduced = reducedTracks(doc, *baked, rows, *options.reduce);
    for (const NodeIndex row : rows) {
        const Node& node = (*doc.scene)[row];
        const Track keys = reduced.empty()
                               ? denseTrack(*baked, row, node.rest, doc.clip().track(node.id))
                               : reduced[row];
        setTrack(clip, placed(doc, *baked, row, keys));
    }
    return clip;
}

Result<Document> bakedDocument(const Prepared& prepared, const BakeOptions& options)
{
    Result<Clip> baked = bakedClip(prepared, options);
    if (!baked) return baked.error();
    Document doc = prepared.doc;
    Span off;
    off.start = options.start.value_or(doc.playback.start);
    off.end = options.end.value_or(doc.playback.end);
    off.kind = SpanKind::Off;
    for (const Constraint& constraint : doc.rig->constraints) {
        const SpanRow* row = doc.clip().spanRow(constraint.id);
        const auto acts = [&](const Span& s) { return s.start <= off.end && s.end >= off.start; };
        if (row && std::any_of(row->spans.begin(), row->spans.end(), acts))
            setSpan(*baked, constraint.id, off);
    }
    doc.clips[doc.playback.clip] = *std::move(baked);
    return doc;
}

}  // namespace posewright
