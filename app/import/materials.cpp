#include "app/import/materials.h"

#include "core/io/gltf/picture_type.h"

#include <algorithm>
#include <assimp/material.h>
#include <cmath>
#include <map>
#include <string_view>

namespace posewright::import {

namespace {

using io::gltf::Json;

class MaterialWriter {
public:
    MaterialWriter(const aiScene& scene, Json& json, io::gltf::BufferBuilder& buffers,
                   std::vector<std::string>& warnings) :
        scene_(scene),
        json_(json), buffers_(buffers), warnings_(warnings)
    {
    }

    void write(const aiMaterial& from)
    {
        aiString name;
        aiColor4D color(0.8F, 0.8F, 0.8F, 1);
        float opacity = 1, shininess = 0;
        from.Get(AI_MATKEY_NAME, name);
        from.Get(AI_MATKEY_COLOR_DIFFUSE, color);
        from.Get(AI_MATKEY_OPACITY, opacity);
        from.Get(AI_MATKEY_SHININESS, shininess);
        Json pbr = {{"metallicFactor", 0.0},
                    {"roughnessFactor",
                     std::clamp(std::sqrt(2 / (std::max(shininess, 0.0F) + 2)), 0.05F, 1.0F)}};
        if (const int texture = textureOf(from, aiTextureType_DIFFUSE); texture >= 0) {
            pbr["baseColorTexture"] = {{"index", texture}};
            // With a texture, the colour is only a fallback for renderers without textures.
            color = {1, 1, 1, 1};
        }
        const auto part = [](float value) { return std::clamp(value, 0.0F, 1.0F); };
        pbr["baseColorFactor"] = {part(color.r), part(color.g), part(color.b), part(opacity)};
        Json material = {{"pbrMetallicRoughness", std::move(pbr)}, {"doubleSided", true}};
        if (*name.C_Str()) material["name"] = name.C_Str();
        if (part(opacity) < 1) material["alphaMode"] = "BLEND";
        for (const aiTextureType type : {aiTextureType_NORMALS, aiTextureType_NORMAL_CAMERA})
            if (const int texture = textureOf(from, type); texture >= 0)
                material["normalTexture"] = {{"index", texture}};
        if (const int texture = textureOf(from, aiTextureType_EMISSIVE); texture >= 0) {
            material["emissiveTexture"] = {{"index", texture}};
            material["emissiveFactor"] = {1, 1, 1};
        }
        json_["materials"].push_back(std::move(material));
    }

private:
    int textureOf(const aiMaterial& from, aiTextureType type)
    {
        aiString path;
        if (from.GetTexture(type, 0, &path) != AI_SUCCESS) return -1;
        const auto [known, isNew] = textures_.try_emplace(path.C_Str(), -1);
        if (!isNew) return known->second;
        const aiTexture* inside = scene_.GetEmbeddedTexture(path.C_Str());
        if (!inside) {
            warnings_.push_back("the texture \"" + std::string(path.C_Str()) +
                                "\" lies outside of the file and is left out");
            return -1;
        }
        if (inside->mHeight != 0) {
            warnings_.push_back("a texture of bare pixels is left out");
            return -1;
        }
        const std::string_view bytes(reinterpret_cast<const char*>(inside->pcData), inside->mWidth);
        const char* mime = io::gltf::pictureTypeOf(bytes);
        if (!mime) {
            warnings_.push_back("the texture \"" + std::string(path.C_Str()) +
                                "\" is of no kind that glTF knows and is left out");
            return -1;
        }
        json_["images"].push_back({{"bufferView", buffers_.addView(bytes)}, {"mimeType", mime}});
        json_["textures"].push_back({{"source", json_["images"].size() - 1}});
        return known->second = static_cast<int>(json_["textures"].size()) - 1;
    }

    const aiScene& scene_;
    Json& json_;
    io::gltf::BufferBuilder& buffers_;
    std::vector<std::string>& warnings_;
    std::map<std::string, int> textures_;
};

}  // namespace

void writeMaterials(const aiScene& scene, Json& json, io::gltf::BufferBuilder& buffers,
                    std::vector<std::string>& warnings)
{
    MaterialWriter writer(scene, json, buffers, warnings);
    for (unsigned i = 0; i < scene.mNumMaterials; ++i) writer.write(*scene.mMaterials[i]);
}

}  // namespace posewright::import
