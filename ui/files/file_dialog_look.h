#pragma once

class QFileDialog;
class QSize;
class QWidget;

namespace posewright::ui {

/// For Qt's own file dialogs: fits columns and window to their content, and words the buttons for
/// saving. Native dialogs are not changed.
void dressFileDialog(QFileDialog& dialog);

/// Resizes a window to this size, or to what the screen has room for below a title bar.
void resizeOnScreen(QWidget& window, const QSize& size);

}  // namespace posewright::ui
