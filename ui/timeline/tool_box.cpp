#include "ui/time/box_gesture.h"
#include "ui/timeline/key_sheet.h"
#include "ui/timeline/sheet_tools.h"
#include "ui/timeline/tool_keys.h"
#include "ui/timeline/tool_spans.h"

#include <algorithm>
#include <utility>

namespace posewright::ui {

namespace {

/// Selects the keys in a box, added to or instead of the previous selection.
class KeysInBox {
public:
    KeysInBox(KeySheet& sheet, int row, Qt::KeyboardModifiers modifiers) :
        sheet_(sheet), row_(row), toggles_(modifiers & Qt::ControlModifier)
    {
        if (modifiers & (Qt::ShiftModifier | Qt::ControlModifier))
            before_ = sheet.session().selection().keys();
    }

    const std::vector<edit::KeyRef>& before() const noexcept { return before_; }

    void select(const QRectF& box, double first, double last) const
    {
        std::vector<edit::KeyRef> inside = taken(box, first, last);
        std::vector<edit::KeyRef> keys = before_;
        if (keys.empty()) {
            keys = std::move(inside);
        } else {
            for (const edit::KeyRef& key : inside) {
                const auto had = std::find(keys.begin(), keys.end(), key);
                if (had == keys.end())
                    keys.push_back(key);
                else if (toggles_)
                    keys.erase(had);
            }
        }
        sheet_.session().selection().setKeys(std::move(keys));
    }

private:
    std::vector<edit::KeyRef> taken(const QRectF& box, double first, double last) const
    {
        const TimelineLayout l = sheet_.layout();
        const std::vector<TimelineRow>& rows = sheet_.model().rows();
        std::vector<edit::KeyRef> inside;
        for (int i = 0; i < std::ssize(rows); ++i) {
            // A flat box is meant for the row that it runs along.
            const bool along = i == row_ && box.height() < l.rowHeight / 2.0;
            const double y = l.rowRect(i).center().y();
            // Group rows would select keys outside the box.
            const bool beside = y < box.top() || y > box.bottom();
            if ((beside && !along) || rows[i].isGroup()) continue;
            const std::vector<edit::KeyRef> row = sheet_.model().refs(i, first, last);
            inside.insert(inside.end(), row.begin(), row.end());
        }
        return inside;
    }

    KeySheet& sheet_;
    int row_;  ///< row where the box began; -1: outside all rows
    bool toggles_;
    std::vector<edit::KeyRef> before_;
};

/// Null: among the names.
std::unique_ptr<TimeGesture> beginBox(KeySheet& sheet, int row, const TimePoint& at)
{
    if (at.at.x() < sheet.layout().nameWidth) return nullptr;
    const auto keys = std::make_shared<const KeysInBox>(sheet, row, at.modifiers);
    Selection& selection = sheet.session().selection();
    const KeySheet::StillRows still(sheet);
    selection.setKeys(keys->before());
    if (!(at.modifiers & (Qt::ShiftModifier | Qt::ControlModifier))) {
        selection.setSpans({});
        selection.setMarkers({});
        const std::vector<TimelineRow>& rows = sheet.model().rows();
        if (row >= 0 && row < std::ssize(rows) && !rows[row].isGroup())
            selection.setNodes({rows[row].node});
    }
    return makeBoxGesture(
        [&sheet] { return sheet.canvas().timeLayout(); }, at,
        {.select = [keys](const QRectF& box, double first,
                          double last) { keys->select(box, first, last); },
         .finish =
             [&sheet, keys] {
                 if (sheet.session().selection().keys() != keys->before())
                     sheet.chooseNodesOfKeys();
             },
         .cancel = [&sheet, keys] { sheet.session().selection().setKeys(keys->before()); }});
}

bool beginsBox(const KeySheet& sheet, const TimelineHit& hit, Qt::KeyboardModifiers modifiers)
{
    if (hit.part != TimelineHit::Part::Span || modifiers & Qt::AltModifier) return false;
    if (modifiers & (Qt::ShiftModifier | Qt::ControlModifier)) return true;
    const TimelineRow& row = sheet.model().rows()[hit.row];
    const Span& span = row.spans[hit.span];
    return span.kind == SpanKind::Reach &&
           !sheet.session().selection().contains(SpanRef{row.constraint, span.start});
}

}  // namespace

/// For spans on which a box may begin (decision 11): a drag selects keys, a click the span.
SheetTool spanOrBoxTool()
{
    SheetTool tool{.id = "spanOrBox", .takes = beginsBox};
    tool.press = [](KeySheet& sheet, const TimelineHit& hit, const TimePoint& at) {
        return makeGesture({.click = [&sheet, hit, at] { sheet.clickSpan(hit, at.modifiers); },
                            .drag = [&sheet, hit, at] { return beginBox(sheet, hit.row, at); },
                            .anyWay = true});
    };
    tool.doubleClick = setKeyThere;
    tool.hint = [](const KeySheet& sheet, const TimelineHit& hit, const TimePoint&) {
        return spanHint(
            sheet, hit,
            KeySheet::tr("%1 from %2 to %3: drag selects keys, click selects it to be "
                         "moved, Alt+drag or Ctrl+Shift+drag draws another, C makes it a contact"));
    };
    tool.menu = fillSpanMenu;
    return tool;
}

SheetTool groundTool()
{
    SheetTool tool{.id = "ground",
                   .takes = [](const KeySheet&, const TimelineHit&, auto) { return true; }};
    tool.press = [](KeySheet& sheet, const TimelineHit& hit, const TimePoint& at) {
        return beginBox(sheet, hit.row, at);
    };
    tool.doubleClick = setKeyThere;
    tool.hint = [](const KeySheet& sheet, const TimelineHit& hit, const TimePoint&) {
        if (hit.part != TimelineHit::Part::Row) return QString();
        return sheet.model().rows()[hit.row].constraint != ConstraintId::None
                   ? KeySheet::tr("Drag selects keys, double click sets one, Alt+drag or "
                                  "Ctrl+Shift+drag draws a span")
                   : KeySheet::tr("Drag selects keys, double click sets one, Ctrl+wheel zooms");
    };
    return tool;
}

}  // namespace posewright::ui
