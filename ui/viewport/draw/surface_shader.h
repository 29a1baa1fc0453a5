#pragma once

#include "ui/viewport/draw/shading.h"

#include <QByteArray>

#include <string>
#include <vector>

namespace posewright::ui {

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
    Shading shading = Shading::BlinnPhong;
};

/// GLSL 1.50 and ES 3.00, without the #version line.
QByteArray vertexCode(const SurfaceShader& shader);
QByteArray fragmentCode(const SurfaceShader& shader);

}  // namespace posewright::ui
