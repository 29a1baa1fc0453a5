#include "ui/actions/cures_dialog.h"

#include "ui/look/plain_tip.h"
#include "ui/models/part_words.h"
#include "ui/models/status_text.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace posewright::ui {

namespace {

constexpr int kWhatWidth = 380;    ///< of the column of remedies [px]
constexpr int kLeavesWidth = 200;  ///< [px]

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
    case CureBy::LowerBody:
        return CuresDialog::tr("Lower \u201c%1\u201d by up to %2, so that all legs reach")
            .arg(name, length);
    case CureBy::LongerChain: return CuresDialog::tr("Let \u201c%1\u201d turn, too").arg(name);
    case CureBy::WiderLimit:
        return CuresDialog::tr("Let \u201c%1\u201d turn %2\u00b0 farther than its limit")
            .arg(name, locale.toString(remedy.amount * 180 / std::numbers::pi, 'f', 0));
    case CureBy::OtherBend: return CuresDialog::tr("Bend the limb to the other side");
    case CureBy::Stretch:
        return CuresDialog::tr("Let the bones become up to %1 % longer")
            .arg(locale.toString(100 * remedy.amount, 'f', 0));
    case CureBy::Ease:
        return CuresDialog::tr("Ease into it: the limb slows down and stops a little short");
    case CureBy::LetGo: break;
    }
    return CuresDialog::tr("Let go of the target there");
}

/// "the top of the box", "the side of the box at +X"
QString sideText(const Vec3& out)
{
    Eigen::Index axis = 0;
    out.cwiseAbs().maxCoeff(&axis);
    const bool high = out[axis] > 0;
    if (axis == 1)
        return high ? CuresDialog::tr("the top of the box") : CuresDialog::tr("the box, below it");
    return CuresDialog::tr("the side of the box at %1")
        .arg((high ? u'+' : u'\u2212') + QString(axis == 0 ? u'X' : u'Z'));
}

/// "the top of the box", as sideText
QString boxSideText(operate::BoxSide side)
{
    using operate::BoxSide;
    switch (side) {
    case BoxSide::Top: return CuresDialog::tr("the top of the box");
    case BoxSide::Bottom: return CuresDialog::tr("the underside of the box");
    case BoxSide::Front: return CuresDialog::tr("the front of the box");
    case BoxSide::Back: return CuresDialog::tr("the back of the box");
    case BoxSide::PlusX: return CuresDialog::tr("the side of the box at +X");
    case BoxSide::MinusX: break;
    }
    return CuresDialog::tr("the side of the box at \u2212X");
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
    case SmoothBy::KeyHere:
        return CuresDialog::tr("Key the target at frame %1, where it is shown")
            .arg(frameText(smoothing.amount));
    case SmoothBy::ShorterContact: break;
    }
    return CuresDialog::tr("Hold for %n frame(s) less", nullptr,
                           int(std::lround(smoothing.amount)));
}

QString poleAwayText(const Document& doc, const operate::PoleAway& away)
{
    return CuresDialog::tr("Move \u201c%1\u201d by %2, away from the limb")
        .arg(toQt(nodeName(*doc.scene, away.pole)), lengthText(away.by, doc.unit));
}

QString bridgingText(const operate::Bridging& bridging)
{
    QString over =
        CuresDialog::tr("Turn over %n frame(s) instead of one", nullptr, int(bridging.over));
    if (bridging.removed == 0) return over;
    return CuresDialog::tr("%1; %2 are removed", "what is done, the keys between")
        .arg(over, CuresDialog::tr("%n key(s)", nullptr, bridging.removed));
}

QString wayText(const Document& doc, const operate::WayRound& way)
{
    QStringList frames;
    for (const double frame : way.keyed) frames << frameText(frame);
    if (way.turn != 0) {
        const double degrees = std::abs(way.turn) * 180 / std::numbers::pi;
        return CuresDialog::tr("Turn the elbow or knee out of it by %1\u00b0: keyed at %2")
            .arg(QLocale().toString(degrees, 'f', 0), frames.join(QStringLiteral(", ")));
    }
    return CuresDialog::tr("Lead it past %1, up to %2 away: keyed at %3")
        .arg(sideText(way.out), lengthText(way.away, doc.unit), frames.join(QStringLiteral(", ")));
}

QString laidText(const Document& doc, ConstraintId target, const operate::LaidOn& laid)
{
    const Constraint* led = findConstraint(*doc.rig, target);
    const LimbWord limb = led ? limbWord(*doc.scene, led->effector) : LimbWord::None;
    const QString what = limb == LimbWord::Hand   ? CuresDialog::tr("Lay the hand on %1")
                         : limb == LimbWord::Foot ? CuresDialog::tr("Lay the foot on %1")
                                                  : CuresDialog::tr("Lay it on %1");
    QStringList frames;
    for (const double frame : laid.keyed) frames << frameText(frame);
    return CuresDialog::tr("%1, %2 away: keyed at %3", "what is done, a length, frames")
        .arg(what.arg(boxSideText(laid.side)), lengthText(laid.away, doc.unit),
             frames.join(QStringLiteral(", ")));
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

CuresDialog::CuresDialog(const QString& why, QWidget* parent) :
    QDialog(parent), why_(new QLabel(why)), list_(new QTreeWidget),
    note_(new QLabel(tr("Looking for remedies ...")))
{
    setObjectName(QStringLiteral("curesDialog"));
    setWindowTitle(tr("Reach Doctor"));
    why_->setTextFormat(Qt::PlainText);
    why_->setWordWrap(true);
    why_->setObjectName(QStringLiteral("curesWhy"));
    note_->setObjectName(QStringLiteral("curesNote"));
    note_->setForegroundRole(QPalette::PlaceholderText);

    list_->setObjectName(QStringLiteral("curesList"));
    list_->setAccessibleName(tr("Remedies"));
    list_->setHeaderLabels({tr("Remedy"), tr("What it leaves"), tr("In the whole motion")});
    list_->setRootIsDecorated(false);
    list_->setWordWrap(true);
    list_->header()->setStretchLastSection(true);
    list_->header()->resizeSection(0, kWhatWidth);
    list_->header()->resizeSection(1, kLeavesWidth);
    list_->setMinimumSize(kWhatWidth + 3 * kLeavesWidth, 260);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    take_ = buttons->addButton(tr("&Do It"), QDialogButtonBox::AcceptRole);
    take_->setObjectName(QStringLiteral("curesDo"));
    take_->setDefault(true);
    take_->setEnabled(false);
    auto* column = new QVBoxLayout(this);
    column->addWidget(why_);
    column->addWidget(list_, 1);
    column->addWidget(note_);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(list_, &QTreeWidget::itemActivated, this, &QDialog::accept);
    list_->installEventFilter(this);
    list_->viewport()->installEventFilter(this);
    connect(list_, &QTreeWidget::currentItemChanged, this, [this] { emit shown(picked()); });
    connect(list_->header(), &QHeaderView::sectionResized, this, &CuresDialog::fitRows);
}

void CuresDialog::offer(const QString& why, const std::vector<Offer>& offers)
{
    why_->setText(why);
    offers_ = offers;
    told_.assign(offers.size(), std::nullopt);
    int row = 0;
    for (const Offer& offer : offers) {
        auto* item = new QTreeWidgetItem({offer.what, offer.leaves, tr("being judged ...")});
        for (int column = 0; column < 3; ++column)
            item->setTextAlignment(column, Qt::AlignLeft | Qt::AlignTop);
        item->setData(0, Qt::UserRole, row++);
        list_->addTopLevelItem(item);
    }
    fitRows();
    note_->setText(offers.empty() ? tr("Nothing that is known helps.")
                                  : tr("What is picked is shown in the view."));
    take_->setEnabled(!offers.empty());
    if (!offers.empty()) list_->setCurrentItem(list_->topLevelItem(0));
}

int CuresDialog::picked() const
{
    const QTreeWidgetItem* item = list_->currentItem();
    return item ? item->data(0, Qt::UserRole).toInt() : -1;
}

void CuresDialog::put(const std::vector<int>& order)
{
    // What is picked by hand stays picked, and is not shown anew.
    const int before = picked();
    {
        const QSignalBlocker quiet(list_);
        std::vector<QTreeWidgetItem*> items(order.size());
        while (QTreeWidgetItem* item = list_->takeTopLevelItem(0))
            items[item->data(0, Qt::UserRole).toInt()] = item;
        for (const int offer : order) list_->addTopLevelItem(items[offer]);
        list_->setCurrentItem(chosen_ && before >= 0 ? items[before] : list_->topLevelItem(0));
    }
    if (picked() != before) emit shown(picked());
}

void CuresDialog::tellAftermath(int offer, const Judgement& told)
{
    std::vector<int> order;
    QTreeWidgetItem* item = nullptr;
    for (int row = 0; row < list_->topLevelItemCount(); ++row) {
        order.push_back(list_->topLevelItem(row)->data(0, Qt::UserRole).toInt());
        if (order.back() == offer) item = list_->topLevelItem(row);
    }
    if (!item) return;
    item->setText(2, told.text);
    item->setToolTip(2, plainTip(told.text));
    told_[offer] = told;
    const auto worse = [this](int of) { return told_[of] && told_[of]->worse; };
    if (std::ranges::all_of(told_, [](const auto& one) { return one.has_value(); }))
        std::ranges::stable_sort(order, {}, [&](int of) {
            return std::tuple(offers_[of].givesUp, told_[of]->problems, offers_[of].lengthens,
                              told_[of]->change);
        });
    std::ranges::stable_sort(order, {}, worse);
    put(order);
    fitRows();
}

bool CuresDialog::eventFilter(QObject* watched, QEvent* event)
{
    const bool keys = watched == list_ && event->type() == QEvent::KeyPress;
    const bool clicks = watched == list_->viewport() && event->type() == QEvent::MouseButtonPress;
    chosen_ = chosen_ || keys || clicks;
    return QDialog::eventFilter(watched, event);
}

void CuresDialog::fitRows()
{
    constexpr int kAir = 10;  // of a cell, to both sides together [px]
    const QFontMetrics metrics = list_->fontMetrics();
    for (int row = 0; row < list_->topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = list_->topLevelItem(row);
        int height = 0;
        for (int column = 0; column < list_->columnCount(); ++column) {
            const QRect room(0, 0, std::max(40, list_->columnWidth(column) - kAir), 10000);
            height = std::max(
                height, metrics.boundingRect(room, Qt::TextWordWrap, item->text(column)).height());
        }
        item->setSizeHint(0, QSize(40, height + kAir));
    }
    list_->doItemsLayout();
}

}  // namespace posewright::ui
