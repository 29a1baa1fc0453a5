#pragma once

#include <QUndoView>

namespace posewright::ui {

/// The list of history steps. The current one is always selected: neither a click beside the steps
/// nor Ctrl+click deselects it.
class HistoryView : public QUndoView {
    Q_OBJECT

public:
    explicit HistoryView(QUndoStack* history, QWidget* parent = nullptr);

protected:
    QItemSelectionModel::SelectionFlags
    selectionCommand(const QModelIndex& index, const QEvent* event = nullptr) const override;
};

}  // namespace posewright::ui
