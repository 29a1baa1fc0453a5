#pragma once

#include <QLabel>
#include <QStringList>

namespace posewright::ui {

/// One line of several short hints: as many whole ones as there is room for, and never a part of
/// one. All of them are in the tooltip. Takes whatever width is left.
class HintLabel : public QLabel {
    Q_OBJECT

public:
    explicit HintLabel(QWidget* parent = nullptr);

    /// @param last stands behind those that are shown, however many they are
    void setParts(const QStringList& parts, const QString& last);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void choose();

    QStringList parts_;
    QString last_;
};

}  // namespace posewright::ui
