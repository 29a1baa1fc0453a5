#pragma once

#include <cstdint>

namespace posewright::ui {

/// How meshes are shown. Hidden: bones alone. Weights: by the bones that move them.
enum class MeshStyle : std::uint8_t { Smooth, Flat, Wire, Hidden, Weights };

/// How light comes back from a surface: dull, with highlights, or by the microfacets of its
/// material.
enum class Shading : std::uint8_t { Lambert, BlinnPhong, Physical };

/// What lies behind the scene.
enum class Backdrop : std::uint8_t { Dark, Black, Grey, White };

}  // namespace posewright::ui
