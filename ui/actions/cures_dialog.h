#pragma once

#include "core/operate/cures.h"
#include "core/operate/go_round.h"
#include "core/operate/lay_on.h"
#include "core/operate/smooth.h"

#include <QDialog>

#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace posewright::ui {

/// The reach doctor: why a target is missed or its limb moves roughly, and the remedies.
/// Independent of the session: a signal tells which remedy to preview.
class CuresDialog : public QDialog {
    Q_OBJECT

public:
    /// A remedy, and what remains after it.
    struct Offer {
        QString what;
        QString leaves;
        bool givesUp = false;    ///< comes after what does not
        bool lengthens = false;  ///< bones: comes after what leaves as few problems without that
    };
    /// What a remedy does in the whole motion.
    struct Judgement {
        QString text;
        bool worse = false;
        int problems = 0;   ///< frames with a problem that it leaves
        double change = 0;  ///< how far it moves the figure [m]
    };
    /// Without remedies: they are looked for.
    /// @param why  one sentence
    CuresDialog(const QString& why, QWidget* parent);

    /// The remedies that were found, the first of which is picked; none: it says that nothing
    /// helps.
    /// @param why  one sentence, now that more is known
    void offer(const QString& why, const std::vector<Offer>& offers);

    /// Row of the remedy that is picked, in the order of the offers; -1: none.
    int picked() const;
    /// What a remedy does in the whole motion; one that makes it worse goes to the end. Once all
    /// are told, they are in order: by the problems that they leave, then by how much they change.
    /// The first is picked unless one was picked by hand.
    void tellAftermath(int offer, const Judgement& told);

signals:
    void shown(int row);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Puts the rows into this order of offers.
    void put(const std::vector<int>& order);
    /// Makes rows as high as their words need in these columns.
    void fitRows();

    QLabel* why_;
    QTreeWidget* list_;
    QLabel* note_;
    QPushButton* take_;
    bool chosen_ = false;  ///< by hand; else the first remedy is picked
    std::vector<Offer> offers_;
    std::vector<std::optional<Judgement>> told_;  ///< of each offer
};

/// A remedy in words: "Let the bones become up to 13 % longer"; with the frames of keys that it
/// sets.
QString remedyText(const Document& doc, const operate::Remedy& remedy);
/// "Fade over 12 frames".
QString smoothingText(const operate::Smoothing& smoothing);
/// "Move “Left hand pole” 25 cm away from the limb".
QString poleAwayText(const Document& doc, const operate::PoleAway& away);
/// "Turn over 5 frames instead of one; 3 keys are removed".
QString bridgingText(const operate::Bridging& bridging);
/// "Lead it past the top of the box, up to 4.1 cm away: keyed at 14, 17".
QString wayText(const Document& doc, const operate::WayRound& way);
/// "Lay the hand on the top of “Box”, 4.1 cm away: keyed at 14".
QString laidText(const Document& doc, ConstraintId target, const operate::LaidOn& laid);
QString leftText(const Document& doc, const operate::Rough& left);
/// "... . It misses from frame 4 to 12."
QString missText(const QString& why, const operate::Miss& miss);
/// What remains: "reached", "still off by 2.1 cm on 4 frames".
QString leftText(const Document& doc, const operate::Miss& miss, const operate::Remedy& remedy);

}  // namespace posewright::ui
