#pragma once

#include "ui/time/content.h"

namespace posewright::ui {

class KeySheet;

/// The cells of a sheet of keys, for keyboard navigation and screen readers.
class SheetCells final : public TimeCells {
public:
    explicit SheetCells(KeySheet& sheet) : sheet_(sheet) {}

    int rows() const override;
    std::vector<double> stops(int row) const override;
    int columns() const override;
    double column(int index) const override;
    QRect rowRect(int row) const override;
    std::optional<TimeCell> cellAt(const QPointF& at) const override;
    QString text(const TimeCell& cell) const override;
    bool isChosen(const TimeCell& cell) const override;
    std::vector<double> chosenFrames(int row) const override;
    void choose(const TimeCell& cell, Qt::KeyboardModifiers modifiers) override;
    void unchoose(int row) override;
    void setKey(int row, double frame) override;
    Fold fold(int row) const override;
    void setOpen(int row, bool open) override;

private:
    KeySheet& sheet_;
};

}  // namespace posewright::ui
