#pragma once

#include <QLabel>
#include <QStringList>

namespace posewright::ui {

/// One line of several short hints: as many complete ones as fit. All of them are in the tooltip.
/// Takes the remaining width.
class HintLabel : public QLabel {
    Q_OBJECT

public:
    explicit HintLabel(QWidget* parent = nullptr);

    /// @param last always shown, after the others
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
