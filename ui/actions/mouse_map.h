#pragma once

#include <QStringList>

#include <vector>

namespace posewright::ui {

/// What one gesture of the mouse does in one part of the window.
struct MouseRow {
    const char* gesture;  ///< translated in the context "Mouse"
    const char* what;     ///< a short clause, same context
    bool first = false;   ///< among the few that the status bar shows
};

/// The mouse in the view and on the timeline, the most used first: what the sheet of controls and
/// the status bar show. A tool that learns a gesture adds its row.
const std::vector<MouseRow>& viewMouse();
const std::vector<MouseRow>& timelineMouse();

/// The rows marked `first`, each a short hint: "Drag a target: move it".
QStringList mouseHints(const std::vector<MouseRow>& rows);

}  // namespace posewright::ui
