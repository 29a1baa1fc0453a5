#pragma once

class QApplication;

namespace posewright::ui {

/// Fusion in our dark colours. Text stands out from its ground by 7:1 or more, and by 4.5:1 where
/// it is disabled or secondary.
void applyTheme(QApplication& application);

}  // namespace posewright::ui
