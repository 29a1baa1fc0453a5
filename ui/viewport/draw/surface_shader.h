#pragma once

#include "ui/viewport/draw/shading.h"

#include <QByteArray>

#include <string>
#include <vector>

namespace posewright::ui {

/// The most joints and sets of influences that a shader moves vertices by. Each joint is three rows
/// of the block `Joints`, and every card has room for 16 KB (OpenGL 3.1,
/// GL_MAX_UNIFORM_BLOCK_SIZE).
inline constexpr int kMostJoints = 341;
inline constexpr int kMostSets = 3;
/// The rows of the block `Joints`; those of joints that a mesh does not have are not read.
constexpr int rowsFor(int sets)
{
    return sets == 0 ? 3 : 3 * kMostJoints;
}

/// The features of a surface shader. Fewer features are faster with software rendering.
struct SurfaceShader {
    std::vector<std::string> textures;  ///< of base, metal, bump, occlusion, emission
    int lights = 0;                     ///< of the scene; 0: three lights attached to the camera
    bool twoSided = false;
    bool mask = false;   ///< discards pixels below the alpha cutoff
    bool opaque = true;  ///< ignores the colour's alpha
    bool unlit = false;
    bool flat = false;      ///< one normal per triangle
    bool tinted = false;    ///< vertices have colours
    bool secondUv = false;  ///< a texture uses the second set of coordinates
    /// How many sets of four influences the shader blends, from the attributes `joints0`,
    /// `weights0` and so on; 0: it moves all by the first joint; -1: vertices are in the world.
    int sets = -1;
    Shading shading = Shading::BlinnPhong;
};

/// GLSL 1.50 and ES 3.00, without the #version line.
QByteArray vertexCode(const SurfaceShader& shader);
QByteArray fragmentCode(const SurfaceShader& shader);

}  // namespace posewright::ui
