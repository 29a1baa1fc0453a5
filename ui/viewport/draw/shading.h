#pragma once

#include <cstdint>

namespace posewright::ui {

/// How meshes are shown. Hidden: only bones. Weights: coloured by the bones that move them.
enum class MeshStyle : std::uint8_t { Smooth, Flat, Wire, Hidden, Weights };

/// The reflection model of surfaces: diffuse, with highlights, or microfacets of the material.
enum class Shading : std::uint8_t { Lambert, BlinnPhong, Physical };

/// Who computes where the vertices of surfaces are for drawing. What is picked, framed or compared
/// is always computed by the library.
enum class MovedBy : std::uint8_t { Processor, Card };

/// The background of the scene.
enum class Backdrop : std::uint8_t { Dark, Black, Grey, White };

}  // namespace posewright::ui
