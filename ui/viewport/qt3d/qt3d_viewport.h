#pragma once

#include "ui/session/motion_watch.h"
#include "ui/viewport/camera_follow.h"
#include "ui/viewport/interaction.h"
#include "ui/viewport/overlay/canvas.h"
#include "ui/viewport/qt3d/entity_graph.h"
#include "ui/viewport/viewport.h"

#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>

namespace Qt3DRender {
class QLayer;
}

namespace posewright::ui {

class OverlayEntity;
class ViewFrame;
class ViewKeys;
class Window3d;

/// Draws with Qt 3D into a native window inside the widget.
class Qt3dViewport final : public Viewport {
    Q_OBJECT

public:
    Qt3dViewport(Session& session, Evaluator& evaluator);
    ~Qt3dViewport() override;

    QWidget& widget() override;
    const Camera& camera() const override { return camera_; }
    void setCamera(const Camera& camera) override;
    ViewSize viewSize() const override;
    const Stage& stage() const override { return stage_; }
    void frameSelected() override;
    void frameAll() override;
    void frameMotion() override;
    bool draws() const override { return true; }

    Interaction& interaction() noexcept { return interaction_; }
    EntityGraph& graph() noexcept { return *graph_; }
    Window3d& window() noexcept { return *window_; }
    /// What is written over the scene, as last drawn; for tests.
    const std::vector<PlacedText>& texts() const noexcept { return texts_; }

private:
    void documentReplaced();
    void frameFirst();
    void followMotion(const Evaluation& evaluation);
    void show(const Evaluation& evaluation);
    void emphasise();
    void followSettings();
    void drawOverlay();
    void listHits(const QPointF& at, const std::vector<NodeId>& nodes);

    Session& session_;
    Evaluator& evaluator_;
    Stage stage_;
    Camera camera_;
    MotionFault toldFault_;  ///< as the overlay tells it
    CameraFollow follow_;
    Interaction interaction_;
    Window3d* window_;           ///< owned by the container
    QWidget* container_;         ///< owned by the frame
    QPointer<ViewFrame> frame_;  ///< owned by the layout that it is put into, or by us
    std::unique_ptr<ViewKeys> keys_;
    Qt3DCore::QEntity* root_;
    Qt3DRender::QLayer* overlay_;
    Qt3DRender::QLayer* flat_;
    std::unique_ptr<EntityGraph> graph_;
    std::unique_ptr<TextAtlas> atlas_;
    OverlayEntity* flatPicture_;  ///< owned by root
    std::vector<PlacedText> texts_;
    QTimer redraw_;        ///< several causes of one moment draw once
    bool framed_ = false;  ///< the camera was placed for this document and a real size
    std::optional<Shared<Scene>> shownScene_;  ///< what the graph was last synced with
    Shared<Rig> shownRig_;
};

}  // namespace posewright::ui
