#pragma once

#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "ui/session/session.h"

#include <QAbstractTableModel>

#include <vector>

namespace posewright::ui {

class Evaluator;

/// What a key's sign says: how the motion leaves it.
enum class Glyph { Curve, Hold, Linear, Eased };

/// Everything of one row that is keyed at one frame.
struct TimelineKey {
    double frame = 0;
    Glyph glyph = Glyph::Curve;
    std::vector<edit::KeyRef> refs;  ///< several on the summary row
};

struct TimelineRow {
    enum class Kind { Summary, Target, Pole };
    Kind kind = Kind::Target;
    QString name;
    NodeId node = NodeId::None;                    ///< None: the summary
    ConstraintId constraint = ConstraintId::None;  ///< targets only
    std::vector<TimelineKey> keys;                 ///< sorted by frame
    std::vector<Span> spans;                       ///< targets only
};

/// The rows of a document: a summary, then each target followed by its pole. None without targets.
std::vector<TimelineRow> timelineRows(const Document& doc);

/// The rows of the timeline as a table of names and of status in words. The canvas draws from
/// rows(); screen readers and tests use the table.
class TimelineModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { NameColumn, StatusColumn, KeysColumn, ColumnCount };

    TimelineModel(Session& session, Evaluator& evaluator, QObject* parent = nullptr);

    const std::vector<TimelineRow>& rows() const noexcept { return rows_; }
    /// The status of a row at the frame on screen.
    ik::Status status(const TimelineRow& row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void follow(const Document& now);

    Evaluator& evaluator_;
    std::vector<TimelineRow> rows_;
};

}  // namespace posewright::ui
