#include "ui/models/timeline_model.h"

#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/seen_status.h"

#include <algorithm>
#include <unordered_map>

namespace posewright::ui {

namespace {

bool sameRows(const std::vector<TimelineRow>& a, const std::vector<TimelineRow>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const TimelineRow& x, const TimelineRow& y) { return x.id == y.id; });
}

std::pair<std::size_t, std::size_t> between(const std::vector<TimelineKey>& keys, double from,
                                            double to)
{
    const auto first =
        std::lower_bound(keys.begin(), keys.end(), from,
                         [](const TimelineKey& key, double frame) { return key.frame < frame; });
    const auto last =
        std::upper_bound(first, keys.end(), to,
                         [](double frame, const TimelineKey& key) { return frame < key.frame; });
    return {static_cast<std::size_t>(first - keys.begin()),
            static_cast<std::size_t>(last - keys.begin())};
}

}  // namespace

TimelineModel::TimelineModel(Session& session, Evaluator& evaluator, QObject* parent) :
    QAbstractTableModel(parent), session_(session), evaluator_(evaluator)
{
    rebuild();
    connect(&session, &Session::changed, this, &TimelineModel::rebuild);
    connect(&session, &Session::replaced, this, [this] {
        builder_ = {};
        flipped_.clear();
        rebuild();
    });
    connect(&session.selection(), &Selection::keysChanged, this, [this] {
        select();
        emit shownChanged();
    });
    connect(&session.selection(), &Selection::nodesChanged, this, [this] {
        if (selectedOnly_) layOut();
    });
    connect(&evaluator, &Evaluator::evaluated, this, [this] {
        if (rows_.empty()) return;
        emit dataChanged(index(0, StatusColumn), index(rowCount() - 1, StatusColumn),
                         {Qt::DisplayRole, Qt::DecorationRole});
    });
}

void TimelineModel::rebuild()
{
    all_ = builder_.rows(session_.document());
    layOut();
}

bool TimelineModel::opened(const RowId& id) const
{
    const bool first = id.kind != RowId::Kind::Joints && id.kind != RowId::Kind::Layer;
    return first != (flipped_.count(id) != 0);
}

std::vector<char> TimelineModel::wanted() const
{
    const bool all = filter_.isEmpty() && !selectedOnly_;
    std::vector<char> wanted(all_.size(), all ? 1 : 0);
    if (all) return wanted;
    const Selection& selection = session_.selection();
    for (std::size_t i = 0; i < all_.size(); ++i) {
        const RowData& row = all_[i];
        const bool layer = row.id.kind == RowId::Kind::Layer && !selectedOnly_;
        const bool group = row.id.node == NodeId::None && !layer;
        if (group || (selectedOnly_ && !selection.contains(row.id.node))) continue;
        if (!filter_.isEmpty() && !row.name.contains(filter_, Qt::CaseInsensitive)) continue;
        for (int up = static_cast<int>(i); up >= 0; up = all_[up].parent) {
            // Rows above a match are shown only for groups and targets; joints above it would be
            // noise.
            const bool heads = all_[up].id.kind != RowId::Kind::Joint;
            if (heads || up == static_cast<int>(i)) wanted[up] = 1;
        }
    }
    if (!all_.empty()) wanted.front() = 1;
    return wanted;
}

void TimelineModel::layOut()
{
    wanted_ = wanted();
    std::vector<TimelineRow> next;
    std::vector<int> shownAs(all_.size(), -1);  // shown row of each row of the tree; -1: hidden
    std::vector<char> parents(all_.size(), 0);
    for (std::size_t i = 0; i < all_.size(); ++i)
        if (wanted_[i] && all_[i].parent >= 0) parents[all_[i].parent] = 1;
    const bool flat = !filter_.isEmpty() || selectedOnly_;

    for (std::size_t i = 0; i < all_.size(); ++i) {
        if (!wanted_[i]) continue;
        const RowData& data = all_[i];
        int depth = 0;
        bool hidden = false;
        for (int up = data.parent; up >= 0; up = all_[up].parent) {
            if (!wanted_[up]) continue;
            ++depth;
            hidden |= !opened(all_[up].id) && !flat;
        }
        if (hidden) continue;
        TimelineRow row;
        row.id = data.id;
        row.name = data.name;
        row.node = data.id.node;
        row.constraint = data.constraint;
        row.depth = depth;
        row.expandable = parents[i] != 0;
        row.expanded = row.expandable && (opened(data.id) || flat);
        row.whole = data.id.kind == RowId::Kind::Summary || row.isGroup() ||
                    (row.expandable && !row.expanded);
        row.keys = data.keys;
        row.spans = data.spans;
        row.overridden = data.overridden;
        row.data = static_cast<int>(i);
        shownAs[i] = static_cast<int>(next.size());
        next.push_back(std::move(row));
    }

    const bool same = sameRows(rows_, next);
    if (!same) beginResetModel();
    rows_ = std::move(next);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (!rows_[i].whole) continue;
        std::vector<const RowData*> parts;
        std::vector<const std::vector<TimelineKey>*> keys;
        eachLeaf(static_cast<int>(i), [&](const RowData& data) {
            parts.push_back(&data);
            keys.push_back(data.keys.get());
        });
        if (parts.size() <= 1 && !rows_[i].isGroup()) continue;
        rows_[i].keys = std::make_shared<const std::vector<TimelineKey>>(mergedKeys(keys));
        rows_[i].overridden = overriddenTogether(parts, *rows_[i].keys);
    }
    select();
    if (!same)
        endResetModel();
    else if (!rows_.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    emit shownChanged();
}

template <class Visit>
void TimelineModel::eachLeaf(int row, Visit&& visit) const
{
    const TimelineRow& shown = rows_[row];
    if (!shown.whole) {
        visit(all_[shown.data]);
        return;
    }
    const bool summary = shown.id.kind == RowId::Kind::Summary;
    for (int i = shown.data; i < static_cast<int>(all_.size()); ++i) {
        bool below = summary;
        for (int up = i; up >= shown.data && !below; up = all_[up].parent) below = up == shown.data;
        if (!below) {
            // Parents come before their children, and subtrees are contiguous.
            break;
        }
        if (wanted_[i]) visit(all_[i]);
    }
}

void TimelineModel::select()
{
    selected_.assign(rows_.size(), {});
    const std::vector<edit::KeyRef>& keys = session_.selection().keys();
    if (keys.empty()) return;
    using Kind = RowId::Kind;
    std::map<RowId, std::vector<double>> frames;
    for (const edit::KeyRef& key : keys) {
        RowId id{Kind::Joint, key.node, key.layer};
        if (!key.layer.empty()) {
            id.kind = key.node == NodeId::None ? Kind::Weight : Kind::Offset;
        } else if (key.node == NodeId::None) {
            const Constraint* c = findConstraint(*session_.document().rig, key.constraint);
            if (!c) continue;
            id = {Kind::Influence, c->target, {}};
        }
        frames[id].push_back(key.frame);
    }
    // In edits, targets and poles are nodes like joints; row ids have separate kinds for them.
    const auto keyed = [](RowId id) {
        if (id.kind == Kind::Target || id.kind == Kind::Pole) id.kind = Kind::Joint;
        return id;
    };
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        std::vector<double>& own = selected_[i];
        eachLeaf(static_cast<int>(i), [&](const RowData& data) {
            const auto at = frames.find(keyed(data.id));
            if (at != frames.end()) own.insert(own.end(), at->second.begin(), at->second.end());
        });
        std::sort(own.begin(), own.end());
        own.erase(std::unique(own.begin(), own.end()), own.end());
    }
}

std::vector<edit::KeyRef> TimelineModel::refs(int row, double frame) const
{
    return refs(row, frame, frame);
}

std::vector<edit::KeyRef> TimelineModel::refs(int row, double from, double to) const
{
    std::vector<edit::KeyRef> out;
    eachLeaf(row, [&](const RowData& data) {
        const auto [first, last] = between(*data.keys, from, to);
        for (std::size_t i = first; i < last; ++i) out.push_back(data.ref((*data.keys)[i].frame));
    });
    return out;
}

std::vector<NodeId> TimelineModel::nodes(int row) const
{
    std::vector<NodeId> out;
    eachLeaf(row, [&](const RowData& data) {
        if (data.id.node != NodeId::None && data.id.kind != RowId::Kind::Influence)
            out.push_back(data.id.node);
    });
    return out;
}

void TimelineModel::setExpanded(int row, bool expanded)
{
    const TimelineRow& shown = rows_[row];
    if (!shown.expandable || shown.expanded == expanded) return;
    if (opened(shown.id) != expanded) {
        if (const auto at = flipped_.find(shown.id); at != flipped_.end())
            flipped_.erase(at);
        else
            flipped_.insert(shown.id);
    }
    layOut();
}

void TimelineModel::setFilter(const QString& text)
{
    if (text == filter_) return;
    filter_ = text;
    layOut();
}

void TimelineModel::setSelectedOnly(bool only)
{
    if (only == selectedOnly_) return;
    selectedOnly_ = only;
    layOut();
}

ik::Status TimelineModel::status(const TimelineRow& row) const
{
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    if (!shown) return ik::Status::Inactive;
    if (row.id.kind == RowId::Kind::Summary || row.id.kind == RowId::Kind::Targets)
        return worstSeen(session_.document(), *shown);
    if (row.id.kind != RowId::Kind::Target) return ik::Status::Inactive;
    return seenStatus(session_.document(), statusOf(row));
}

TargetStatus TimelineModel::statusOf(const TimelineRow& row) const
{
    TargetStatus none;
    none.constraint = row.constraint;
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    if (!shown) return none;
    const auto at = std::ranges::find(shown->targets, row.constraint, &TargetStatus::constraint);
    return at == shown->targets.end() ? none : *at;
}

QString TimelineModel::statusText(const TimelineRow& row) const
{
    if (row.id.kind != RowId::Kind::Target) return {};
    QString text = statusWord(session_.document(), statusOf(row));
    if (session_.unkeyed().holds(*session_.document().rig, row.node))
        text += tr(", moved without a key");
    return text;
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
    if (!index.isValid() || role != Qt::DisplayRole) return {};
    const TimelineRow& row = rows_[index.row()];
    switch (index.column()) {
    case NameColumn: return row.name;
    case StatusColumn: return statusText(row);
    case KeysColumn: return static_cast<int>(row.keys->size());
    default: return {};
    }
}

QVariant TimelineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case NameColumn: return tr("Row");
    case StatusColumn: return tr("Status");
    case KeysColumn: return tr("Keys");
    default: return {};
    }
}

}  // namespace posewright::ui
