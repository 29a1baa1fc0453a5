#pragma once

#include "ui/session/motion_watch.h"
#include "ui/viewport/camera_follow.h"
#include "ui/viewport/interaction.h"
#include "ui/viewport/layers/composition.h"
#include "ui/viewport/still_view.h"
#include "ui/viewport/viewport.h"

#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>

namespace Qt3DRender {
class QClearBuffers;
}

namespace posewright::ui {

struct FrameGraph;
class SmoothEdges;
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
    std::vector<Vec3> shownPoints() const override;
    bool draws() const override { return true; }

    Interaction& interaction() noexcept { return interaction_; }
    const Composition& picture() const noexcept { return picture_; }
    Window3d& window() noexcept { return *window_; }
    /// The texts over the scene, as last drawn; for tests.
    const std::vector<PlacedText>& texts() const noexcept { return picture_.texts(); }

private:
    void smoothWhilePaused(const FrameGraph& frames);
    void documentReplaced();
    void frameFirst();
    /// The camera moved to show points below what covers the upper edge of the view.
    Camera framed(const std::vector<Vec3>& points) const;
    void followMotion(const Evaluation& evaluation);
    void show(const Evaluation& evaluation);
    Emphasis emphasis() const;
    void emphasise();
    void drawOverlay();
    bool paintOverlay();  ///< true: new letters have to be uploaded
    void listHits(const QPointF& at, const std::vector<NodeId>& nodes);

    Session& session_;
    Evaluator& evaluator_;
    Stage stage_;
    Camera camera_;
    MotionFault toldFault_;  ///< as shown in the overlay
    CameraFollow follow_;
    ClipShown clip_;  ///< that is followed
    Interaction interaction_;
    Window3d* window_;           ///< owned by the container
    QWidget* container_;         ///< owned by the frame
    QPointer<ViewFrame> frame_;  ///< owned by the layout that it is put into, or by us
    std::unique_ptr<ViewKeys> keys_;
    Composition picture_;
    Qt3DRender::QClearBuffers* background_ = nullptr;
    std::unique_ptr<SmoothEdges> smooth_;  ///< null: the window itself has smooth edges
    QTimer redraw_;                        ///< merges several causes into one drawing
    StillView still_;                      ///< while playing
    bool fresh_ = false;                   ///< the document came in this turn of the event loop
    bool framed_ = false;  ///< the camera was placed for this document and a valid size
    std::optional<Shared<Scene>> shownScene_;  ///< last given to the picture
    Shared<Rig> shownRig_;
};

}  // namespace posewright::ui
