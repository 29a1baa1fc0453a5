#include "ui/actions/cures_dialog.h"

#include "ui/models/status_text.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <cmath>
#include <numbers>

namespace posewright::ui {

namespace {

/// "Let the bones become longer", without the frames.
QString remedyDone(const Document& doc, const operate::Remedy& remedy)
{
    using operate::CureBy;
    const QString name = toQt(nodeName(*doc.scene, remedy.node));
    const QString length = lengthText(remedy.amount, doc.unit);
    const QLocale locale;
    switch (remedy.by) {
    case CureBy::MoveTarget:
        return CuresDialog::tr("Move the target to the nearest place that is reached, %1 away")
            .arg(length);
    case CureBy::MoveBody:
        return CuresDialog::tr("Let \u201c%1\u201d go along, by up to %2").arg(name, length);
    case CureBy::LongerChain: return CuresDialog::tr("Let \u201c%1\u201d turn, too").arg(name);
    case CureBy::WiderLimit:
        return CuresDialog::tr("Let \u201c%1\u201d turn %2\u00b0 farther than its limit")
            .arg(name, locale.toString(remedy.amount * 180 / std::numbers::pi, 'f', 0));
    case CureBy::OtherBend: return CuresDialog::tr("Bend the limb to the other side");
    case CureBy::Stretch:
        return CuresDialog::tr("Let the bones become up to %1 % longer")
            .arg(locale.toString(100 * remedy.amount, 'f', 0));
    case CureBy::Ease: return CuresDialog::tr("Ease into it: stop short on purpose");
    case CureBy::LetGo: break;
    }
    return CuresDialog::tr("Let go of the target there");
}

}  // namespace

QString remedyText(const Document& doc, const operate::Remedy& remedy)
{
    QString what = remedyDone(doc, remedy);
    if (remedy.keyed.empty()) return what;
    QStringList frames;
    for (const double frame : remedy.keyed) frames << frameText(frame);
    return CuresDialog::tr("%1: keys at %2", "what is done, at which frames")
        .arg(what, frames.join(QStringLiteral(", ")));
}

QString leftText(const Document& doc, const operate::Miss& miss, const operate::Remedy& remedy)
{
    const operate::Miss& left = remedy.left;
    const int others = left.problems - left.frames, before = miss.problems - miss.frames;
    QString text;
    if (remedy.by == operate::CureBy::LetGo && left.none())
        text = CuresDialog::tr("does not act there");
    else if (left.none())
        text = CuresDialog::tr("reached");
    else
        text = CuresDialog::tr("still off by %1 on %n frame(s)", nullptr, left.frames)
                   .arg(lengthText(left.off, doc.unit));
    if (others > before)
        text += CuresDialog::tr("; %n new miss(es) of others", nullptr, others - before);
    return text;
}

QString smoothingText(const operate::Smoothing& smoothing)
{
    using operate::SmoothBy;
    switch (smoothing.by) {
    case SmoothBy::LongerFade:
        return CuresDialog::tr("Fade over %n frame(s)", nullptr,
                               int(std::lround(smoothing.amount)));
    case SmoothBy::Ease: return CuresDialog::tr("Ease the reach: straighten more slowly");
    case SmoothBy::SofterKeys: return CuresDialog::tr("Make the keys around it smooth");
    case SmoothBy::ShorterContact: break;
    }
    return CuresDialog::tr("Hold for %n frame(s) less", nullptr,
                           int(std::lround(smoothing.amount)));
}

QString bridgingText(const operate::Bridging& bridging)
{
    QString over =
        CuresDialog::tr("Turn over %n frame(s) instead of one", nullptr, int(bridging.over));
    if (bridging.removed == 0) return over;
    return CuresDialog::tr("%1; %2 are removed", "what is done, the keys between")
        .arg(over, CuresDialog::tr("%n key(s)", nullptr, bridging.removed));
}

QString leftText(const Document& doc, const operate::Rough& left)
{
    if (left.none()) return CuresDialog::tr("smooth");
    QStringList parts;
    if (left.pops > 0)
        parts << CuresDialog::tr("still %n pop(s), of %1\u00b0 at most", nullptr, left.pops)
                     .arg(QLocale().toString(left.popped * 180 / std::numbers::pi, 'f', 0));
    if (left.slips > 0)
        parts << CuresDialog::tr("still slips by %1").arg(lengthText(left.slipped, doc.unit));
    return parts.join(QStringLiteral("; "));
}

QString missText(const QString& why, const operate::Miss& miss)
{
    return miss.first == miss.last
               ? CuresDialog::tr("%1, at frame %2.").arg(why, frameText(miss.first))
               : CuresDialog::tr("%1. It misses from frame %2 to %3.")
                     .arg(why, frameText(miss.first), frameText(miss.last));
}

CuresDialog::CuresDialog(const QString& why, const std::vector<Offer>& offers, QWidget* parent) :
    QDialog(parent), list_(new QTreeWidget)
{
    setObjectName(QStringLiteral("curesDialog"));
    setWindowTitle(tr("Reach Doctor"));
    auto* reason = new QLabel(why);
    reason->setTextFormat(Qt::PlainText);
    reason->setWordWrap(true);
    reason->setObjectName(QStringLiteral("curesWhy"));
    auto* note = new QLabel(tr("What is picked is shown in the view."));
    note->setForegroundRole(QPalette::PlaceholderText);

    list_->setObjectName(QStringLiteral("curesList"));
    list_->setAccessibleName(tr("Remedies"));
    list_->setHeaderLabels({tr("Remedy"), tr("What it leaves")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    list_->setMinimumSize(640, 180);
    for (const Offer& offer : offers)
        list_->addTopLevelItem(new QTreeWidgetItem({offer.what, offer.leaves}));

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    auto* take = buttons->addButton(tr("&Do It"), QDialogButtonBox::AcceptRole);
    take->setObjectName(QStringLiteral("curesDo"));
    take->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(reason);
    column->addWidget(list_, 1);
    column->addWidget(note);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(list_, &QTreeWidget::itemActivated, this, &QDialog::accept);
    connect(list_, &QTreeWidget::currentItemChanged, this, [this] { emit shown(picked()); });
}

int CuresDialog::picked() const
{
    return list_->indexOfTopLevelItem(list_->currentItem());
}

}  // namespace posewright::ui
