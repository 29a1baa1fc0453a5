#pragma once

#include "core/evaluate/evaluate.h"
#include "core/math/camera.h"
#include "ui/viewport/stage.h"
#include "ui/viewport/uncovered.h"
#include "ui/viewport/view_settings.h"

#include <QObject>
#include <QWidget>

#include <memory>
#include <vector>

namespace posewright::ui {

class Evaluator;
class Session;

/// The view of the scene, independent of the renderer. Follows the session and the evaluator.
class Viewport : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// The widget for the window's layout. Lives as long as the viewport.
    virtual QWidget& widget() = 0;

    virtual const Camera& camera() const = 0;
    virtual void setCamera(const Camera& camera) = 0;
    virtual ViewSize viewSize() const = 0;
    virtual const Stage& stage() const = 0;

    /// Moves the camera, without turning it, to show the selection (or the figure if nothing is
    /// selected), the whole figure at the current frame, or the space of the whole motion.
    virtual void frameSelected() = 0;
    virtual void frameAll() = 0;
    virtual void frameMotion() = 0;
    /// What frameAll shows: world [m]. Empty: there is no figure.
    virtual std::vector<Vec3> shownPoints() const = 0;

    /// Turns the camera to a standard view: of the whole figure, or as near as before if that was
    /// a close-up of it.
    void lookFrom(StandardView view);
    void setOrthographic(bool orthographic);
    /// Moves the camera back until a point is visible, too; does nothing if it is.
    /// @param edge  distance from the border of the view, so that a symbol there is whole [px]
    void reveal(const Vec3& point, double edge = 40);

    /// Something lies over the upper edge of the view, as high as this: words keep below it. [px]
    void setCovered(int height);
    int covered() const noexcept { return covered_; }
    Uncovered uncovered() const { return {viewSize(), static_cast<double>(covered_)}; }

    ViewSettings& settings() noexcept { return settings_; }
    const ViewSettings& settings() const noexcept { return settings_; }

    /// False: there is no OpenGL, and the widget says so.
    virtual bool draws() const = 0;

signals:
    /// One line about what the pointer is on or what a drag does; empty: nothing. Plain text.
    void hint(const QString& text);
    /// Files were dropped on the view.
    void dropped(const QStringList& paths);
    /// The camera has moved.
    void cameraMoved();
    /// covered() is another height.
    void coveredChanged();
    /// The user asked for the context menu at a screen position.
    void menuAsked(const QPoint& globalPosition);

private:
    ViewSettings settings_;
    int covered_ = 0;
};

/// The Qt 3D viewport, or one that explains why there is no picture.
std::unique_ptr<Viewport> makeViewport(Session& session, Evaluator& evaluator);

}  // namespace posewright::ui
