#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "ui/viewport/qt3d/paint.h"
#include "ui/viewport/stage.h"
#include "ui/viewport/view_settings.h"

#include <QMatrix4x4>
#include <QPointer>
#include <Qt3DCore/QEntity>

#include <vector>

namespace Qt3DCore {
class QTransform;
}  // namespace Qt3DCore
namespace Qt3DRender {
class QGeometryRenderer;
class QLayer;
class QMaterial;
}  // namespace Qt3DRender

namespace posewright::ui {

/// What is picked out in the view.
struct Emphasis {
    std::vector<NodeId> selected;
    NodeId hovered = NodeId::None;
};

/// The Qt 3D picture of a document: flat entities, placed in world space.
///
/// Flat on purpose: the library already did forward kinematics, so Qt 3D must not do it again, and
/// a frame is one matrix for each thing. Three calls, three rates: `sync` when the scene or the rig
/// changed, `place` for every evaluation, `paint` when what is picked out changed. Knows nothing of
/// cameras, picking or the session.
class EntityGraph {
public:
    /// Entities become children of `root`, and go with it where it goes first. What bears `overlay`
    /// is drawn over everything else. For lineStrength see PaintBox.
    EntityGraph(Qt3DCore::QEntity& root, Qt3DRender::QLayer& overlay, double lineStrength = 1);
    ~EntityGraph();
    EntityGraph(const EntityGraph&) = delete;
    EntityGraph& operator=(const EntityGraph&) = delete;

    /// One entity for each bone, each gap between a bone's tip and a child, each target, its pole
    /// and its thread; and the ground.
    void sync(const Document& doc, const Stage& stage);

    /// @pre evaluation is of the document last synced
    void place(const Evaluation& evaluation);

    void paint(const Emphasis& emphasis);

    /// Solid bones, bones that let what lies behind shine through, or none: something else draws
    /// lines in their place.
    void setStyle(BoneStyle style);
    void setGrid(bool shown);

    /// Where the entity of a node's bone, target or pole was last placed; for tests.
    const Qt3DCore::QTransform* placement(NodeId node) const;

private:
    enum class Kind { Bone, Joint, Root, Leaf, Link, Target, Pole, Thread };
    struct Row {
        Kind kind = Kind::Bone;
        NodeId node = NodeId::None;
        NodeIndex from = kNoNode;  ///< node that places it
        NodeIndex to = kNoNode;    ///< other end of a link or thread
        int constraint = -1;       ///< row of Rig::constraints
        bool inChain = false;
        Vec3 tip = Vec3::Zero();                    ///< of the bone, in the node's space
        double radius = 1;                          ///< of what is no bone [m]
        Qt3DRender::QMaterial* material = nullptr;  ///< of a paint box
        Qt3DCore::QEntity* entity = nullptr;        ///< owned by root
        Qt3DCore::QTransform* transform = nullptr;
    };

    Row make(Kind kind, NodeId node);
    bool isBone(const Row& row) const;
    void setPaint(Row& row, Paint paint);
    Paint paintOf(const Row& row) const;
    void buildGround(const Stage& stage);

    QPointer<Qt3DCore::QEntity> root_;
    Qt3DCore::QEntity* shapes_;  ///< owner of what entities share
    Qt3DCore::QEntity* ground_ = nullptr;
    Qt3DRender::QLayer& overlay_;
    PaintBox paints_;
    PaintBox veils_;  ///< the same, see-through
    Qt3DRender::QGeometryRenderer* bone_;
    Qt3DRender::QGeometryRenderer* ball_;
    Qt3DRender::QGeometryRenderer* target_;
    Qt3DRender::QGeometryRenderer* line_;
    std::vector<Row> rows_;
    std::vector<ik::Status> statuses_;
    Emphasis emphasis_;
    BoneStyle style_ = BoneStyle::Solid;
    bool grid_ = true;
    Stage stage_;
    double gridStep_ = 0;
    double gridReach_ = 0;
};

}  // namespace posewright::ui
