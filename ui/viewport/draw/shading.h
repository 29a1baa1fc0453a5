#pragma once

#include <cstdint>

namespace posewright::ui {

/// How meshes are shown. Hidden: bones alone.
enum class MeshStyle : std::uint8_t { Smooth, Flat, Wire, Hidden };

/// How light comes back from a surface: dull, with highlights, or by the microfacets of its
/// material.
enum class Shading : std::uint8_t { Lambert, BlinnPhong, Physical };

}  // namespace posewright::ui
