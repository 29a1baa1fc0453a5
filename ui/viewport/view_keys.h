#pragma once

#include <QObject>
#include <QPointer>

class QKeyEvent;
class QWidget;
class QWindow;

namespace posewright::ui {

class Interaction;

/// Gives the view the keys that it uses, wherever the focus is. The picture is a native window
/// inside the main window; which of the two receives keys depends on the window manager, and the
/// focus may be in any panel.
///
/// During a drag in the view it gets Esc and the axis keys. Holding K makes the left button scrub,
/// unless text is being typed; over the view K has no other effect. Keys used here are not passed
/// on.
class ViewKeys : public QObject {
    Q_OBJECT

public:
    /// @param view keys of its main window are watched
    /// @param canvas the native window of the picture
    ViewKeys(Interaction& interaction, QWidget& view, QWindow& canvas);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isOurs(const QObject* receiver) const;
    bool pressed(const QObject* receiver, const QKeyEvent& key);
    void letGoElsewhere();

    Interaction& interaction_;
    QPointer<QWidget> view_;
    QPointer<QWindow> canvas_;
    bool pointerOver_ = false;
};

}  // namespace posewright::ui
