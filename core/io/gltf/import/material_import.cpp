#include "core/io/gltf/import/material_import.h"

#include "core/io/gltf/faults/faults.h"
#include "core/io/gltf/picture_type.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace posewright::io::gltf {

namespace {

/// Reads as many finite numbers as `to` has; if the member does not fit, `to` stays.
void take(const Json& object, const char* name, std::span<float> to)
{
    const Json* value = at(object, name);
    if (!value || !value->is_array() || value->size() != to.size()) return;
    const auto isFinite = [](const Json& one) {
        return one.is_number() && std::isfinite(one.get<float>());
    };
    if (!std::all_of(value->begin(), value->end(), isFinite)) return;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = (*value)[i].get<float>();
}

void take(const Json& object, const char* name, float& to)
{
    const Json* value = at(object, name);
    if (value && value->is_number() && std::isfinite(value->get<float>())) to = value->get<float>();
}

void take(const Json& object, const char* name, bool& to)
{
    const Json* value = at(object, name);
    if (value && value->is_boolean()) to = value->get<bool>();
}

class MaterialImporter {
public:
    MaterialImporter(const GltfFile& file, bool outside) : file_(file)
    {
        const Json& images = rows(file.json(), "images");
        for (const Json& image : images) images_.push_back(imageOf(image, outside));
    }

    Shared<Material> import(const Json& json) const
    {
        Material out;
        if (const Json* name = at(json, "name"); name && name->is_string())
            out.name = name->get_ref<const std::string&>();
        if (const Json* pbr = at(json, "pbrMetallicRoughness")) {
            take(*pbr, "baseColorFactor", out.baseColor);
            take(*pbr, "metallicFactor", out.metallic);
            take(*pbr, "roughnessFactor", out.roughness);
            out.baseTexture = texture(*pbr, "baseColorTexture");
            out.metalTexture = texture(*pbr, "metallicRoughnessTexture");
        }
        take(json, "emissiveFactor", out.emission);
        if (const Json* strong = extensionOf(json, "KHR_materials_emissive_strength")) {
            float strength = 1;
            take(*strong, "emissiveStrength", strength);
            for (float& channel : out.emission) channel *= strength;
        }
        out.emissionTexture = texture(json, "emissiveTexture");
        out.normalTexture = texture(json, "normalTexture");
        if (const Json* info = at(json, "normalTexture")) take(*info, "scale", out.normalScale);
        out.occlusionTexture = texture(json, "occlusionTexture");
        if (const Json* info = at(json, "occlusionTexture"))
            take(*info, "strength", out.occlusionStrength);
        if (const Json* mode = at(json, "alphaMode")) {
            if (*mode == "MASK") out.alpha = Alpha::Mask;
            if (*mode == "BLEND") out.alpha = Alpha::Blend;
        }
        take(json, "alphaCutoff", out.cutoff);
        take(json, "doubleSided", out.twoSided);
        out.unlit = extensionOf(json, "KHR_materials_unlit") != nullptr;
        return Shared<Material>(std::move(out));
    }

private:
    using MaybeImage = std::optional<Shared<Image>>;

    /// Images that name the same bytes share them.
    MaybeImage imageOf(const Json& image, bool outside)
    {
        const int view = rowIn(image, "bufferView");
        if (view >= 0 && view < std::ssize(file_.views())) {
            const std::string_view bytes = file_.views()[view].bytes;
            const auto [known, isNew] =
                ofBytes_.try_emplace({bytes.data(), bytes.size()}, std::nullopt);
            if (isNew) known->second = imageFrom(bytes);
            return known->second;
        }
        const Json* uri = at(image, "uri");
        if (!uri || !uri->is_string()) return std::nullopt;
        const std::string& spelled = uri->get_ref<const std::string&>();
        if (!outside && !spelled.starts_with("data:")) return std::nullopt;
        const auto [known, isNew] = ofUris_.try_emplace(spelled, std::nullopt);
        if (!isNew) return known->second;
        try {
            known->second = imageFrom(file_.resource(*uri));
        } catch (const Trouble&) {
            return std::nullopt;
        }
        return known->second;
    }

    static MaybeImage imageFrom(std::string_view bytes)
    {
        if (!pictureTypeOf(bytes)) return std::nullopt;
        Image out;
        const auto* from = reinterpret_cast<const std::uint8_t*>(bytes.data());
        out.bytes.assign(from, from + bytes.size());
        return Shared<Image>(std::move(out));
    }

    /// The image of a texture. Images from extensions are used only if there is no other.
    int imageRow(const Json& texture) const
    {
        int row = rowIn(texture, "source");
        for (const char* name : {"EXT_texture_webp", "KHR_texture_basisu"})
            if (const Json* other = extensionOf(texture, name); other && row < 0)
                row = rowIn(*other, "source");
        return row < std::ssize(images_) ? row : -1;
    }

    std::optional<Texture> texture(const Json& object, const char* name) const
    {
        const Json* info = at(object, name);
        if (!info) return std::nullopt;
        const Json& textures = rows(file_.json(), "textures");
        const int row = rowIn(*info, "index");
        if (row < 0 || row >= std::ssize(textures)) return std::nullopt;
        const int shown = imageRow(textures[row]);
        if (shown < 0 || !images_[shown]) return std::nullopt;
        Texture out;
        out.image = *images_[shown];
        out.uv = std::max(rowIn(*info, "texCoord"), 0);
        const Json& samplers = rows(file_.json(), "samplers");
        if (const int s = rowIn(textures[row], "sampler"); s >= 0 && s < std::ssize(samplers))
            sample(samplers[s], out);
        if (const Json* lies = extensionOf(*info, "KHR_texture_transform")) {
            take(*lies, "offset", {out.offset.data(), 2});
            take(*lies, "scale", {out.scale.data(), 2});
            take(*lies, "rotation", out.rotation);
            if (const int uv = rowIn(*lies, "texCoord"); uv >= 0) out.uv = uv;
        }
        return out;
    }

    /// The constants are OpenGL's (glTF 2.0, section 5.26).
    static void sample(const Json& sampler, Texture& out)
    {
        const auto wrap = [&](const char* name) {
            const int value = rowIn(sampler, name);
            return value == 33071 ? Wrap::Clamp : value == 33648 ? Wrap::Mirror : Wrap::Repeat;
        };
        out.wrap = {wrap("wrapS"), wrap("wrapT")};
        out.nearest = rowIn(sampler, "magFilter") == 9728;
    }

    const GltfFile& file_;
    std::vector<MaybeImage> images_;
    std::map<std::pair<const char*, std::size_t>, MaybeImage> ofBytes_;
    std::map<std::string, MaybeImage> ofUris_;
};

constexpr int kSetsShown = 2;  // rows of Mesh::uv

bool showsAll(const Material& material)
{
    const auto isShown = [](const std::optional<Texture>& texture) {
        return !texture || texture->uv < kSetsShown;
    };
    return isShown(material.baseTexture) && isShown(material.metalTexture) &&
           isShown(material.normalTexture) && isShown(material.occlusionTexture) &&
           isShown(material.emissionTexture);
}

}  // namespace

std::vector<Shared<Material>> importMaterials(const GltfFile& file, bool outside,
                                              Diagnostics& diagnostics)
{
    const MaterialImporter importer(file, outside);
    std::vector<Shared<Material>> materials;
    for (const Json& material : rows(file.json(), "materials")) {
        materials.push_back(importer.import(material));
        if (!showsAll(*materials.back()))
            diagnostics.push_back({Diagnostic::Severity::Warning,
                                   "a texture that uses texture coordinates beyond the second set "
                                   "is not drawn; it stays in the file",
                                   pointerTo(file.json(), material)});
    }
    materials.emplace_back(Material{});
    return materials;
}

}  // namespace posewright::io::gltf
