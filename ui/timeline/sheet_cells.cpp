#include "ui/timeline/sheet_cells.h"

#include "ui/models/status_text.h"
#include "ui/session/step_text.h"
#include "ui/timeline/key_sheet.h"
#include "ui/timeline/tool_keys.h"
#include "ui/timeline/tool_rows.h"

#include <algorithm>

namespace posewright::ui {

namespace {

QString cellTr(const char* text)
{
    return QCoreApplication::translate("Timeline", text);
}

QString glyphWord(Glyph glyph)
{
    switch (glyph) {
    case Glyph::Curve: return cellTr("Bezier");
    case Glyph::Hold: return cellTr("hold");
    case Glyph::Linear: return cellTr("linear");
    case Glyph::Eased: break;
    }
    return cellTr("eased");
}

const TimelineKey* keyAt(const TimelineRow& row, double frame)
{
    const auto at =
        std::lower_bound(row.keys->begin(), row.keys->end(), frame,
                         [](const TimelineKey& key, double f) { return key.frame < f; });
    return at != row.keys->end() && at->frame == frame ? &*at : nullptr;
}

QString textOfRow(const KeySheet& sheet, const TimelineRow& row)
{
    QStringList said{row.name};
    if (row.id.kind == RowId::Kind::Target) said << sheet.model().statusText(row);
    if (row.expandable) said << (row.expanded ? cellTr("open") : cellTr("closed"));
    for (const Span& span : row.spans)
        said << cellTr("%1 from %2 to %3")
                    .arg(spanWord(span.kind), frameText(span.start), frameText(span.end));
    return said.join(QStringLiteral(", "));
}

}  // namespace

int SheetCells::rows() const
{
    return static_cast<int>(sheet_.model().rows().size());
}

std::vector<double> SheetCells::stops(int row) const
{
    const TimelineRow& shown = sheet_.model().rows()[row];
    std::vector<double> frames;
    for (const TimelineKey& key : *shown.keys) frames.push_back(key.frame);
    for (const Span& span : shown.spans) frames.push_back(span.start);
    std::sort(frames.begin(), frames.end());
    frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
    return frames;
}

int SheetCells::columns() const
{
    // Columns are those of the summary row.
    return rows() == 0 ? 0 : static_cast<int>(sheet_.model().rows().front().keys->size());
}

double SheetCells::column(int index) const
{
    return (*sheet_.model().rows().front().keys)[index].frame;
}

QRect SheetCells::rowRect(int row) const
{
    return sheet_.layout().rowRect(row);
}

std::optional<TimeCell> SheetCells::cellAt(const QPointF& at) const
{
    const TimelineLayout layout = sheet_.layout();
    const int row = layout.rowAt(at.y());
    if (row < 0 || row >= rows()) return {};
    if (at.x() < layout.nameWidth) return TimeCell{row, std::nullopt};
    const TimelineRow& shown = sheet_.model().rows()[row];
    const int key = keyNear(layout, shown, at.x(), 8);
    if (key < 0) return {};
    return TimeCell{row, (*shown.keys)[key].frame};
}

QString SheetCells::text(const TimeCell& cell) const
{
    const TimelineRow& shown = sheet_.model().rows()[cell.row];
    if (!cell.frame) return textOfRow(sheet_, shown);
    const double frame = *cell.frame;
    QStringList said{shown.name, cellTr("frame %1").arg(frameText(frame))};
    const TimelineKey* key = keyAt(shown, frame);
    if (key) said << glyphWord(key->glyph);
    for (const Span& span : shown.spans) {
        if (span.start == frame) said << cellTr("%1 starts").arg(spanWord(span.kind));
        if (span.end == frame) said << cellTr("%1 ends").arg(spanWord(span.kind));
    }
    if (said.size() == 2) said << cellTr("no key");
    for (const auto& [from, to] : shown.overridden)
        if (key && frame >= from && frame <= to)
            said << (shown.isGroup()                          ? cellTr("none of them acts")
                     : shown.constraint == ConstraintId::None ? cellTr("a target decides here")
                                                              : cellTr("outside every span"));
    return said.join(QStringLiteral(", "));
}

bool SheetCells::isChosen(const TimeCell& cell) const
{
    if (cell.frame) {
        const std::vector<double>& frames = sheet_.model().selectedFrames()[cell.row];
        return std::binary_search(frames.begin(), frames.end(), *cell.frame);
    }
    const NodeId node = sheet_.model().rows()[cell.row].node;
    return node != NodeId::None && sheet_.session().selection().contains(node);
}

std::vector<double> SheetCells::chosenFrames(int row) const
{
    return sheet_.model().selectedFrames()[row];
}

void SheetCells::choose(const TimeCell& cell, Qt::KeyboardModifiers modifiers)
{
    TimelineHit hit;
    hit.row = cell.row;
    if (!cell.frame) {
        clickName(sheet_, hit.row, modifiers);
        return;
    }
    const double frame = *cell.frame;
    const TimelineRow& row = sheet_.model().rows()[hit.row];
    const std::vector<TimelineKey>& keys = *row.keys;
    for (int i = 0; i < std::ssize(keys); ++i)
        if (keys[i].frame == frame) hit.key = i;
    for (int i = 0; i < std::ssize(row.spans); ++i)
        if (row.spans[i].start == frame) hit.span = i;
    // If a key is at the start of a span, choosing again selects the span.
    const std::vector<edit::KeyRef> refs = sheet_.model().refs(hit.row, frame);
    const bool alone = sheet_.session().selection().keys() == refs;
    const bool wantsSpan = hit.span >= 0 && (hit.key < 0 || (alone && !modifiers));
    if (wantsSpan)
        sheet_.clickSpan(hit, modifiers);
    else if (hit.key >= 0)
        clickKey(sheet_, refs, modifiers);
}

void SheetCells::unchoose(int row)
{
    sheet_.session().selection().toggleNode(sheet_.model().rows()[row].node);
}

void SheetCells::setKey(int row, double frame)
{
    sheet_.setKeyAt(row, frame);
}

TimeCells::Fold SheetCells::fold(int row) const
{
    const TimelineRow& shown = sheet_.model().rows()[row];
    return !shown.expandable ? Fold::None : shown.expanded ? Fold::Open : Fold::Closed;
}

void SheetCells::setOpen(int row, bool open)
{
    sheet_.setOpen(row, open);
}

}  // namespace posewright::ui
