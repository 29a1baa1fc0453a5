#pragma once

#include <QLineEdit>

class QAbstractItemView;

namespace posewright::ui {

/// A field for words that narrow down the list below it. It keeps the keyboard; arrows and page
/// keys move in the list.
class FilterLine : public QLineEdit {
    Q_OBJECT

public:
    /// @param list is borrowed, and lives as long
    FilterLine(QAbstractItemView& list, const QString& name, const QString& placeholder,
               const QString& accessibleName);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QAbstractItemView& list_;
};

}  // namespace posewright::ui
