#include "app/import/to_glb.h"

#include "app/import/materials.h"
#include "app/import/skeleton.h"
#include "app/import/take_clock.h"
#include "app/import/world.h"
#include "core/io/gltf/buffer_builder.h"
#include "core/io/gltf/gltf_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace posewright::import {

namespace {

using io::gltf::BufferBuilder;
using io::gltf::Json;

constexpr int kVertices = 34962;
constexpr int kIndices = 34963;
constexpr int kFloat = 5126;

template <class T>
std::string_view bytesOf(const std::vector<T>& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// The keys of one property of a node.
struct Keys {
    std::vector<float> times;
    std::vector<float> values;
};

class GlbMaker {
public:
    explicit GlbMaker(const aiScene& scene) :
        scene_(scene), world_(worldOf(scene)), nodes_(skeletonOf(*scene.mRootNode))
    {
        for (std::size_t row = 0; row < nodes_.size(); ++row)
            rowOf_.emplace(nodes_[row].node()->mName.C_Str(), static_cast<int>(row));
    }

    Glb make()
    {
        json_["asset"] = {{"version", "2.0"}, {"generator", "Posewright import by assimp"}};
        writeMaterials(scene_, json_, buffers_, out_.warnings);
        writeNodes();
        for (std::size_t row = 0; row < nodes_.size(); ++row) writeMeshes(static_cast<int>(row));
        for (unsigned i = 0; i < scene_.mNumCameras; ++i) writeCamera(*scene_.mCameras[i]);
        for (unsigned i = 0; i < scene_.mNumAnimations; ++i) writeTake(*scene_.mAnimations[i], i);
        Json roots = Json::array();
        for (std::size_t row = 0; row < parents_.size(); ++row)
            if (parents_[row] < 0) roots.push_back(row);
        json_["scene"] = 0;
        json_["scenes"] = {Json::object()};
        if (!roots.empty()) json_["scenes"][0]["nodes"] = std::move(roots);
        const std::string bin = buffers_.finish(json_);
        out_.bytes =
            io::gltf::glbBytes(json_.dump(-1, ' ', false, Json::error_handler_t::replace), bin);
        if (sheared_ > 0)
            out_.warnings.push_back(std::to_string(sheared_) +
                                    " transforms have shear, which is left out");
        return std::move(out_);
    }

private:
    /// A local transform of the file, converted to our world and decomposed.
    Decomposed placed(int row, const aiMatrix4x4& local)
    {
        Decomposed out = decomposed(local);
        if (out.sheared) ++sheared_;
        return inWorld(world_, out, nodes_[row].parent < 0);
    }

    int addNode(Json node, int parent)
    {
        const int row = static_cast<int>(parents_.size());
        parents_.push_back(parent);
        if (parent >= 0) json_["nodes"][parent]["children"].push_back(row);
        json_["nodes"].push_back(std::move(node));
        return row;
    }

    void writeNodes()
    {
        const Placing rest(nullptr);
        for (std::size_t row = 0; row < nodes_.size(); ++row) {
            const int at = static_cast<int>(row);
            const Decomposed place = placed(at, rest.local(nodes_, at, 0));
            rest_.push_back(place);
            Json node = {{"name", nodes_[row].name}};
            node["translation"] = place.translation;
            node["rotation"] = place.rotation;
            node["scale"] = place.scale;
            addNode(std::move(node), nodes_[row].parent);
        }
    }

    void writeMeshes(int row)
    {
        const aiNode& node = *nodes_[row].node();
        Json plain = Json::array();
        for (unsigned i = 0; i < node.mNumMeshes; ++i) {
            const aiMesh& mesh = *scene_.mMeshes[node.mMeshes[i]];
            if (mesh.mNumVertices == 0 || mesh.mNumFaces == 0) continue;
            const std::optional<Skin> skin = skinOf(mesh);
            if (!skin) {
                plain.push_back(primitiveOf(mesh, skin));
                continue;
            }
            const std::string name = nodes_[row].name + (i > 0 ? "." + std::to_string(i) : "");
            addNode({{"name", name + " mesh"},
                     {"mesh", addMesh(name, Json::array({primitiveOf(mesh, skin)}))},
                     {"skin", skin->row}},
                    -1);
        }
        if (!plain.empty())
            json_["nodes"][row]["mesh"] = addMesh(nodes_[row].name, std::move(plain));
    }

    /// Only its existence is certain: FBX cameras look along +X.
    void writeCamera(const aiCamera& camera)
    {
        const auto found = rowOf_.find(camera.mName.C_Str());
        if (found == rowOf_.end() || json_["nodes"][found->second].contains("mesh")) return;
        const double near = camera.mClipPlaneNear > 0 ? camera.mClipPlaneNear : 0.1;
        json_["cameras"].push_back(
            {{"type", "perspective"}, {"perspective", {{"yfov", 0.7}, {"znear", near}}}});
        json_["nodes"][found->second]["camera"] = json_["cameras"].size() - 1;
    }

    std::size_t addMesh(const std::string& name, Json primitives)
    {
        json_["meshes"].push_back({{"name", name}, {"primitives", std::move(primitives)}});
        return json_["meshes"].size() - 1;
    }

    struct Skin {
        std::size_t row = 0;
        std::vector<std::array<std::uint16_t, 4>> joints;  ///< one row per vertex
        std::vector<std::array<float, 4>> weights;
    };

    /// The skin of a mesh; nullopt if none of its bones is a node.
    std::optional<Skin> skinOf(const aiMesh& mesh)
    {
        Skin skin;
        skin.joints.resize(mesh.mNumVertices);
        skin.weights.resize(mesh.mNumVertices);
        std::vector<int> used(mesh.mNumVertices, 0);
        Json joints = Json::array();
        std::vector<float> matrices;
        for (unsigned b = 0; b < mesh.mNumBones; ++b) {
            const aiBone& bone = *mesh.mBones[b];
            const auto found = rowOf_.find(bone.mName.C_Str());
            if (found == rowOf_.end()) {
                out_.warnings.push_back("a mesh names a bone that is not there: \"" +
                                        std::string(bone.mName.C_Str()) + '"');
                continue;
            }
            const auto at = static_cast<std::uint16_t>(joints.size());
            joints.push_back(found->second);
            appendBind(matrices, bone.mOffsetMatrix);
            for (unsigned w = 0; w < bone.mNumWeights; ++w) {
                const aiVertexWeight& weight = bone.mWeights[w];
                if (weight.mVertexId >= mesh.mNumVertices || used[weight.mVertexId] == 4) continue;
                if (!(weight.mWeight > 0)) continue;
                const int slot = used[weight.mVertexId]++;
                skin.joints[weight.mVertexId][slot] = at;
                skin.weights[weight.mVertexId][slot] = weight.mWeight;
            }
        }
        if (joints.empty()) return std::nullopt;
        for (std::size_t v = 0; v < skin.weights.size(); ++v) {
            float sum = 0;
            for (const float weight : skin.weights[v]) sum += weight;
            if (!(sum > 0)) {
                skin.weights[v] = {1, 0, 0, 0};
                continue;
            }
            for (float& weight : skin.weights[v]) weight /= sum;
        }
        const std::size_t count = joints.size();
        json_["skins"].push_back(
            {{"joints", std::move(joints)},
             {"inverseBindMatrices",
              buffers_.addAccessor(bytesOf(matrices), kFloat, "MAT4", count, 0)}});
        skin.row = json_["skins"].size() - 1;
        return skin;
    }

    /// Column-major, in metres.
    void appendBind(std::vector<float>& to, const aiMatrix4x4& m) const
    {
        const auto s = static_cast<float>(world_.metres);
        to.insert(to.end(), {m.a1, m.b1, m.c1, 0, m.a2, m.b2, m.c2, 0, m.a3, m.b3, m.c3, 0,
                             m.a4 * s, m.b4 * s, m.c4 * s, 1});
    }

    Json primitiveOf(const aiMesh& mesh, const std::optional<Skin>& skin)
    {
        Json attributes;
        std::vector<float> places, normals;
        for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
            const aiVector3D at = mesh.mVertices[v] * static_cast<ai_real>(world_.metres);
            places.insert(places.end(), {at.x, at.y, at.z});
        }
        attributes["POSITION"] = buffers_.addBounded(places, 3, "VEC3", kVertices);
        if (mesh.HasNormals()) {
            for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
                aiVector3D normal = mesh.mNormals[v];
                if (const ai_real length = normal.Length(); length > 0)
                    normal /= length;
                else
                    normal = {0, 1, 0};
                normals.insert(normals.end(), {normal.x, normal.y, normal.z});
            }
            attributes["NORMAL"] = buffers_.addAccessor(bytesOf(normals), kFloat, "VEC3",
                                                        mesh.mNumVertices, kVertices);
        }
        for (unsigned set = 0; set < AI_MAX_NUMBER_OF_TEXTURECOORDS && mesh.HasTextureCoords(set);
             ++set) {
            std::vector<float> uv;
            for (unsigned v = 0; v < mesh.mNumVertices; ++v)
                uv.insert(uv.end(), {mesh.mTextureCoords[set][v].x,
                                     1 - mesh.mTextureCoords[set][v].y});  // glTF counts from the
                                                                           // top
            attributes["TEXCOORD_" + std::to_string(set)] =
                buffers_.addAccessor(bytesOf(uv), kFloat, "VEC2", mesh.mNumVertices, kVertices);
        }
        if (mesh.HasVertexColors(0)) {
            std::vector<float> colors;
            for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
                const aiColor4D& c = mesh.mColors[0][v];
                for (const float part : {c.r, c.g, c.b, c.a})
                    colors.push_back(std::clamp(part, 0.0F, 1.0F));
            }
            attributes["COLOR_0"] =
                buffers_.addAccessor(bytesOf(colors), kFloat, "VEC4", mesh.mNumVertices, kVertices);
        }
        if (skin) {
            attributes["JOINTS_0"] = buffers_.addAccessor(bytesOf(skin->joints), 5123, "VEC4",
                                                          mesh.mNumVertices, kVertices);
            attributes["WEIGHTS_0"] = buffers_.addAccessor(bytesOf(skin->weights), kFloat, "VEC4",
                                                           mesh.mNumVertices, kVertices);
        }
        std::vector<std::uint32_t> corners;
        for (unsigned f = 0; f < mesh.mNumFaces; ++f)
            if (const aiFace& face = mesh.mFaces[f]; face.mNumIndices == 3)
                corners.insert(corners.end(), face.mIndices, face.mIndices + 3);
        Json primitive = {{"attributes", std::move(attributes)}};
        if (!corners.empty())
            primitive["indices"] =
                buffers_.addAccessor(bytesOf(corners), 5125, "SCALAR", corners.size(), kIndices);
        if (json_.contains("materials")) primitive["material"] = mesh.mMaterialIndex;
        return primitive;
    }

    void writeTake(const aiAnimation& take, unsigned number)
    {
        const double rate = take.mTicksPerSecond > 0 ? take.mTicksPerSecond : 25;
        const Placing placing(&take);
        std::vector<double> ticks;
        for (std::size_t row = 0; row < nodes_.size(); ++row)
            for (const double tick : placing.ticks(nodes_, static_cast<int>(row)))
                ticks.push_back(tick);
        const TakeClock clock(ticks, rate);
        Json animation = {{"name", *take.mName.C_Str() ? take.mName.C_Str()
                                                       : "Take " + std::to_string(number + 1)}};
        for (std::size_t row = 0; row < nodes_.size(); ++row)
            writeChannels(animation, placing, static_cast<int>(row), clock);
        if (animation.contains("channels"))
            json_["animations"].push_back(std::move(animation));
        else
            out_.warnings.push_back("the take \"" + animation["name"].get<std::string>() +
                                    "\" moves nothing and is left out");
    }

    void writeChannels(Json& animation, const Placing& placing, int row, const TakeClock& clock)
    {
        std::array<Keys, 3> keys;  // translation, rotation, scale
        std::array<float, 4> before{0, 0, 0, 1};
        for (const double tick : placing.ticks(nodes_, row)) {
            const float time = clock.seconds(tick);
            if (!keys[0].times.empty() && !(keys[0].times.back() < time)) continue;
            Decomposed place = placed(row, placing.local(nodes_, row, tick));
            float along = 0;
            for (int c = 0; c < 4; ++c) along += before[c] * place.rotation[c];
            if (along < 0)
                for (float& part : place.rotation) part = -part;
            before = place.rotation;
            const auto add = [time](Keys& to, const auto& values) {
                to.times.push_back(time);
                to.values.insert(to.values.end(), values.begin(), values.end());
            };
            add(keys[0], place.translation);
            add(keys[1], place.rotation);
            add(keys[2], place.scale);
        }
        if (keys[0].times.empty()) return;
        static constexpr std::array kPaths = {"translation", "rotation", "scale"};
        const std::array<std::vector<float>, 3> still = {
            std::vector<float>(rest_[row].translation.begin(), rest_[row].translation.end()),
            std::vector<float>(rest_[row].rotation.begin(), rest_[row].rotation.end()),
            std::vector<float>(rest_[row].scale.begin(), rest_[row].scale.end())};
        for (int path = 0; path < 3; ++path) {
            const std::vector<float>& values = keys[path].values;
            const std::size_t width = still[path].size();
            // Constant rest values are dropped, but a rotation is kept, since one key is enough to
            // make a clip.
            bool rests = path != 1;
            for (std::size_t i = 0; i < values.size() && rests; ++i)
                rests = std::abs(values[i] - still[path][i % width]) <=
                        1e-6F * std::max(1.0F, std::abs(still[path][i % width]));
            if (rests) continue;
            animation["samplers"].push_back(
                {{"input", buffers_.addTimes(keys[path].times)},
                 {"output", buffers_.addValues(values, static_cast<int>(width),
                                               width == 4 ? "VEC4" : "VEC3")}});
            animation["channels"].push_back({{"sampler", animation["samplers"].size() - 1},
                                             {"target", {{"node", row}, {"path", kPaths[path]}}}});
        }
    }

    const aiScene& scene_;
    World world_;
    std::vector<SkeletonNode> nodes_;
    std::map<std::string, int> rowOf_;
    std::vector<Decomposed> rest_;
    std::vector<int> parents_;  ///< of all nodes written
    int sheared_ = 0;
    BufferBuilder buffers_;
    Json json_;
    Glb out_;
};

}  // namespace

Glb toGlb(const aiScene& scene)
{
    return GlbMaker(scene).make();
}

}  // namespace posewright::import
