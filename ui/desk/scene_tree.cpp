#include "ui/desk/scene_tree.h"

#include "ui/look/plain_tip.h"
#include "ui/models/scene_model.h"
#include "ui/session/session.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolTip>

#include <algorithm>
#include <functional>
#include <utility>

namespace posewright::ui {

namespace {

constexpr int kUnfoldedDepth = 12;
constexpr int kBesideName = 30;  ///< icon and margins beside a name [px]

/// Rows of equal height, with or without an icon: a third more than the font's height.
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
        if (index.data(SceneModel::UnkeyedRole).toBool())
            option->text += QStringLiteral("  \u25c7");
        const auto* tree = qobject_cast<const SceneTree*>(option->widget);
        if (tree && tree->isDim(SceneModel::nodeAt(index)))
            option->palette.setColor(QPalette::Text,
                                     option->palette.color(QPalette::Disabled, QPalette::Text));
        // Show the frame around the current row only while the keyboard is used; otherwise it has
        // no meaning.
        if (!(option->state & QStyle::State_Selected) && option->widget &&
            !option->widget->window()->testAttribute(Qt::WA_KeyboardFocusChange))
            option->state &= ~QStyle::State_HasFocus;
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
    setTextElideMode(Qt::ElideMiddle);  // sides and numbers are at the ends of names
    header()->setStretchLastSection(true);
    connect(model_, &QAbstractItemModel::modelReset, this, [this] {
        expandToDepth(kUnfoldedDepth);
        unfolded_.clear();
        applyFilter();
        keepRoomForNames();
        showSelection();
    });
    connect(model_, &QAbstractItemModel::dataChanged, this, [this] {
        if (!words_.isEmpty()) applyFilter();  // a changed name may match
    });
    connect(this, &QTreeView::expanded, this, &SceneTree::keepRoomForNames);
    connect(this, &QTreeView::collapsed, this, &SceneTree::keepRoomForNames);
    connect(&session.selection(), &Selection::nodesChanged, this, &SceneTree::showSelection);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &SceneTree::takeSelection);
    // A click always means the node, even if it is selected already, so deselect spans and keys.
    connect(this, &QTreeView::clicked, this, [this] {
        session_.selection().setSpans({});
        session_.selection().setKeys({});
    });
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

void SceneTree::setFilter(const QString& words)
{
    const QStringList next = words.split(u' ', Qt::SkipEmptyParts);
    if (next == words_) return;
    words_ = next;
    applyFilter();
    const QModelIndex active = model_->indexOf(session_.selection().active());
    if (active.isValid()) scrollTo(active);
}

bool SceneTree::fits(const QModelIndex& row) const
{
    const QString name = row.data(Qt::DisplayRole).toString();
    return std::all_of(words_.begin(), words_.end(), [&](const QString& word) {
        return name.contains(word, Qt::CaseInsensitive);
    });
}

bool SceneTree::narrow(const QModelIndex& above)
{
    bool any = false;
    for (int row = 0; row < model_->rowCount(above); ++row) {
        const QModelIndex index = model_->index(row, 0, above);
        const bool below = narrow(index);
        // Headings are not names.
        const bool here =
            fits(index) && (words_.isEmpty() || SceneModel::nodeAt(index) != NodeId::None);
        setRowHidden(row, above, !here && !below);
        if (below && !words_.isEmpty() && !isExpanded(index)) {
            unfolded_.emplace_back(index);
            expand(index);
        }
        any = any || here || below;
    }
    return any;
}

void SceneTree::applyFilter()
{
    anyFits_ = narrow({}) || words_.isEmpty();
    if (words_.isEmpty()) {
        for (const QPersistentModelIndex& index : unfolded_) collapse(index);
        unfolded_.clear();
    }
    viewport()->update();
}

QModelIndex SceneTree::firstFit(const QModelIndex& above) const
{
    for (int row = 0; row < model_->rowCount(above); ++row) {
        if (isRowHidden(row, above)) continue;
        const QModelIndex index = model_->index(row, 0, above);
        if (SceneModel::nodeAt(index) != NodeId::None && fits(index)) return index;
        if (const QModelIndex below = firstFit(index); below.isValid()) return below;
    }
    return {};
}

bool SceneTree::pickFirst()
{
    const QModelIndex first = firstFit({});
    if (first.isValid()) session_.selection().pick({SceneModel::nodeAt(first)});
    return first.isValid();
}

void SceneTree::paintEvent(QPaintEvent* event)
{
    QTreeView::paintEvent(event);
    if (anyFits_) return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    constexpr int kAir = 10;  // [px]
    painter.drawText(viewport()->rect().adjusted(kAir, kAir, -kAir, -kAir),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                     tr("No name has \u201c%1\u201d in it").arg(words_.join(u' ')));
}

void SceneTree::renameActive()
{
    const QModelIndex active = model_->indexOf(session_.selection().active());
    if (!active.isValid()) return;
    setFocus();
    setCurrentIndex(active);
    edit(active);
}

void SceneTree::forEachUnfolded(const std::function<void(const QModelIndex&, int)>& visit) const
{
    const std::function<void(const QModelIndex&, int)> walk = [&](const QModelIndex& above, int d) {
        for (int row = 0; row < model_->rowCount(above); ++row) {
            const QModelIndex index = model_->index(row, 0, above);
            visit(index, d);
            if (isExpanded(index)) walk(index, d + 1);
        }
    };
    walk({}, 1);
}

void SceneTree::keepRoomForNames()
{
    // Narrow panels elide names, and tooltips show them in full. Scroll only if the tree is so deep
    // that nothing of a name would be left.
    int depth = 1;
    forEachUnfolded([&](const QModelIndex&, int d) { depth = std::max(depth, d); });
    constexpr int kLeastLetters = 5;
    header()->setMinimumSectionSize(depth * indentation() + kBesideName +
                                    kLeastLetters * fontMetrics().averageCharWidth());
}

void SceneTree::dimNames(std::vector<NodeId> nodes)
{
    if (nodes == dim_) return;
    dim_ = std::move(nodes);
    viewport()->update();
}

bool SceneTree::isDim(NodeId node) const
{
    return std::binary_search(dim_.begin(), dim_.end(), node);
}

int SceneTree::widthOfNames() const
{
    int widest = 0;
    forEachUnfolded([&](const QModelIndex& index, int depth) {
        const QString name = index.data(Qt::DisplayRole).toString();
        widest = std::max(widest, depth * indentation() + fontMetrics().horizontalAdvance(name));
    });
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    return widest + kBesideName + bar + 2 * frameWidth() + fontMetrics().averageCharWidth();
}

bool SceneTree::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const QModelIndex index = indexAt(help->pos());
        const QString name = index.data(Qt::DisplayRole).toString();
        const QString more = index.data(Qt::ToolTipRole).toString();
        const int room = viewport()->width() - visualRect(index).left() - kBesideName;
        if (index.isValid() && fontMetrics().horizontalAdvance(name) > room) {
            QToolTip::showText(help->globalPos(),
                               plainTip(more.isEmpty() ? name : name + u'\n' + more), this);
            return true;
        }
    }
    return QTreeView::viewportEvent(event);
}

bool SceneTree::event(QEvent* event)
{
    // Arrow keys may be shortcuts of the window; here they move in the tree.
    if (event->type() == QEvent::ShortcutOverride && state() != EditingState) {
        const auto* key = static_cast<QKeyEvent*>(event);
        constexpr Qt::KeyboardModifiers kBoth = Qt::ControlModifier | Qt::ShiftModifier;
        // With both, they nudge what is selected; the tree has no use for that.
        if ((key->modifiers() & kBoth) == kBoth) return QTreeView::event(event);
        switch (key->key()) {
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
