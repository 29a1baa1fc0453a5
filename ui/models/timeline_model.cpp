#include "ui/models/timeline_model.h"

#include "ui/models/icons.h"
#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace posewright::ui {

namespace {

Glyph glyphOf(const Track& track, double frame)
{
    for (const Shared<Curve>& curve : track.translation)
        if (const Key* key = curve->find(frame)) {
            if (key->interpolation == Interpolation::Constant) return Glyph::Hold;
            return key->interpolation == Interpolation::Linear ? Glyph::Linear : Glyph::Curve;
        }
    if (const RotationKey* key = track.rotation->find(frame)) {
        switch (key->interpolation) {
        case RotationInterpolation::Step: return Glyph::Hold;
        case RotationInterpolation::Slerp: return Glyph::Linear;
        case RotationInterpolation::Eased: return Glyph::Eased;
        case RotationInterpolation::Cubic: return Glyph::Curve;
        }
    }
    return Glyph::Curve;
}

TimelineRow rowOf(const Document& doc, TimelineRow::Kind kind, NodeId node)
{
    TimelineRow row;
    row.kind = kind;
    row.node = node;
    const NodeIndex index = doc.scene->find(node);
    if (index != kNoNode) row.name = toQt((*doc.scene)[index].name);
    if (const Track* track = doc.clip().track(node))
        for (const double frame : keyFrames(*track)) {
            edit::KeyRef ref;
            ref.node = node;
            ref.frame = frame;
            row.keys.push_back({frame, glyphOf(*track, frame), {ref}});
        }
    return row;
}

bool sameRows(const std::vector<TimelineRow>& a, const std::vector<TimelineRow>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const TimelineRow& x, const TimelineRow& y) {
                          return x.kind == y.kind && x.node == y.node;
                      });
}

}  // namespace

std::vector<TimelineRow> timelineRows(const Document& doc)
{
    std::vector<TimelineRow> rows;
    if (doc.rig->constraints.empty()) return rows;
    rows.emplace_back();
    rows.front().kind = TimelineRow::Kind::Summary;
    rows.front().name = QCoreApplication::translate("Timeline", "All targets");
    for (const Constraint& constraint : doc.rig->constraints) {
        TimelineRow row = rowOf(doc, TimelineRow::Kind::Target, constraint.target);
        row.constraint = constraint.id;
        if (const SpanRow* spans = doc.clip().spanRow(constraint.id)) row.spans = spans->spans;
        rows.push_back(std::move(row));
        if (constraint.pole != NodeId::None)
            rows.push_back(rowOf(doc, TimelineRow::Kind::Pole, constraint.pole));
    }
    std::map<double, TimelineKey> all;
    for (const TimelineRow& row : rows)
        for (const TimelineKey& key : row.keys) {
            TimelineKey& sum =
                all.try_emplace(key.frame, TimelineKey{key.frame, key.glyph, {}}).first->second;
            sum.refs.insert(sum.refs.end(), key.refs.begin(), key.refs.end());
        }
    for (auto& [frame, key] : all) rows.front().keys.push_back(std::move(key));
    return rows;
}

TimelineModel::TimelineModel(Session& session, Evaluator& evaluator, QObject* parent) :
    QAbstractTableModel(parent), evaluator_(evaluator), rows_(timelineRows(session.document()))
{
    connect(&session, &Session::changed, this,
            [this](const Document& now, const Changes&) { follow(now); });
    connect(&session, &Session::replaced, this, [this](const Document& now) {
        beginResetModel();
        rows_ = timelineRows(now);
        endResetModel();
    });
    connect(&evaluator, &Evaluator::evaluated, this, [this] {
        if (rows_.empty()) return;
        emit dataChanged(index(0, StatusColumn), index(rowCount() - 1, StatusColumn),
                         {Qt::DisplayRole, Qt::DecorationRole});
    });
}

void TimelineModel::follow(const Document& now)
{
    std::vector<TimelineRow> next = timelineRows(now);
    if (!sameRows(rows_, next)) {
        beginResetModel();
        rows_ = std::move(next);
        endResetModel();
        return;
    }
    rows_ = std::move(next);
    if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

ik::Status TimelineModel::status(const TimelineRow& row) const
{
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    if (!shown) return ik::Status::Inactive;
    if (row.kind == TimelineRow::Kind::Summary) return worst(*shown);
    for (const TargetStatus& status : shown->targets)
        if (status.constraint == row.constraint && row.constraint != ConstraintId::None)
            return status.status;
    return ik::Status::Inactive;
}

int TimelineModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TimelineModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TimelineModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const TimelineRow& row = rows_[index.row()];
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
    case NameColumn: return row.name;
    case StatusColumn:
        return row.kind == TimelineRow::Kind::Pole ? QString() : statusWord(status(row));
    case KeysColumn: return static_cast<int>(row.keys.size());
    default: return {};
    }
}

QVariant TimelineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case NameColumn: return tr("Target");
    case StatusColumn: return tr("Status");
    case KeysColumn: return tr("Keys");
    default: return {};
    }
}

}  // namespace posewright::ui
