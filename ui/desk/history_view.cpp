#include "ui/desk/history_view.h"

#include "ui/actions/desk.h"
#include "ui/look/whole_texts.h"
#include "ui/session/session.h"

namespace posewright::ui {

HistoryView::HistoryView(QUndoStack* history, QWidget* parent) : QUndoView(history, parent)
{
    setObjectName(QStringLiteral("historyView"));
    setAccessibleName(tr("History"));
    setEmptyLabel(tr("As opened"));
    showWholeTexts(*this);
    constexpr int kFewest = 2;  // lines; a list's usual minimum is too high for small screens
    setMinimumHeight(kFewest * fontMetrics().height() + 2 * frameWidth());
}

QItemSelectionModel::SelectionFlags HistoryView::selectionCommand(const QModelIndex& index,
                                                                  const QEvent*) const
{
    return index.isValid() ? QItemSelectionModel::ClearAndSelect : QItemSelectionModel::NoUpdate;
}

QWidget* makeHistory(Desk& desk)
{
    return new HistoryView(&desk.session().history());
}

}  // namespace posewright::ui
