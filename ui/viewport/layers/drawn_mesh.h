#pragma once

#include "core/scene/scene.h"
#include "core/skinning/skin.h"
#include "ui/viewport/draw/surface.h"
#include "ui/viewport/layers/card_skin.h"

#include <QPointer>
#include <Qt3DCore/QEntity>

#include <optional>
#include <vector>

namespace Qt3DCore {
class QAttribute;
class QBuffer;
}  // namespace Qt3DCore
namespace Qt3DRender {
class QMaterial;
}

namespace posewright::ui {

struct Emphasis;

/// A mesh of a node, uploaded to the graphics card: once a frame as moved by the processor, or once
/// at rest and moved by a shader.
class DrawnMesh {
public:
    /// `parent` owns what is made, and `surfaces` the materials; both outlive the mesh, or `parent`
    /// is deleted with everything.
    DrawnMesh(Qt3DCore::QNode& parent, SurfaceBox& surfaces, const Scene& scene, const Node& node,
              const MeshPart& part, MovedBy by);
    ~DrawnMesh();
    DrawnMesh(const DrawnMesh&) = delete;
    DrawnMesh& operator=(const DrawnMesh&) = delete;

    bool shows(const Scene& scene, const Node& node, const MeshPart& part, MovedBy by) const;

    /// The hierarchy may have changed which joints belong to the selected bones.
    void forgetTints();

    void place(const Scene& scene, const std::vector<WorldTransform>& world,
               std::span<const MorphWeights> morphs);
    void paint(const Scene& scene, const Emphasis& emphasis, bool lit);

private:
    /// Attributes of a vertex that do not change with the pose.
    struct Look {
        std::array<float, 4> uv{};
        std::array<std::uint8_t, 4> tint{{255, 255, 255, 255}};
    };
    struct Piece {
        Qt3DCore::QEntity* entity = nullptr;
        Shared<Material> material;
        Shared<Material> chalk;
        Qt3DRender::QMaterial* shown = nullptr;
    };

    static std::vector<Look> looksOf(const Mesh& mesh);
    void tint(std::optional<std::vector<NodeId>> movers, const Scene& scene);
    void addPiece(const MeshPiece& piece, Qt3DCore::QBuffer& corners);
    void reshape(std::span<const double> weights);

    SurfaceBox& surfaces_;
    NodeId id_;
    MeshPart part_;
    QPointer<Qt3DCore::QEntity> owner_;  ///< null if the scene was destroyed first
    Qt3DCore::QBuffer* vertices_ = nullptr;
    Qt3DCore::QBuffer* looks_ = nullptr;
    std::optional<std::vector<NodeId>> tinted_;  ///< by these movers; nullopt: own colours
    std::vector<Qt3DCore::QAttribute*> attributes_;
    Qt3DCore::QAttribute* rest_ = nullptr;
    std::vector<Piece> pieces_;
    std::optional<CardSkin> card_;               ///< nullopt: moved by the processor
    std::optional<std::vector<double>> morphs_;  ///< that the card has the vertices for
    std::vector<skinning::Vertex> moved_;
    skinning::ShapeRoom room_;
    bool mirrored_ = false;
};

}  // namespace posewright::ui
