#pragma once

#include "core/evaluate/evaluate.h"
#include "core/math/camera.h"
#include "ui/viewport/stage.h"
#include "ui/viewport/view_settings.h"

#include <QObject>
#include <QWidget>

#include <memory>

namespace posewright::ui {

class Evaluator;
class Session;

/// The picture of the scene, whatever draws it. Follows the session and the evaluator by itself.
class Viewport : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// What goes into the window's layout. Lives as long as the viewport.
    virtual QWidget& widget() = 0;

    virtual const Camera& camera() const = 0;
    virtual void setCamera(const Camera& camera) = 0;
    virtual ViewSize viewSize() const = 0;
    virtual const Stage& stage() const = 0;

    /// Moves the camera, without turning it, to see the selection (the figure, where nothing is
    /// selected), the whole figure at the frame shown, or all the room that it moves through.
    virtual void frameSelected() = 0;
    virtual void frameAll() = 0;
    virtual void frameMotion() = 0;

    /// Turns the camera to a standard view of the whole figure.
    void lookFrom(StandardView view);
    void setOrthographic(bool orthographic);
    /// Goes back as far as it takes to see a point as well; not at all where it is in view.
    void reveal(const Vec3& point);

    ViewSettings& settings() noexcept { return settings_; }
    const ViewSettings& settings() const noexcept { return settings_; }

    /// False: there is no OpenGL, and the widget says so.
    virtual bool draws() const = 0;

signals:
    /// One line about what the pointer is on or what a drag does; empty: nothing. Plain text.
    void hint(const QString& text);
    /// Files were dropped on the view.
    void dropped(const QStringList& paths);
    /// It looks from elsewhere.
    void cameraMoved();
    /// The user asked what can be done with the selection, at a point of the screen.
    void menuAsked(const QPoint& globalPosition);

private:
    ViewSettings settings_;
};

/// The Qt 3D viewport, or one that explains why there is no picture.
std::unique_ptr<Viewport> makeViewport(Session& session, Evaluator& evaluator);

}  // namespace posewright::ui
