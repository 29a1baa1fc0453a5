#pragma once

#include <QStringList>

#include <vector>

namespace posewright::ui {

/// A mouse gesture and what it does.
struct MouseRow {
    const char* gesture;  ///< translated in the context "Mouse"
    const char* what;     ///< a short clause, same context
    bool first = false;   ///< among the few that the status bar shows
};

/// The mouse gestures in the view and on the timeline, most used first, as shown in the sheet of
/// controls and the status bar. Each gesture of a tool needs a row here.
const std::vector<MouseRow>& viewMouse();
const std::vector<MouseRow>& timelineMouse();

/// The rows marked `first`, each a short hint: "Drag a target: move it".
QStringList mouseHints(const std::vector<MouseRow>& rows);

}  // namespace posewright::ui
