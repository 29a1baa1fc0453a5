#include "app/import/meshes.h"

#include "app/import/skins.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace posewright::import {

namespace {

using io::gltf::Json;

/// Directions of length 1.
std::vector<float> unitOf(const aiVector3D* from, unsigned count)
{
    std::vector<float> out;
    out.reserve(3 * std::size_t(count));
    for (unsigned v = 0; v < count; ++v) {
        aiVector3D one = from[v];
        if (const ai_real length = one.Length(); length > 0)
            one /= length;
        else
            one = {0, 1, 0};
        out.insert(out.end(), {one.x, one.y, one.z});
    }
    return out;
}

class PrimitiveWriter {
public:
    PrimitiveWriter(Draft& draft, const aiMesh& mesh) : draft_(draft), mesh_(mesh) {}

    /// @param morphs  how many targets there are to be
    Json write(const Skin* skin, std::size_t morphs)
    {
        addPlaces();
        addTextureCoordinates();
        addColors();
        if (skin) addSkin(*skin);
        Json primitive = {{"attributes", std::move(attributes_)}, {"indices", corners()}};
        for (std::size_t i = 0; i < morphs; ++i) primitive["targets"].push_back(target(i));
        if (draft_.json.contains("materials")) primitive["material"] = mesh_.mMaterialIndex;
        return primitive;
    }

private:
    int addFloats(const std::vector<float>& values, const char* type)
    {
        return draft_.buffers.addAccessor(bytesOf(values), kFloat, type, mesh_.mNumVertices,
                                          kVertices);
    }

    void addPlaces()
    {
        const auto metres = static_cast<ai_real>(draft_.world.metres);
        std::vector<float> places;
        for (unsigned v = 0; v < mesh_.mNumVertices; ++v) {
            const aiVector3D at = mesh_.mVertices[v] * metres;
            places.insert(places.end(), {at.x, at.y, at.z});
        }
        attributes_["POSITION"] = draft_.buffers.addBounded(places, 3, "VEC3", kVertices);
        if (!mesh_.HasNormals()) return;
        normals_ = unitOf(mesh_.mNormals, mesh_.mNumVertices);
        attributes_["NORMAL"] = addFloats(normals_, "VEC3");
    }

    void addTextureCoordinates()
    {
        constexpr unsigned kShown = 2;
        for (unsigned set = 0; set < AI_MAX_NUMBER_OF_TEXTURECOORDS && mesh_.HasTextureCoords(set);
             ++set) {
            std::vector<float> uv;
            for (unsigned v = 0; v < mesh_.mNumVertices; ++v)
                uv.insert(uv.end(), {mesh_.mTextureCoords[set][v].x,
                                     1 - mesh_.mTextureCoords[set][v].y});  // glTF: from the top
            attributes_["TEXCOORD_" + std::to_string(set)] = addFloats(uv, "VEC2");
        }
        if (mesh_.HasTextureCoords(kShown))
            draft_.lost.add(
                "texture coordinates beyond the second set are kept in the file, and not shown",
                mesh_.mName.C_Str());
    }

    void addColors()
    {
        for (unsigned set = 0; set < AI_MAX_NUMBER_OF_COLOR_SETS && mesh_.HasVertexColors(set);
             ++set) {
            std::vector<float> colors;
            for (unsigned v = 0; v < mesh_.mNumVertices; ++v) {
                const aiColor4D& c = mesh_.mColors[set][v];
                for (const float part : {c.r, c.g, c.b, c.a})
                    colors.push_back(std::clamp(part, 0.0F, 1.0F));
            }
            attributes_["COLOR_" + std::to_string(set)] = addFloats(colors, "VEC4");
        }
        if (mesh_.HasVertexColors(1))
            draft_.lost.add("colours beyond the first set are kept in the file, and not shown",
                            mesh_.mName.C_Str());
    }

    void addSkin(const Skin& skin)
    {
        for (std::size_t set = 0; set < skin.sets.size(); ++set) {
            const std::string number = std::to_string(set);
            attributes_["JOINTS_" + number] = draft_.buffers.addAccessor(
                bytesOf(skin.sets[set].joints), 5123, "VEC4", mesh_.mNumVertices, kVertices);
            attributes_["WEIGHTS_" + number] = draft_.buffers.addAccessor(
                bytesOf(skin.sets[set].weights), kFloat, "VEC4", mesh_.mNumVertices, kVertices);
        }
    }

    int corners()
    {
        std::vector<std::uint32_t> corners;
        for (unsigned f = 0; f < mesh_.mNumFaces; ++f)
            if (const aiFace& face = mesh_.mFaces[f]; face.mNumIndices == 3)
                corners.insert(corners.end(), face.mIndices, face.mIndices + 3);
        return draft_.buffers.addAccessor(bytesOf(corners), 5125, "SCALAR", corners.size(),
                                          kIndices);
    }

    /// What a morph adds to the vertices; nothing if this mesh does not have it.
    Json target(std::size_t morph)
    {
        const aiAnimMesh* shape = morph < mesh_.mNumAnimMeshes ? mesh_.mAnimMeshes[morph] : nullptr;
        const bool fits = shape && shape->mNumVertices == mesh_.mNumVertices && shape->mVertices;
        const bool turns = fits && shape->mNormals && !normals_.empty();
        const std::vector<float> facings =
            turns ? unitOf(shape->mNormals, mesh_.mNumVertices) : normals_;
        Added places, normals;
        for (unsigned v = 0; fits && v < mesh_.mNumVertices; ++v) {
            places.add(v, (shape->mVertices[v] - mesh_.mVertices[v]) *
                              static_cast<ai_real>(draft_.world.metres));
            if (!turns) continue;
            const std::size_t i = 3 * std::size_t(v);
            const aiVector3D by(facings[i] - normals_[i], facings[i + 1] - normals_[i + 1],
                                facings[i + 2] - normals_[i + 2]);
            normals.add(v, by.Length() < 1e-6F ? aiVector3D() : by);
        }
        Json out = {{"POSITION", addAdded(places)}};
        if (turns) out["NORMAL"] = addAdded(normals);
        return out;
    }

    /// What is added to some of the vertices.
    struct Added {
        std::vector<std::uint32_t> rows;
        std::vector<float> values;

        void add(unsigned vertex, const aiVector3D& by)
        {
            if (by.x == 0 && by.y == 0 && by.z == 0) return;
            rows.push_back(vertex);
            values.insert(values.end(), {by.x, by.y, by.z});
        }
    };

    int addAdded(const Added& added)
    {
        return draft_.buffers.addSparse(added.rows, added.values, 3, "VEC3", mesh_.mNumVertices);
    }

    Draft& draft_;
    const aiMesh& mesh_;
    Json attributes_;
    std::vector<float> normals_;
};

/// The most morphs of a node's meshes, by name.
std::vector<const aiAnimMesh*> morphsOf(const Draft& draft, const aiNode& node)
{
    std::vector<const aiAnimMesh*> out;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
        const aiMesh& mesh = *draft.scene.mMeshes[node.mMeshes[i]];
        if (mesh.mNumAnimMeshes > out.size())
            out.assign(mesh.mAnimMeshes, mesh.mAnimMeshes + mesh.mNumAnimMeshes);
    }
    return out;
}

bool isDrawn(Draft& draft, const aiMesh& mesh)
{
    if (mesh.mNumVertices == 0 || mesh.mNumFaces == 0) return false;
    if (mesh.mPrimitiveTypes & aiPrimitiveType_TRIANGLE) return true;
    draft.lost.add("points and lines are left out", mesh.mName.C_Str());
    return false;
}

/// The weight of a morph where nothing animates it. Of FBX files assimp gives none.
float restOf(const Draft& draft, const aiAnimMesh& morph)
{
    if (!draft.fbx) return morph.mWeight;
    const auto known = draft.unsaid.weights.find(morph.mName.C_Str());
    return known == draft.unsaid.weights.end() ? 0 : known->second;
}

}  // namespace

void writeMeshes(Draft& draft, int row)
{
    const aiNode& node = *draft.nodes[row].node();
    const std::vector<const aiAnimMesh*> morphs = morphsOf(draft, node);
    Shapes shapes;
    Json names = Json::array();
    for (const aiAnimMesh* morph : morphs) {
        shapes.rest.push_back(restOf(draft, *morph));
        names.push_back(morph->mName.C_Str());
    }
    const auto addMesh = [&](const std::string& name, Json primitives) {
        Json mesh = {{"name", name}, {"primitives", std::move(primitives)}};
        if (!morphs.empty()) {
            mesh["weights"] = shapes.rest;
            mesh["extras"]["targetNames"] = names;
        }
        draft.json["meshes"].push_back(std::move(mesh));
        return draft.json["meshes"].size() - 1;
    };
    Json plain = Json::array();
    for (unsigned i = 0; i < node.mNumMeshes; ++i) {
        const aiMesh& mesh = *draft.scene.mMeshes[node.mMeshes[i]];
        if (!isDrawn(draft, mesh)) continue;
        const std::optional<Skin> skin = writeSkin(draft, mesh, node.mName.C_Str());
        Json primitive = PrimitiveWriter(draft, mesh).write(skin ? &*skin : nullptr, morphs.size());
        if (!skin) {
            plain.push_back(std::move(primitive));
            continue;
        }
        const std::string name = draft.nodes[row].name + (i > 0 ? "." + std::to_string(i) : "");
        const std::size_t shown = addMesh(name, Json::array({std::move(primitive)}));
        shapes.nodes.push_back(
            draft.addNode({{"name", name + " mesh"}, {"mesh", shown}, {"skin", skin->row}}, -1));
    }
    if (!plain.empty()) {
        const std::string& name = draft.nodes[row].name;
        const int seat = draft.isJoint(row) ? draft.addNode({{"name", name + " mesh"}}, row) : row;
        draft.json["nodes"][seat]["mesh"] = addMesh(name, std::move(plain));
        shapes.nodes.push_back(seat);
    }
    if (!morphs.empty() && !shapes.nodes.empty()) draft.shapes.emplace(row, std::move(shapes));
}

}  // namespace posewright::import
