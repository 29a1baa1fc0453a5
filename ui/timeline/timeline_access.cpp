#include "ui/timeline/timeline_access.h"

#include "ui/models/status_text.h"
#include "ui/session/step_text.h"
#include "ui/timeline/timeline.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include <algorithm>
#include <unordered_map>

namespace posewright::ui {

namespace {

QString accessTr(const char* text)
{
    return QCoreApplication::translate("Timeline", text);
}

QString glyphWord(Glyph glyph)
{
    switch (glyph) {
    case Glyph::Curve: return accessTr("Bezier");
    case Glyph::Hold: return accessTr("hold");
    case Glyph::Linear: return accessTr("linear");
    case Glyph::Eased: break;
    }
    return accessTr("eased");
}

/// The frames that make the columns: those of the summary.
const std::vector<TimelineKey>& columns(const Timeline& timeline)
{
    static const std::vector<TimelineKey> kNone;
    const std::vector<TimelineRow>& rows = timeline.model().rows();
    return rows.empty() ? kNone : *rows.front().keys;
}

const TimelineKey* keyAt(const TimelineRow& row, double frame)
{
    const auto at =
        std::lower_bound(row.keys->begin(), row.keys->end(), frame,
                         [](const TimelineKey& key, double f) { return key.frame < f; });
    return at != row.keys->end() && at->frame == frame ? &*at : nullptr;
}

class TimelineTable;

/// A cell, or the head of a row (column -1) or of a column (row -1).
class Cell final : public QAccessibleInterface, public QAccessibleTableCellInterface {
public:
    Cell(TimelineTable& table, int row, int column) : table_(table), row_(row), column_(column) {}

    bool isValid() const override;
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text kind) const override;
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override;
    QAccessible::Role role() const override
    {
        return column_ < 0 ? QAccessible::RowHeader
               : row_ < 0  ? QAccessible::ColumnHeader
                           : QAccessible::Cell;
    }
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableCellInterface
                   ? static_cast<QAccessibleTableCellInterface*>(this)
                   : nullptr;
    }

    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QList<QAccessibleInterface*> columnHeaderCells() const override;
    QList<QAccessibleInterface*> rowHeaderCells() const override;
    int columnIndex() const override { return column_; }
    int rowIndex() const override { return row_; }
    bool isSelected() const override;
    QAccessibleInterface* table() const override { return parent(); }

    int row() const { return row_; }
    int column() const { return column_; }

private:
    TimelineTable& table_;
    int row_, column_;
};

/// The table itself. Cells are made when somebody asks for them.
class TimelineTable final : public QAccessibleWidget, public QAccessibleTableInterface {
public:
    explicit TimelineTable(Timeline* timeline) :
        QAccessibleWidget(timeline, QAccessible::Table), timeline_(*timeline)
    {
    }
    ~TimelineTable() override
    {
        for (const auto& [place, id] : cells_) QAccessible::deleteAccessibleInterface(id);
    }

    Timeline& timeline() const { return timeline_; }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::TableInterface)
            return static_cast<QAccessibleTableInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    // Children are the heads of the rows and then the cells, row by row; the widgets inside of the
    // canvas are found through Tab.
    int childCount() const override { return rowCount() * (columnCount() + 1); }
    QAccessibleInterface* child(int index) const override
    {
        const int width = columnCount() + 1;
        if (index < 0 || index >= childCount()) return nullptr;
        return cell(index / width, index % width - 1);
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto* one = dynamic_cast<const Cell*>(child);
        return one ? one->row() * (columnCount() + 1) + one->column() + 1 : -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const QPointF at = timeline_.viewport()->mapFromGlobal(QPoint(x, y));
        const TimelineLayout layout = timeline_.layoutNow();
        const int row = layout.rowAt(at.y());
        if (row < 0 || row >= rowCount()) return nullptr;
        if (at.x() < layout.nameWidth) return cell(row, -1);
        const int key = keyNear(layout, timeline_.model().rows()[row], at.x(), 8);
        if (key < 0) return nullptr;
        const double frame = (*timeline_.model().rows()[row].keys)[key].frame;
        return cell(row, columnOf(frame));
    }
    QAccessibleInterface* focusChild() const override
    {
        const std::optional<TimeCell>& cursor = timeline_.focusCell();
        if (!cursor || cursor->row >= rowCount()) return nullptr;
        return cell(cursor->row, cursor->frame ? columnOf(*cursor->frame) : -1);
    }
    int columnOf(double frame) const
    {
        const std::vector<TimelineKey>& all = columns(timeline_);
        const auto at =
            std::lower_bound(all.begin(), all.end(), frame,
                             [](const TimelineKey& key, double f) { return key.frame < f; });
        return at != all.end() && at->frame == frame ? static_cast<int>(at - all.begin()) : -1;
    }

    QAccessibleInterface* cell(int row, int column) const
    {
        const quint64 place =
            (static_cast<quint64>(row + 1) << 32U) | static_cast<quint64>(column + 1);
        const auto known = cells_.find(place);
        if (known != cells_.end()) return QAccessible::accessibleInterface(known->second);
        auto* made = new Cell(const_cast<TimelineTable&>(*this), row, column);
        cells_.emplace(place, QAccessible::registerAccessibleInterface(made));
        return made;
    }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QAccessibleInterface* cellAt(int row, int column) const override
    {
        if (row < 0 || row >= rowCount() || column < 0 || column >= columnCount()) return nullptr;
        return cell(row, column);
    }
    int selectedCellCount() const override { return static_cast<int>(selectedCells().size()); }
    QList<QAccessibleInterface*> selectedCells() const override
    {
        QList<QAccessibleInterface*> out;
        const auto& selected = timeline_.model().selectedFrames();
        for (int row = 0; row < rowCount(); ++row)
            for (const double frame : selected[row])
                if (const int column = columnOf(frame); column >= 0) out << cell(row, column);
        return out;
    }
    QString columnDescription(int column) const override
    {
        if (column < 0 || column >= columnCount()) return {};
        return accessTr("frame %1").arg(frameText(columns(timeline_)[column].frame));
    }
    QString rowDescription(int row) const override
    {
        return row < 0 || row >= rowCount() ? QString()
                                            : timelineCellText(timeline_, row, std::nullopt);
    }
    int columnCount() const override { return static_cast<int>(columns(timeline_).size()); }
    int rowCount() const override { return static_cast<int>(timeline_.model().rows().size()); }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return static_cast<int>(selectedRows().size()); }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override
    {
        QList<int> out;
        for (int row = 0; row < rowCount(); ++row)
            if (isRowSelected(row)) out << row;
        return out;
    }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int row) const override
    {
        if (row < 0 || row >= rowCount()) return false;
        const NodeId node = timeline_.model().rows()[row].node;
        return node != NodeId::None && timeline_.session().selection().contains(node);
    }
    bool selectRow(int row) override
    {
        if (row < 0 || row >= rowCount()) return false;
        timeline_.setFocusCell(TimeCell{row, std::nullopt});
        timeline_.chooseAtCursor({});
        return true;
    }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int row) override
    {
        if (!isRowSelected(row)) return false;
        timeline_.session().selection().toggleNode(timeline_.model().rows()[row].node);
        return true;
    }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override {}

private:
    Timeline& timeline_;
    mutable std::unordered_map<quint64, QAccessible::Id> cells_;
};

bool Cell::isValid() const
{
    return row_ < table_.rowCount() && column_ < table_.columnCount();
}

QAccessibleInterface* Cell::parent() const
{
    return QAccessible::queryAccessibleInterface(&table_.timeline());
}

QString Cell::text(QAccessible::Text kind) const
{
    if (kind != QAccessible::Name || !isValid()) return {};
    if (row_ < 0) return table_.columnDescription(column_);
    if (column_ < 0) return timelineCellText(table_.timeline(), row_, std::nullopt);
    return timelineCellText(table_.timeline(), row_, columns(table_.timeline())[column_].frame);
}

QRect Cell::rect() const
{
    if (!isValid()) return {};
    const TimelineLayout layout = table_.timeline().layoutNow();
    QRect rect = layout.rowRect(std::max(0, row_));
    if (column_ < 0) {
        rect.setWidth(layout.nameWidth);
    } else {
        const double x = layout.frameX(columns(table_.timeline())[column_].frame);
        rect = QRect(static_cast<int>(x) - 8, row_ < 0 ? 0 : rect.top(), 16,
                     row_ < 0 ? layout.rulerHeight : rect.height());
    }
    return rect.translated(table_.timeline().viewport()->mapToGlobal(QPoint(0, 0)));
}

QAccessible::State Cell::state() const
{
    QAccessible::State state;
    if (!isValid()) {
        state.invalid = true;
        return state;
    }
    state.selectable = true;
    state.focusable = true;
    state.selected = isSelected();
    const std::optional<TimeCell>& cursor = table_.timeline().focusCell();
    state.focused = cursor && cursor->row == row_ && table_.timeline().hasFocus() &&
                    (cursor->frame ? table_.columnOf(*cursor->frame) : -1) == column_;
    return state;
}

QList<QAccessibleInterface*> Cell::columnHeaderCells() const
{
    return {table_.cell(-1, column_)};
}

QList<QAccessibleInterface*> Cell::rowHeaderCells() const
{
    return {table_.cell(row_, -1)};
}

bool Cell::isSelected() const
{
    if (!isValid() || row_ < 0) return false;
    if (column_ < 0) return table_.isRowSelected(row_);
    const std::vector<double>& frames = table_.timeline().model().selectedFrames()[row_];
    return std::binary_search(frames.begin(), frames.end(),
                              columns(table_.timeline())[column_].frame);
}

QAccessibleInterface* makeTable(const QString&, QObject* object)
{
    auto* timeline = qobject_cast<Timeline*>(object);
    return timeline ? new TimelineTable(timeline) : nullptr;
}

}  // namespace

void installTimelineAccess()
{
    static const bool installed = [] {
        QAccessible::installFactory(makeTable);
        return true;
    }();
    static_cast<void>(installed);
}

QString timelineCellText(const Timeline& timeline, int row, std::optional<double> frame)
{
    const TimelineRow& shown = timeline.model().rows()[row];
    QStringList said{shown.name};
    if (!frame) {
        if (shown.id.kind == RowId::Kind::Target) said << timeline.model().statusText(shown);
        if (shown.expandable) said << (shown.expanded ? accessTr("open") : accessTr("closed"));
        for (const Span& span : shown.spans)
            said << accessTr("%1 from %2 to %3")
                        .arg(spanWord(span.kind), frameText(span.start), frameText(span.end));
        return said.join(QStringLiteral(", "));
    }
    said << accessTr("frame %1").arg(frameText(*frame));
    const TimelineKey* key = keyAt(shown, *frame);
    if (key) said << glyphWord(key->glyph);
    for (const Span& span : shown.spans) {
        if (span.start == *frame) said << accessTr("%1 starts").arg(spanWord(span.kind));
        if (span.end == *frame) said << accessTr("%1 ends").arg(spanWord(span.kind));
    }
    if (said.size() == 2) said << accessTr("no key");
    for (const auto& [from, to] : shown.overridden)
        if (key && *frame >= from && *frame <= to)
            said << (shown.constraint == ConstraintId::None ? accessTr("a target decides here")
                                                            : accessTr("outside every span"));
    return said.join(QStringLiteral(", "));
}

void tellCursorToReaders(Timeline& timeline)
{
    if (!QAccessible::isActive()) return;
    QAccessibleInterface* table = QAccessible::queryAccessibleInterface(&timeline);
    if (!table) return;
    if (QAccessibleInterface* cell = table->focusChild()) {
        QAccessibleEvent focus(&timeline, QAccessible::Focus);
        focus.setChild(table->indexOfChild(cell));
        QAccessible::updateAccessibility(&focus);
    }
}

}  // namespace posewright::ui
