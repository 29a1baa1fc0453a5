#include "core/io/gltf/gltf_writer.h"

#include "core/io/gltf/animation_writer.h"
#include "core/io/gltf/figure.h"
#include "core/io/gltf/gltf_file.h"
#include "core/io/gltf/project.h"
#include "core/io/text.h"

#include <algorithm>

namespace posewright::io::gltf {

namespace {

constexpr int kVertices = 34962;
constexpr int kIndices = 34963;
constexpr const char* kLights = "KHR_lights_punctual";

template <class T>
std::string_view bytesOf(const std::vector<T>& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <class Vector>
std::vector<float> flat(const std::vector<Vector>& values)
{
    std::vector<float> out;
    for (const Vector& value : values)
        out.insert(out.end(), value.data(), value.data() + value.size());
    return out;
}

class GltfWriter {
public:
    GltfWriter(const Document& doc, const WriteOptions& options) :
        doc_(doc), scene_(*doc.scene), options_(options), skips_(scene_.size(), false),
        before_(scene_.size())
    {
    }

    Result<Written> write()
    {
        Json& json = written_.json;
        json["asset"] = {{"version", "2.0"}, {"generator", "Posewright 0.1.0"}};
        writeSkins();
        writeNodes();
        writeEnds();
        writeFigures();
        for (int clip = 0; clip < std::ssize(doc_.clips); ++clip)
            if (auto done = writeClip(clip); !done) return done.error();
        writeProject();

        json["scene"] = 0;
        json["scenes"] = Json::array({Json::object()});
        if (!nodes_.empty()) {  // glTF allows no empty arrays
            json["scenes"][0]["nodes"] = std::move(roots_);
            json["nodes"] = std::move(nodes_);
        }
        if (!meshes_.empty()) json["meshes"] = std::move(meshes_);
        if (!materials_.empty()) json["materials"] = std::move(materials_);
        if (!skins_.empty()) json["skins"] = std::move(skins_);
        if (!cameras_.empty()) json["cameras"] = std::move(cameras_);
        if (!animations_.empty()) json["animations"] = std::move(animations_);
        Json used = Json::array({kExtension});
        if (!lights_.empty()) {
            json["extensions"][kLights] = {{"lights", std::move(lights_)}};
            used.push_back(kLights);
        }
        json["extensionsUsed"] = std::move(used);
        written_.bin = buffers_.finish(json);
        return std::move(written_);
    }

private:
    void writeSkins()
    {
        for (const Skin& skin : scene_.skins()) {
            Json joints = Json::array();
            for (const NodeId joint : skin.joints) joints.push_back(scene_.find(joint));
            addSkin(std::move(joints), skin.inverseBind);
        }
    }

    int addSkin(Json joints, const std::vector<Eigen::Matrix4f>& inverseBind)
    {
        Json skin = {{"joints", std::move(joints)}};
        skin["inverseBindMatrices"] =
            buffers_.addAccessor(bytesOf(flat(inverseBind)), 5126, "MAT4", inverseBind.size(), 0);
        skins_.push_back(std::move(skin));
        return static_cast<int>(skins_.size()) - 1;
    }

    void writeNodes()
    {
        std::vector<bool> hasChildren(scene_.size(), false);
        for (const Node& node : scene_.nodes())
            if (node.parent != kNoNode) hasChildren[node.parent] = true;
        for (NodeIndex i = 0; i < scene_.size(); ++i) {
            const Node& node = scene_[i];
            Json extension = nodeToJson(node);
            Json json = {{"name", node.name}};
            NodeIndex parent = node.parent;
            Transform rest = node.rest;
            if (const auto* mesh = std::get_if<MeshPart>(&node.part)) {
                const bool skinned = mesh->skin >= 0 && !mesh->mesh->joints.empty();
                if (skinned && !hasChildren[i] && (parent != kNoNode || rest != Transform{})) {
                    // Where a skinned mesh hangs means nothing to glTF, and readers warn about it.
                    if (parent != kNoNode) extension["parent"] = parent;
                    extension["rest"] = {{"translation", toJson(rest.translation)},
                                         {"rotation", toJson(rest.rotation)},
                                         {"scale", toJson(rest.scale)}};
                    parent = kNoNode;
                    rest = {};
                    skips_[i] = true;
                }
                if (!mesh->mesh->positions.empty()) json["mesh"] = meshRow(*mesh);
                if (mesh->skin >= 0) json["skin"] = mesh->skin;
            } else if (const auto* camera = std::get_if<CameraPart>(&node.part)) {
                json["camera"] = addCamera(*camera);
            } else if (const auto* light = std::get_if<LightPart>(&node.part)) {
                json["extensions"][kLights] = {{"light", addLight(*light)}};
            }
            addTransform(json, rest);
            const NodeId above = node.parent == kNoNode ? NodeId::None : scene_[node.parent].id;
            extension["crc"] = nodeCheck(extension, node, above, scene_.skins());
            json["extensions"][kExtension] = std::move(extension);
            addNode(std::move(json), parent);
        }
    }

    static void addTransform(Json& json, const Transform& t)
    {
        if (t.translation != Vec3::Zero()) json["translation"] = toJson(t.translation);
        if (t.rotation.coeffs() != Quat::Identity().coeffs()) json["rotation"] = toJson(t.rotation);
        if (t.scale != Vec3::Ones()) json["scale"] = toJson(t.scale);
    }

    int addNode(Json json, NodeIndex parent)
    {
        const int row = static_cast<int>(nodes_.size());
        if (parent == kNoNode)
            roots_.push_back(row);
        else
            nodes_[parent]["children"].push_back(row);
        names_.make(json["name"].get_ref<const std::string&>());
        nodes_.push_back(std::move(json));
        return row;
    }

    int meshRow(const MeshPart& part)
    {
        for (std::size_t i = 0; i < meshParts_.size(); ++i)
            if (meshParts_[i]->mesh.sameAs(part.mesh) && meshParts_[i]->color == part.color)
                return static_cast<int>(i);
        meshParts_.push_back(&part);
        Json material = {{"pbrMetallicRoughness",
                          {{"baseColorFactor", {part.color[0], part.color[1], part.color[2], 1.0}},
                           {"metallicFactor", 0.0},
                           {"roughnessFactor", 0.8}}},
                         {"doubleSided", true}};
        materials_.push_back(std::move(material));
        Json primitive = primitiveOf(*part.mesh);
        primitive["material"] = materials_.size() - 1;
        meshes_.push_back({{"primitives", Json::array({std::move(primitive)})}});
        return static_cast<int>(meshes_.size()) - 1;
    }

    Json primitiveOf(const Mesh& mesh)
    {
        Json attributes;
        attributes["POSITION"] = buffers_.addBounded(flat(mesh.positions), 3, "VEC3", kVertices);
        if (!mesh.normals.empty())
            attributes["NORMAL"] = buffers_.addAccessor(bytesOf(flat(mesh.normals)), 5126, "VEC3",
                                                        mesh.normals.size(), kVertices);
        if (!mesh.joints.empty() && !mesh.weights.empty()) {
            attributes["JOINTS_0"] = buffers_.addAccessor(bytesOf(mesh.joints), 5123, "VEC4",
                                                          mesh.joints.size(), kVertices);
            attributes["WEIGHTS_0"] = buffers_.addAccessor(bytesOf(flat(mesh.weights)), 5126,
                                                           "VEC4", mesh.weights.size(), kVertices);
        }
        Json primitive = {{"attributes", std::move(attributes)}};
        if (mesh.indices.empty())
            primitive["mode"] = 0;  // points: nothing else can be drawn of vertices alone
        else
            primitive["indices"] = buffers_.addAccessor(bytesOf(mesh.indices), 5125, "SCALAR",
                                                        mesh.indices.size(), kIndices);
        return primitive;
    }

    int addCamera(const CameraPart& camera)
    {
        Json json;
        if (camera.verticalFov > 0)
            json = {{"type", "perspective"},
                    {"perspective",
                     {{"yfov", camera.verticalFov},
                      {"znear", camera.nearPlane},
                      {"zfar", camera.farPlane}}}};
        else
            json = {{"type", "orthographic"},
                    {"orthographic",
                     {{"xmag", camera.halfHeight},
                      {"ymag", camera.halfHeight},
                      {"znear", camera.nearPlane},
                      {"zfar", camera.farPlane}}}};
        cameras_.push_back(std::move(json));
        return static_cast<int>(cameras_.size()) - 1;
    }

    int addLight(const LightPart& light)
    {
        static constexpr const char* kKinds[] = {"directional", "point", "spot"};
        Json json = {{"type", kKinds[static_cast<int>(light.kind)]},
                     {"color", light.color},
                     {"intensity", light.intensity}};
        if (light.kind == LightKind::Spot)
            json["spot"] = {{"innerConeAngle", 0.0}, {"outerConeAngle", light.outerCone}};
        lights_.push_back(std::move(json));
        return static_cast<int>(lights_.size()) - 1;
    }

    /// Programs without bone tips see where a limb ends by a node there.
    void writeEnds()
    {
        std::vector<bool> hasBoneBelow(scene_.size(), false);
        for (const Node& node : scene_.nodes())
            if (node.bone() && node.parent != kNoNode) hasBoneBelow[node.parent] = true;
        for (NodeIndex i = 0; i < scene_.size(); ++i) {
            const BonePart* bone = scene_[i].bone();
            if (!bone || hasBoneBelow[i] || bone->tip == Vec3::Zero()) continue;
            addNode({{"name", names_.make(scene_[i].name + "_end")},
                     {"translation", toJson(bone->tip)}},
                    i);
        }
    }

    void writeFigures()
    {
        const bool shown =
            std::any_of(scene_.nodes().begin(), scene_.nodes().end(), [](const Node& node) {
                const auto* mesh = std::get_if<MeshPart>(&node.part);
                return mesh && mesh->skin >= 0;
            });
        if (shown) return;
        for (const Figure& figure : figuresOf(scene_)) {
            const int skin = addSkin(Json(figure.joints), figure.inverseBind);
            meshes_.push_back({{"primitives", Json::array({primitiveOf(figure.mesh)})}});
            addNode({{"name", names_.make("Figure")}, {"mesh", meshes_.size() - 1}, {"skin", skin}},
                    kNoNode);
        }
    }

    Result<void> writeClip(int row)
    {
        Document doc = doc_;
        const bool active = row == doc_.playback.clip;
        doc.playback.clip = row;
        if (!active) {
            const auto range = keyedRange(doc.clip());
            if (!range) return {};
            doc.playback.start = range->first;
            doc.playback.end = range->second;
        }
        WriteOptions options = options_;
        if (options_.reduce) {
            BakeOptions bake;
            bake.step = doc.clip().rate / options_.rate.value_or(doc.clip().rate);
            bake.reduce = options_.reduce;
            bake.jobs = options_.jobs;
            bake.progress = options_.progress;
            auto baked = bakedClip(*prepare(doc), bake, true);
            if (!baked) return baked.error();
            std::erase_if(baked->tracks, [&](const Shared<Track>& track) {
                return !doc.clip().track(track->node) && rests(*track);
            });
            doc.clips[row] = std::move(*baked);
            options.rate.reset();  // the keys are at that rate
            doc.rig = Rig{};
        }
        std::function<void(std::size_t, const Evaluation&, const MotionSampler&)> watch;
        if (active) {
            written_.witness.size = extent(scene_);
            for (const Node& node : scene_.nodes())
                if (node.bone()) written_.witness.names.push_back(node.name);
            watch = [this](std::size_t frame, const Evaluation& e, const MotionSampler& sampler) {
                bearWitness(frame, e, sampler);
            };
        }
        auto animation = writeAnimation(doc, options, skips_, buffers_, watch);
        if (!animation) return animation.error();
        if (active) {
            written_.start = animation->start;
            written_.seconds += animation->start;
        }
        if (animation->json.is_null()) return {};
        if (active) written_.animation = static_cast<int>(animations_.size());
        animations_.push_back(std::move(animation->json));
        return {};
    }

    /// Does the track say nothing but the rest pose?
    bool rests(const Track& track) const
    {
        const Quat rest = scene_[scene_.find(track.node)].rest.rotation;
        const auto& turns = track.rotation->keys();
        const auto keyed = [](const auto& curve) { return !curve->empty(); };
        return std::none_of(track.translation.begin(), track.translation.end(), keyed) &&
               std::none_of(track.scale.begin(), track.scale.end(), keyed) &&
               std::all_of(turns.begin(), turns.end(), [&](const RotationKey& key) {
                   return key.value.angularDistance(rest) < 1e-9;
               });
    }

    void bearWitness(std::size_t row, const Evaluation& e, const MotionSampler& sampler)
    {
        written_.rate = sampler.rate();
        for (NodeIndex i = 0; i < scene_.size(); ++i) {
            const Vec3& place = e.world[i].position;
            written_.farthest = std::max(written_.farthest, place.norm());
            if (row > 0)
                written_.fastest =
                    std::max(written_.fastest, (place - before_[i]).norm() * written_.rate);
            before_[i] = place;
        }
        written_.seconds = double(row) / written_.rate;
        if (!sampler.isWitnessed(row)) return;
        written_.witness.rows.push_back(row);
        std::vector<Vec3>& there = written_.witness.positions.emplace_back();
        for (NodeIndex i = 0; i < scene_.size(); ++i)
            if (scene_[i].bone()) there.push_back(e.world[i].position);
    }

    void writeProject()
    {
        std::string data;
        Json project = projectToJson(doc_, data);
        if (!data.empty()) project["data"] = buffers_.addView(data);
        written_.json["extensions"][kExtension] = std::move(project);
    }

    const Document& doc_;
    const Scene& scene_;
    const WriteOptions& options_;
    std::vector<bool> skips_;  ///< nodes whose transform glTF ignores
    UniqueNames names_;
    BufferBuilder buffers_;
    std::vector<const MeshPart*> meshParts_;
    Json nodes_ = Json::array();
    Json roots_ = Json::array();
    Json meshes_ = Json::array();
    Json materials_ = Json::array();
    Json skins_ = Json::array();
    Json cameras_ = Json::array();
    Json lights_ = Json::array();
    Json animations_ = Json::array();
    std::vector<Vec3> before_;  ///< world positions in the row before
    Written written_;
};

}  // namespace

Result<Written> writeGltf(const Document& doc, const WriteOptions& options)
{
    if (const auto valid = validate(doc); !valid) {
        Error error = valid.error();
        error.message = "the document is broken and was not written: " + error.message;
        return error;
    }
    auto written = GltfWriter(doc, options).write();
    if (written && doc.unit == LengthUnit::Unknown)
        written->diagnostics.push_back(
            {Diagnostic::Severity::Note,
             "the lengths have no unit, and readers take them for metres",
             {}});
    return written;
}

}  // namespace posewright::io::gltf
