#pragma once

#include "core/contacts/contacts.h"

#include <QDialog>

#include <functional>
#include <vector>

class QComboBox;
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
    /// What bones that are no feet stand on.
    struct On {
        QString name;
        NodeId bone = NodeId::None;  ///< None: the ground, or anything
        bool anywhere = false;
    };
    /// The ways of the parts as they are seen from there. Error: as contacts::sample.
    using Look = std::function<Result<contacts::Samples>(const On&)>;

    /// @param samples  on the first of `places`, which are offered where there are several
    ContactsDialog(contacts::Samples samples, std::vector<On> places, Look look, QWidget* parent);

    /// As they are seen from what was chosen last.
    const contacts::Samples& samples() const { return samples_; }

    /// The stances that are ticked.
    std::vector<contacts::Stance> accepted() const;

signals:
    void frameChosen(double frame);

private:
    QDoubleSpinBox* addThreshold(const QString& name, const QString& id, double value, double most,
                                 const QString& unit, const QString& hint);
    void lookFrom(int place);
    void find();
    void noteTicks();
    bool isRefused(const contacts::Stance& stance) const;
    void countTicks();

    contacts::Samples samples_;
    std::vector<On> places_;
    Look look_;
    contacts::Thresholds thresholds_;
    std::vector<contacts::Stance> found_;
    std::vector<contacts::Stance> refused_;  ///< as they were found when their ticks were taken
    QComboBox* on_;
    QDoubleSpinBox* speed_;
    QDoubleSpinBox* height_;
    QDoubleSpinBox* shortest_;
    QTreeWidget* list_;
    QLabel* slide_;
    QPushButton* hold_;
};

}  // namespace posewright::ui
