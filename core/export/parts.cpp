#include "core/export/parts.h"

#include "core/document/one_clip.h"
#include "core/evaluate/bake.h"
#include "core/io/gltf/carried_parts.h"
#include "core/io/text.h"

#include <algorithm>
#include <set>
#include <utility>

namespace posewright::exports {

namespace {

/// A scene with the same ids in the same order but changed nodes. Such changes keep it valid.
Shared<Scene> sceneOf(const Document& doc, std::vector<Node> nodes, std::vector<Skin> skins)
{
    auto scene = Scene::make(std::move(nodes), std::move(skins));
    return scene ? Shared<Scene>(*std::move(scene)) : doc.scene;
}

/// Removes these nodes, except those with remaining children.
Document withoutNodes(const Document& doc, const std::set<NodeId>& unwanted,
                      std::vector<Skin> skins)
{
    const Scene& scene = *doc.scene;
    std::vector<bool> stays(scene.size(), true);
    std::vector<bool> needed(scene.size(), false);
    for (NodeIndex i = scene.size() - 1; i >= 0; --i) {
        stays[i] = needed[i] || !unwanted.contains(scene[i].id);
        if (stays[i] && scene[i].parent != kNoNode) needed[scene[i].parent] = true;
    }
    std::vector<int> row(scene.size(), kNoNode);
    std::vector<Node> nodes;
    std::set<NodeId> gone;
    for (NodeIndex i = 0; i < scene.size(); ++i) {
        if (!stays[i]) {
            gone.insert(scene[i].id);
            continue;
        }
        row[i] = static_cast<int>(nodes.size());
        Node node = scene[i];
        if (node.parent != kNoNode) node.parent = row[node.parent];
        nodes.push_back(std::move(node));
    }
    Document out = doc;
    out.scene = sceneOf(doc, std::move(nodes), std::move(skins));
    for (Shared<Clip>& clip : out.clips)
        clip = clip.with([&](Clip& c) {
            const auto goes = [&](const auto& track) { return gone.contains(track->node); };
            std::erase_if(c.tracks, goes);
            for (Shared<Layer>& layer : c.layers)
                layer = layer.with([&](Layer& l) { std::erase_if(l.tracks, goes); });
        });
    return out;
}

/// Erases the nodes that constraints and spans refer to.
void eraseUsed(const Document& doc, std::set<NodeId>& nodes)
{
    for (const Constraint& c : doc.rig->constraints) {
        for (const NodeId used : {c.target, c.pole, c.effector, c.root, c.meets()})
            nodes.erase(used);
        for (const NodeId pin : c.pins) nodes.erase(pin);
    }
    for (const Shared<Clip>& clip : doc.clips)
        for (const SpanRow& row : clip->spans)
            for (const Span& span : row.spans) nodes.erase(span.space);
}

bool says(const Document& doc, const Track& track)
{
    const Quat rest = (*doc.scene)[doc.scene->find(track.node)].rest.rotation;
    for (const Property property : kCurvedProperties)
        if (hasKeys(curvesOf(track, property))) return true;
    const auto& turns = track.rotation->keys();
    return std::any_of(turns.begin(), turns.end(), [&](const RotationKey& key) {
        return key.value.angularDistance(rest) >= 1e-9;
    });
}

/// The clip with joint keys instead of what constraints do.
Result<Clip> bakedOne(const Document& doc, int row, const Range& range, const Options& options,
                      const Context& context)
{
    Document shown = doc;
    shown.playback.clip = row;
    shown.playback.start = range.min;
    shown.playback.end = range.max;
    const double step = shown.clip().rate / options.rate.value_or(shown.clip().rate);
    BakeOptions baking =
        bakeOf(FrameGrid::exact(range.min, range.max, step, zeroOf(doc, row, options, false)));
    if (options.keys == Keys::Reduced) baking.reduce = options.tolerance;
    baking.keysToo = !options.rate;
    baking.jobs = context.jobs;
    baking.progress = context.progress;
    const bool all = options.rate || options.keys != Keys::AsKeyed;
    Result<Clip> baked = bakedClip(*prepare(shown), baking, all);
    if (!baked) return baked;
    std::erase_if(baked->tracks, [&](const auto& track) {
        return !shown.clip().track(track->node) && !says(shown, *track);
    });
    return baked;
}

}  // namespace

std::optional<Range> writtenRange(const Document& doc, int clip)
{
    if (clip == doc.playback.clip) return Range{doc.playback.start, doc.playback.end};
    const auto keyed = keyedRange(*doc.clips[clip]);
    if (!keyed) return std::nullopt;
    return Range{keyed->first, keyed->second};
}

double zeroOf(const Document& doc, int clip, const Options& options, bool project)
{
    const double start = writtenRange(doc, clip).value_or(Range{}).min;
    const bool asked = options.frames && clip == doc.playback.clip && !project;
    return asked ? start : std::min(0.0, start);
}

bool isStill(const Document& doc)
{
    Clip keys = doc.clip();
    keys.markers.clear();
    keys.spans.clear();
    const auto keyed = keyedRange(keys);
    if (!keyed || keyed->first != keyed->second) return false;
    const auto lasts = [&](const Span& span) {
        return span.start <= doc.playback.start && span.end >= doc.playback.end;
    };
    return std::ranges::all_of(doc.clip().spans, [&](const SpanRow& row) {
        return std::ranges::all_of(row.spans, lasts);
    });
}

std::optional<double> stillFrom(const Document& doc)
{
    Clip moves = doc.clip();
    moves.markers.clear();
    // A span that lasts to the end or beyond changes nothing there.
    for (SpanRow& row : moves.spans)
        std::erase_if(row.spans, [&](const Span& span) { return span.end >= doc.playback.end; });
    if (isStill(doc)) return std::nullopt;
    std::optional<double> last;
    if (const auto keyed = keyedRange(moves)) last = keyed->second;
    for (const SpanRow& row : doc.clip().spans)
        for (const Span& span : row.spans)
            if (span.end >= doc.playback.end && span.start > last.value_or(doc.playback.start))
                last = span.start;
    if (!last || *last <= doc.playback.start || *last >= doc.playback.end) return std::nullopt;
    return last;
}

Document asAsked(const Document& doc, const Options& options)
{
    Document asked = doc;
    if (options.frames) {
        asked.playback.start = options.frames->min;
        asked.playback.end = options.frames->max;
    }
    return asked;
}

Document withOneClip(const Document& doc)
{
    return withClip(doc, doc.playback.clip);
}

Result<Document> withoutTargets(const Document& doc, const Options& options, const Context& context)
{
    if (doc.rig->constraints.empty()) return doc;
    Document out = doc;
    const double count = double(doc.clips.size());
    for (int row = 0; row < std::ssize(doc.clips); ++row) {
        const auto range = writtenRange(doc, row);
        if (!range) continue;
        Context part = context;
        if (context.progress)
            part.progress = [&context, row, count](double share) {
                return context.progress((row + share) / count);
            };
        Result<Clip> baked = bakedOne(doc, row, *range, options, part);
        if (!baked) return baked.error();
        out.clips[row] = *std::move(baked);
    }
    return withoutRig(out);
}

Document withoutRig(const Document& doc)
{
    Document out = doc;
    std::set<NodeId> unwanted;
    for (const Constraint& c : doc.rig->constraints)
        for (const NodeId id : {c.target, c.pole})
            if (const NodeIndex row = doc.scene->find(id);
                row != kNoNode && std::holds_alternative<std::monostate>((*doc.scene)[row].part))
                unwanted.insert(id);
    out.rig = Rig{};
    for (Shared<Clip>& clip : out.clips)
        clip = clip.with([](Clip& c) {
            c.spans.clear();
            c.influences.clear();
        });
    return withoutNodes(out, unwanted, doc.scene->skins());
}

Document withoutMeshes(const Document& doc, Diagnostics& told)
{
    Document out = doc;
    out.carried = io::gltf::withoutMeshes(doc, told);
    std::vector<Node> nodes = doc.scene->nodes();
    std::set<NodeId> meshes;
    for (Node& node : nodes) {
        if (!out.carried->gltf) {
            if (auto* light = std::get_if<LightPart>(&node.part)) light->source = -1;
            if (auto* camera = std::get_if<CameraPart>(&node.part)) camera->source = -1;
        }
        if (std::holds_alternative<MeshPart>(node.part)) {
            meshes.insert(node.id);
            node.part = {};
        }
    }
    eraseUsed(doc, meshes);
    out.scene = sceneOf(doc, std::move(nodes), {});
    for (Shared<Clip>& clip : out.clips)
        clip = clip.with([&](Clip& c) {
            if (!out.carried->gltf) c.source = -1;
            for (Shared<Track>& track : c.tracks)
                if (hasKeys(track->morphs)) track = track.with([](Track& t) { t.morphs.clear(); });
            std::erase_if(c.tracks, [](const Shared<Track>& track) { return track->empty(); });
        });
    return withoutNodes(out, meshes, {});
}

Document withoutMeshesOf(const Document& doc, const std::vector<NodeId>& nodes)
{
    std::vector<Node> all = doc.scene->nodes();
    std::set<NodeId> gone;
    for (Node& node : all)
        if (std::holds_alternative<MeshPart>(node.part) && std::ranges::count(nodes, node.id) > 0) {
            gone.insert(node.id);
            node.part = {};
        }
    if (gone.empty()) return doc;
    Document out = doc;
    out.scene = sceneOf(doc, std::move(all), doc.scene->skins());
    for (Shared<Clip>& clip : out.clips)
        clip = clip.with([&](Clip& c) {
            for (Shared<Track>& track : c.tracks)
                if (gone.contains(track->node) && hasKeys(track->morphs))
                    track = track.with([](Track& t) { t.morphs.clear(); });
            std::erase_if(c.tracks, [](const Shared<Track>& track) { return track->empty(); });
        });
    eraseUsed(doc, gone);
    return withoutNodes(out, gone, out.scene->skins());
}

Document withMeshesAsked(const Document& doc, const Options& options, bool can, Diagnostics& told)
{
    if (!options.meshes || !can) return withoutMeshes(doc, told);
    Document out = withoutMeshesOf(doc, options.withoutMeshes);
    return options.textures ? out : io::gltf::withoutTextures(out, &told);
}

Document withEulerOrder(const Document& doc, const std::array<int, 3>& order)
{
    Document out = doc;
    std::vector<Node> nodes = doc.scene->nodes();
    for (Node& node : nodes)
        if (auto* bone = std::get_if<BonePart>(&node.part)) bone->eulerOrder = order;
    out.scene = sceneOf(doc, std::move(nodes), doc.scene->skins());
    return out;
}

Document fromFrameZero(const Document& doc)
{
    const double by = -doc.playback.start;
    if (by == 0) return doc;
    const auto moved = [by](auto keys) {
        for (auto& key : keys) key.frame += by;
        return keys;
    };
    Document out = doc;
    Shared<Clip>& clip = out.clips[out.playback.clip];
    clip = clip.with([&](Clip& c) {
        const auto moveTrack = [&](Shared<Track>& track) {
            track = track.with([&](Track& t) {
                for (const Property property : kCurvedProperties)
                    for (Shared<Curve>& curve : curvesOf(t, property))
                        if (!curve->empty()) curve = Curve::fromKeys(moved(curve->keys()));
                if (t.rotation->empty()) return;
                std::vector<RotationShape> shapes;
                for (std::size_t i = 0; t.rotation->shaped() && i < t.rotation->size(); ++i)
                    shapes.push_back(t.rotation->shape(i));
                t.rotation = RotationTrack::fromKeys(moved(t.rotation->keys()), std::move(shapes));
            });
        };
        std::ranges::for_each(c.tracks, moveTrack);
        for (Shared<Layer>& layer : c.layers)
            layer = layer.with([&](Layer& l) {
                std::ranges::for_each(l.tracks, moveTrack);
                if (!l.weight.empty()) l.weight = Curve::fromKeys(moved(l.weight.keys()));
            });
        c.markers = moved(c.markers);
        c.source = -1;
    });
    out.playback.start += by;
    out.playback.end += by;
    out.playback.preview.reset();
    return out;
}

}  // namespace posewright::exports
