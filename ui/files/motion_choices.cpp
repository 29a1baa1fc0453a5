#include "ui/files/motion_choices.h"

#include "ui/files/numbered_choice.h"
#include "ui/files/role_words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

namespace posewright::ui {

namespace {

constexpr double kMostFrame = 1e6;
constexpr double kMostTurn = 360;  ///< [degrees]

QComboBox* choiceOf(const QString& name, const std::vector<std::pair<QString, int>>& items)
{
    auto* combo = new QComboBox;
    combo->setObjectName(name);
    for (const auto& [text, value] : items) combo->addItem(text, value);
    return combo;
}

void select(QComboBox* combo, int value)
{
    const QSignalBlocker quiet(combo);
    combo->setCurrentIndex(std::max(0, combo->findData(value)));
}

void check(QCheckBox* box, bool on)
{
    const QSignalBlocker quiet(box);
    box->setChecked(on);
}

retarget::Reference referenceIn(const NumberedChoice& choice)
{
    return {static_cast<retarget::Reference::Kind>(choice.value()), choice.number()};
}

void show(NumberedChoice& choice, const retarget::Reference& reference, double first)
{
    const bool given = reference.kind == retarget::Reference::Kind::Frame;
    choice.set(int(reference.kind), given ? reference.frame : first);
}

QLabel* labelFor(const QString& text, QWidget* buddy)
{
    auto* label = new QLabel(text);
    label->setBuddy(buddy);
    return label;
}

}  // namespace

MotionChoices::MotionChoices(QFormLayout& form) :
    feet_(new QCheckBox(tr("Place &feet as in the motion, in scale"))),
    hands_(new QCheckBox(tr("Place &hands as in the motion, in scale")))
{
    addPlaces(form);
    addPoses(form);
    feet_->setObjectName(QStringLiteral("broughtFeet"));
    hands_->setObjectName(QStringLiteral("broughtHands"));
    for (QCheckBox* box : {feet_, hands_}) {
        form.addRow(QString(), box);
        connect(box, &QCheckBox::toggled, this, &MotionChoices::changed);
    }
    for (QComboBox* combo : {travel_, ground_})
        connect(combo, &QComboBox::currentIndexChanged, this, &MotionChoices::changed);
    for (NumberedChoice* choice : {facing_, reference_, hereReference_})
        connect(choice, &NumberedChoice::changed, this, &MotionChoices::changed);
}

void MotionChoices::addPlaces(QFormLayout& form)
{
    using retarget::Ground;
    using retarget::Travel;
    using Face = retarget::Facing::Kind;
    travel_ = choiceOf(QStringLiteral("broughtTravel"),
                       {{tr("in scale with its legs"), int(Travel::Scaled)},
                        {tr("as far as in the motion"), int(Travel::AsItIs)},
                        {tr("stays in place"), int(Travel::InPlace)}});
    ground_ = choiceOf(QStringLiteral("broughtGround"), {});
    for (const Ground each : {Ground::Guessed, Ground::Found, Ground::Kept})
        ground_->addItem(groundText(each), int(each));
    ground_->setToolTip(tr("What of the motion becomes the floor here. Guessed: where its feet "
                           "come down, unless they stay high up, as in a jump"));
    auto* travels = new QHBoxLayout;
    travels->addWidget(travel_, 1);
    travels->addWidget(labelFor(tr("Its f&loor"), ground_));
    travels->addWidget(ground_, 1);
    form.addRow(labelFor(tr("&Travels"), travel_), travels);
    facing_ = new NumberedChoice(
        QStringLiteral("broughtFacing"),
        {{tr("as in the motion"), int(Face::AsItIs)},
         {facesFrontText(), int(Face::Front)},
         {tr("turned to its left by"), int(Face::Turned)}},
        {int(Face::Turned), tr("Turn of the whole motion to its left"), tr("°"), kMostTurn});
    facing_->setToolTip(
        tr("As in the motion: where its figure faces or walks to the front in which "
           "it stands at rest, this one does so to its own front, nose first, "
           "whatever axes these are. The others turn the whole motion about the "
           "place where it starts"));
    form.addRow(labelFor(tr("Fa&ces"), facing_), facing_);
}

void MotionChoices::addPoses(QFormLayout& form)
{
    using Kind = retarget::Reference::Kind;
    const auto makeChoice = [](const QString& name, const QString& rest, const QString& bind,
                               const QString& frame, const QString& number) {
        return new NumberedChoice(name,
                                  {{tr("found automatically"), int(Kind::Automatic)},
                                   {rest, int(Kind::Rest)},
                                   {bind, int(Kind::Bind)},
                                   {frame, int(Kind::Frame)}},
                                  {int(Kind::Frame), number, {}, kMostFrame});
    };
    reference_ = makeChoice(QStringLiteral("broughtReference"), tr("rest pose of the motion"),
                            tr("bind pose of the motion"), tr("frame of each clip"),
                            tr("Frame of the reference pose, from the clip's first"));
    reference_->setToolTip(
        tr("The pose in which the figure of the motion stands as this one does at rest"));
    hereReference_ =
        makeChoice(QStringLiteral("broughtHereReference"), tr("rest pose"), tr("bind pose"),
                   tr("frame of the clip here"), tr("Frame of the reference pose here"));
    auto* poses = new QHBoxLayout;
    poses->addWidget(reference_, 1);
    poses->addWidget(labelFor(tr("and h&ere"), hereReference_));
    poses->addWidget(hereReference_, 1);
    form.addRow(labelFor(tr("Refe&rence pose"), reference_), poses);
}

void MotionChoices::show(const RetargetSetup& how, const First& first)
{
    select(travel_, int(how.travel));
    select(ground_, int(how.ground));
    const bool turned = how.facing.kind == retarget::Facing::Kind::Turned;
    facing_->set(int(how.facing.kind), turned ? how.facing.degrees : 180);
    ui::show(*reference_, how.reference, first.there);
    ui::show(*hereReference_, how.hereReference, first.here);
    check(feet_, how.feet);
    check(hands_, how.hands);
}

void MotionChoices::tellFronts(const QString& here, const QString& there)
{
    facing_->setText(int(retarget::Facing::Kind::AsItIs),
                     here == there
                         ? tr("as in the motion")
                         : tr("as in the motion: its front is %1 here, %2 there").arg(here, there));
}

void MotionChoices::read(RetargetSetup& out) const
{
    out.travel = static_cast<retarget::Travel>(travel_->currentData().toInt());
    out.ground = static_cast<retarget::Ground>(ground_->currentData().toInt());
    out.facing = {static_cast<retarget::Facing::Kind>(facing_->value()), facing_->number()};
    out.reference = referenceIn(*reference_);
    out.hereReference = referenceIn(*hereReference_);
    out.feet = feet_->isChecked();
    out.hands = hands_->isChecked();
}

}  // namespace posewright::ui
