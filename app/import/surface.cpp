#include "app/import/surface.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>

namespace posewright::import {

namespace {

using Color = std::array<float, 3>;

std::optional<float> numberIn(const aiMaterial& from, const char* key)
{
    float value = 0;
    if (from.Get(key, 0, 0, value) != AI_SUCCESS || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::optional<float> numberIn(const aiMaterial& from, std::initializer_list<const char*> keys)
{
    for (const char* key : keys)
        if (const std::optional<float> value = numberIn(from, key)) return value;
    return std::nullopt;
}

std::optional<Color> colorIn(const aiMaterial& from, const char* key)
{
    std::array<ai_real, 4> value{};
    unsigned count = 4;
    if (from.Get(key, 0, 0, value.data(), &count) != AI_SUCCESS || count < 3) return std::nullopt;
    const Color out{value[0], value[1], value[2]};
    for (const float part : out)
        if (!std::isfinite(part)) return std::nullopt;
    return out;
}

std::optional<Color> colorIn(const aiMaterial& from, std::initializer_list<const char*> keys)
{
    for (const char* key : keys)
        if (const std::optional<Color> value = colorIn(from, key)) return value;
    return std::nullopt;
}

float share(float value)
{
    return std::clamp(value, 0.0F, 1.0F);
}

float roughnessOf(const aiMaterial& from, bool byBlender)
{
    if (const auto own =
            numberIn(from, {"$raw.Maya|roughness", "$raw.Maya|specularRoughness",
                            "$raw.3dsMax|Parameters|roughness", "$raw.3dsMax|main|roughness"}))
        return *own;
    const float shininess = std::max(numberIn(from, "$mat.shininess").value_or(0), 0.0F);
    // The inverse of what Blender writes, which assimp computes for all FBX files.
    if (const auto made = numberIn(from, "$mat.roughnessFactor"); made && byBlender) return *made;
    return std::max(std::sqrt(2 / (shininess + 2)), 0.05F);
}

Color emissionOf(const aiMaterial& from)
{
    const auto own =
        colorIn(from, {"$raw.Maya|emissive", "$raw.Maya|emissionColor",
                       "$raw.3dsMax|Parameters|emit_color", "$raw.3dsMax|main|emit_color"});
    Color out = own ? *own : colorIn(from, "$clr.emissive").value_or(Color{0, 0, 0});
    float by = numberIn(from, "$mat.emissiveIntensity").value_or(1);
    if (own)
        by = numberIn(from, {"$raw.Maya|emissive_intensity", "$raw.Maya|emission",
                             "$raw.3dsMax|Parameters|emission"})
                 .value_or(1);
    for (float& part : out) part = std::max(part * by, 0.0F);
    return out;
}

}  // namespace

Surface surfaceOf(const aiMaterial& from, bool byBlender)
{
    Surface out;
    if (const auto color =
            colorIn(from, {"$clr.base", "$raw.Maya|base_color", "$raw.Maya|baseColor",
                           "$raw.3dsMax|Parameters|base_color", "$raw.3dsMax|main|basecolor",
                           "$clr.diffuse"}))
        out.base = *color;
    out.opacity = share(numberIn(from, "$mat.opacity").value_or(1));
    if (const auto metal =
            numberIn(from, {"$mat.metallicFactor", "$raw.Maya|metallic", "$raw.Maya|metalness",
                            "$raw.3dsMax|Parameters|metalness", "$raw.3dsMax|main|metalness"}))
        out.metallic = *metal;
    else if (byBlender)
        out.metallic = numberIn(from, "$mat.reflectivity").value_or(0);
    out.roughness = roughnessOf(from, byBlender);
    for (float* value : {&out.base[0], &out.base[1], &out.base[2], &out.metallic, &out.roughness})
        *value = share(*value);
    out.emission = emissionOf(from);
    return out;
}

}  // namespace posewright::import
