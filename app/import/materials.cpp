#include "app/import/materials.h"

#include "app/import/surface.h"
#include "core/io/gltf/picture_type.h"

#include <algorithm>
#include <array>
#include <assimp/material.h>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace posewright::import {

namespace {

using io::gltf::Json;

/// A texture of a material, as the file has it.
struct Picture {
    std::string name;
    int uv = 0;
    std::array<int, 2> wrap{10497, 10497};  ///< of OpenGL

    bool operator==(const Picture&) const = default;
};

int wrapOf(int mode)
{
    return mode == aiTextureMapMode_Mirror ? 33648 : mode == aiTextureMapMode_Wrap ? 10497 : 33071;
}

class MaterialWriter {
public:
    MaterialWriter(Draft& draft, const aiMaterial& from) : draft_(draft), from_(from)
    {
        aiString name;
        if (from.Get(AI_MATKEY_NAME, name) == AI_SUCCESS) name_ = name.C_Str();
    }

    bool write()
    {
        const Surface surface = surfaceOf(from_, draft_.byBlender);
        if (!name_.empty()) material_["name"] = name_;
        material_["doubleSided"] = true;
        writeBase(surface);
        writeMetal(surface);
        writeEmission(surface);
        place(material_, "normalTexture",
              take({aiTextureType_NORMALS, aiTextureType_NORMAL_CAMERA}), Json());
        place(material_, "occlusionTexture", take({aiTextureType_AMBIENT_OCCLUSION}), Json());
        tellRest();
        material_["pbrMetallicRoughness"] = std::move(pbr_);
        draft_.json["materials"].push_back(std::move(material_));
        return namesPictures_;
    }

private:
    /// The first picture of these kinds.
    std::optional<Picture> take(std::initializer_list<aiTextureType> types)
    {
        std::optional<Picture> out;
        for (const aiTextureType type : types) {
            taken_[type] = true;
            const unsigned count = from_.GetTextureCount(type);
            if (count > 1) lose("textures in layers upon others are left out");
            if (count == 0 || out) continue;
            aiString path;
            unsigned uv = 0;
            std::array<aiTextureMapMode, 2> modes{aiTextureMapMode_Wrap, aiTextureMapMode_Wrap};
            if (from_.GetTexture(type, 0, &path, nullptr, &uv, nullptr, nullptr, modes.data()) !=
                AI_SUCCESS)
                continue;
            out = Picture{path.C_Str(), static_cast<int>(uv), {wrapOf(modes[0]), wrapOf(modes[1])}};
            aiUVTransform lies;
            if (from_.Get(AI_MATKEY_UVTRANSFORM(type, 0), lies) == AI_SUCCESS &&
                !(lies.mTranslation == aiVector2D(0, 0) && lies.mScaling == aiVector2D(1, 1) &&
                  lies.mRotation == 0))
                lose("textures that are moved, scaled or turned on their surface lie as if they "
                     "were not");
        }
        return out;
    }

    void writeBase(const Surface& surface)
    {
        const auto& c = surface.base;
        const Json plain = {c[0], c[1], c[2], surface.opacity};
        pbr_["baseColorFactor"] = plain;
        const auto picture = take({aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE});
        const auto opacity = take({aiTextureType_OPACITY});
        // With a texture, the colour is only a fallback for renderers without textures.
        if (place(pbr_, "baseColorTexture", picture, {{"baseColorFactor", plain}}))
            pbr_["baseColorFactor"] = {1, 1, 1, surface.opacity};
        const bool holes = opacity && opacity == picture;  // in its alpha
        if (surface.opacity < 1 || holes) material_["alphaMode"] = "BLEND";
        if (opacity && !holes) lose("textures of opacity apart from the colour's are left out");
    }

    void writeMetal(const Surface& surface)
    {
        pbr_["metallicFactor"] = surface.metallic;
        pbr_["roughnessFactor"] = surface.roughness;
        std::optional<Picture> metal = take({aiTextureType_METALNESS});
        std::optional<Picture> rough = take({aiTextureType_DIFFUSE_ROUGHNESS});
        if (draft_.byBlender) {
            if (const auto own = take({aiTextureType_REFLECTION}); !metal) metal = own;
            if (const auto own = take({aiTextureType_SHININESS}); !rough) rough = own;
        }
        const Json plain = {{"metallicFactor", surface.metallic},
                            {"roughnessFactor", surface.roughness}};
        // One picture holds both: roughness in green, metallic in blue.
        const bool both = metal && metal == rough;
        const bool alone = rough && !metal && surface.metallic == 0;
        if (both || alone) {
            if (!place(pbr_, "metallicRoughnessTexture", rough, plain)) return;
            pbr_["roughnessFactor"] = 1;
            pbr_["metallicFactor"] = both ? 1 : 0;
            return;
        }
        if (metal || rough)
            lose("textures of metallic and roughness that are not one picture are left out, and "
                 "the numbers of their materials hold");
    }

    void writeEmission(const Surface& surface)
    {
        const auto& c = surface.emission;
        const float most = std::max({c[0], c[1], c[2]});
        const float by = std::max(most, 1.0F);
        const Json plain = {c[0] / by, c[1] / by, c[2] / by};
        if (place(material_, "emissiveTexture",
                  take({aiTextureType_EMISSIVE, aiTextureType_EMISSION_COLOR}),
                  {{"emissiveFactor", plain}}))
            material_["emissiveFactor"] = {1, 1, 1};
        else if (most > 0)
            material_["emissiveFactor"] = plain;
        if (!(by > 1)) return;
        draft_.uses("KHR_materials_emissive_strength");
        material_["extensions"]["KHR_materials_emissive_strength"]["emissiveStrength"] = by;
    }

    /// Names what has no place in glTF's material.
    void tellRest()
    {
        for (int type = aiTextureType_DIFFUSE; type < aiTextureType_UNKNOWN; ++type)
            if (!taken_[type] && from_.GetTextureCount(static_cast<aiTextureType>(type)) > 0)
                lose("textures of kinds that are not carried (bumps, highlights, displacement...) "
                     "are left out");
        if (from_.GetTextureCount(aiTextureType_CLEARCOAT) +
                from_.GetTextureCount(aiTextureType_SHEEN) +
                from_.GetTextureCount(aiTextureType_TRANSMISSION) >
            0)
            lose("textures of coats, sheen and transmission are left out");
    }

    void lose(const char* what) { draft_.lost.add(what, name_); }

    /// Puts a texture into its place, if it can be had. @param without  what holds if its file is
    /// not there; null: nothing else
    bool place(Json& owner, const char* name, const std::optional<Picture>& picture, Json without)
    {
        if (!picture) return false;
        bool outside = false;
        const int texture = textureOf(*picture, outside);
        if (texture < 0) return false;
        Json info = {{"index", texture}};
        if (picture->uv > 0) info["texCoord"] = picture->uv;
        if (outside && !without.is_null()) info["extras"]["without"] = std::move(without);
        owner[name] = std::move(info);
        return true;
    }

    int textureOf(const Picture& picture, bool& outside)
    {
        const int image = imageOf(picture.name, outside);
        if (image < 0) return -1;
        Json texture = {{"source", image}};
        if (picture.wrap != Picture().wrap)
            texture["sampler"] =
                rowFor("samplers", {{"wrapS", picture.wrap[0]}, {"wrapT", picture.wrap[1]}});
        return rowFor("textures", std::move(texture));
    }

    /// The row of what a list has or gets.
    int rowFor(const char* list, Json value)
    {
        Json& rows = draft_.json[list];
        for (std::size_t row = 0; row < rows.size(); ++row)
            if (rows[row] == value) return static_cast<int>(row);
        rows.push_back(std::move(value));
        return static_cast<int>(rows.size()) - 1;
    }

    int imageOf(const std::string& name, bool& outside)
    {
        const aiTexture* inside = draft_.scene.GetEmbeddedTexture(name.c_str());
        if (!inside) {
            outside = namesPictures_ = true;
            return rowFor("images", {{"uri", name}});
        }
        if (const auto known = draft_.images.find(inside); known != draft_.images.end())
            return known->second;
        int& row = draft_.images.emplace(inside, -1).first->second;
        if (inside->mHeight != 0) {
            draft_.lost.add("textures of bare pixels are left out", name);
            return row;
        }
        const std::string_view bytes(reinterpret_cast<const char*>(inside->pcData), inside->mWidth);
        const char* mime = io::gltf::pictureTypeOf(bytes);
        if (!mime) {
            draft_.lost.add("textures in the file that are of kinds that glTF does not have are "
                            "left out",
                            name);
            return row;
        }
        Json& images = draft_.json["images"];
        images.push_back(
            {{"bufferView", draft_.buffers.addView(std::string(bytes))}, {"mimeType", mime}});
        return row = static_cast<int>(images.size()) - 1;
    }

    Draft& draft_;
    const aiMaterial& from_;
    std::string name_;
    Json material_;
    Json pbr_;
    std::array<bool, AI_TEXTURE_TYPE_MAX + 1> taken_{};
    bool namesPictures_ = false;
};

}  // namespace

bool writeMaterials(Draft& draft)
{
    bool names = false;
    for (unsigned i = 0; i < draft.scene.mNumMaterials; ++i)
        names = MaterialWriter(draft, *draft.scene.mMaterials[i]).write() || names;
    return names;
}

}  // namespace posewright::import
