#pragma once

#include "ui/viewport/draw/shading.h"

#include <QByteArray>

#include <string>
#include <vector>

namespace posewright::ui {

/// What a shader for surfaces has to do. The less it is, the faster are processors that have no
/// graphics card beside them.
struct SurfaceShader {
    std::vector<std::string> textures;  ///< of base, metal, bump, occlusion, emission
    int lights = 0;                     ///< of the scene; 0: three that come with the camera
    bool twoSided = false;
    bool mask = false;   ///< what is below the cutoff is not there
    bool opaque = true;  ///< whatever the colour says
    bool unlit = false;
    bool flat = false;      ///< each triangle has one normal
    bool tinted = false;    ///< vertices have colours
    bool secondUv = false;  ///< a texture lies by the second set of coordinates
    Shading shading = Shading::BlinnPhong;
};

/// GLSL 1.50 and ES 3.00, without the line that says so.
QByteArray vertexCode(const SurfaceShader& shader);
QByteArray fragmentCode(const SurfaceShader& shader);

}  // namespace posewright::ui
