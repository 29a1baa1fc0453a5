#include "ui/models/scene_model.h"

#include "ui/look/icons.h"
#include "ui/session/text.h"

#include <algorithm>
#include <array>
#include <variant>

namespace posewright::ui {

namespace {

bool isGuide(const Rig& rig, NodeId node)
{
    return std::any_of(rig.constraints.begin(), rig.constraints.end(),
                       [&](const Constraint& c) { return c.target == node || c.pole == node; });
}

/// Are the same nodes in the same rows?
bool sameShape(const Scene& a, const Scene& b)
{
    return std::equal(a.nodes().begin(), a.nodes().end(), b.nodes().begin(), b.nodes().end(),
                      [](const Node& x, const Node& y) {
                          return x.id == y.id && x.parent == y.parent &&
                                 x.part.index() == y.part.index();
                      });
}

bool sameGuides(const Rig& a, const Rig& b)
{
    return std::equal(a.constraints.begin(), a.constraints.end(), b.constraints.begin(),
                      b.constraints.end(), [](const Constraint& x, const Constraint& y) {
                          return x.target == y.target && x.pole == y.pole;
                      });
}

}  // namespace

SceneModel::SceneModel(Session& session, QObject* parent) :
    QAbstractItemModel(parent), session_(session)
{
    rebuild(session.document());
    connect(&session, &Session::changed, this, [this](const Document& now, const Changes& what) {
        if (what.scene || what.rig) follow(now);
    });
    connect(&session, &Session::replaced, this, [this](const Document& now) {
        beginResetModel();
        rebuild(now);
        endResetModel();
    });
    connect(&session.unkeyed(), &UnkeyedMoves::changed, this, &SceneModel::markUnkeyed);
}

void SceneModel::markUnkeyed()
{
    std::vector<NodeId> now;
    for (const Node& node : scene_->nodes())
        if (session_.unkeyed().holds(*rig_, node.id)) now.push_back(node.id);
    std::vector<NodeId> touched = std::exchange(unkeyedNodes_, now);
    touched.insert(touched.end(), now.begin(), now.end());
    for (const NodeId node : touched)
        if (const QModelIndex index = indexOf(node); index.isValid())
            emit dataChanged(index, index);
}

void SceneModel::follow(const Document& now)
{
    if (!sameShape(*scene_, *now.scene) || !sameGuides(*rig_, *now.rig)) {
        beginResetModel();
        rebuild(now);
        endResetModel();
        return;
    }
    const Shared<Scene> before = std::exchange(scene_, now.scene);
    rig_ = now.rig;
    for (NodeIndex i = 0; i < scene_->size(); ++i)
        if ((*before)[i].name != (*scene_)[i].name) {
            const QModelIndex index = indexOf((*scene_)[i].id);
            emit dataChanged(index, index);
        }
}

int SceneModel::addItem(int parent, NodeIndex node)
{
    const int item = static_cast<int>(items_.size());
    items_.push_back({node, parent, static_cast<int>(items_[parent].children.size()), {}});
    items_[parent].children.push_back(item);
    if (node != kNoNode) itemOfNode_[node] = item;
    return item;
}

void SceneModel::rebuild(const Document& now)
{
    scene_ = now.scene;
    rig_ = now.rig;
    items_.assign(1, {});
    itemOfNode_.assign(scene_->size(), 0);
    targetsHeading_ = rig_->constraints.empty() ? -1 : addItem(0, kNoNode);
    for (const Constraint& constraint : rig_->constraints) {
        const NodeIndex target = scene_->find(constraint.target);
        if (target == kNoNode || itemOfNode_[target] != 0) continue;
        const int item = addItem(targetsHeading_, target);
        const NodeIndex pole = scene_->find(constraint.pole);
        if (pole != kNoNode && itemOfNode_[pole] == 0) addItem(item, pole);
    }
    for (NodeIndex i = 0; i < scene_->size(); ++i) {
        if (itemOfNode_[i] != 0) continue;
        // Children of a target are shown below it.
        const NodeIndex parent = (*scene_)[i].parent;
        addItem(parent == kNoNode ? 0 : itemOfNode_[parent], i);
    }
}

const SceneModel::Item& SceneModel::itemAt(const QModelIndex& index) const
{
    return items_[index.isValid() ? index.internalId() : 0];
}

QModelIndex SceneModel::indexOf(NodeId node) const
{
    const NodeIndex row = scene_->find(node);
    if (row == kNoNode) return {};
    const int item = itemOfNode_[row];
    return createIndex(items_[item].row, 0, static_cast<quintptr>(item));
}

NodeId SceneModel::nodeAt(const QModelIndex& index)
{
    return static_cast<NodeId>(index.data(NodeIdRole).toULongLong());
}

QModelIndex SceneModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, static_cast<quintptr>(itemAt(parent).children[row]));
}

QModelIndex SceneModel::parent(const QModelIndex& child) const
{
    if (!child.isValid()) return {};
    const int parent = itemAt(child).parent;
    return parent == 0 ? QModelIndex()
                       : createIndex(items_[parent].row, 0, static_cast<quintptr>(parent));
}

int SceneModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(itemAt(parent).children.size());
}

int SceneModel::columnCount(const QModelIndex&) const
{
    return 1;
}

QIcon SceneModel::iconOf(NodeIndex node) const
{
    const NodeId id = (*scene_)[node].id;
    if (constraintOfTarget(*rig_, id)) return icon("target");
    if (isGuide(*rig_, id)) return icon("pole");
    // In the order of Part.
    static constexpr std::array<const char*, std::variant_size_v<Part>> kNames{
        "node", "bone", "mesh", "lamp", "camera"};
    return icon(kNames[(*scene_)[node].part.index()]);
}

bool SceneModel::isUnkeyed(NodeId node) const
{
    return std::find(unkeyedNodes_.begin(), unkeyedNodes_.end(), node) != unkeyedNodes_.end();
}

QVariant SceneModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const Item& item = itemAt(index);
    if (item.node == kNoNode) {
        if (role == Qt::DisplayRole) return tr("Targets");
        return role == NodeIdRole ? QVariant(quint64{0}) : QVariant();
    }
    const Node& node = (*scene_)[item.node];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: return toQt(node.name);
    case Qt::DecorationRole: return iconOf(item.node);
    case NodeIdRole: return QVariant(static_cast<quint64>(node.id));
    case UnkeyedRole: return isUnkeyed(node.id);
    case Qt::AccessibleTextRole:
        return isUnkeyed(node.id) ? tr("%1, moved without a key").arg(toQt(node.name))
                                  : toQt(node.name);
    case Qt::ToolTipRole:
        return isUnkeyed(node.id) ? QVariant(tr("Moved without a key: S keys it")) : QVariant();
    default: return {};
    }
}

bool SceneModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const NodeId node = nodeAt(index);
    if (role != Qt::EditRole || node == NodeId::None) return false;
    if (value == index.data(Qt::EditRole)) return true;
    edit::RenameNode rename;
    rename.node = node;
    rename.name = value.toString().toStdString();
    const Result<void> done = session_.commit(rename);
    if (!done) emit session_.failed(errorText(done.error()));
    return static_cast<bool>(done);
}

Qt::ItemFlags SceneModel::flags(const QModelIndex& index) const
{
    if (!index.isValid()) return Qt::NoItemFlags;
    if (itemAt(index).node == kNoNode) return Qt::ItemIsEnabled;
    return QAbstractItemModel::flags(index) | Qt::ItemIsEditable;
}

}  // namespace posewright::ui
