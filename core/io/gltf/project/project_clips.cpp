#include "core/io/gltf/project/project_clips.h"

#include "core/io/gltf/project/key_data.h"
#include "core/io/gltf/project/value_json.h"

#include <algorithm>

namespace posewright::io::gltf {

namespace {

std::uint64_t raw(NodeId id)
{
    return static_cast<std::uint64_t>(id);
}
std::uint64_t raw(ConstraintId id)
{
    return static_cast<std::uint64_t>(id);
}

Json curvesToJson(std::span<const Shared<Curve>> curves, KeyStore& store)
{
    Json json = Json::array();
    for (const Shared<Curve>& curve : curves) json.push_back(curveToJson(*curve, store));
    return json;
}

std::array<Shared<Curve>, 3> curvesFrom(const Json& json, const KeySource& from)
{
    if (!json.is_array() || json.size() != 3) refuse(json, "expected three curves");
    std::array<Shared<Curve>, 3> curves;
    for (int axis = 0; axis < 3; ++axis)
        if (!json[axis].is_null()) curves[axis] = curveFromJson(json[axis], from);
    return curves;
}

std::vector<Shared<Curve>> morphsFrom(const Json& json, const KeySource& from)
{
    if (!json.is_array()) refuse(json, "expected curves");
    std::vector<Shared<Curve>> curves(json.size());
    for (std::size_t i = 0; i < curves.size(); ++i)
        if (!json[i].is_null()) curves[i] = curveFromJson(json[i], from);
    return curves;
}

// Bind every member by name, so that adding one without writing it does not compile.
Json keysJson(const Track& track, KeyStore& store)
{
    const auto& [node, translation, rotation, scale, morphs, hints] = track;
    Json json = {{"node", raw(node)}};
    if (hasKeys(translation)) json["translation"] = curvesToJson(translation, store);
    if (!rotation->empty()) json["rotation"] = rotationToJson(*rotation, store);
    if (hasKeys(scale)) json["scale"] = curvesToJson(scale, store);
    if (hasKeys(morphs)) json["morphs"] = curvesToJson(morphs, store);
    if (!hints.empty()) json["hints"] = written(hints);
    return json;
}

Json layersToJson(const std::vector<Shared<Layer>>& layers, KeyStore& store)
{
    Json rows = Json::array();
    for (const Shared<Layer>& layer : layers) {
        const auto& [name, on, solo, weight, tracks, evenWeight] = *layer;
        Json json = {{"name", name}, {"on", on}, {"solo", solo}, {"tracks", Json::array()}};
        // A constant weight is written as a key at frame 0, which older readers understand.
        Curve written = weight;
        if (weight.empty() && evenWeight != 1) written.setValue(0, evenWeight);
        if (!written.empty()) json["weight"] = curveToJson(written, store);
        if (weight.size() == 1) json["weightKeyed"] = true;
        if (!weight.empty() && evenWeight != 1) json["evenWeight"] = evenWeight;
        for (const Shared<Track>& track : tracks) json["tracks"].push_back(keysJson(*track, store));
        rows.push_back(std::move(json));
    }
    return rows;
}

/// The tracks that the reader makes from a clip's copied animation, sorted by node; empty if it is
/// not copied.
const std::vector<Shared<Track>>& copiedTracks(const Clip& clip, const Carried& carried)
{
    static const std::vector<Shared<Track>> kNone;
    const bool copied = clip.source >= 0 && clip.source < std::ssize(carried.tracks);
    return copied ? carried.tracks[clip.source] : kNone;
}

/// Earlier versions did not store morphs, so take their keys from the animation.
void addCopiedMorphs(std::vector<Shared<Track>>& own, const std::vector<Shared<Track>>& copied)
{
    auto row = copied.begin();
    for (Shared<Track>& track : own) {
        while (row != copied.end() && (*row)->node < track->node) ++row;
        if (row != copied.end() && (*row)->node == track->node)
            track = track.with([&](Track& t) { t.morphs = (*row)->morphs; });
    }
}

/// Adds the tracks of the clip's animation for nodes without a track in the project.
void addCopiedTracks(Clip& clip, const Json& json, const Carried& carried, bool hasMorphs)
{
    const Json* row = find(json, "animation");
    if (!row || !carried.gltf) return;
    clip.source = index(*row, carried.tracks.size(), "animation");
    std::vector<Shared<Track>> own = std::move(clip.tracks);
    clip.tracks.clear();
    if (!hasMorphs) addCopiedMorphs(own, carried.tracks[clip.source]);
    std::merge(own.begin(), own.end(), carried.tracks[clip.source].begin(),
               carried.tracks[clip.source].end(), std::back_inserter(clip.tracks),
               [](const auto& a, const auto& b) { return a->node < b->node; });
    // If there are two for a node, the project's comes first.
    clip.tracks.erase(std::unique(clip.tracks.begin(), clip.tracks.end(),
                                  [](const auto& a, const auto& b) { return a->node == b->node; }),
                      clip.tracks.end());
}

Track trackFrom(const Json& row, const KeySource& from)
{
    Track track;
    track.node = NodeId(count(member(row, "node")));
    if (const Json* curves = find(row, "translation"))
        track.translation = curvesFrom(*curves, from);
    if (const Json* rotation = find(row, "rotation"))
        track.rotation = rotationFromJson(*rotation, from);
    if (const Json* curves = find(row, "scale")) track.scale = curvesFrom(*curves, from);
    if (const Json* curves = find(row, "morphs")) track.morphs = morphsFrom(*curves, from);
    trimMorphs(track);
    if (const Json* hints = find(row, "hints")) read(*hints, track.hints);
    return track;
}

Layer layerFrom(const Json& json, const KeySource& from)
{
    Layer layer;
    auto& [name, on, solo, weight, tracks, evenWeight] = layer;
    name = text(member(json, "name"));
    on = truth(json, "on", true);
    solo = truth(json, "solo", false);
    if (const Json* curve = find(json, "weight")) weight = curveFromJson(*curve, from);
    evenWeight = number(json, "evenWeight", 1);
    const Key* lone = weight.size() == 1 ? weight.find(0) : nullptr;
    if (lone && !truth(json, "weightKeyed", false)) {
        evenWeight = lone->value;
        weight = {};
    }
    for (const Json& row : arrayOf(json, "tracks")) tracks.push_back(trackFrom(row, from));
    return layer;
}

}  // namespace

Json clipToJson(const Clip& clip, const Carried& carried, KeyStore& store)
{
    const std::vector<Shared<Track>>& copied = copiedTracks(clip, carried);
    const auto& [name, rate, tracks, influences, spans, markers, source, layers] = clip;
    Json rows = Json::array();
    auto same = copied.begin();
    for (const Shared<Track>& track : tracks) {
        while (same != copied.end() && (*same)->node < track->node) ++same;
        if (same != copied.end() && *same == track) continue;
        rows.push_back(keysJson(*track, store));
    }
    Json curves = Json::array();
    for (const auto& [constraint, curve] : influences)
        curves.push_back({{"constraint", raw(constraint)}, {"curve", curveToJson(curve, store)}});
    Json json = {{"name", name},
                 {"rate", rate},
                 {"tracks", std::move(rows)},
                 {"influences", std::move(curves)},
                 {"spans", written(spans)},
                 {"markers", written(markers)}};
    if (source >= 0) json["animation"] = source;
    if (!layers.empty()) json["layers"] = layersToJson(layers, store);
    return json;
}

Clip clipFromJson(const Json& json, const KeySource& from, const Carried& carried, bool hasMorphs)
{
    Clip clip;
    clip.name = text(member(json, "name"));
    clip.rate = number(member(json, "rate"));
    for (const Json& row : arrayOf(json, "tracks")) clip.tracks.push_back(trackFrom(row, from));
    for (const Json& row : arrayOf(json, "layers")) clip.layers.push_back(layerFrom(row, from));
    for (const Json& row : arrayOf(json, "influences"))
        clip.influences.push_back({ConstraintId(count(member(row, "constraint"))),
                                   curveFromJson(member(row, "curve"), from)});
    if (const Json* spans = find(json, "spans")) read(*spans, clip.spans);
    if (const Json* markers = find(json, "markers")) read(*markers, clip.markers);
    addCopiedTracks(clip, json, carried, hasMorphs);
    return clip;
}

}  // namespace posewright::io::gltf
