#pragma once

#include "ui/time/gesture.h"
#include "ui/time/time_cell.h"
#include "ui/time/time_picture.h"
#include "ui/time/tool.h"

#include <memory>
#include <optional>
#include <vector>

namespace posewright::ui {

/// The content as a table of rows and frames, for keyboard navigation and screen readers.
class TimeCells {
public:
    /// A row may show others below it, or hide them.
    enum class Fold { None, Open, Closed };

    virtual ~TimeCells() = default;

    virtual int rows() const = 0;
    /// Frames of a row at which the cursor can stop; sorted.
    virtual std::vector<double> stops(int row) const = 0;
    /// The frames that are the table's columns; sorted.
    virtual int columns() const = 0;
    virtual double column(int index) const = 0;
    /// The whole width of the canvas. [px]
    virtual QRect rowRect(int row) const = 0;
    /// The cell at a point of the content.
    virtual std::optional<TimeCell> cellAt(const QPointF& at) const = 0;
    /// "Left foot, frame 12, Bezier, contact starts"; without a frame, of the row itself. Plain
    /// text, translated.
    virtual QString text(const TimeCell& cell) const = 0;

    virtual bool isChosen(const TimeCell& cell) const = 0;
    /// Frames of a row where something is selected; sorted.
    virtual std::vector<double> chosenFrames(int row) const = 0;
    /// Selects what is in the cell, as a click with these modifiers does.
    virtual void choose(const TimeCell& cell, Qt::KeyboardModifiers modifiers) = 0;
    virtual void unchoose(int row) = 0;

    virtual void setKey(int row, double frame) = 0;
    virtual Fold fold(int row) const = 0;
    virtual void setOpen(int row, bool open) = 0;
};

/// The result of hovering.
struct TimeHover {
    Qt::CursorShape shape = Qt::ArrowCursor;
    QString hint;
    bool changed = false;  ///< the highlight changed
};

/// What a time canvas shows below its lanes, such as a sheet of keys. Points are in pixels of the
/// canvas; those above its first row hit nothing.
class TimeContent {
public:
    virtual ~TimeContent() = default;

    /// Total height, visible or not. [px]
    virtual int height() const = 0;
    /// The height of a row; the canvas shows only whole rows. 1: there are no rows. [px]
    virtual int rowHeight() const = 0;
    /// The first and the last frame with content; nullopt: there is none.
    virtual std::optional<Range> frames() const = 0;

    virtual void paint(QPainter& painter, const TimePicture& around, qreal pixelRatio) = 0;
    virtual void paintNames(QPainter& painter, const TimePicture& around) = 0;
    /// Font or palette have changed.
    virtual void restyle(const QFont& font, const QPalette& palette) = 0;

    virtual std::unique_ptr<TimeGesture> press(const TimePoint& at) = 0;
    virtual void doubleClick(const TimePoint& at) = 0;
    virtual TimeHover hover(const TimePoint& at) = 0;
    /// The pointer has left, and any press is over.
    virtual void leave() = 0;
    virtual QString toolTip(const QPointF& at) const = 0;
    virtual void fillMenu(const TimePoint& at, TimeMenu& menu) = 0;

    virtual TimeCells& cells() = 0;
};

}  // namespace posewright::ui
