#pragma once

#include "ui/viewport/interaction.h"

#include <Qt3DExtras/Qt3DWindow>

namespace posewright::ui {

/// The native window that Qt 3D draws into. Hands pointer events to the interaction, and keys to
/// the main window; those that the interaction has a use for, ViewKeys takes before.
class Window3d : public Qt3DExtras::Qt3DWindow {
    Q_OBJECT

public:
    explicit Window3d(Interaction& interaction);

    /// Gets the keys. Not owned.
    void setKeyReceiver(QObject* receiver) { keyReceiver_ = receiver; }

signals:
    void resized();
    void dropped(const QStringList& paths);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    Interaction& interaction_;
    QObject* keyReceiver_ = nullptr;
};

}  // namespace posewright::ui
