#pragma once

#include "core/scene/material.h"
#include "ui/viewport/draw/shading.h"
#include "ui/viewport/draw/texture.h"

#include <Eigen/Core>
#include <QObject>

#include <array>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace Qt3DCore {
class QBuffer;
class QNode;
}  // namespace Qt3DCore
namespace Qt3DRender {
class QAbstractTexture;
class QEffect;
class QMaterial;
class QParameter;
class QShaderProgram;
}  // namespace Qt3DRender

namespace posewright::ui {

/// A light, in the world. `place` is homogeneous: for a directional light the direction that it
/// comes from with w = 0, for others the position with w = 1.
struct SurfaceLight {
    Eigen::Vector4f place = Eigen::Vector4f::Zero();
    Eigen::Vector3f color = Eigen::Vector3f::Zero();  ///< linear, of any strength
    Eigen::Vector3f aim = Eigen::Vector3f::Zero();    ///< of a spot
    float cone = -2;                                  ///< cosine of the half angle; -2: not a spot
};

/// How a surface is shown, in addition to its material.
struct SurfaceStyle {
    MeshStyle style = MeshStyle::Smooth;
    Shading shading = Shading::BlinnPhong;
    bool mirrored = false;   ///< its triangles have the opposite winding
    bool noNormals = false;  ///< no vertex normals: one normal per triangle
    bool lit = false;        ///< by the scene's lights instead of the camera's
    bool tinted = false;     ///< has vertex colours
    int sets = -1;           ///< SurfaceShader::sets

    auto operator<=>(const SurfaceStyle&) const = default;
};

/// Materials for meshes with the attributes `at`, `facing`, `uv0`, `uv1`, `tint`. Their vertices
/// are in the world, or the shader moves them (SurfaceStyle::sets). Each is created at first use
/// and shared.
class SurfaceBox {
public:
    static constexpr int kLights = 4;

    /// `parent` owns what is made.
    explicit SurfaceBox(Qt3DCore::QNode* parent);
    ~SurfaceBox();

    /// @param joints  the block `Joints` of a mesh whose vertices the shader moves, or null
    Qt3DRender::QMaterial* material(const Shared<Material>& material, const SurfaceStyle& style,
                                    Qt3DCore::QBuffer* joints = nullptr);
    /// Drops the materials with these joints. They may have been deleted, not what they belong to.
    void forget(const Qt3DCore::QBuffer* joints);

    /// Sets the scene's lights, up to kLights.
    void light(const std::vector<SurfaceLight>& lights);
    /// Sets the exposure of all surfaces. [stops] 0: unchanged
    void expose(double stops);

    /// Drops the materials, for another document.
    void clear();

    /// Will be called, from the event loop, if the graphics card refuses a shader that moves
    /// vertices. It may drop all materials.
    void whenRefused(std::function<void()> call) { refused_ = std::move(call); }

private:
    struct Made {
        Shared<Material> of;
        SurfaceStyle style;
        const Qt3DCore::QBuffer* joints = nullptr;
        Qt3DRender::QMaterial* material = nullptr;
    };
    struct TextureMade {
        Texture of;
        Texels texels = Texels::Colors;
        Qt3DRender::QAbstractTexture* texture = nullptr;
    };
    /// The parameters of a shader variant.
    struct Variant {
        unsigned textures = 0;  ///< a bit for each kind
        SurfaceStyle style;
        Alpha alpha = Alpha::Opaque;
        bool twoSided = false;
        bool unlit = false;
        bool secondUv = false;  ///< a texture uses it

        auto operator<=>(const Variant&) const = default;
    };

    Qt3DRender::QEffect* effect(const Variant& variant);
    void watch(Qt3DRender::QShaderProgram& program);
    Qt3DRender::QAbstractTexture* texture(const Texture& texture, Texels texels);

    Qt3DCore::QNode* parent_;
    Qt3DCore::QNode* things_;
    std::map<Variant, Qt3DRender::QEffect*> effects_;
    std::vector<Made> materials_;
    std::vector<TextureMade> textures_;
    std::vector<Qt3DRender::QParameter*> lights_;  ///< four for each light
    Qt3DRender::QParameter* exposure_;
    std::function<void()> refused_;
    QObject watcher_;  ///< receives what shaders tell, as long as the box lives
};

}  // namespace posewright::ui
