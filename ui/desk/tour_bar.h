#pragma once

#include "ui/actions/tours.h"
#include "ui/desk/tour_checks.h"

#include <QFrame>

#include <optional>

class QLabel;
class QProgressBar;
class QToolButton;

namespace posewright::ui {

/// Shows a tour above the view, one step at a time, and goes on when the step's check holds. Hidden
/// without a tour. Opening another document ends the tour, unless the step asks for it. Has room
/// for the longest of the steps, so that the view below stays in its place from one to the next.
class TourBar : public QFrame {
    Q_OBJECT

public:
    explicit TourBar(Desk& desk, QWidget* parent = nullptr);

    void begin(const Tour& tour);
    void leave();
    /// Skips steps (> 0) or goes back (< 0).
    void go(int by);

    /// Null: no tour is running.
    const Tour* tour() const noexcept { return tour_ ? &*tour_ : nullptr; }
    /// Row of the current step; the number of steps at the end.
    int step() const noexcept { return step_; }

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void watch();
    /// Does the current step use this check?
    bool isAsked(std::string_view check) const;
    void enter(int step);
    void lookSoon();
    void look();
    void showStep();
    void keepRoom();

    Desk& desk_;
    std::optional<Tour> tour_;
    int step_ = 0;
    Document before_;
    double frame_ = 0;
    std::size_t clips_ = 0;
    double played_ = 0;      ///< [frame]
    double playedFrom_ = 0;  ///< where the playhead was last
    bool exported_ = false;
    bool copied_ = false;
    bool looks_ = false;  ///< a look is running
    QLabel* head_;
    QLabel* text_;
    QProgressBar* progress_;
    QToolButton* back_;
    QToolButton* skip_;
    QToolButton* close_;
};

}  // namespace posewright::ui
