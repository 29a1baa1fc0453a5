#pragma once

#include "ui/time/time_canvas.h"
#include "ui/timeline/sheet_cells.h"
#include "ui/timeline/timeline_picture.h"

#include <QCoreApplication>

namespace posewright::ui {

/// Rows of keys and spans: the content of the timeline's canvas.
///
/// Keys: click (Shift adds, Ctrl toggles), drag to move, Alt at the press to copy, Alt+click for
/// the next easing; a frame around several scales them. Spans: ends, fades and bodies are dragged,
/// Alt+drag on a target's row draws one. Empty ground, and a Reach that is not selected: box
/// select, with Shift or Ctrl on any span (decision 11); double click: a key. Clicking a row
/// selects its node and never moves the playhead. Each of these is a row of sheetTools().
class KeySheet final : public TimeContent {
    Q_DECLARE_TR_FUNCTIONS(Timeline)

public:
    explicit KeySheet(TimeCanvas& canvas);

    TimeCanvas& canvas() const noexcept { return canvas_; }
    Session& session() const noexcept { return canvas_.session(); }
    const TimelineModel& model() const noexcept { return model_; }
    TimelineModel& model() noexcept { return model_; }

    /// The current layout, in pixels of the canvas.
    TimelineLayout layout() const;
    /// The frame around the selected keys.
    std::optional<KeyFrameBox> box() const;
    TimelineHit hitAt(const QPointF& at) const;
    /// A snapper without the selected keys, if they move.
    Snapper snapper(bool keysMove) const;

    /// With ripple, everything after moved keys moves with them.
    bool ripple() const noexcept { return ripple_; }
    void setRipple(bool on) noexcept { ripple_ = on; }

    /// Selects keys and the nodes of their rows.
    void chooseKeys(std::vector<edit::KeyRef> keys);
    void chooseNodesOfKeys();
    /// A click on a span, a key or a name.
    void clickSpan(const TimelineHit& hit, Qt::KeyboardModifiers modifiers);
    void setKeyAt(int row, double frame);
    void setOpen(int row, bool open);
    /// Scrolls to rows first to last, or as many as fit.
    void showRows(int first, int last);

    /// While it exists, selecting does not scroll rows into view, because the user is dragging on
    /// one.
    class StillRows {
    public:
        explicit StillRows(KeySheet& sheet) : sheet_(sheet) { ++sheet_.still_; }
        ~StillRows() { --sheet_.still_; }
        Q_DISABLE_COPY_MOVE(StillRows)

    private:
        KeySheet& sheet_;
    };

    TimeCells& cells() override { return cells_; }

private:
    int height() const override;
    int rowHeight() const override { return rowHeight_; }
    std::optional<Range> frames() const override;
    void paint(QPainter& painter, const TimePicture& around, qreal pixelRatio) override;
    void paintNames(QPainter& painter, const TimePicture& around) override;
    void restyle(const QFont& font, const QPalette& palette) override;
    std::unique_ptr<TimeGesture> press(const TimePoint& at) override;
    void doubleClick(const TimePoint& at) override;
    TimeHover hover(const TimePoint& at) override;
    void leave() override { lit_ = held_ = {}; }
    QString toolTip(const QPointF& at) const override;
    void fillMenu(const TimePoint& at, TimeMenu& menu) override;

    TimelinePicture picture(const TimePicture& around, const TimelineLayout& layout) const;
    void showActiveRow();

    TimeCanvas& canvas_;
    TimelineModel model_;
    SheetCells cells_;
    TimelineColors colors_;
    TimelineCache cache_;
    int rowHeight_ = 24;
    int indent_ = 14;
    TimelineHit lit_;   ///< under the pointer
    TimelineHit held_;  ///< pressed last
    bool ripple_ = false;
    int still_ = 0;
};

}  // namespace posewright::ui
