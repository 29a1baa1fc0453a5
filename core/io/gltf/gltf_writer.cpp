// Long: the parts of a file refer to each other's rows.
#include "core/io/gltf/gltf_writer.h"

#include "core/document/one_clip.h"
#include "core/io/gltf/carried/carried_normal.h"
#include "core/io/gltf/carried/carried_write.h"
#include "core/io/gltf/export/animation_writer.h"
#include "core/io/gltf/export/figure.h"
#include "core/io/gltf/gltf_file.h"
#include "core/io/gltf/project/project.h"
#include "core/io/gltf/project/short_form.h"
#include "core/io/text.h"
#include "core/motion/whole_frames.h"

#include <algorithm>
#include <set>

namespace posewright::io::gltf {

namespace {

constexpr int kVertices = 34962;
constexpr int kIndices = 34963;
constexpr const char* kLights = kLightsExtension;

template <class T>
std::string bytesOf(const std::vector<T>& values)
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
    /// @param form  the carried form; null if nothing of a glTF file is carried
    GltfWriter(const Document& doc, const CarriedForm* form, const WriteOptions& options) :
        doc_(doc), scene_(*doc.scene), form_(form), options_(options),
        skips_(standingAtRoot(scene_)), rows_(form, scene_), before_(scene_.size())
    {
    }

    Result<Written> write()
    {
        Json& json = written_.json;
        json["asset"] = {{"version", "2.0"}, {"generator", "Posewright 0.1.0"}};
        if (form_) beginWithCarried();
        writeSkins();
        writeNodes();
        if (options_.ends) writeEnds();
        writeFigures();
        for (int clip = 0; clip < std::ssize(doc_.clips); ++clip)
            if (auto done = writeClip(clip); !done) return done.error();
        if (options_.plain)
            dropOwn();
        else
            writeProject();

        if (form_) sortChildren(nodes_, *form_);
        writeScenes(json, form_, roots_, cameFrom_);
        if (!nodes_.empty()) json["nodes"] = std::move(nodes_);  // glTF allows no empty arrays
        if (!meshes_.empty()) json["meshes"] = std::move(meshes_);
        if (!materials_.empty()) json["materials"] = std::move(materials_);
        if (!skins_.empty()) json["skins"] = std::move(skins_);
        if (!cameras_.empty()) json["cameras"] = std::move(cameras_);
        if (!animations_.empty()) json["animations"] = std::move(animations_);
        Json used = form_ ? form_->gltf.value("extensionsUsed", Json::array()) : Json::array();
        if (options_.plain)
            used.erase(std::remove(used.begin(), used.end(), Json(kExtension)), used.end());
        else
            used.push_back(kExtension);
        if (!lights_.empty()) {
            json["extensions"][kLights]["lights"] = std::move(lights_);
            if (std::find(used.begin(), used.end(), Json(kLights)) == used.end())
                used.push_back(kLights);
        }
        if (!used.empty()) json["extensionsUsed"] = std::move(used);
        written_.bin = buffers_.finish(json);
        written_.tail = buffers_.tail();
        return std::move(written_);
    }

private:
    /// Carried rows keep their numbers; what is added here follows them.
    void beginWithCarried()
    {
        Json& json = written_.json;
        const Json ours = json["asset"]["generator"];
        json = form_->gltf;
        if (!json["asset"].contains("generator")) json["asset"]["generator"] = ours;
        const auto take = [&](const char* name) {
            Json rows = json.value(name, Json::array());
            json.erase(name);
            return rows;
        };
        nodes_ = Json(rows_.size(), Json());
        for (std::size_t row = 0; row < form_->rows("nodes"); ++row)
            nodes_[row] = carriedNode(*form_, row);
        for (const char* name : {"nodes", "skins", "extensionsUsed"}) json.erase(name);
        meshes_ = take("meshes");
        materials_ = take("materials");
        cameras_ = take("cameras");
        animations_ = take("animations");
        if (carriedLights(json) > 0) lights_ = json["extensions"][kLights]["lights"];
        const std::vector<std::uint8_t>& data = doc_.carried->data;
        Json views = take("bufferViews");
        buffers_ = BufferBuilder({data.begin(), data.end()}, std::move(views), take("accessors"));
        firstMesh_ = meshes_.size();
    }

    void writeSkins()
    {
        for (const Skin& skin : scene_.skins()) {
            Json joints = Json::array();
            for (const NodeId joint : skin.joints) joints.push_back(rows_[scene_.find(joint)]);
            addSkin(std::move(joints), skin.inverseBind);
        }
    }

    /// Has a carried skin bind matrices, or needs none?
    static bool isBound(const Json& skin, const std::vector<Eigen::Matrix4f>& inverseBind)
    {
        return skin.contains("inverseBindMatrices") ||
               std::all_of(inverseBind.begin(), inverseBind.end(),
                           [](const auto& m) { return m == Eigen::Matrix4f::Identity(); });
    }

    int addSkin(Json joints, const std::vector<Eigen::Matrix4f>& inverseBind)
    {
        const bool carried = form_ && skins_.size() < form_->rows("skins");
        Json skin = carried ? form_->gltf["skins"][skins_.size()] : Json::object();
        if (!carried || !isBound(skin, inverseBind))
            skin["inverseBindMatrices"] = buffers_.addAccessor(bytesOf(flat(inverseBind)), 5126,
                                                               "MAT4", inverseBind.size(), 0);
        skin["joints"] = std::move(joints);
        skins_.push_back(std::move(skin));
        return static_cast<int>(skins_.size()) - 1;
    }

    void writeNodes()
    {
        if (!form_) nodes_ = Json(rows_.size(), Json());
        for (NodeIndex i = 0; i < scene_.size(); ++i) {
            const Node& node = scene_[i];
            Json extension = nodeToJson(node);
            Json json = rows_.isCarried(i) ? std::move(nodes_[rows_[i]]) : Json::object();
            Json made = carriedExtension(json);
            if (!made.contains("name")) json["name"] = node.name;
            NodeIndex parent = node.parent;
            Transform rest = node.rest;
            if (const auto* mesh = std::get_if<MeshPart>(&node.part)) {
                if (skips_[i]) {
                    if (parent != kNoNode) extension["parent"] = parent;
                    if (!form_ || rest != Transform{})
                        extension["rest"] = {{"translation", toJson(rest.translation)},
                                             {"rotation", toJson(rest.rotation)},
                                             {"scale", toJson(rest.scale)}};
                    parent = kNoNode;
                    rest = {};
                }
                if (mesh->source >= 0 && form_)
                    json["mesh"] = mesh->source;
                else if (!mesh->mesh->positions.empty())
                    json["mesh"] = meshRow(*mesh);
                if (mesh->skin >= 0) json["skin"] = mesh->skin;
                if (mesh->source < 0 && !mesh->morphs.empty()) json["weights"] = mesh->morphs;
            } else if (const auto* camera = std::get_if<CameraPart>(&node.part)) {
                if (camera->source < 0) json["camera"] = addCamera(*camera);
            } else if (const auto* light = std::get_if<LightPart>(&node.part)) {
                if (light->source < 0) json["extensions"][kLights] = {{"light", addLight(*light)}};
            }
            if (!made.contains("rest")) addTransform(json, rest);
            if (!made.empty()) extension["carried"] = std::move(made);
            if (rows_.isOutOfOrder(i)) extension["row"] = i;
            const NodeId above = node.parent == kNoNode ? NodeId::None : scene_[node.parent].id;
            extension["crc"] = nodeCheck(extension, node, above, scene_.skins());
            json["extensions"][kExtension] = std::move(extension);
            place(rows_[i], std::move(json), parent);
            if (parent == kNoNode) cameFrom_.push_back(rows_[rootOf(i)]);
        }
        if (!form_) return;
        for (std::size_t row = 0; row < form_->rows("nodes"); ++row)
            if (const NodeId bone = form_->boneOfEnd(row); bone != NodeId::None)
                place(static_cast<int>(row), std::move(nodes_[row]), scene_.find(bone));
    }

    /// Removes from the JSON what says how a carried row was read, and returns it; an empty object
    /// if there is none.
    static Json carriedExtension(Json& json)
    {
        if (!json.contains("extensions") || !json["extensions"].contains(kExtension))
            return Json::object();
        Json made = std::move(json["extensions"][kExtension]["carried"]);
        json["extensions"].erase(kExtension);
        return made;
    }

    NodeIndex rootOf(NodeIndex node) const
    {
        while (scene_[node].parent != kNoNode) node = scene_[node].parent;
        return node;
    }

    int addNode(Json json, NodeIndex parent)
    {
        const int row = static_cast<int>(nodes_.size());
        nodes_.push_back(Json());
        place(row, std::move(json), parent);
        return row;
    }

    void place(int row, Json json, NodeIndex parent)
    {
        if (parent == kNoNode)
            roots_.push_back(row);
        else
            nodes_[rows_[parent]]["children"].push_back(row);
        if (const auto name = json.find("name"); name != json.end())
            names_.make(name->get_ref<const std::string&>());
        nodes_[row] = std::move(json);
    }

    int meshRow(const MeshPart& part)
    {
        for (std::size_t i = 0; i < meshParts_.size(); ++i)
            if (meshParts_[i]->mesh.sameAs(part.mesh) && meshParts_[i]->color == part.color)
                return static_cast<int>(firstMesh_ + i);
        meshParts_.push_back(&part);
        Json material = {{"pbrMetallicRoughness",
                          {{"baseColorFactor", {part.color[0], part.color[1], part.color[2], 1.0}},
                           {"metallicFactor", 0.0},
                           {"roughnessFactor", 0.8}}},
                         {"doubleSided", true}};
        materials_.push_back(std::move(material));
        Json primitive = primitiveOf(*part.mesh);
        primitive["material"] = materials_.size() - 1;
        Json mesh = {{"primitives", Json::array({std::move(primitive)})}};
        if (!part.mesh->morphs.empty()) mesh["extras"] = {{"targetNames", namesOf(*part.mesh)}};
        meshes_.push_back(std::move(mesh));
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
        for (const Morph& morph : mesh.morphs)
            primitive["targets"].push_back(morphOf(morph, mesh.positions.size()));
        if (mesh.indices.empty())
            primitive["mode"] = 0;  // points: nothing else can be drawn of vertices alone
        else
            primitive["indices"] = buffers_.addAccessor(bytesOf(mesh.indices), 5125, "SCALAR",
                                                        mesh.indices.size(), kIndices);
        return primitive;
    }

    static Json namesOf(const Mesh& mesh)
    {
        Json names = Json::array();
        for (const Morph& morph : mesh.morphs) names.push_back(morph.name);
        return names;
    }

    /// One of the `targets` in glTF, with a row for each vertex of the mesh.
    Json morphOf(const Morph& morph, std::size_t vertices)
    {
        std::vector<Eigen::Vector3f> all(vertices, {0, 0, 0});
        const auto spread = [&](const std::vector<Eigen::Vector3f>& rows) {
            for (std::size_t i = 0; i < rows.size(); ++i) all[morph.vertices[i]] = rows[i];
            return flat(all);
        };
        Json target = {
            {"POSITION", buffers_.addBounded(spread(morph.positions), 3, "VEC3", kVertices)}};
        if (!morph.normals.empty())
            target["NORMAL"] = buffers_.addAccessor(bytesOf(spread(morph.normals)), 5126, "VEC3",
                                                    vertices, kVertices);
        return target;
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
        Json json = {
            {"type", wordOf(light.kind)}, {"color", light.color}, {"intensity", light.intensity}};
        if (light.kind == LightKind::Spot)
            json["spot"] = {{"innerConeAngle", 0.0}, {"outerConeAngle", light.outerCone}};
        lights_.push_back(std::move(json));
        return static_cast<int>(lights_.size()) - 1;
    }

    /// Adds nodes at the tips of limbs, for programs that have no bone tips.
    void writeEnds()
    {
        std::vector<bool> hasBoneBelow(scene_.size(), false);
        for (const Node& node : scene_.nodes())
            if (node.bone() && node.parent != kNoNode) hasBoneBelow[node.parent] = true;
        for (NodeIndex i = 0; i < scene_.size(); ++i) {
            const BonePart* bone = scene_[i].bone();
            if (!bone || hasBoneBelow[i] || bone->tip == Vec3::Zero()) continue;
            if (rows_.hasEnd(i) || (rows_.isCarried(i) && !bone->tipGiven)) continue;
            addNode({{"name", names_.make(scene_[i].name + "_end")},
                     {"translation", toJson(bone->tip)}},
                    i);
        }
    }

    void writeFigures()
    {
        // A file that came with meshes shows what its maker meant to be seen.
        const bool shown =
            std::any_of(scene_.nodes().begin(), scene_.nodes().end(), [this](const Node& node) {
                const auto* mesh = std::get_if<MeshPart>(&node.part);
                return mesh && (mesh->skin >= 0 || (form_ && mesh->source >= 0));
            });
        if (shown) return;
        const std::vector<Figure> figures = figuresOf(scene_);
        for (const Figure& figure : figures) {
            Json joints = Json::array();
            for (const NodeIndex joint : figure.joints) joints.push_back(rows_[joint]);
            const int skin = addSkin(std::move(joints), figure.inverseBind);
            meshes_.push_back({{"primitives", Json::array({primitiveOf(figure.mesh)})}});
            addNode({{"name", names_.make("Figure")}, {"mesh", meshes_.size() - 1}, {"skin", skin}},
                    kNoNode);
            cameFrom_.push_back(rows_[rootOf(figure.joints.front())]);
        }
        if (form_ && !figures.empty())
            written_.diagnostics.push_back(
                {Diagnostic::Severity::Note,
                 "there is no mesh, so that \"Figure\" is added, which shows the bones",
                 {}});
    }

    Result<void> writeClip(int row)
    {
        Document doc = withClip(doc_, row);
        const bool active = row == doc_.playback.clip;
        if (!active) {
            const auto range = keyedRange(doc.clip());
            if (!range) return {};
            doc.playback.start = range->first;
            doc.playback.end = range->second;
        }
        doc.playback.start = wholeIfNear(doc.playback.start);
        doc.playback.end = wholeIfNear(doc.playback.end);
        doc.clips[0] = heldOnFrames(doc.clip());
        WriteOptions options = options_;
        if (options_.reduce) {
            BakeOptions bake = bakeOf(sampledFrames(doc, options_.rate));
            bake.reduce = options_.reduce;
            bake.keysToo = !options_.rate;  // else keys are on the frames of that rate
            bake.jobs = options_.jobs;
            bake.progress = options_.progress;
            auto baked = bakedClip(*prepare(doc), bake, true);
            if (!baked) return baked.error();
            std::erase_if(baked->tracks, [&](const Shared<Track>& track) {
                return !doc.clip().track(track->node) && rests(*track);
            });
            doc.clips[0] = std::move(*baked);
            options.rate.reset();  // the baked keys are at that rate already
            doc.rig = Rig{};
        }
        Watch watch;
        if (active) {
            written_.witness.size = extent(scene_);
            for (const Node& node : scene_.nodes())
                if (node.bone()) written_.witness.names.push_back(node.name);
            for (NodeIndex i = 0; i < scene_.size(); ++i)
                if (scene_[i].bone()) written_.witnessRows.push_back(rows_[i]);
            watch = [this](std::size_t frame, float seconds, const Evaluation& e,
                           const MotionSampler& sampler) {
                bearWitness(frame, seconds, e, sampler.isWitnessed(frame));
            };
        }
        const int source = form_ ? doc.clip().source : -1;
        auto animation =
            writeAnimation(doc, options, skips_, rows_, copiedPaths(source), buffers_, watch);
        if (!animation) return animation.error();
        if (source >= 0) {
            if (active) written_.animation = source;
            animations_[source] =
                joinedAnimation(std::move(animations_[source]), *std::move(animation));
            return {};
        }
        if (animation->is_null()) return {};
        if (active) written_.animation = static_cast<int>(animations_.size());
        animations_.push_back(*std::move(animation));
        return {};
    }

    /// Rows and paths that a carried animation drives.
    std::set<std::pair<int, std::string>> copiedPaths(int source) const
    {
        std::set<std::pair<int, std::string>> out;
        if (source < 0) return out;
        for (const Json& channel : form_->gltf["animations"][source]["channels"])
            if (const Json& target = channel["target"]; target.contains("node"))
                out.emplace(target["node"].get<int>(), target["path"].get<std::string>());
        return out;
    }

    /// Has the track only rest values?
    bool rests(const Track& track) const
    {
        const Quat rest = scene_[scene_.find(track.node)].rest.rotation;
        const auto& turns = track.rotation->keys();
        return !hasKeys(track.translation) && !hasKeys(track.scale) && !hasKeys(track.morphs) &&
               std::all_of(turns.begin(), turns.end(), [&](const RotationKey& key) {
                   return key.value.angularDistance(rest) < 1e-9;
               });
    }

    void bearWitness(std::size_t row, float seconds, const Evaluation& e, bool witnessed)
    {
        const double passed = (e.frame - lastFrame_) / doc_.clip().rate;
        lastFrame_ = e.frame;
        for (NodeIndex i = 0; i < scene_.size(); ++i) {
            const Vec3& place = e.world[i].position;
            written_.farthest = std::max(written_.farthest, place.norm());
            if (row > 0)
                written_.fastest = std::max(written_.fastest, (place - before_[i]).norm() / passed);
            before_[i] = place;
        }
        written_.seconds = seconds;
        if (!witnessed) return;
        written_.witness.rows.push_back(row);
        written_.witnessTimes.push_back(seconds);
        std::vector<Vec3>& there = written_.witness.positions.emplace_back();
        for (NodeIndex i = 0; i < scene_.size(); ++i)
            if (scene_[i].bone()) there.push_back(e.world[i].position);
    }

    /// Drops each node's data that only this editor reads.
    void dropOwn()
    {
        for (Json& node : nodes_) {
            const auto extensions = node.find("extensions");
            if (extensions == node.end()) continue;
            extensions->erase(kExtension);
            if (extensions->empty()) node.erase(extensions);
        }
    }

    void writeProject()
    {
        KeyStore store;
        Json project = projectToJson(doc_, form_, store);
        if (!store.doubles.empty()) project["data"] = buffers_.addView(std::move(store.doubles));
        for (std::size_t i = 0; i < store.tables.size(); ++i) {
            const std::string_view cells = cellBytes(*store.tables[i]);
            if (cells.empty()) continue;  // glTF allows no empty views
            project["tables"][i]["data"] = i + 1 < store.tables.size()
                                               ? buffers_.addView(std::string(cells))
                                               : buffers_.addTail(cells);
        }
        written_.json["extensions"][kExtension] = std::move(project);
    }

    const Document& doc_;
    const Scene& scene_;
    const CarriedForm* form_;
    const WriteOptions& options_;
    std::vector<bool> skips_;  ///< nodes whose transform glTF ignores
    FileRows rows_;
    std::size_t firstMesh_ = 0;
    UniqueNames names_;
    BufferBuilder buffers_;
    std::vector<const MeshPart*> meshParts_;
    Json nodes_ = Json::array();
    std::vector<int> roots_;     ///< rows
    std::vector<int> cameFrom_;  ///< the former parent's row for each of them
    Json meshes_ = Json::array();
    Json materials_ = Json::array();
    Json skins_ = Json::array();
    Json cameras_ = Json::array();
    Json lights_ = Json::array();
    Json animations_ = Json::array();
    std::vector<Vec3> before_;  ///< world positions of the previous row
    double lastFrame_ = 0;      ///< its frame
    Written written_;
};

/// As writeGltf. Throws Trouble.
Result<Written> writtenGltf(const Document& doc, const WriteOptions& options)
{
    if (const auto valid = validate(doc); !valid) {
        Error error = valid.error();
        error.message = "the document is broken and was not written: " + error.message;
        return error;
    }
    Normalised normal = normalised(doc, options);
    auto written =
        GltfWriter(normal.document, normal.form ? &*normal.form : nullptr, options).write();
    if (written) {
        shorten(written->json);
        written->diagnostics.insert(written->diagnostics.begin(), normal.diagnostics.begin(),
                                    normal.diagnostics.end());
        written->document = std::move(normal.document);
    }
    if (written && doc.unit == LengthUnit::Unknown)
        written->diagnostics.push_back(
            {Diagnostic::Severity::Note,
             "the lengths have no unit, and readers take them for metres",
             {}});
    return written;
}

}  // namespace

std::string joinedBin(const Written& written)
{
    std::string out;
    out.reserve(written.bin.size() + written.tail.size());
    out += written.bin;
    out += written.tail;
    return out;
}

Result<Written> writeGltf(const Document& doc, const WriteOptions& options)
{
    try {
        return writtenGltf(doc, options);
    } catch (const Trouble& trouble) {
        return Error{"what the document carries of its file is damaged: " + trouble.message};
    }
}

}  // namespace posewright::io::gltf
