#pragma once

#include "core/base/shared.h"

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace posewright {

/// A picture, encoded as in its file: PNG, JPEG or other. It is decoded only to be drawn.
struct Image {
    std::vector<std::uint8_t> bytes;

    bool operator==(const Image&) const = default;
};

/// What a texture shows beyond the edges of its picture.
enum class Wrap : std::uint8_t { Repeat, Clamp, Mirror };

/// A picture on a surface, and how it lies there.
struct Texture {
    Shared<Image> image;
    int uv = 0;  ///< row of Mesh::uv
    std::array<Wrap, 2> wrap{{Wrap::Repeat, Wrap::Repeat}};
    bool nearest = false;  ///< sharp pixels when magnified, rather than smoothed
    /// Texture coordinates become offset + turn(rotation) * scale * uv (glTF extension
    /// KHR_texture_transform). The rotation is in rad.
    Eigen::Vector2f offset = Eigen::Vector2f::Zero();
    Eigen::Vector2f scale = Eigen::Vector2f::Ones();
    float rotation = 0;

    bool operator==(const Texture&) const = default;
};

enum class Alpha : std::uint8_t { Opaque, Mask, Blend };

/// How a surface takes the light (glTF 2.0, section 3.9). Factors multiply what textures give. In
/// metalTexture, blue is metallic and green is roughness; in occlusionTexture, red counts. Colours
/// are linear, those in textures sRGB.
struct Material {
    std::string name;
    std::array<float, 4> baseColor{{1, 1, 1, 1}};
    float metallic = 1;
    float roughness = 1;
    std::array<float, 3> emission{{0, 0, 0}};  ///< above 1 where it is strong
    float normalScale = 1;
    float occlusionStrength = 1;
    std::optional<Texture> baseTexture;
    std::optional<Texture> metalTexture;
    std::optional<Texture> normalTexture;
    std::optional<Texture> occlusionTexture;
    std::optional<Texture> emissionTexture;
    Alpha alpha = Alpha::Opaque;
    float cutoff = 0.5F;    ///< a masked surface with less alpha is not drawn
    bool twoSided = false;  ///< seen from behind, too
    bool unlit = false;     ///< shows its colour regardless of light (KHR_materials_unlit)

    bool operator==(const Material&) const = default;
};

}  // namespace posewright
