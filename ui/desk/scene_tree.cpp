#include "ui/desk/scene_tree.h"

#include "ui/models/scene_model.h"
#include "ui/session/session.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace posewright::ui {

namespace {

constexpr int kUnfoldedDepth = 12;

/// Rows of one height, whatever has a picture: a third more than the letters need.
class EvenRows final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        size.setHeight(std::max(option.fontMetrics.height() * 4 / 3, 18));
        return size;
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(SceneModel::LooseRole).toBool()) option->text += QStringLiteral("  \u25c7");
    }
};

}  // namespace

SceneTree::SceneTree(Session& session, QWidget* parent) :
    QTreeView(parent), session_(session), model_(new SceneModel(session, this))
{
    setObjectName(QStringLiteral("sceneTree"));
    setAccessibleName(tr("Scene"));
    setModel(model_);
    setItemDelegate(new EvenRows(this));
    setHeaderHidden(true);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(EditKeyPressed);
    setUniformRowHeights(true);
    setIndentation(12);
    setTextElideMode(Qt::ElideNone);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    connect(model_, &QAbstractItemModel::modelReset, this, [this] {
        expandToDepth(kUnfoldedDepth);
        showSelection();
    });
    connect(&session.selection(), &Selection::nodesChanged, this, &SceneTree::showSelection);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &SceneTree::takeSelection);
    expandToDepth(kUnfoldedDepth);
}

void SceneTree::showSelection()
{
    if (std::exchange(selecting_, true)) return;
    QItemSelection rows;
    for (const NodeId node : session_.selection().nodes()) {
        const QModelIndex index = model_->indexOf(node);
        if (index.isValid()) rows.select(index, index);
    }
    selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    const QModelIndex active = model_->indexOf(session_.selection().active());
    if (active.isValid()) {
        selectionModel()->setCurrentIndex(active, QItemSelectionModel::NoUpdate);
        scrollTo(active);
    }
    selecting_ = false;
}

void SceneTree::takeSelection()
{
    if (std::exchange(selecting_, true)) return;
    std::vector<NodeId> nodes;
    const QModelIndex current = currentIndex();
    for (const QModelIndex& index : selectionModel()->selectedIndexes())
        if (index != current) nodes.push_back(SceneModel::nodeAt(index));
    if (selectionModel()->isSelected(current)) nodes.push_back(SceneModel::nodeAt(current));
    session_.selection().pick(std::move(nodes));
    selecting_ = false;
}

void SceneTree::renameActive()
{
    const QModelIndex active = model_->indexOf(session_.selection().active());
    if (!active.isValid()) return;
    setFocus();
    setCurrentIndex(active);
    edit(active);
}

void SceneTree::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    // A row is as wide as the panel, or as its name where that is wider.
    header()->setMinimumSectionSize(viewport()->width());
}

bool SceneTree::event(QEvent* event)
{
    // Here the arrows walk the tree, whatever they do elsewhere.
    if (event->type() == QEvent::ShortcutOverride && state() != EditingState) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Home:
        case Qt::Key_End: event->accept(); return true;
        default: break;
        }
    }
    return QTreeView::event(event);
}

}  // namespace posewright::ui
