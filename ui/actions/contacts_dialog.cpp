#include "ui/actions/contacts_dialog.h"

#include "core/operate/clean_feet.h"
#include "ui/look/words.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <utility>

namespace posewright::ui {

namespace {

constexpr int kRow = Qt::UserRole;  ///< row of the stances found
constexpr double kHumanLeg = 0.9;   ///< [m] of a figure of 1.7 m
constexpr double kCentimetres = 100 * kHumanLeg;
constexpr double kShareHeld = 0.2;       ///< of a stance, in the rest of which a foot may roll
constexpr double kSlidesVisibly = 1e-3;  ///< [m] on a figure of 1.7 m

/// Scaled to a figure of 1.7 m, like the thresholds.
QString reasonOf(const contacts::Stance& stance)
{
    double speed = 0, height = 0;
    for (const contacts::Contact& part : stance.parts) {
        speed = std::max(speed, part.speed);
        height = std::max(height, part.height);
    }
    const QLocale locale;
    return ContactsDialog::tr("at most %1 cm/s and %2 cm high")
        .arg(locale.toString(kCentimetres * speed, 'f', 1),
             locale.toString(kCentimetres * height, 'f', 1));
}

/// Do they share more than half of the frames of the shorter one? Then they are the same stance
/// found with different thresholds.
bool areOne(const contacts::Stance& a, const contacts::Stance& b)
{
    const double shared = std::min(a.last, b.last) - std::max(a.start, b.start) + 1;
    const double shorter = std::min(a.last - a.start, b.last - b.start) + 1;
    return a.limb == b.limb && 2 * shared > shorter;
}

bool isAmong(const std::vector<contacts::Stance>& stances, const contacts::Stance& stance)
{
    return std::ranges::any_of(stances, [&](const auto& old) { return areOne(old, stance); });
}

QString millimetres(double metres)
{
    return QLocale().toString(1000 * metres, 'f', 1);
}

QString seconds(const contacts::Samples& samples, double frames)
{
    return QLocale().toString(frames / samples.rate, 'f', 2);
}

}  // namespace

ContactsDialog::ContactsDialog(contacts::Samples samples, std::vector<On> places, Look look,
                               QWidget* parent) :
    QDialog(parent),
    samples_(std::move(samples)), places_(std::move(places)), look_(std::move(look)),
    on_(new QComboBox), list_(new QTreeWidget), bounds_(new Words), slide_(new Words),
    outcome_(new Words), hold_(new QPushButton(tr("&Hold Them")))
{
    setObjectName(QStringLiteral("contactsDialog"));
    setWindowTitle(tr("Find Contacts"));
    QFormLayout* form = makeFields();
    bounds_->setObjectName(QStringLiteral("contactsBounds"));
    bounds_->setWordWrap(true);
    bounds_->setForegroundRole(QPalette::PlaceholderText);

    list_->setObjectName(QStringLiteral("contactsList"));
    list_->setAccessibleName(tr("Contacts found"));
    list_->setColumnCount(4);
    list_->setHeaderLabels({tr("Part"), tr("Frames"), tr("Slides"), tr("Why")});
    list_->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    list_->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    list_->setUniformRowHeights(true);
    list_->setMinimumSize(520, 260);
    slide_->setObjectName(QStringLiteral("contactsSlide"));
    slide_->setWordWrap(true);
    outcome_->setObjectName(QStringLiteral("contactsOutcome"));
    outcome_->setWordWrap(true);
    for (QLabel* label : {bounds_, slide_, outcome_}) label->setMinimumWidth(list_->minimumWidth());

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(hold_, QDialogButtonBox::AcceptRole);
    hold_->setObjectName(QStringLiteral("contactsHold"));
    hold_->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(bounds_);
    column->addWidget(list_, 1);
    column->addWidget(slide_);
    column->addWidget(outcome_);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(list_, &QTreeWidget::itemChanged, this, &ContactsDialog::countTicks);
    connect(list_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        const QVariant row = item ? item->data(0, kRow) : QVariant();
        if (row.isValid()) emit frameChosen(found_[row.toULongLong()].start);
    });
    // At the side of the view, so that the figure stays visible.
    if (parent)
        move(parent->window()->geometry().topLeft() + QPoint(0, list_->minimumHeight() / 4));
    find();
}

void ContactsDialog::offerToLeaveOut(const QString& why)
{
    auto* line = new Words(why);
    line->setObjectName(QStringLiteral("contactsOddStart"));
    line->setTextFormat(Qt::PlainText);
    line->setWordWrap(true);
    auto* leave = new QPushButton(tr("Leave It &Out"));
    leave->setObjectName(QStringLiteral("contactsLeaveOut"));
    leave->setAutoDefault(false);
    leave->setToolTip(tr("Removes those frames and looks for contacts again"));
    connect(leave, &QPushButton::clicked, this, [this] {
        leavesOutStart_ = true;
        reject();
    });
    auto* row = new QHBoxLayout;
    row->addWidget(line, 1);
    row->addWidget(leave);
    static_cast<QVBoxLayout*>(layout())->insertLayout(0, row);
}

QFormLayout* ContactsDialog::makeFields()
{
    auto* form = new QFormLayout;
    const auto add = [form](const QString& name, QDoubleSpinBox* field) {
        form->addRow(name, field);
    };
    speed_ = addThreshold(tr("Slower than"), QStringLiteral("contactsSpeed"),
                          kCentimetres * thresholds_.speed, 200, tr(" cm/s"),
                          tr("No contact begins where a part moves faster"));
    height_ = addThreshold(tr("Lower than"), QStringLiteral("contactsHeight"),
                           kCentimetres * thresholds_.height, 50, tr(" cm"),
                           tr("No contact begins where a part is higher above where it rests"));
    shortest_ =
        addThreshold(tr("For at least"), QStringLiteral("contactsShortest"), thresholds_.shortest,
                     2, tr(" s"), tr("Shorter contacts are passed by"));
    gap_ = addThreshold(tr("Joined across"), QStringLiteral("contactsGap"), thresholds_.gap, 1,
                        tr(" s"), tr("Contacts of a part with a shorter gap are one"));
    fade_ = addField(
        tr("Fades over"), QStringLiteral("contactsFade"), operate::kCleanFadeSeconds, 2, tr(" s"),
        tr("The time before and after a contact in which the part is led to its place"));
    connect(fade_, &QDoubleSpinBox::valueChanged, this, &ContactsDialog::chosen);
    on_->setObjectName(QStringLiteral("contactsOn"));
    on_->setToolTip(tr("What the selected bones stand on; feet stand on the ground"));
    for (const On& place : places_) on_->addItem(place.name);
    if (places_.size() > 1) form->addRow(tr("Stand &on"), on_);
    connect(on_, &QComboBox::currentIndexChanged, this, &ContactsDialog::lookFrom);
    add(tr("&Slower than"), speed_);
    add(tr("&Lower than"), height_);
    add(tr("For at l&east"), shortest_);
    add(tr("&Joined across"), gap_);
    add(tr("&Fades over"), fade_);
    return form;
}

QDoubleSpinBox* ContactsDialog::addThreshold(const QString& name, const QString& id, double value,
                                             double most, const QString& unit, const QString& hint)
{
    QDoubleSpinBox* field = addField(name, id, value, most, unit, hint);
    connect(field, &QDoubleSpinBox::valueChanged, this, &ContactsDialog::find);
    return field;
}

QDoubleSpinBox* ContactsDialog::addField(const QString& name, const QString& id, double value,
                                         double most, const QString& unit, const QString& hint)
{
    auto* field = new QDoubleSpinBox;
    field->setObjectName(id);
    field->setAccessibleName(name);
    field->setToolTip(hint);
    field->setDecimals(most < 10 ? 2 : 1);
    field->setRange(0, most);
    field->setSingleStep(most / 100);
    field->setSuffix(unit);
    field->setValue(value);
    return field;
}

void ContactsDialog::lookFrom(int place)
{
    Result<contacts::Samples> samples = look_(places_[static_cast<std::size_t>(place)]);
    if (!samples) return slide_->setText(errorText(samples.error()));
    noteTicks();
    list_->clear();
    samples_ = *std::move(samples);
    find();
}

void ContactsDialog::find()
{
    noteTicks();
    thresholds_.speed = speed_->value() / kCentimetres;
    thresholds_.height = height_->value() / kCentimetres;
    thresholds_.shortest = shortest_->value();
    thresholds_.gap = gap_->value();
    tellBounds();
    const std::vector<contacts::Contact> all = contacts::find(samples_, thresholds_);
    found_ = contacts::stances(samples_, all, thresholds_);
    const QSignalBlocker quiet(list_);
    list_->clear();
    std::map<std::string, QTreeWidgetItem*> limbs;
    for (std::size_t i = 0; i < found_.size(); ++i) {
        const contacts::Stance& stance = found_[i];
        QTreeWidgetItem*& limb = limbs[stance.limb];
        if (!limb) {
            limb = new QTreeWidgetItem(list_, {toQt(stance.limb)});
            limb->setFlags(limb->flags() | Qt::ItemIsUserCheckable | Qt::ItemIsAutoTristate);
        }
        QString why = reasonOf(stance);
        if (isHeld(stance)) why = tr("held already: %1").arg(why);
        if (stance.certainty == contacts::Certainty::Uncertain)
            why = contacts::skateOf(samples_, stance.parts).slide < kSlidesVisibly
                      ? tr("uncertain: %1").arg(why)
                      : tr("uncertain, it slides: %1").arg(why);
        auto* item = new QTreeWidgetItem(
            limb,
            {tr("%1 s").arg(seconds(samples_, stance.last - stance.start + 1)),
             tr("%1 \u2013 %2").arg(frameText(stance.start), frameText(stance.last)),
             tr("%1 mm").arg(millimetres(contacts::skateOf(samples_, stance.parts).slide)), why});
        item->setData(0, kRow, qulonglong(i));
        item->setToolTip(3, why);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        const bool ticked = isHeld(stance) ? isAmong(taken_, stance) : !isRefused(stance);
        item->setCheckState(0, ticked ? Qt::Checked : Qt::Unchecked);
    }
    list_->expandAll();
    tellFound(all);
    countTicks();
}

void ContactsDialog::tellFound(const std::vector<contacts::Contact>& all)
{
    const contacts::Skate skate = contacts::skateOf(samples_, all);
    QString words =
        tr("%n contact(s) found. In them, parts slide by up to %1 mm, in %2 % of the time faster "
           "than 2 cm/s.",
           nullptr, int(found_.size()))
            .arg(millimetres(skate.slide), QLocale().toString(100 * skate.share, 'f', 1));
    const auto held = std::ranges::count_if(
        found_, [&](const contacts::Stance& stance) { return isHeld(stance); });
    if (held == std::ssize(found_) && held > 0)
        words += tr(" Spans hold all of them already, while heel and ball both stand; between, "
                    "feet roll.");
    else if (held > 0)
        words += tr(" Spans hold %n of them already; they are not ticked.", nullptr, int(held));
    slide_->setText(words);
}

void ContactsDialog::setHeld(std::vector<Held> held)
{
    held_ = std::move(held);
    const QSignalBlocker quiet(list_);
    list_->clear();  // ticks of before were nobody's
    find();
}

bool ContactsDialog::isHeld(const contacts::Stance& stance) const
{
    double shared = 0;
    for (const Held& held : held_)
        if (held.end == stance.end)
            shared += std::max(0.0, std::min(held.last, stance.last) -
                                        std::max(held.start, stance.start) + 1);
    return shared > kShareHeld * (stance.last - stance.start + 1);
}

void ContactsDialog::tellBounds()
{
    const QLocale locale;
    const auto text = [&](double value) { return locale.toString(value, 'f', 1); };
    const double speed = speed_->value(), height = height_->value(), leave = thresholds_.leave;
    bounds_->setText(
        tr("As on a figure of 1.7 m. A contact begins where a part is slower than %1 cm/s and "
           "lower than %2 cm, and lasts until it is faster than %3 cm/s or higher than %4 cm. A "
           "click goes to the frame; what is ticked will stand still, and the body goes along.")
            .arg(text(speed), text(height), text(leave * speed), text(leave * height)));
}

void ContactsDialog::noteTicks()
{
    for (int i = 0; i < list_->topLevelItemCount(); ++i) {
        const QTreeWidgetItem* limb = list_->topLevelItem(i);
        for (int j = 0; j < limb->childCount(); ++j) {
            const auto& stance = found_[limb->child(j)->data(0, kRow).toULongLong()];
            for (auto* known : {&refused_, &taken_})
                std::erase_if(*known, [&](const auto& old) { return areOne(old, stance); });
            const bool ticked = limb->child(j)->checkState(0) != Qt::Unchecked;
            if (isHeld(stance) && ticked) taken_.push_back(stance);
            if (!isHeld(stance) && !ticked) refused_.push_back(stance);
        }
    }
}

bool ContactsDialog::isRefused(const contacts::Stance& stance) const
{
    return isAmong(refused_, stance);
}

void ContactsDialog::countTicks()
{
    hold_->setEnabled(!accepted().empty());
    emit chosen();
}

double ContactsDialog::fade() const
{
    return fade_->value();
}

void ContactsDialog::tellOutcome(const QString& text)
{
    outcome_->setText(text);
}

std::vector<contacts::Stance> ContactsDialog::accepted() const
{
    std::vector<contacts::Stance> out;
    for (int i = 0; i < list_->topLevelItemCount(); ++i) {
        const QTreeWidgetItem* limb = list_->topLevelItem(i);
        for (int j = 0; j < limb->childCount(); ++j)
            if (limb->child(j)->checkState(0) == Qt::Checked)
                out.push_back(found_[limb->child(j)->data(0, kRow).toULongLong()]);
    }
    return out;
}

}  // namespace posewright::ui
