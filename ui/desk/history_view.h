#pragma once

#include <QUndoView>

namespace posewright::ui {

/// The steps of a history. The one that is shown is always marked: neither a click beside the steps
/// nor Ctrl+click on it takes the mark away.
class HistoryView : public QUndoView {
    Q_OBJECT

public:
    explicit HistoryView(QUndoStack* history, QWidget* parent = nullptr);

protected:
    QItemSelectionModel::SelectionFlags
    selectionCommand(const QModelIndex& index, const QEvent* event = nullptr) const override;
};

}  // namespace posewright::ui
