#include "core/io/gltf/project/project.h"

#include "core/document/tables.h"
#include "core/io/gltf/carried/carried_read.h"
#include "core/io/gltf/import/morph_import.h"
#include "core/io/gltf/project/origin_data.h"
#include "core/io/gltf/project/project_clips.h"
#include "core/io/gltf/project/project_extension.h"
#include "core/io/gltf/project/project_scene.h"
#include "core/io/gltf/project/source_data.h"
#include "core/io/gltf/project/value_json.h"

#include <algorithm>

namespace posewright::io::gltf {

namespace {

constexpr std::string_view kUnknownUnit = "unknown";
/// A small file could refer to its columns any number of times.
constexpr std::size_t kMostTableKeys = 400'000'000;

/// Materials, colours and the like are in the carried file and need not be written again.
Shared<Mesh> withoutLooks(const Shared<Mesh>& mesh)
{
    return mesh.with([](Mesh& m) {
        m.pieces.clear();
        m.colors.clear();
        m.uv = {};
        m.moreInfluences.clear();
    });
}

/// Removes references to carried rows when nothing is carried.
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

/// What the project carries; empty, with a place of damage, if it does not fit the file.
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
        damage.carriedIsGone = true;
        return {};
    }
}

/// Reads what projects carry that do not carry a whole file.
void readOwnCarried(const Json& json, std::string_view data, Carried& carried)
{
    if (!carried.gltf) carried.json = text(json, "carried", "");
    const Json* at = find(json, "carriedAt");
    if (!at) return;
    const std::uint64_t first = count(*at);
    const std::uint64_t size = count(member(json, "carriedSize"));
    if (first > data.size() || size > data.size() - first)
        refuse(*at, "the carried bytes lie outside the data");
    carried.data.assign(data.begin() + static_cast<std::ptrdiff_t>(first),
                        data.begin() + static_cast<std::ptrdiff_t>(first + size));
}

/// The tables of the project; nullopt if one is gone, or is described otherwise than it was: its
/// numbers might be those of other columns. Those whose bytes changed are added to `damage`.
std::optional<Tables> tablesFrom(const GltfFile& file, const Json& project, std::string_view data,
                                 std::span<const Shared<SpelledRows>> known, Damage& damage)
{
    Tables tables;
    for (const Json& row : arrayOf(project, "tables")) {
        if (std::ranges::any_of(damage.places, [&](const auto& place) { return place.at == &row; }))
            return std::nullopt;
        auto read = tableFromJson(file, row, data, known);
        if (!read) return std::nullopt;
        if (read->damaged) damage.places.push_back({&row, nullptr});
        tables.push_back(std::move(read->table));
    }
    return tables;
}

/// Keys of all tracks that are columns of a table.
std::size_t tableKeys(const Document& doc)
{
    std::size_t sum = 0;
    const auto add = [&](const std::vector<Shared<Track>>& tracks) {
        for (const Shared<Track>& track : tracks) {
            if (track->rotation->rows()) sum += track->rotation->size();
            for (const Property property : kCurvedProperties)
                for (const Shared<Curve>& curve : curvesOf(*track, property))
                    if (curve->rows()) sum += curve->size();
        }
    };
    for (const Shared<Clip>& clip : doc.clips) {
        add(clip->tracks);
        for (const Shared<Layer>& layer : clip->layers) {
            add(layer->tracks);
            if (layer->weight.rows()) sum += layer->weight.size();
        }
        for (const auto& [constraint, curve] : clip->influences)
            if (curve.rows()) sum += curve.size();
    }
    return sum;
}

/// The oldest version with all features of the document.
int versionOf(const Document& doc, bool carries)
{
    int version = carries ? kCarryingSchema : kPlainSchema;
    const auto needs = [&](bool has, int schema) {
        if (has) version = std::max(version, schema);
    };
    needs(hasMorphs(*doc.scene), kMorphSchema);
    needs(!tablesOf(doc).empty(), kTableSchema);
    for (const Shared<Clip>& clip : doc.clips) {
        needs(!clip->layers.empty(), kLayerSchema);
        needs(std::ranges::any_of(clip->tracks, [](const auto& t) { return !t->hints.empty(); }),
              kHintSchema);
    }
    for (const Constraint& constraint : doc.rig->constraints)
        needs(true, rulesOf(constraint.kind).since);
    return version;
}

}  // namespace

Json projectToJson(const Document& doc, const CarriedForm* form, KeyStore& store)
{
    std::string& data = store.doubles;
    store.tables = tablesOf(doc);
    Json clips = Json::array();
    for (const Shared<Clip>& clip : doc.clips)
        clips.push_back(clipToJson(*clip, *doc.carried, store));
    Json json = {{"version", versionOf(doc, form != nullptr)},
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
    for (const Shared<SpelledRows>& table : store.tables)
        json["tables"].push_back(tableToJson(*table, data));
    if (!doc.source->empty()) json["source"] = sourceToJson(*doc.source, store);
    if (!doc.origins.empty()) json["origins"] = originsToJson(doc.origins, data);
    addChecks(json, data);
    return json;
}

Json nodeToJson(const Node& node)
{
    Json json = {{"id", static_cast<std::uint64_t>(node.id)}};
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

void forgetCarried(Document& doc)
{
    doc.carried = Shared<Carried>{};
    forgetSources(doc);
    for (Shared<Clip>& clip : doc.clips)
        if (clip->source >= 0) clip = clip.with([](Clip& c) { c.source = -1; });
}

Document projectFromJson(GltfFile& file, Damage& damage, std::span<const Shared<SpelledRows>> known)
{
    const Json& json = *extensionOf(file.json());
    const std::uint64_t version = count(member(json, "version"));
    if (version > kSchema)
        refuse(json["version"], "the file was saved by a newer Posewright (schema " +
                                    std::to_string(version) + "; this one reads up to " +
                                    std::to_string(kSchema) + ")");
    const std::string_view data = keyData(file, json);
    const std::size_t damagedBefore = damage.places.size();
    const auto tables = tablesFrom(file, json, data, known, damage);
    damage.keysAreGone = damage.keysAreGone || !tables;
    if (!tables) return {};
    const bool tablesAreSound = damage.places.size() == damagedBefore;
    const KeySource keys{data, *tables};

    std::vector<ImportedNode> nodes = importNodes(file, false);
    for (ImportedNode& node : nodes)
        if (const Json* extension = extensionOf(*node.json)) readAsImported(node, *extension);

    Document doc;
    doc.nextId = count(member(json, "nextId"));
    doc.scene = sceneFromJson(file, json, nodes, damage);
    Rig rig;
    if (const Json* constraints = find(json, "constraints")) read(*constraints, rig.constraints);
    doc.rig = std::move(rig);
    const Json& clips = requiredArray(json, "clips");
    if (clips.empty()) refuse(clips, "a document has a clip at least");
    doc.carried = carriedFrom(file, json, nodes, *doc.scene, damage);
    for (const Json& clip : clips)
        doc.clips.push_back(clipFromJson(clip, keys, *doc.carried, version >= kMorphSchema));
    if (tableKeys(doc) > kMostTableKeys)
        refuse(clips, "the columns of the tables are used too often");
    const Json& playback = member(json, "playback");
    index(member(playback, "clip"), doc.clips.size(), "clip");
    read(playback, doc.playback);
    if (text(json, "unit", "") == kUnknownUnit) doc.unit = LengthUnit::Unknown;
    Carried carried = *doc.carried;
    readOwnCarried(json, data, carried);
    if (!carried.gltf && carried != Carried{}) doc.carried = std::move(carried);
    if (!doc.carried->gltf) forgetSources(doc);
    if (const Json* source = find(json, "source")) {
        auto whole = sourceFromJson(*source, keys);
        if (whole && tablesAreSound)
            doc.source = *std::move(whole);
        else
            damage.places.push_back({source, nullptr});
    }
    for (const Json& row : arrayOf(json, "origins")) {
        if (auto origin = originFromJson(row, data))
            doc.origins.push_back(*std::move(origin));
        else
            damage.places.push_back({&row, nullptr});
    }
    if (const auto valid = validate(doc); !valid)
        refuse(json, "the document is broken: " + valid.error().message +
                         (valid.error().where.empty() ? "" : " (" + valid.error().where + ')'));
    return doc;
}

}  // namespace posewright::io::gltf
