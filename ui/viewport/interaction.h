#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"
#include "core/math/camera.h"
#include "core/math/picking.h"

#include <QObject>
#include <QPointF>

#include <optional>
#include <vector>

namespace posewright::ui {

class Evaluator;
class Session;
class Viewport;

/// What the pointer does in the viewport: moves the camera, picks, and drags targets and poles.
///
/// Camera: Alt+left or middle button orbits; Alt+middle or Shift+middle pans; the wheel, Alt+right
/// or Ctrl+middle zooms, to the cursor. Left picks: Shift or Ctrl adds, a second click on the same
/// spot takes what lies behind. Dragging a target or pole moves it in the plane of the view, the
/// limb following, and keys it at the playhead: one step of the history when the button is let go,
/// none after Esc. Knows no window, so that it is driven by tests without a screen.
class Interaction : public QObject {
    Q_OBJECT

public:
    Interaction(Session& session, Evaluator& evaluator, Viewport& view);

    void press(const QPointF& at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
    void move(const QPointF& at);
    void release(const QPointF& at, Qt::MouseButton button);
    void wheel(const QPointF& at, int angleDelta);
    void leave();

    /// Ends a drag as if it had never begun; false if there was none.
    bool cancel();
    bool dragging() const noexcept { return mode_ == Mode::Drag; }

signals:
    void hint(const QString& text);

private:
    enum class Mode { Idle, Orbit, Pan, Zoom, Press, Drag };
    struct Grabbed {
        NodeId node = NodeId::None;
        ConstraintId target = ConstraintId::None;  ///< None: a pole
        Vec3 position = Vec3::Zero();              ///< when grabbed, world
    };

    std::vector<Hit> hitsAt(const QPointF& at) const;
    void click();
    void startDrag();
    void drag(const QPointF& at);
    void hover(const QPointF& at);
    std::optional<edit::Edit> moved(const Grabbed& grabbed, const Vec3& by) const;

    Session& session_;
    Evaluator& evaluator_;
    Viewport& view_;
    Mode mode_ = Mode::Idle;
    Qt::MouseButton button_ = Qt::NoButton;
    Qt::KeyboardModifiers modifiers_;
    QPointF pressed_;
    QPointF last_;
    NodeId under_ = NodeId::None;  ///< what the press hit
    QPointF lastClick_{-1, -1};
    int gesture_ = 0;
    std::vector<Grabbed> grabbed_;
    Vec3 anchor_ = Vec3::Zero();  ///< point of the drag's plane under the press
};

}  // namespace posewright::ui
