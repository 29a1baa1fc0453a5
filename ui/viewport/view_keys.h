#pragma once

#include <QObject>
#include <QPointer>

class QKeyEvent;
class QWidget;
class QWindow;

namespace posewright::ui {

class Interaction;

/// Gives the view the keys that it uses, whoever has the focus. The picture is a window
/// of its own inside the main window; which of the two the system gives the keys is up to the
/// window manager, and the focus of the main window may be in any panel.
///
/// While something is dragged in the view, Esc and the axes are the drag's. A held K makes the left
/// button scrub, unless a text is being typed; over the view it does nothing else meanwhile. What
/// is used here goes no further.
class ViewKeys : public QObject {
    Q_OBJECT

public:
    /// @param view its main window is the one whose keys are looked at
    /// @param canvas where the picture is
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
