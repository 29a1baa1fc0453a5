#pragma once

#include "ui/time/time_canvas.h"
#include "ui/timeline/key_sheet.h"

class QLineEdit;
class QToolButton;

namespace posewright::ui {

/// A time canvas with a sheet of keys: the timeline, with what filters its rows.
class Timeline final : public TimeCanvas {
    Q_OBJECT

public:
    Timeline(Session& session, Evaluator& evaluator, QWidget* parent = nullptr);

    /// Where things are drawn now, in viewport() coordinates.
    TimelineLayout layoutNow() const { return sheet_.layout(); }
    const TimelineModel& model() const noexcept { return sheet_.model(); }
    TimelineModel& model() noexcept { return sheet_.model(); }

    /// Selected keys and spans; all where nothing is selected.
    void showSelected();

    bool ripple() const noexcept { return sheet_.ripple(); }
    void setRipple(bool on);

    /// Opens a field for the name of the marker that is selected, or at the playhead.
    void renameMarker();

private:
    void placeFilters();
    void welcomeFirstSpan(const Document& before, const Document& now);
    void showNewTargets(const Document& before, const Document& now);

    KeySheet sheet_;
    QLineEdit* filter_;
    QToolButton* selectedOnly_;
    Document lookedAt_;  ///< as it was when it was last looked at
};

}  // namespace posewright::ui
