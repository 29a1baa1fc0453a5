#include "core/io/gltf/project.h"

#include "core/io/gltf/key_data.h"
#include "core/io/gltf/mesh_import.h"
#include "core/io/gltf/node_import.h"
#include "core/io/text.h"

#include <algorithm>
#include <charconv>

namespace posewright::io::gltf {

namespace {

constexpr std::string_view kUnknownUnit = "unknown";

template <class Enum, std::size_t size>
struct Names {
    std::array<const char*, size> names;

    const char* of(Enum value) const { return names[static_cast<std::size_t>(value)]; }
    Enum from(const Json& json) const
    {
        const std::string& name = text(json);
        for (std::size_t i = 0; i < size; ++i)
            if (name == names[i]) return static_cast<Enum>(i);
        refuse(json, "there is no " + inQuotes(name) + " here");
    }
};

constexpr Names<SpanKind, 4> kSpanKinds{{"reach", "contact", "hold", "off"}};
// Frames solved together are written as solved one by one, with a word more for those who know it.
constexpr Names<Inbetween, 3> kInbetweens{{"resolve", "blend", "resolve"}};
constexpr Names<TargetPath, 3> kPaths{{"spline", "line", "arc"}};
constexpr Names<LightKind, 3> kLightKinds{{"directional", "point", "spot"}};

std::uint64_t raw(NodeId id)
{
    return static_cast<std::uint64_t>(id);
}
std::uint64_t raw(ConstraintId id)
{
    return static_cast<std::uint64_t>(id);
}

Json toJson(const Range& range)
{
    return Json::array({range.min, range.max});
}
Range rangeFrom(const Json& json)
{
    const auto v = numbers<2>(json);
    return {v[0], v[1]};
}

Json toJson(const Transform& t)
{
    return {{"translation", gltf::toJson(t.translation)},
            {"rotation", gltf::toJson(t.rotation)},
            {"scale", gltf::toJson(t.scale)}};
}
Transform transformFrom(const Json& json)
{
    Transform t;
    t.translation = vec3(member(json, "translation"));
    t.rotation = quaternion(member(json, "rotation"));
    t.scale = vec3(member(json, "scale"));
    return t;
}

std::array<int, 3> axesFrom(const Json& json)
{
    if (!json.is_array() || json.size() != 3) refuse(json, "expected three axes");
    return {index(json[0], 3, "axis"), index(json[1], 3, "axis"), index(json[2], 3, "axis")};
}

struct LimitToJson {
    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(const FixedLimit&) const { return {{"kind", "fixed"}}; }
    Json operator()(const HingeLimit& l) const
    {
        return {{"kind", "hinge"}, {"axis", gltf::toJson(l.axis)}, {"angle", toJson(l.angle)}};
    }
    Json operator()(const ConeLimit& l) const
    {
        return {{"kind", "cone"},
                {"axis", gltf::toJson(l.axis)},
                {"up", gltf::toJson(l.up)},
                {"angles", l.angles},
                {"twist", toJson(l.twist)}};
    }
    Json operator()(const BoxLimit& l) const
    {
        return {{"kind", "box"},
                {"x", toJson(l.range[0])},
                {"y", toJson(l.range[1])},
                {"z", toJson(l.range[2])},
                {"order", l.order}};
    }
    Json operator()(const PrismaticLimit& l) const
    {
        return {
            {"kind", "prismatic"}, {"axis", gltf::toJson(l.axis)}, {"travel", toJson(l.travel)}};
    }
};

Limit limitFrom(const Json& json)
{
    const std::string& kind = text(member(json, "kind"));
    const auto range = [&](const char* name) { return rangeFrom(member(json, name)); };
    if (kind == "fixed") return FixedLimit{};
    if (kind == "hinge") return HingeLimit{vec3(member(json, "axis")), range("angle")};
    if (kind == "cone")
        return ConeLimit{vec3(member(json, "axis")), vec3(member(json, "up")),
                         numbers<4>(member(json, "angles")), range("twist")};
    if (kind == "box")
        return BoxLimit{{range("x"), range("y"), range("z")}, axesFrom(member(json, "order"))};
    if (kind == "prismatic") return PrismaticLimit{vec3(member(json, "axis")), range("travel")};
    refuse(json["kind"], "there is no limit " + inQuotes(kind));
}

Json toJson(const Constraint& c)
{
    Json json = {{"id", raw(c.id)},
                 {"target", raw(c.target)},
                 {"effector", raw(c.effector)},
                 {"root", raw(c.root)},
                 {"rootMoves", c.rootMoves},
                 {"pole", raw(c.pole)},
                 {"orientation", c.orientation},
                 {"weight", c.weight},
                 {"soft", c.soft},
                 {"solver", c.solver}};
    // What few targets have is written only where it is not the default, so that older readers
    // still read all other files.
    const Constraint usual;
    if (const Aim* aim = c.aim()) {
        json["aim"] = true;
        if (*aim != Aim{}) json["axis"] = gltf::toJson(aim->axis);
    }
    if (c.meets() != NodeId::None) json["meets"] = raw(c.meets());
    if (c.stretch != usual.stretch) json["stretch"] = c.stretch;
    for (const NodeId pin : c.pins) json["pins"].push_back(raw(pin));
    return json;
}
ConstraintKind kindFrom(const Json& json)
{
    const auto meets = NodeId(count(json, "meets", 0));
    const bool aims = truth(json, "aim", false);
    if (aims && meets != NodeId::None) refuse(json["aim"], "an aim meets no joint");
    if (meets != NodeId::None) return Loop<NodeId>{meets};
    Aim aim;
    if (json.contains("axis")) aim.axis = vec3(json["axis"]);
    return aims ? ConstraintKind(aim) : Reach{};
}
Constraint constraintFrom(const Json& json)
{
    Constraint c;
    c.id = ConstraintId(count(member(json, "id")));
    c.target = NodeId(count(member(json, "target")));
    c.effector = NodeId(count(member(json, "effector")));
    c.root = NodeId(count(member(json, "root")));
    c.rootMoves = truth(json, "rootMoves", false);
    c.pole = NodeId(count(json, "pole", 0));
    c.orientation = truth(json, "orientation", false);
    c.weight = number(json, "weight", 1);
    c.soft = number(member(json, "soft"));
    c.solver = text(json, "solver", "");
    c.kind = kindFrom(json);
    c.stretch = number(json, "stretch", 0);
    if (json.contains("pins"))
        for (const Json& pin : arrayOf(json, "pins")) c.pins.push_back(NodeId(count(pin)));
    return c;
}

Json toJson(const Span& s)
{
    Json json = {{"start", s.start},
                 {"end", s.end},
                 {"kind", kSpanKinds.of(s.kind)},
                 {"in", s.in},
                 {"out", s.out},
                 {"inbetween", kInbetweens.of(s.inbetween)},
                 {"mix", s.mix},
                 {"solver", s.solver},
                 {"path", kPaths.of(s.path)},
                 {"space", raw(s.space)},
                 {"anchor", toJson(s.anchor)}};
    if (s.inbetween == Inbetween::Trajectory) json["together"] = true;
    Json held = Json::array();
    for (const auto& [node, rotation] : s.held)
        held.push_back({{"node", raw(node)}, {"rotation", gltf::toJson(rotation)}});
    json["held"] = std::move(held);
    return json;
}
Span spanFrom(const Json& json)
{
    Span s;
    s.start = number(member(json, "start"));
    s.end = number(member(json, "end"));
    s.kind = kSpanKinds.from(member(json, "kind"));
    s.in = number(json, "in", 0);
    s.out = number(json, "out", 0);
    s.inbetween = kInbetweens.from(member(json, "inbetween"));
    if (truth(json, "together", false)) s.inbetween = Inbetween::Trajectory;
    s.mix = number(json, "mix", 0);
    s.solver = text(json, "solver", "");
    s.path = kPaths.from(member(json, "path"));
    s.space = NodeId(count(json, "space", 0));
    s.anchor = transformFrom(member(json, "anchor"));
    for (const Json& row : arrayOf(json, "held"))
        s.held.emplace_back(NodeId(count(member(row, "node"))),
                            quaternion(member(row, "rotation")));
    return s;
}

Json curvesToJson(const std::array<Shared<Curve>, 3>& curves, std::string& data)
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

Json toJson(const Clip& clip, std::string& data)
{
    Json tracks = Json::array();
    for (const Shared<Track>& track : clip.tracks) {
        Json json = {{"node", raw(track->node)}};
        if (hasKeys(track->translation))
            json["translation"] = curvesToJson(track->translation, data);
        if (!track->rotation->empty()) json["rotation"] = rotationToJson(*track->rotation, data);
        if (hasKeys(track->scale)) json["scale"] = curvesToJson(track->scale, data);
        tracks.push_back(std::move(json));
    }
    Json influences = Json::array();
    for (const InfluenceTrack& influence : clip.influences)
        influences.push_back({{"constraint", raw(influence.constraint)},
                              {"curve", curveToJson(influence.curve, data)}});
    Json rows = Json::array();
    for (const SpanRow& row : clip.spans) {
        Json spans = Json::array();
        for (const Span& span : row.spans) spans.push_back(toJson(span));
        rows.push_back({{"constraint", raw(row.constraint)}, {"spans", std::move(spans)}});
    }
    Json markers = Json::array();
    for (const Marker& marker : clip.markers)
        markers.push_back({{"frame", marker.frame}, {"name", marker.name}});
    return {{"name", clip.name},           {"rate", clip.rate},
            {"tracks", std::move(tracks)}, {"influences", std::move(influences)},
            {"spans", std::move(rows)},    {"markers", std::move(markers)}};
}

Clip clipFrom(const Json& json, std::string_view data)
{
    Clip clip;
    clip.name = text(member(json, "name"));
    clip.rate = number(member(json, "rate"));
    for (const Json& row : arrayOf(json, "tracks")) {
        Track track;
        track.node = NodeId(count(member(row, "node")));
        if (const Json* curves = find(row, "translation"))
            track.translation = curvesFrom(*curves, data);
        if (const Json* rotation = find(row, "rotation"))
            track.rotation = rotationFromJson(*rotation, data);
        if (const Json* curves = find(row, "scale")) track.scale = curvesFrom(*curves, data);
        clip.tracks.push_back(std::move(track));
    }
    for (const Json& row : arrayOf(json, "influences"))
        clip.influences.push_back({ConstraintId(count(member(row, "constraint"))),
                                   curveFromJson(member(row, "curve"), data)});
    for (const Json& row : arrayOf(json, "spans")) {
        SpanRow spans;
        spans.constraint = ConstraintId(count(member(row, "constraint")));
        for (const Json& span : arrayOf(row, "spans")) spans.spans.push_back(spanFrom(span));
        clip.spans.push_back(std::move(spans));
    }
    for (const Json& row : arrayOf(json, "markers"))
        clip.markers.push_back({number(member(row, "frame")), text(member(row, "name"))});
    return clip;
}

Json toJson(const Playback& playback)
{
    Json json = {{"clip", playback.clip},
                 {"start", playback.start},
                 {"end", playback.end},
                 {"loop", playback.loop}};
    if (playback.preview) json["preview"] = toJson(*playback.preview);
    return json;
}
Playback playbackFrom(const Json& json, std::size_t clips)
{
    Playback playback;
    playback.clip = index(member(json, "clip"), clips, "clip");
    playback.start = number(member(json, "start"));
    playback.end = number(member(json, "end"));
    playback.loop = truth(json, "loop", true);
    if (const Json* preview = find(json, "preview")) playback.preview = rangeFrom(*preview);
    return playback;
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

Part partFrom(const Json& extension, const ImportedNode& node,
              const std::vector<ImportedMesh>& meshes)
{
    if (const Json* json = find(extension, "bone")) {
        BonePart bone;
        bone.tip = vec3(member(*json, "tip"));
        bone.tipGiven = truth(*json, "tipGiven", false);
        bone.eulerOrder = axesFrom(member(*json, "eulerOrder"));
        if (const Json* limit = find(*json, "limit")) bone.limit = limitFrom(*limit);
        return bone;
    }
    if (const Json* json = find(extension, "light")) {
        LightPart light;
        light.kind = kLightKinds.from(member(*json, "kind"));
        const auto color = numbers<3>(member(*json, "color"));
        for (int i = 0; i < 3; ++i) light.color[i] = static_cast<float>(color[i]);
        light.intensity = static_cast<float>(number(member(*json, "intensity")));
        light.outerCone = static_cast<float>(number(member(*json, "outerCone")));
        return light;
    }
    if (const Json* json = find(extension, "camera"))
        return CameraPart{number(member(*json, "verticalFov")), number(member(*json, "halfHeight")),
                          number(member(*json, "nearPlane")), number(member(*json, "farPlane"))};
    if (const Json* json = find(extension, "mesh")) {
        MeshPart part;
        if (node.mesh >= 0) part.mesh = meshes[node.mesh].mesh;
        const auto color = numbers<3>(member(*json, "color"));
        for (int i = 0; i < 3; ++i) part.color[i] = static_cast<float>(color[i]);
        part.skin = node.skin;
        return part;
    }
    return std::monostate{};
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

Json projectToJson(const Document& doc, std::string& data)
{
    Json constraints = Json::array();
    for (const Constraint& c : doc.rig->constraints) constraints.push_back(toJson(c));
    Json clips = Json::array();
    for (const Shared<Clip>& clip : doc.clips) clips.push_back(toJson(*clip, data));
    Json json = {{"version", kSchema},
                 {"nextId", doc.nextId},
                 {"constraints", std::move(constraints)},
                 {"clips", std::move(clips)},
                 {"nodes", doc.scene->size()},
                 {"skins", doc.scene->skins().size()},
                 {"playback", toJson(doc.playback)}};
    if (doc.unit != LengthUnit::Metre) json["unit"] = kUnknownUnit;
    if (!doc.carried->json.empty()) json["carried"] = doc.carried->json;
    if (!doc.carried->data.empty()) {
        json["carriedAt"] = data.size();
        json["carriedSize"] = doc.carried->data.size();
        data.append(reinterpret_cast<const char*>(doc.carried->data.data()),
                    doc.carried->data.size());
    }
    addChecks(json, data);
    return json;
}

Json nodeToJson(const Node& node)
{
    Json json = {{"id", raw(node.id)}};
    if (const BonePart* bone = node.bone()) {
        Json part = {{"tip", gltf::toJson(bone->tip)},
                     {"tipGiven", bone->tipGiven},
                     {"eulerOrder", bone->eulerOrder}};
        Json limit = std::visit(LimitToJson{}, bone->limit);
        if (!limit.is_null()) part["limit"] = std::move(limit);
        json["bone"] = std::move(part);
    } else if (const auto* light = std::get_if<LightPart>(&node.part)) {
        json["light"] = {{"kind", kLightKinds.of(light->kind)},
                         {"color", light->color},
                         {"intensity", light->intensity},
                         {"outerCone", light->outerCone}};
    } else if (const auto* camera = std::get_if<CameraPart>(&node.part)) {
        json["camera"] = {{"verticalFov", camera->verticalFov},
                          {"halfHeight", camera->halfHeight},
                          {"nearPlane", camera->nearPlane},
                          {"farPlane", camera->farPlane}};
    } else if (const auto* mesh = std::get_if<MeshPart>(&node.part)) {
        json["mesh"] = {{"color", mesh->color}};
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

    const std::vector<ImportedNode> nodes = importNodes(file, false);
    Diagnostics none;
    const std::vector<ImportedMesh> meshes = importMeshes(file, false, none);
    const std::vector<ImportedSkin> skins = importSkins(file, nodes.size());

    Document doc;
    doc.nextId = count(member(json, "nextId"));
    std::vector<int> rowOf(nodes.size(), -1);
    std::vector<int> ours;
    for (int i = 0; i < std::ssize(nodes); ++i)
        if (const Json* extension = extensionOf(*nodes[i].json);
            extension && find(*extension, "id")) {
            rowOf[i] = static_cast<int>(ours.size());
            ours.push_back(i);
        }
    std::vector<Node> built;
    for (const int i : ours) {
        const ImportedNode& from = nodes[i];
        const Json& extension = *extensionOf(*from.json);
        Node node;
        node.id = NodeId(count(member(extension, "id")));
        node.name = from.name;
        node.parent = from.parent < 0 ? kNoNode : rowOf[from.parent];
        node.rest = from.rest;
        if (const Json* at = find(extension, "rest")) node.rest = transformFrom(*at);
        if (const Json* parent = find(extension, "parent"))
            node.parent = index(*parent, ours.size(), "node");
        node.part = partFrom(extension, from, meshes);
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
    for (const Json& row : arrayOf(json, "constraints"))
        rig.constraints.push_back(constraintFrom(row));
    doc.rig = std::move(rig);
    const Json& clips = requiredArray(json, "clips");
    if (clips.empty()) refuse(clips, "a document has a clip at least");
    for (const Json& clip : clips) doc.clips.push_back(clipFrom(clip, data));
    doc.playback = playbackFrom(member(json, "playback"), doc.clips.size());
    if (text(json, "unit", "") == kUnknownUnit) doc.unit = LengthUnit::Unknown;
    Carried carried;
    carried.json = text(json, "carried", "");
    if (const Json* at = find(json, "carriedAt")) {
        const std::uint64_t first = count(*at);
        const std::uint64_t size = count(member(json, "carriedSize"));
        if (first > data.size() || size > data.size() - first)
            refuse(*at, "the carried bytes lie outside the data");
        carried.data.assign(data.begin() + static_cast<std::ptrdiff_t>(first),
                            data.begin() + static_cast<std::ptrdiff_t>(first + size));
    }
    if (carried != Carried{}) doc.carried = std::move(carried);
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
