#pragma once

#include <QLineEdit>

class QAbstractItemView;

namespace posewright::ui {

/// A field that filters the list below it by words. It keeps the focus; arrow and page keys move in
/// the list.
class FilterLine : public QLineEdit {
    Q_OBJECT

public:
    /// @param list must outlive it
    FilterLine(QAbstractItemView& list, const QString& name, const QString& placeholder,
               const QString& accessibleName);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QAbstractItemView& list_;
};

}  // namespace posewright::ui
