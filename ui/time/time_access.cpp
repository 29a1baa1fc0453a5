#include "ui/time/time_access.h"

#include "ui/session/step_text.h"
#include "ui/time/time_canvas.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include <algorithm>
#include <unordered_map>

namespace posewright::ui {

namespace {

class TimeTable;

/// A cell, or the header of a row (column -1) or column (row -1).
class Cell final : public QAccessibleInterface, public QAccessibleTableCellInterface {
public:
    Cell(TimeTable& table, int row, int column) : table_(table), row_(row), column_(column) {}

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
    TimeTable& table_;
    int row_, column_;
};

/// Rows, columns and cells. Cells are created on demand.
class TimeTable final : public QAccessibleTableInterface {
public:
    explicit TimeTable(TimeCanvas& canvas) : canvas_(canvas) {}
    ~TimeTable() override
    {
        for (const auto& [place, id] : cells_) QAccessible::deleteAccessibleInterface(id);
    }

    TimeCanvas& canvas() const { return canvas_; }
    TimeCells& cells() const { return canvas_.content()->cells(); }
    int columnOf(double frame) const
    {
        int low = 0, high = columnCount();
        while (low < high) {
            const int middle = (low + high) / 2;
            if (cells().column(middle) < frame)
                low = middle + 1;
            else
                high = middle;
        }
        return low < columnCount() && cells().column(low) == frame ? low : -1;
    }

    QAccessibleInterface* cell(int row, int column) const
    {
        const quint64 place =
            (static_cast<quint64>(row + 1) << 32U) | static_cast<quint64>(column + 1);
        const auto known = cells_.find(place);
        if (known != cells_.end()) return QAccessible::accessibleInterface(known->second);
        auto* made = new Cell(const_cast<TimeTable&>(*this), row, column);
        cells_.emplace(place, QAccessible::registerAccessibleInterface(made));
        return made;
    }
    QAccessibleInterface* cell(const TimeCell& there) const
    {
        return cell(there.row, there.frame ? columnOf(*there.frame) : -1);
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
        for (int row = 0; row < rowCount(); ++row)
            for (const double frame : cells().chosenFrames(row))
                if (const int column = columnOf(frame); column >= 0) out << cell(row, column);
        return out;
    }
    QString columnDescription(int column) const override
    {
        if (column < 0 || column >= columnCount()) return {};
        return TimeCanvas::tr("frame %1").arg(frameText(cells().column(column)));
    }
    QString rowDescription(int row) const override
    {
        return row < 0 || row >= rowCount() ? QString() : cells().text({row, std::nullopt});
    }
    // A screen reader may ask before the canvas has its content.
    int columnCount() const override { return canvas_.content() ? cells().columns() : 0; }
    int rowCount() const override { return canvas_.content() ? cells().rows() : 0; }
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
        return row >= 0 && row < rowCount() && cells().isChosen({row, std::nullopt});
    }
    bool selectRow(int row) override
    {
        if (row < 0 || row >= rowCount()) return false;
        canvas_.setFocusCell(TimeCell{row, std::nullopt});
        cells().choose({row, std::nullopt}, {});
        return true;
    }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int row) override
    {
        if (!isRowSelected(row)) return false;
        cells().unchoose(row);
        return true;
    }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override {}

private:
    TimeCanvas& canvas_;
    mutable std::unordered_map<quint64, QAccessible::Id> cells_;
};

/// The canvas as a table. Its children are the row headers and then the cells, row by row; widgets
/// inside the canvas are reached by Tab.
class TimeAccess final : public QAccessibleWidget {
public:
    explicit TimeAccess(TimeCanvas* canvas) :
        QAccessibleWidget(canvas, QAccessible::Table), table_(*canvas)
    {
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::TableInterface)
            return static_cast<QAccessibleTableInterface*>(&table_);
        return QAccessibleWidget::interface_cast(type);
    }

    int childCount() const override { return table_.rowCount() * width(); }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount()) return nullptr;
        return table_.cell(index / width(), index % width() - 1);
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto* one = dynamic_cast<const Cell*>(child);
        return one ? one->row() * width() + one->column() + 1 : -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const QPointF at = table_.canvas().viewport()->mapFromGlobal(QPoint(x, y));
        if (table_.rowCount() == 0) return nullptr;
        const std::optional<TimeCell> there = table_.cells().cellAt(at);
        return there ? table_.cell(*there) : nullptr;
    }
    QAccessibleInterface* focusChild() const override
    {
        const std::optional<TimeCell>& cursor = table_.canvas().focusCell();
        return cursor && cursor->row < table_.rowCount() ? table_.cell(*cursor) : nullptr;
    }

private:
    int width() const { return table_.columnCount() + 1; }

    TimeTable table_;
};

bool Cell::isValid() const
{
    return row_ < table_.rowCount() && column_ < table_.columnCount();
}

QAccessibleInterface* Cell::parent() const
{
    return QAccessible::queryAccessibleInterface(&table_.canvas());
}

QString Cell::text(QAccessible::Text kind) const
{
    if (kind != QAccessible::Name || !isValid()) return {};
    if (row_ < 0) return table_.columnDescription(column_);
    if (column_ < 0) return table_.rowDescription(row_);
    return table_.cells().text({row_, table_.cells().column(column_)});
}

QRect Cell::rect() const
{
    if (!isValid()) return {};
    const TimeLayout layout = table_.canvas().timeLayout();
    QRect rect = table_.cells().rowRect(std::max(0, row_));
    if (column_ < 0) {
        rect.setWidth(layout.nameWidth);
    } else {
        const double x = layout.frameX(table_.cells().column(column_));
        rect = QRect(static_cast<int>(x) - 8, row_ < 0 ? 0 : rect.top(), 16,
                     row_ < 0 ? layout.rulerHeight : rect.height());
    }
    return rect.translated(table_.canvas().viewport()->mapToGlobal(QPoint(0, 0)));
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
    const std::optional<TimeCell>& cursor = table_.canvas().focusCell();
    state.focused = cursor && cursor->row == row_ && table_.canvas().hasFocus() &&
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
    return table_.cells().isChosen({row_, table_.cells().column(column_)});
}

QAccessibleInterface* makeTable(const QString&, QObject* object)
{
    auto* canvas = qobject_cast<TimeCanvas*>(object);
    return canvas ? new TimeAccess(canvas) : nullptr;
}

}  // namespace

void installTimeAccess()
{
    static const bool installed = [] {
        QAccessible::installFactory(makeTable);
        return true;
    }();
    static_cast<void>(installed);
}

void tellCursorToReaders(TimeCanvas& canvas)
{
    if (!QAccessible::isActive()) return;
    QAccessibleInterface* table = QAccessible::queryAccessibleInterface(&canvas);
    if (!table) return;
    if (QAccessibleInterface* cell = table->focusChild()) {
        QAccessibleEvent focus(&canvas, QAccessible::Focus);
        focus.setChild(table->indexOfChild(cell));
        QAccessible::updateAccessibility(&focus);
    }
}

}  // namespace posewright::ui
