#pragma once

#include "core/evaluate/evaluate.h"
#include "ui/viewport/camera.h"
#include "ui/viewport/stage.h"

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

    /// Moves the camera to see the selection (everything, where nothing is selected), or the whole
    /// motion.
    virtual void frameSelected() = 0;
    virtual void frameAll() = 0;

    /// False: there is no OpenGL, and the widget says so.
    virtual bool draws() const = 0;

signals:
    /// One line about what the pointer is on or what a drag does; empty: nothing. Plain text.
    void hint(const QString& text);
    /// Files were dropped on the view.
    void dropped(const QStringList& paths);
};

/// The Qt 3D viewport, or one that explains why there is no picture.
std::unique_ptr<Viewport> makeViewport(Session& session, Evaluator& evaluator);

}  // namespace posewright::ui
