#pragma once

class QFileDialog;

namespace posewright::ui {

/// For Qt's own file dialogs: fits columns and window to their content, and words the buttons for
/// saving. Native dialogs are not changed.
void dressFileDialog(QFileDialog& dialog);

}  // namespace posewright::ui
