#pragma once

#include "core/contacts/contacts.h"

#include <QDialog>

#include <vector>

class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace posewright::ui {

/// Where the figure's parts stand still, with the reason of each, as the thresholds have it; what
/// is ticked is to be held. A tick that was taken stays so while the thresholds change. Knows no
/// session: it says which frame somebody points at.
class ContactsDialog : public QDialog {
    Q_OBJECT

public:
    ContactsDialog(contacts::Samples samples, QWidget* parent);

    /// The stances that are ticked.
    std::vector<contacts::Stance> accepted() const;

signals:
    void frameChosen(double frame);

private:
    QDoubleSpinBox* addThreshold(const QString& name, const QString& id, double value, double most,
                                 const QString& unit, const QString& hint);
    void find();
    void noteTicks();
    bool isRefused(const contacts::Stance& stance) const;
    void countTicks();

    contacts::Samples samples_;
    contacts::Thresholds thresholds_;
    std::vector<contacts::Stance> found_;
    std::vector<contacts::Stance> refused_;  ///< as they were found when their ticks were taken
    QDoubleSpinBox* speed_;
    QDoubleSpinBox* height_;
    QDoubleSpinBox* shortest_;
    QTreeWidget* list_;
    QLabel* slide_;
    QPushButton* hold_;
};

}  // namespace posewright::ui
