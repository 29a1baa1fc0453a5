#pragma once

#include "core/scene/material.h"
#include "ui/viewport/draw/shading.h"
#include "ui/viewport/draw/texture.h"

#include <Eigen/Core>

#include <array>
#include <map>
#include <utility>
#include <vector>

namespace Qt3DCore {
class QNode;
}
namespace Qt3DRender {
class QAbstractTexture;
class QEffect;
class QMaterial;
class QParameter;
}  // namespace Qt3DRender

namespace posewright::ui {

/// What shines on surfaces, in the world. The place of a directional light is the direction that it
/// comes from, with a 0 behind it; of others the place, with a 1.
struct SurfaceLight {
    Eigen::Vector4f place = Eigen::Vector4f::Zero();
    Eigen::Vector3f color = Eigen::Vector3f::Zero();  ///< linear, of any strength
    Eigen::Vector3f aim = Eigen::Vector3f::Zero();    ///< of a spot
    float cone = -2;                                  ///< cosine of its half angle; -2: no spot
};

/// How a surface is shown, beside what its material says.
struct SurfaceStyle {
    MeshStyle style = MeshStyle::Smooth;
    Shading shading = Shading::BlinnPhong;
    bool mirrored = false;   ///< its triangles turn the other way
    bool noNormals = false;  ///< each triangle has its own
    bool lit = false;        ///< by the scene's lights, not by those of the camera
    bool tinted = false;     ///< its vertices have colours

    auto operator<=>(const SurfaceStyle&) const = default;
};

/// Materials for meshes whose vertices are in the world: the attributes `at`, `facing`, `uv0`,
/// `uv1`, `tint`. Each is made when it is first asked for, and shared.
class SurfaceBox {
public:
    static constexpr int kLights = 4;

    /// `parent` owns what is made.
    explicit SurfaceBox(Qt3DCore::QNode* parent);
    ~SurfaceBox();

    Qt3DRender::QMaterial* material(const Shared<Material>& material, const SurfaceStyle& style);

    /// Up to kLights of the scene.
    void light(const std::vector<SurfaceLight>& lights);
    /// How bright all surfaces are. [stops] 0: as they are
    void expose(double stops);

    /// Lets go of the materials, for those of another document.
    void clear();

private:
    struct Made {
        Shared<Material> of;
        SurfaceStyle style;
        Qt3DRender::QMaterial* material = nullptr;
    };
    struct TextureMade {
        Texture of;
        Texels texels = Texels::Colors;
        Qt3DRender::QAbstractTexture* texture = nullptr;
    };
    /// What shaders differ by.
    struct Variant {
        unsigned textures = 0;  ///< a bit for each kind
        SurfaceStyle style;
        Alpha alpha = Alpha::Opaque;
        bool twoSided = false;
        bool unlit = false;
        bool secondUv = false;  ///< a texture lies by it

        auto operator<=>(const Variant&) const = default;
    };

    Qt3DRender::QEffect* effect(const Variant& variant);
    Qt3DRender::QAbstractTexture* texture(const Texture& texture, Texels texels);

    Qt3DCore::QNode* parent_;
    Qt3DCore::QNode* things_;
    std::map<Variant, Qt3DRender::QEffect*> effects_;
    std::vector<Made> materials_;
    std::vector<TextureMade> textures_;
    std::vector<Qt3DRender::QParameter*> lights_;  ///< four for each light
    Qt3DRender::QParameter* exposure_;
};

}  // namespace posewright::ui
