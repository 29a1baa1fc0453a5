#include "core/io/gltf/project.h"

#include "core/io/gltf/carried_read.h"
#include "core/io/gltf/key_data.h"
#include "core/io/gltf/mesh_import.h"
#include "core/io/gltf/morph_import.h"
#include "core/io/gltf/node_import.h"
#include "core/io/gltf/short_form.h"
#include "core/io/gltf/source_data.h"
#include "core/io/gltf/value_json.h"
#include "core/io/gltf/view_import.h"
#include "core/io/text.h"

#include <algorithm>
#include <charconv>

namespace posewright::io::gltf {

namespace {

constexpr std::string_view kUnknownUnit = "unknown";

std::uint64_t raw(NodeId id)
{
    return static_cast<std::uint64_t>(id);
}
std::uint64_t raw(ConstraintId id)
{
    return static_cast<std::uint64_t>(id);
}

Json curvesToJson(std::span<const Shared<Curve>> curves, std::string& data)
{
    Json json = Json::array();
    for (const Shared<Curve>& curve : curves) json.push_back(curveToJson(*curve, data));
    return json;
}
std::array<Shared<Curve>, 3> curvesFrom(const Json& json, std::string_view data)
{
    if (!json.is_array() || json.size() != 3) refuse(json, "expected three curves");
    std::array<Shared<Curve>, 3> curves;
    for (int axis = 0; axis < 3; ++axis)
        if (!json[axis].is_null()) curves[axis] = curveFromJson(json[axis], data);
    return curves;
}
std::vector<Shared<Curve>> morphsFrom(const Json& json, std::string_view data)
{
    if (!json.is_array()) refuse(json, "expected curves");
    std::vector<Shared<Curve>> curves(json.size());
    for (std::size_t i = 0; i < curves.size(); ++i)
        if (!json[i].is_null()) curves[i] = curveFromJson(json[i], data);
    return curves;
}

// Taken apart, so that a member which is not written does not compile.
Json toJson(const Track& track, std::string& data)
{
    const auto& [node, translation, rotation, scale, morphs, hints] = track;
    Json json = {{"node", raw(node)}};
    if (hasKeys(translation)) json["translation"] = curvesToJson(translation, data);
    if (!rotation->empty()) json["rotation"] = rotationToJson(*rotation, data);
    if (hasKeys(scale)) json["scale"] = curvesToJson(scale, data);
    if (hasKeys(morphs)) json["morphs"] = curvesToJson(morphs, data);
    if (!hints.empty()) json["hints"] = written(hints);
    return json;
}

Json layersToJson(const std::vector<Shared<Layer>>& layers, std::string& data)
{
    Json rows = Json::array();
    for (const Shared<Layer>& layer : layers) {
        const auto& [name, on, solo, weight, tracks] = *layer;
        Json json = {{"name", name}, {"on", on}, {"solo", solo}, {"tracks", Json::array()}};
        if (!weight.empty()) json["weight"] = curveToJson(weight, data);
        for (const Shared<Track>& track : tracks) json["tracks"].push_back(toJson(*track, data));
        rows.push_back(std::move(json));
    }
    return rows;
}

/// The tracks that the reader makes of a clip's animation, which is copied; none where it is not.
const std::vector<Shared<Track>>& copiedTracks(const Clip& clip, const Carried& carried)
{
    static const std::vector<Shared<Track>> kNone;
    const bool copied = clip.source >= 0 && clip.source < std::ssize(carried.tracks);
    return copied ? carried.tracks[clip.source] : kNone;
}

/// @param copied  sorted by node; what is the same in the clip is not written again
Json toJson(const Clip& clip, const std::vector<Shared<Track>>& copied, std::string& data)
{
    const auto& [name, rate, tracks, influences, spans, markers, source, layers] = clip;
    Json rows = Json::array();
    auto same = copied.begin();
    for (const Shared<Track>& track : tracks) {
        while (same != copied.end() && (*same)->node < track->node) ++same;
        if (same != copied.end() && *same == track) continue;
        rows.push_back(toJson(*track, data));
    }
    Json curves = Json::array();
    for (const auto& [constraint, curve] : influences)
        curves.push_back({{"constraint", raw(constraint)}, {"curve", curveToJson(curve, data)}});
    Json json = {{"name", name},
                 {"rate", rate},
                 {"tracks", std::move(rows)},
                 {"influences", std::move(curves)},
                 {"spans", written(spans)},
                 {"markers", written(markers)}};
    if (source >= 0) json["animation"] = source;
    if (!layers.empty()) json["layers"] = layersToJson(layers, data);
    return json;
}

/// Files of before did not know morphs: their keys are those of the animation.
void addCopiedMorphs(std::vector<Shared<Track>>& own, const std::vector<Shared<Track>>& copied)
{
    auto row = copied.begin();
    for (Shared<Track>& track : own) {
        while (row != copied.end() && (*row)->node < track->node) ++row;
        if (row != copied.end() && (*row)->node == track->node)
            track = track.with([&](Track& t) { t.morphs = (*row)->morphs; });
    }
}

/// The tracks of the clip's animation, for all nodes that have none in the project.
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
    // Of two for one node the project's comes first.
    clip.tracks.erase(std::unique(clip.tracks.begin(), clip.tracks.end(),
                                  [](const auto& a, const auto& b) { return a->node == b->node; }),
                      clip.tracks.end());
}

Track trackFrom(const Json& row, std::string_view data)
{
    Track track;
    track.node = NodeId(count(member(row, "node")));
    if (const Json* curves = find(row, "translation"))
        track.translation = curvesFrom(*curves, data);
    if (const Json* rotation = find(row, "rotation"))
        track.rotation = rotationFromJson(*rotation, data);
    if (const Json* curves = find(row, "scale")) track.scale = curvesFrom(*curves, data);
    if (const Json* curves = find(row, "morphs")) track.morphs = morphsFrom(*curves, data);
    trimMorphs(track);
    if (const Json* hints = find(row, "hints")) read(*hints, track.hints);
    return track;
}

Layer layerFrom(const Json& json, std::string_view data)
{
    Layer layer;
    layer.name = text(member(json, "name"));
    layer.on = truth(json, "on", true);
    layer.solo = truth(json, "solo", false);
    if (const Json* weight = find(json, "weight")) layer.weight = curveFromJson(*weight, data);
    for (const Json& row : arrayOf(json, "tracks")) layer.tracks.push_back(trackFrom(row, data));
    return layer;
}

Clip clipFrom(const Json& json, std::string_view data, const Carried& carried, bool hasMorphs)
{
    Clip clip;
    clip.name = text(member(json, "name"));
    clip.rate = number(member(json, "rate"));
    for (const Json& row : arrayOf(json, "tracks")) clip.tracks.push_back(trackFrom(row, data));
    for (const Json& row : arrayOf(json, "layers")) clip.layers.push_back(layerFrom(row, data));
    for (const Json& row : arrayOf(json, "influences"))
        clip.influences.push_back({ConstraintId(count(member(row, "constraint"))),
                                   curveFromJson(member(row, "curve"), data)});
    if (const Json* spans = find(json, "spans")) read(*spans, clip.spans);
    if (const Json* markers = find(json, "markers")) read(*markers, clip.markers);
    addCopiedTracks(clip, json, carried, hasMorphs);
    return clip;
}

const Json* extensionOf(const Json& object)
{
    const Json* extensions = find(object, "extensions");
    return extensions ? find(*extensions, kExtension) : nullptr;
}

/// The bytes that keys point into; none where another program dropped them.
std::string_view keyData(const GltfFile& file, const Json& extension)
{
    const Json* row = find(extension, "data");
    if (!row || !row->is_number_unsigned() || row->get<std::uint64_t>() >= file.views().size())
        return {};
    return file.views()[row->get<std::size_t>()].bytes;
}

bool isCarried(int row, std::size_t count)
{
    return row >= 0 && static_cast<std::size_t>(row) < count;
}

/// Cameras and lights that are carried are what the file says of them.
Part partFrom(const Json& file, const Json& extension, const ImportedNode& node,
              const std::vector<ImportedMesh>& meshes, const CarriedRows& carried)
{
    const auto readPart = [](const Json& json, auto part) {
        read(json, part);
        return part;
    };
    if (const Json* json = find(extension, "bone")) return readPart(*json, BonePart{});
    if (const Json* json = find(extension, "mesh")) {
        MeshPart part = readPart(*json, MeshPart{});
        if (node.mesh >= 0) part.mesh = meshes[node.mesh].mesh;
        part.skin = node.skin;
        part.morphs = morphWeights(file, *node.json);
        if (isCarried(node.mesh, carried.meshes)) part.source = node.mesh;
        return part;
    }
    const auto camera = cameraOf(file, *node.json, 1);
    if (camera && isCarried(camera->source, carried.cameras)) return *camera;
    if (const Json* json = find(extension, "camera")) return readPart(*json, CameraPart{});
    const auto light = lightOf(file, *node.json);
    if (light && isCarried(light->source, carried.lights)) return *light;
    if (const Json* json = find(extension, "light")) return readPart(*json, LightPart{});
    return std::monostate{};
}

/// Rows of a project's nodes in the order of its scene: a node that has another place there than in
/// the file says so.
void inSceneOrder(std::vector<int>& rows, const std::vector<ImportedNode>& nodes)
{
    std::vector<int> ordered(rows.size(), -1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Json& extension = *extensionOf(*nodes[rows[i]].json);
        const Json* given = find(extension, "row");
        const int at = given ? index(*given, rows.size(), "node") : static_cast<int>(i);
        if (ordered[at] >= 0) refuse(given ? *given : extension, "two nodes have one place");
        ordered[at] = rows[i];
    }
    rows = std::move(ordered);
}

/// How a mesh looks is carried, and not written anew.
Shared<Mesh> withoutLooks(const Shared<Mesh>& mesh)
{
    return mesh.with([](Mesh& m) {
        m.pieces.clear();
        m.colors.clear();
        m.uv = {};
        m.moreInfluences.clear();
    });
}

/// Where nothing is carried, nothing refers to it.
void forgetSources(Document& doc)
{
    std::vector<Node> nodes = doc.scene->nodes();
    bool found = false;
    for (Node& node : nodes)
        if (auto* mesh = std::get_if<MeshPart>(&node.part); mesh && mesh->source >= 0) {
            mesh->source = -1;
            mesh->mesh = withoutLooks(mesh->mesh);
            found = true;
        } else if (auto* light = std::get_if<LightPart>(&node.part); light && light->source >= 0) {
            light->source = -1;
            found = true;
        } else if (auto* camera = std::get_if<CameraPart>(&node.part);
                   camera && camera->source >= 0) {
            camera->source = -1;
            found = true;
        }
    if (!found) return;
    if (auto scene = Scene::make(std::move(nodes), doc.scene->skins()))
        doc.scene = *std::move(scene);
}

/// What the project carries; nothing, and a place of damage, where it does not fit the file.
Carried carriedFrom(GltfFile& file, const Json& project, const std::vector<ImportedNode>& nodes,
                    const Scene& scene, Damage& damage)
{
    const Json* carries = find(project, "carries");
    if (!carries) return {};
    try {
        Carried carried = readCarried(file, project, nodes, scene);
        if (!isAsSaved(carried, project)) damage.places.push_back({carries, nullptr});
        return carried;
    } catch (const Trouble&) {
        damage.places.push_back({carries, nullptr});
        return {};
    }
}

/// Bytes hashed one after another: FNV-1a, 64 bits.
class Hash {
public:
    void add(std::string_view bytes)
    {
        for (const char c : bytes) {
            value_ ^= static_cast<unsigned char>(c);
            value_ *= 0x100000001B3ULL;
        }
    }
    void add(double value)
    {
        // Programs keep float32 and drop the sign of zero.
        const float kept = static_cast<float>(value) + 0.0F;
        add(std::string_view(reinterpret_cast<const char*>(&kept), sizeof kept));
    }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

}  // namespace

Json projectToJson(const Document& doc, const CarriedForm* form, std::string& data)
{
    Json clips = Json::array();
    for (const Shared<Clip>& clip : doc.clips)
        clips.push_back(toJson(*clip, copiedTracks(*clip, *doc.carried), data));
    const int plain = form ? kCarryingSchema : kPlainSchema;
    const bool layered = std::ranges::any_of(
        doc.clips, [](const Shared<Clip>& clip) { return !clip->layers.empty(); });
    const bool hinted = std::ranges::any_of(doc.clips, [](const Shared<Clip>& clip) {
        return std::ranges::any_of(clip->tracks, [](const auto& t) { return !t->hints.empty(); });
    });
    const int version = hinted                  ? kSchema
                        : layered               ? kLayerSchema
                        : hasMorphs(*doc.scene) ? kMorphSchema
                                                : plain;
    Json json = {{"version", version},
                 {"nextId", doc.nextId},
                 {"constraints", written(doc.rig->constraints)},
                 {"clips", std::move(clips)},
                 {"nodes", doc.scene->size()},
                 {"skins", doc.scene->skins().size()},
                 {"playback", written(doc.playback)}};
    if (doc.unit != LengthUnit::Metre) json["unit"] = kUnknownUnit;
    if (form) json["carries"] = carriedToJson(*form, *doc.carried);
    if (!form && !doc.carried->json.empty()) json["carried"] = doc.carried->json;
    if (!form && !doc.carried->data.empty()) {
        json["carriedAt"] = data.size();
        json["carriedSize"] = doc.carried->data.size();
        data.append(reinterpret_cast<const char*>(doc.carried->data.data()),
                    doc.carried->data.size());
    }
    if (!doc.source->empty()) json["source"] = sourceToJson(*doc.source, data);
    addChecks(json, data);
    return json;
}

Json nodeToJson(const Node& node)
{
    Json json = {{"id", raw(node.id)}};
    if (const BonePart* bone = node.bone())
        json["bone"] = written(*bone);
    else if (const auto* light = std::get_if<LightPart>(&node.part); light && light->source < 0)
        json["light"] = written(*light);
    else if (const auto* camera = std::get_if<CameraPart>(&node.part); camera && camera->source < 0)
        json["camera"] = written(*camera);
    else if (const auto* mesh = std::get_if<MeshPart>(&node.part)) {
        json["mesh"] = written(*mesh);
        if (!mesh->mesh->morphs.empty()) json["morphs"] = mesh->mesh->morphs.size();
    }
    return json;
}

bool isProject(const GltfFile& file)
{
    return extensionOf(file.json()) != nullptr;
}

Damage projectDamage(const GltfFile& file)
{
    const Json& json = *extensionOf(file.json());
    // What is newer may count in other ways.
    if (count(member(json, "version")) > kSchema) return {};
    return findDamage(json, keyData(file, json));
}

Document projectFromJson(GltfFile& file, Damage& damage)
{
    const Json& json = *extensionOf(file.json());
    const std::uint64_t version = count(member(json, "version"));
    if (version > kSchema)
        refuse(json["version"], "the file was saved by a newer Posewright (schema " +
                                    std::to_string(version) + "; this one reads up to " +
                                    std::to_string(kSchema) + ")");
    const std::string_view data = keyData(file, json);

    std::vector<ImportedNode> nodes = importNodes(file, false);
    for (ImportedNode& node : nodes)
        if (const Json* extension = extensionOf(*node.json)) readAsImported(node, *extension);
    Diagnostics none;
    const CarriedRows foreign = carriedRows(json);
    const std::vector<ImportedMesh> meshes = importMeshes(file, foreign.meshes, none);
    const std::vector<ImportedSkin> skins = importSkins(file, nodes.size());

    Document doc;
    doc.nextId = count(member(json, "nextId"));
    std::vector<int> rowOf(nodes.size(), -1);
    std::vector<int> ours;
    for (int i = 0; i < std::ssize(nodes); ++i)
        if (const Json* extension = extensionOf(*nodes[i].json);
            extension && find(*extension, "id")) {
            ours.push_back(i);
        }
    inSceneOrder(ours, nodes);
    for (std::size_t i = 0; i < ours.size(); ++i) rowOf[ours[i]] = static_cast<int>(i);
    std::vector<Node> built;
    for (const int i : ours) {
        const ImportedNode& from = nodes[i];
        const Json& extension = *extensionOf(*from.json);
        Node node;
        node.id = NodeId(count(member(extension, "id")));
        node.name = from.name;
        node.parent = from.parent < 0 ? kNoNode : rowOf[from.parent];
        node.rest = from.rest;
        if (const Json* at = find(extension, "rest")) read(*at, node.rest);
        if (const Json* parent = find(extension, "parent"))
            node.parent = index(*parent, ours.size(), "node");
        node.part = partFrom(file.json(), extension, from, meshes, foreign);
        built.push_back(std::move(node));
    }
    std::vector<Skin> ownSkins;
    const std::size_t skinCount = std::min<std::size_t>(count(json, "skins", 0), skins.size());
    for (std::size_t s = 0; s < skinCount; ++s) {
        Skin skin;
        for (const int joint : skins[s].joints)
            skin.joints.push_back(rowOf[joint] < 0 ? NodeId::None : built[rowOf[joint]].id);
        skin.inverseBind = skins[s].inverseBind;
        ownSkins.push_back(std::move(skin));
    }
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const Json& extension = *extensionOf(*nodes[ours[i]].json);
        const Json* check = find(extension, "crc");
        const NodeIndex above = built[i].parent;
        const NodeId parent = above == kNoNode ? NodeId::None : built[above].id;
        if (check && *check != nodeCheck(extension, built[i], parent, ownSkins))
            damage.places.push_back({nodes[ours[i]].json, nullptr});
    }
    if (const Json* size = find(json, "nodes"); size && count(*size) != built.size())
        damage.places.push_back({size, nullptr});
    auto scene = Scene::make(std::move(built), std::move(ownSkins));
    if (!scene) refuse(member(file.json(), "nodes"), scene.error().message);
    doc.scene = std::move(*scene);

    Rig rig;
    if (const Json* constraints = find(json, "constraints")) read(*constraints, rig.constraints);
    doc.rig = std::move(rig);
    const Json& clips = requiredArray(json, "clips");
    if (clips.empty()) refuse(clips, "a document has a clip at least");
    doc.carried = carriedFrom(file, json, nodes, *doc.scene, damage);
    for (const Json& clip : clips)
        doc.clips.push_back(clipFrom(clip, data, *doc.carried, version >= kMorphSchema));
    const Json& playback = member(json, "playback");
    index(member(playback, "clip"), doc.clips.size(), "clip");
    read(playback, doc.playback);
    if (text(json, "unit", "") == kUnknownUnit) doc.unit = LengthUnit::Unknown;
    Carried carried = *doc.carried;
    if (!carried.gltf) carried.json = text(json, "carried", "");
    if (const Json* at = find(json, "carriedAt")) {
        const std::uint64_t first = count(*at);
        const std::uint64_t size = count(member(json, "carriedSize"));
        if (first > data.size() || size > data.size() - first)
            refuse(*at, "the carried bytes lie outside the data");
        carried.data.assign(data.begin() + static_cast<std::ptrdiff_t>(first),
                            data.begin() + static_cast<std::ptrdiff_t>(first + size));
    }
    if (!carried.gltf && carried != Carried{}) doc.carried = std::move(carried);
    if (!doc.carried->gltf) forgetSources(doc);
    if (const Json* source = find(json, "source")) {
        if (auto whole = sourceFromJson(*source, data))
            doc.source = *std::move(whole);
        else
            damage.places.push_back({source, nullptr});
    }
    if (const auto valid = validate(doc); !valid)
        refuse(json, "the document is broken: " + valid.error().message +
                         (valid.error().where.empty() ? "" : " (" + valid.error().where + ')'));
    return doc;
}

void tellDamage(GltfFile& file, const Document& doc, const Damage& damage)
{
    constexpr std::size_t kMost = 5;
    const auto id = [](const Json* row, const char* name) -> std::uint64_t {
        const Json* value = row && row->is_object() ? find(*row, name) : nullptr;
        return value && value->is_number_unsigned() ? value->get<std::uint64_t>() : 0;
    };
    const auto nodeName = [&](NodeId node) {
        const NodeIndex at = doc.scene->find(node);
        return at == kNoNode ? std::string("a node") : inQuotes((*doc.scene)[at].name);
    };
    const auto whatIsIn = [&](const Damage::Place& place) -> std::string {
        if (place.at->contains("at") && id(place.row, "node") != 0)
            return "the keys of " + nodeName(NodeId(id(place.row, "node"))) + " are";
        std::uint64_t constraint = id(place.row, "constraint");
        if (id(place.row, "effector") != 0) constraint = id(place.row, "id");
        for (const Constraint& c : doc.rig->constraints)
            if (constraint != 0 && c.id == ConstraintId(constraint))
                return "the target " + nodeName(c.target) + " is";
        const bool isNode = !place.row && place.at->is_object();
        if (const Json* name = isNode ? find(*place.at, "name") : nullptr;
            name && name->is_string())
            return inQuotes(name->get<std::string>()) + " is";
        return "a part of the project is";
    };
    for (std::size_t i = 0; i < std::min(kMost, damage.places.size()); ++i) {
        std::string message = whatIsIn(damage.places[i]) +
                              " not as it was saved: the file is damaged, or another program "
                              "changed it";
        if (i + 1 == kMost && damage.places.size() > kMost)
            message += " (and " + std::to_string(damage.places.size() - kMost) + " more places)";
        file.diagnostics().push_back({Diagnostic::Severity::Warning, std::move(message),
                                      pointerTo(file.json(), *damage.places[i].at)});
    }
}

std::string motionDigest(const GltfFile& file)
{
    const Json& json = file.json();
    const Json& nodes = arrayOf(json, "nodes");
    std::uint64_t sum = 0;
    const auto nameOf = [&](std::size_t row) { return text(nodes[row], "name", ""); };
    for (const Json& node : nodes) {
        Hash hash;
        hash.add(text(node, "name", ""));
        for (const char* property : {"translation", "rotation", "scale"})
            if (const Json* values = find(node, property)) {
                const bool identity =
                    std::all_of(values->begin(), values->end(), [&](const Json& v) {
                        const bool last = property[0] == 'r' && &v == &values->back();
                        return number(v) == (property[0] == 's' || last ? 1 : 0);
                    });
                if (identity) continue;  // may be left out
                hash.add(property);
                for (const Json& value : *values) hash.add(number(value));
            }
        for (const Json& child : arrayOf(node, "children"))
            hash.add(nameOf(static_cast<std::size_t>(index(child, nodes.size(), "node"))));
        sum += hash.value();
    }
    for (const Json& animation : arrayOf(json, "animations")) {
        const Json& samplers = requiredArray(animation, "samplers");
        for (const Json& channel : requiredArray(animation, "channels")) {
            const Json& target = member(channel, "target");
            const Json* node = find(target, "node");
            if (!node) continue;
            const Json& sampler =
                samplers[index(member(channel, "sampler"), samplers.size(), "sampler")];
            Hash hash;
            hash.add(text(animation, "name", ""));
            hash.add(nameOf(static_cast<std::size_t>(index(*node, nodes.size(), "node"))));
            hash.add(text(member(target, "path")));
            hash.add(text(sampler, "interpolation", "LINEAR"));
            for (const char* end : {"input", "output"})
                for (const float value :
                     file.floats(index(member(sampler, end), file.accessors().size(), "accessor")))
                    hash.add(value);
            sum += hash.value();
        }
    }
    std::array<char, 17> digits{};
    std::to_chars(digits.data(), digits.data() + 16, sum, 16);
    return digits.data();
}

}  // namespace posewright::io::gltf
