#include "core/evaluate/bake.h"

#include "core/base/number.h"
#include "core/evaluate/baked_track.h"
#include "core/motion/held.h"
#include "core/motion/whole_frames.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <set>
#include <span>
#include <thread>

namespace posewright {

namespace {

/// Larger bakes are refused with a message before memory runs out.
constexpr double kMostBakeBytes = 4.0 * (1 << 30);
constexpr double kMostFrames = 10e6;

/// Frames from first to last; a last partial step is left out.
int frameCount(double first, double last, double step)
{
    return static_cast<int>(std::floor((last - first) / step + 1e-9)) + 1;
}

/// Does a constraint act on this row at the frame, and does its span reach beyond the bake?
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

/// Can these frames be counted, and is there memory for them?
Result<void> checkRange(const Document& doc, double first, double last, double step)
{
    if (!std::isfinite(first) || !std::isfinite(last) || last < first || !(step > 0))
        return Error{"the frames to bake are not a range", {}};
    if ((last - first) / step > kMostFrames) return Error{"more than 10 million frames", {}};
    const double bytes = (last - first) / step *
                         (double(sizeof(Evaluation)) +
                          double(doc.scene->size()) * (sizeof(Transform) + sizeof(WorldTransform)) +
                          double(doc.rig->constraints.size()) * sizeof(TargetStatus));
    if (bytes > kMostBakeBytes)
        return Error{"so many frames of so many nodes take more than " +
                         toText(kMostBakeBytes / (1 << 30)) + " GB of memory",
                     {},
                     ErrorKind::Refused,
                     "take fewer frames at once"};
    return {};
}

/// Evaluates all frames on as many threads as the options allow. False: cancelled.
template <class FrameAt>
bool evaluateAll(const Prepared& prepared, const BakeOptions& options, const FrameAt& frameAt,
                 std::vector<Evaluation>& frames)
{
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int jobs =
        std::clamp(options.jobs > 0 ? options.jobs : cores, 1, static_cast<int>(frames.size()));
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> done = 0;
    std::atomic<bool> cancelled = false;
    const auto work = [&] {
        Scratch scratch;
        scratch.stop = &cancelled;
        for (std::size_t i = next++; i < frames.size() && !cancelled; i = next++) {
            evaluateInto(prepared, frameAt(i), scratch, frames[i]);
            ++done;
        }
    };
    const auto tell = [&] {
        if (options.progress && !options.progress(double(done) / double(frames.size())))
            cancelled = true;
    };
    // A trajectory is solved within one frame, which can take long; report progress meanwhile.
    const bool lasts = std::ranges::any_of(prepared.groups,
                                           [](const auto& g) { return !g->trajectories.empty(); });
    if (jobs == 1 && !lasts) {
        Scratch scratch;
        for (std::size_t i = 0; i < frames.size() && !cancelled; ++i) {
            evaluateInto(prepared, frameAt(i), scratch, frames[i]);
            ++done;
            tell();
        }
    } else {
        std::vector<std::jthread> threads;
        threads.reserve(jobs);
        for (int j = 0; j < jobs; ++j) threads.emplace_back(work);
        while (options.progress && done < frames.size() && !cancelled) {
            tell();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        threads.clear();
        tell();
    }
    return !cancelled;
}

/// The frames of a bake with those of keys between them; empty: there are none.
std::vector<double> withKeysBetween(const Document& doc, const BakeOptions& options)
{
    constexpr double kOneTime = 5e-7;  // times are float32 in files
    std::vector<double> keyed = keyFramesBetween(doc.clip());
    std::vector<double> all = options.frames;
    const double first = all.empty() ? options.start.value_or(doc.playback.start) : all.front();
    const double last = all.empty() ? options.end.value_or(doc.playback.end) : all.back();
    std::erase_if(keyed, [&](double frame) { return !(frame > first && frame < last); });
    if (keyed.empty() || !checkRange(doc, first, last, options.step)) return {};
    if (all.empty()) {
        const int steps = frameCount(first, last, options.step);
        for (int i = 0; i < steps; ++i) all.push_back(first + double(i) * options.step);
        if (all.back() < last - 1e-9) all.push_back(last);
    }
    const std::size_t whole = all.size();
    for (const double frame : keyed) {
        const double one = kOneTime * std::max(1.0, std::abs(frame));
        const auto end = all.begin() + std::ptrdiff_t(whole);
        const auto next = std::lower_bound(all.begin(), end, frame);
        const bool known = (next != end && *next - frame <= one) ||
                           (next != all.begin() && frame - *std::prev(next) <= one) ||
                           (all.size() > whole && frame - all.back() <= one);
        if (!known) all.push_back(frame);
    }
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace

namespace {

/// Which properties of a node's own track say what it does without the bake.
struct OwnKeys {
    bool rotation = false;
    bool translation = false;
    bool scale = false;
};

OwnKeys keptOf(const Document& doc, NodeIndex row, const Track& own, bool driven, bool all)
{
    const auto stays = [all](const auto& keys) { return !all || onlyHolds(keys); };
    return {!driven && stays(*own.rotation),
            !(driven && isShifted(doc, row)) && stays(std::span(own.translation)),
            stays(std::span(own.scale))};
}

/// The baked track with what is kept as it was.
Track keeping(Track baked, const Track& own, const OwnKeys& kept)
{
    if (kept.rotation) baked.rotation = own.rotation;
    if (kept.translation) baked.translation = own.translation;
    if (kept.scale) baked.scale = own.scale;
    return baked;
}

void hold(std::span<Shared<Curve>> curves)
{
    for (Shared<Curve>& curve : curves)
        curve = curve.with([](Curve& values) {
            std::vector<Key> keys = values.keys();
            for (Key& key : keys) key.interpolation = Interpolation::Constant;
            values = Curve::fromKeys(std::move(keys));
        });
}

/// The baked track, whose keys hold where those that are kept do.
Track holding(Track baked, const OwnKeys& kept)
{
    if (kept.rotation)
        baked.rotation = baked.rotation.with([](RotationTrack& turns) {
            std::vector<RotationKey> keys = turns.keys();
            for (RotationKey& key : keys) key.interpolation = RotationInterpolation::Step;
            turns = RotationTrack::fromKeys(std::move(keys));
        });
    if (kept.translation) hold(baked.translation);
    if (kept.scale) hold(baked.scale);
    return baked;
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
        if (!changesPoses(doc.clip(), *layer)) continue;
        for (const Shared<Track>& track : layer->tracks)
            if (const NodeIndex node = scene.find(track->node); node != kNoNode) rows.insert(node);
    }
    return {rows.begin(), rows.end()};
}

bool isShifted(const Document& doc, NodeIndex row)
{
    const Scene& scene = *doc.scene;
    const NodeId node = scene[row].id;
    const BonePart* bone = scene[row].bone();
    if (bone && std::holds_alternative<PrismaticLimit>(bone->limit)) return true;
    for (const Shared<Layer>& layer : doc.clip().layers)
        if (const Track* offsets = layer->track(node);
            offsets && hasKeys(offsets->translation) && changesPoses(doc.clip(), *layer))
            return true;
    return std::ranges::any_of(doc.rig->constraints, [&](const Constraint& c) {
        if (c.rootMoves && c.root == node) return true;
        const NodeIndex root = scene.find(c.root);
        const NodeIndex effector = scene.find(c.effector);
        return c.stretch > 0 && scene.isAbove(root, row) &&
               (row == effector || scene.isAbove(row, effector));
    });
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

BakeOptions bakeOf(const FrameGrid& grid)
{
    BakeOptions out;
    const std::size_t rows = grid.count();
    out.start = grid.frame(0);
    out.end = grid.frame(rows - 1);
    if (rows > 1) out.step = (*out.end - *out.start) / double(rows - 1);
    if (double(rows) <= kMostFrames) out.frames = grid.frames();
    return out;
}

Result<Bake> bake(const Prepared& prepared, const BakeOptions& options)
{
    const Playback& playback = prepared.doc.playback;
    const std::vector<double>& given = options.frames;
    Bake out;
    out.start = given.empty() ? options.start.value_or(playback.start) : given.front();
    out.step = options.step;
    const double last = given.empty() ? options.end.value_or(playback.end) : given.back();
    if (given.size() > 1) out.step = (last - out.start) / double(given.size() - 1);
    if (Result<void> possible = checkRange(prepared.doc, out.start, last, out.step); !possible)
        return possible.error();
    const int steps = frameCount(out.start, last, out.step);
    const bool apart = out.start + (steps - 1) * out.step < last - 1e-9;
    out.frames.resize(given.empty() ? steps + (options.endToo && apart ? 1 : 0) : given.size());
    const auto frameAt = [&](std::size_t i) {
        if (!given.empty()) return given[i];
        return static_cast<int>(i) < steps ? out.start + double(i) * out.step : last;
    };
    if (!evaluateAll(prepared, options, frameAt, out.frames))
        return Error{"cancelled", {}, ErrorKind::Cancelled};
    return out;
}

Result<Clip> bakedClip(const Prepared& prepared, const BakeOptions& options, bool allNodes)
{
    BakeOptions whole = options;
    whole.endToo = true;
    if (options.reduce && *options.reduce > 0 && options.keysToo)
        if (std::vector<double> frames = withKeysBetween(prepared.doc, options); !frames.empty())
            whole.frames = std::move(frames);
    Result<Bake> baked = bake(prepared, whole);
    if (!baked) return baked.error();
    const Document& doc = prepared.doc;
    Clip clip = doc.clip();
    clip.layers.clear();  // the baked keys include them
    if (doc.scene->size() == 0) return clip;
    const double first = baked->frames.front().frame;
    const double last = baked->frames.back().frame;
    const std::vector<NodeIndex> rows = allNodes ? prepared.allRows : drivenNodes(doc, first, last);
    const std::vector<bool> turns = turningNodes(doc, *baked);
    std::vector<Track> reduced;
    if (options.reduce && *options.reduce > 0)
        reduced = reducedTracks(doc, *baked, rows, turns, *options.reduce);
    std::vector<bool> driven(doc.scene->size(), !allNodes);
    // Reduced keys of a node make up for each other.
    const bool all = allNodes || !reduced.empty();
    for (const NodeIndex row : drivenNodes(doc, first, last)) driven[row] = true;
    for (const NodeIndex row : rows) {
        const Node& node = (*doc.scene)[row];
        const Track* own = doc.clip().track(node.id);
        const OwnKeys kept = own ? keptOf(doc, row, *own, driven[row], all) : OwnKeys{};
        Track keys =
            reduced.empty() ? denseTrack(*baked, row, node.rest, own, turns[row]) : reduced[row];
        const bool everyFrame = allNodes && reduced.empty();
        if (everyFrame) keys = holding(std::move(keys), kept);
        Anchors anchors;
        anchors.keepFirst = !allNodes && actsBeyond(doc, row, first, true);
        anchors.keepLast = !allNodes && actsBeyond(doc, row, last, false);
        keys = placed(doc, *baked, row, keys, anchors);
        setTrack(clip, own && !everyFrame ? keeping(std::move(keys), *own, kept) : keys);
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
        // Only the active clip is flattened.
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
