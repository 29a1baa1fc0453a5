#pragma once

#include "ui/time/time_canvas.h"
#include "ui/timeline/key_sheet.h"

class QLineEdit;
class QToolButton;

namespace posewright::ui {

/// The timeline: a time canvas with a sheet of keys and filters for its rows.
class Timeline final : public TimeCanvas {
    Q_OBJECT

public:
    Timeline(Session& session, Evaluator& evaluator, QWidget* parent = nullptr);

    /// The current layout, in viewport() coordinates.
    TimelineLayout layoutNow() const { return sheet_.layout(); }
    const TimelineModel& model() const noexcept { return sheet_.model(); }
    TimelineModel& model() noexcept { return sheet_.model(); }

    /// Zooms to the selected keys and spans, or to all if nothing is selected.
    void showSelected();

    bool ripple() const noexcept { return sheet_.ripple(); }
    void setRipple(bool on);

    /// Opens a field for the name of the selected marker, or the one at the playhead.
    void renameMarker();

private:
    void placeFilters();
    void welcomeFirstSpan(const Document& before, const Document& now);
    void showNewTargets(const Document& before, const Document& now);

    KeySheet sheet_;
    QLineEdit* filter_;
    QToolButton* selectedOnly_;
    Document lookedAt_;  ///< the document at the last update
};

}  // namespace posewright::ui
