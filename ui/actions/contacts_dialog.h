#pragma once

#include "core/contacts/contacts.h"

#include <QDialog>

#include <functional>
#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace posewright::ui {

/// Lists the contacts found for the current thresholds, with reasons; those that are ticked will be
/// held. Unticked contacts stay unticked when the thresholds change. Independent of the session:
/// signals tell what the user picks.
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

    /// A limb that a Contact span holds, both ends included. [frame]
    struct Held {
        NodeId end = NodeId::None;
        double start = 0, last = 0;
    };

    /// @param samples  relative to the first of `places`, which are offered if there are several
    ContactsDialog(contacts::Samples samples, std::vector<On> places, Look look, QWidget* parent);

    /// Relative to what was chosen last.
    const contacts::Samples& samples() const { return samples_; }

    /// Adds a line about the start of the motion, which should be left out, and a button that ends
    /// the dialog for that. The user did so if leavesOutStart().
    void offerToLeaveOut(const QString& why);
    bool leavesOutStart() const noexcept { return leavesOutStart_; }

    /// What is held already: it is named, and not ticked at first.
    void setHeld(std::vector<Held> held);

    /// The stances that are ticked.
    std::vector<contacts::Stance> accepted() const;

    /// Over which a contact fades in and out. [s]
    double fade() const;

    /// What holding the ticked ones gives, in words, or why they cannot be held.
    void tellOutcome(const QString& text);

signals:
    void frameChosen(double frame);
    /// Other stances are ticked, or the fade is another.
    void chosen();

private:
    QFormLayout* makeFields();
    QDoubleSpinBox* addThreshold(const QString& name, const QString& id, double value, double most,
                                 const QString& unit, const QString& hint);
    static QDoubleSpinBox* addField(const QString& name, const QString& id, double value,
                                    double most, const QString& unit, const QString& hint);
    void lookFrom(int place);
    void find();
    void tellBounds();
    void noteTicks();
    bool isRefused(const contacts::Stance& stance) const;
    bool isHeld(const contacts::Stance& stance) const;
    void tellFound(const std::vector<contacts::Contact>& all);
    void countTicks();

    contacts::Samples samples_;
    std::vector<On> places_;
    Look look_;
    contacts::Thresholds thresholds_;
    std::vector<Held> held_;
    std::vector<contacts::Stance> found_;
    std::vector<contacts::Stance> taken_;    ///< held ones that the user ticked
    std::vector<contacts::Stance> refused_;  ///< as they were found when the user unticked them
    QComboBox* on_;
    QDoubleSpinBox* speed_;
    QDoubleSpinBox* height_;
    QDoubleSpinBox* shortest_;
    QDoubleSpinBox* gap_;
    QDoubleSpinBox* fade_;
    QTreeWidget* list_;
    QLabel* bounds_;
    QLabel* slide_;
    QLabel* outcome_;
    QPushButton* hold_;
    bool leavesOutStart_ = false;
};

}  // namespace posewright::ui
