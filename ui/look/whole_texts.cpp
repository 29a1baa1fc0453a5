#include "ui/look/whole_texts.h"

#include "ui/look/plain_tip.h"

#include <QHelpEvent>
#include <QListView>
#include <QStyledItemDelegate>
#include <QToolTip>

namespace posewright::ui {

namespace {

/// Makes rows no wider than the list, and answers it when it asks for tooltips.
class WholeTexts : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QSize whole = QStyledItemDelegate::sizeHint(option, index);
        return isRow(option) ? QSize(1, whole.height()) : whole;
    }
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override
    {
        const QString text = index.data(Qt::DisplayRole).toString();
        if (event->type() != QEvent::ToolTip || text.isEmpty() || fits(option, index, text) ||
            !index.data(Qt::ToolTipRole).toString().isEmpty())
            return QStyledItemDelegate::helpEvent(event, view, option, index);
        QToolTip::showText(event->globalPos(), plainTip(text), view->viewport(), option.rect);
        return true;
    }

private:
    static bool isRow(const QStyleOptionViewItem& option)
    {
        const auto* list = qobject_cast<const QListView*>(option.widget);
        return list && list->viewMode() == QListView::ListMode;
    }
    bool fits(const QStyleOptionViewItem& option, const QModelIndex& index,
              const QString& text) const
    {
        const int wide = isRow(option) ? QStyledItemDelegate::sizeHint(option, index).width()
                                       : option.fontMetrics.horizontalAdvance(text);
        return wide <= option.rect.width();
    }
};

}  // namespace

void showWholeTexts(QListView& list)
{
    list.setTextElideMode(Qt::ElideMiddle);
    list.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list.setItemDelegate(new WholeTexts(&list));
}

}  // namespace posewright::ui
