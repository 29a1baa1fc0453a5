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

/// Lists the contacts found for the current thresholds, with reasons; those that are ticked will be
/// held. Unticked contacts stay unticked when the thresholds change. Independent of the session: a
/// signal tells which frame the user picks.
class ContactsDialog : public QDialog {
    Q_OBJECT

public:
    /// What bones other than feet can stand on.
    struct On {
        QString name;
        NodeId bone = NodeId::None;  ///< None: the ground, or anything
        bool anywhere = false;
    };
    /// Samples the paths of the parts relative to that. Error: as for contacts::sample.
    using Look = std::function<Result<contacts::Samples>(const On&)>;

    /// @param samples  relative to the first of `places`, which are offered if there are several
    ContactsDialog(contacts::Samples samples, std::vector<On> places, Look look, QWidget* parent);

    /// Relative to what was chosen last.
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
    std::vector<contacts::Stance> refused_;  ///< as they were found when the user unticked them
    QComboBox* on_;
    QDoubleSpinBox* speed_;
    QDoubleSpinBox* height_;
    QDoubleSpinBox* shortest_;
    QTreeWidget* list_;
    QLabel* slide_;
    QPushButton* hold_;
};

}  // namespace posewright::ui
