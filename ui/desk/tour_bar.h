#pragma once

#include "ui/actions/tours.h"
#include "ui/desk/tour_checks.h"

#include <QFrame>

#include <optional>

class QLabel;
class QProgressBar;
class QToolButton;

namespace posewright::ui {

/// Leads through a tour, over the view: one step at a time, and on to the next one once the program
/// sees that it was done. Hidden while there is no tour, and left for another document, unless that
/// is what the step asks for.
class TourBar : public QFrame {
    Q_OBJECT

public:
    explicit TourBar(Desk& desk, QWidget* parent = nullptr);

    void begin(const Tour& tour);
    void leave();
    /// Goes by a step without its being done, or back to one before.
    void go(int by);

    /// Null: none is under way.
    const Tour* tour() const noexcept { return tour_ ? &*tour_ : nullptr; }
    /// Of the tour; as many as it has once all is done.
    int step() const noexcept { return step_; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void watch();
    /// Is it this check that the step under way asks for?
    bool isAsked(std::string_view check) const;
    void enter(int step);
    void lookSoon();
    void look();
    void showStep();

    Desk& desk_;
    std::optional<Tour> tour_;
    int step_ = 0;
    Document before_;
    double frame_ = 0;
    std::size_t clips_ = 0;
    bool played_ = false;
    bool exported_ = false;
    bool copied_ = false;
    bool looks_ = false;  ///< a look is under way
    QLabel* head_;
    QLabel* text_;
    QProgressBar* progress_;
    QToolButton* back_;
    QToolButton* skip_;
    QToolButton* close_;
};

}  // namespace posewright::ui
