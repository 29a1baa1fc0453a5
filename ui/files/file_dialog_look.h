#pragma once

class QFileDialog;

namespace posewright::ui {

/// For dialogs that Qt draws: columns as wide as what they show, a window that has room for them,
/// and words that fit saving where it saves. The desktop's own dialogs stay as they are.
void dressFileDialog(QFileDialog& dialog);

}  // namespace posewright::ui
