#pragma once

#include "core/evaluate/evaluate.h"
#include "ui/models/timeline_rows.h"
#include "ui/session/session.h"

#include <QAbstractTableModel>

#include <set>
#include <vector>

namespace posewright::ui {

class Evaluator;

/// A row as it is shown.
struct TimelineRow {
    using Kind = RowId::Kind;
    RowId id;
    QString name;
    NodeId node = NodeId::None;  ///< None: a summary or group
    ConstraintId constraint = ConstraintId::None;
    int depth = 0;
    bool expandable = false;
    bool expanded = false;
    bool whole = false;  ///< includes everything below it
    TimelineKeys keys;   ///< sorted by frame; never null
    std::vector<Span> spans;
    std::vector<std::pair<double, double>> overridden;
    int data = -1;  ///< its row in the whole tree

    bool isGroup() const { return node == NodeId::None; }
};

/// The rows of the timeline: those rows of a tree that are expanded, pass the filter and,
/// optionally, are selected. As a table model it has their names and statuses as text. The canvas
/// draws rows().
class TimelineModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { NameColumn, StatusColumn, KeysColumn, ColumnCount };

    TimelineModel(Session& session, Evaluator& evaluator, QObject* parent = nullptr);

    const std::vector<TimelineRow>& rows() const noexcept { return rows_; }
    /// How a row looks at the frame on screen (seenStatus).
    ik::Status status(const TimelineRow& row) const;
    /// As text; empty for rows that are not targets.
    QString statusText(const TimelineRow& row) const;

    /// The keys of a row at a frame, including those of rows that it summarises.
    std::vector<edit::KeyRef> refs(int row, double frame) const;
    /// All keys of a row, in [from, to].
    std::vector<edit::KeyRef> refs(int row, double from, double to) const;
    /// The nodes whose keys a row shows.
    std::vector<NodeId> nodes(int row) const;

    /// Selected frames of each row, sorted.
    const std::vector<std::vector<double>>& selectedFrames() const noexcept { return selected_; }

    void setExpanded(int row, bool expanded);
    const QString& filter() const noexcept { return filter_; }
    /// Shows only rows whose names contain this, ignoring case, with their parents.
    void setFilter(const QString& text);
    void setSelectedOnly(bool only);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// Rows, keys or their selection changed.
    void shownChanged();

private:
    /// Of a target; Inactive: none is known.
    TargetStatus statusOf(const TimelineRow& row) const;
    void rebuild();
    void layOut();
    void select();
    bool opened(const RowId& id) const;
    std::vector<char> wanted() const;
    template <class Visit>
    void eachLeaf(int row, Visit&& visit) const;

    Session& session_;
    Evaluator& evaluator_;
    RowBuilder builder_;
    std::vector<RowData> all_;
    std::vector<char> wanted_;  ///< one per row of the tree: passes the filters
    std::vector<TimelineRow> rows_;
    std::vector<std::vector<double>> selected_;
    std::set<RowId> flipped_;  ///< rows whose expansion differs from the default
    QString filter_;
    bool selectedOnly_ = false;
};

}  // namespace posewright::ui
