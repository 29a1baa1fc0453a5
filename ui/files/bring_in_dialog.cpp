#include "ui/files/bring_in_dialog.h"

#include "core/edit/mirror.h"
#include "core/operate/bring_in.h"
#include "core/retarget/keep.h"
#include "ui/files/contents_words.h"
#include "ui/files/figures_view.h"
#include "ui/files/file_dialog_look.h"
#include "ui/files/role_bones.h"
#include "ui/files/role_words.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>

namespace posewright::ui {

namespace {

using retarget::Role;

/// If there are more clips, not all are checked at first.
constexpr int kAllAtOnce = 4;
/// Item data that stands for several bones, as found.
constexpr int kAsFound = -2;
/// Heights of the list of bones. [lines of text]
constexpr int kLeastOfMap = 7, kMostOfMap = 18;

QComboBox* choiceOf(const char* name, std::initializer_list<std::pair<QString, int>> items)
{
    auto* combo = new QComboBox;
    combo->setObjectName(QString::fromUtf8(name));
    for (const auto& [text, value] : items) combo->addItem(text, value);
    return combo;
}

}  // namespace

BringInDialog::BringInDialog(Session& session, const QString& path, const io::Import& import,
                             QWidget* parent) :
    BringInDialog(session, import.document, QFileInfo(path).fileName(), RetargetSetup{}, {}, parent)
{
}

BringInDialog::BringInDialog(Session& session, QWidget* parent) :
    BringInDialog(session, *originOf(session.document(), session.document().clip().name)->motion,
                  toQt(originOf(session.document(), session.document().clip().name)->file),
                  originOf(session.document(), session.document().clip().name)->how,
                  session.document().clip().name, parent)
{
}

BringInDialog::BringInDialog(Session& session, Document from, const QString& title,
                             const RetargetSetup& how, std::string again, QWidget* parent) :
    QDialog(parent),
    session_(session), from_(std::move(from)), again_(std::move(again)), base_(session.document()),
    how_(how), title_(title.isEmpty() ? toQt(from_.clip().name) : title),
    here_(again_.empty() ? retarget::figureOf(*base_.scene)
                         : retarget::figureHere(how, *base_.scene)),
    there_(again_.empty() ? retarget::figureOf(*from_.scene)
                          : retarget::figureThere(how, *from_.scene)),
    clips_(new QListWidget), feet_(new QCheckBox(tr("Place &feet as in the file, in scale"))),
    hands_(new QCheckBox(tr("Place &hands as in the file, in scale"))),
    contacts_(new QCheckBox(tr("H&old feet where they stand in the file"))), found_(new QLabel)
{
    setObjectName(QStringLiteral("bringIn"));
    setWindowTitle(again_.empty() ? tr("Motion of %1").arg(title_)
                                  : tr("Motion of %1, brought in").arg(title_));
    build(how);
    gesture_ = session.beginGesture();
    connectAll();
    if (again_.empty())
        derive();
    else
        whole_ = base_;
}

void BringInDialog::build(const RetargetSetup& how)
{
    using Kind = retarget::Reference::Kind;
    using retarget::Travel;
    travel_ = choiceOf("broughtTravel", {{tr("in scale with its legs"), int(Travel::Scaled)},
                                         {tr("as far as in the file"), int(Travel::AsItIs)},
                                         {tr("stays in place"), int(Travel::InPlace)}});
    reference_ = choiceOf("broughtReference", {{tr("found automatically"), int(Kind::Automatic)},
                                               {tr("rest pose of the file"), int(Kind::Rest)},
                                               {tr("bind pose of the file"), int(Kind::Bind)},
                                               {tr("frame of each clip"), int(Kind::Frame)}});
    reference_->setToolTip(
        tr("The pose in which the figure of the file stands as this one does at rest"));
    referenceFrame_ = new QDoubleSpinBox;
    referenceFrame_->setObjectName(QStringLiteral("broughtReferenceFrame"));
    referenceFrame_->setAccessibleName(tr("Frame of the reference pose, from the clip's first"));
    referenceFrame_->setDecimals(0);
    referenceFrame_->setRange(0, 1e6);
    hereReference_ =
        choiceOf("broughtHereReference", {{tr("found automatically"), int(Kind::Automatic)},
                                          {tr("rest pose"), int(Kind::Rest)},
                                          {tr("bind pose"), int(Kind::Bind)}});
    fillClips();
    map_ = makeMap();
    const auto select = [](QComboBox* combo, int value) {
        combo->setCurrentIndex(std::max(0, combo->findData(value)));
    };
    select(travel_, int(how.travel));
    select(reference_, int(how.reference.kind));
    select(hereReference_, int(how.hereReference.kind));
    if (how.reference.kind == Kind::Frame)
        referenceFrame_->setValue(how.reference.frame - from_.playback.start);
    referenceFrame_->setEnabled(how.reference.kind == Kind::Frame);
    feet_->setChecked(how.feet);
    hands_->setChecked(how.hands);
    feet_->setObjectName(QStringLiteral("broughtFeet"));
    hands_->setObjectName(QStringLiteral("broughtHands"));
    contacts_->setObjectName(QStringLiteral("broughtContacts"));
    contacts_->setChecked(!again_.empty() && operate::holdsAnything(session_.document().clip()));
    contacts_->setToolTip(tr("Finds where feet stand in the file; targets hold them there, in "
                             "scale, and the body goes along"));
    found_->setObjectName(QStringLiteral("broughtJoints"));
    found_->setTextFormat(Qt::PlainText);
    found_->setWordWrap(true);
    figures_ = new FiguresView(session_, this);
    layOut();
}

void BringInDialog::layOut()
{
    auto* contents = new QLabel(contentsWords(from_));
    contents->setTextFormat(Qt::PlainText);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* play = buttons->addButton(tr("&Play"), QDialogButtonBox::ActionRole);
    play->setCheckable(true);
    play->setChecked(session_.playhead().playing());
    connect(play, &QPushButton::toggled, &session_.playhead(), &Playhead::setPlaying);
    connect(&session_.playhead(), &Playhead::playingChanged, play, &QPushButton::setChecked);
    bring_ = buttons->addButton(again_.empty() ? tr("&Bring In") : tr("&Change"),
                                QDialogButtonBox::AcceptRole);
    bring_->setEnabled(false);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* poses = new QHBoxLayout;
    poses->addWidget(reference_, 1);
    poses->addWidget(referenceFrame_);
    auto* reference = new QLabel(tr("Refe&rence pose"));
    reference->setBuddy(reference_);
    auto* form = new QFormLayout(this);
    form->addRow(tr("In the file:"), contents);
    if (again_.empty()) form->addRow(tr("&Clips"), clips_);
    form->addRow(figures_);
    form->addRow(tr("Bo&nes"), map_);
    form->addRow(tr("&Travels"), travel_);
    form->addRow(reference, poses);
    form->addRow(tr("Reference pos&e here"), hereReference_);
    for (QCheckBox* box : {feet_, hands_, contacts_}) form->addRow(QString(), box);
    form->addRow(found_);
    form->addRow(buttons);
    found_->setText(missing());
    setMinimumWidth(fontMetrics().averageCharWidth() * 84);
    // The list of bones takes what is left of the height.
    const int more = fontMetrics().height() * (kMostOfMap - kLeastOfMap);
    resizeOnScreen(*this, {minimumWidth(), heightForWidth(minimumWidth()) + more});
    // Next to the figure, so that its motion stays visible.
    if (parentWidget())
        move(parentWidget()->window()->geometry().topLeft() +
             QPoint(0, 2 * fontMetrics().height()));
}

void BringInDialog::connectAll()
{
    connect(clips_, &QListWidget::itemChanged, this, &BringInDialog::derive);
    for (QComboBox* combo : {travel_, reference_, hereReference_})
        connect(combo, &QComboBox::currentIndexChanged, this, &BringInDialog::derive);
    connect(reference_, &QComboBox::currentIndexChanged, this, [this] {
        referenceFrame_->setEnabled(reference_->currentData().toInt() ==
                                    int(retarget::Reference::Kind::Frame));
    });
    connect(referenceFrame_, &QDoubleSpinBox::valueChanged, this, &BringInDialog::derive);
    for (QCheckBox* box : {feet_, hands_, contacts_})
        connect(box, &QCheckBox::toggled, this, &BringInDialog::derive);
    map_->setMouseTracking(true);
    connect(map_, &QTableWidget::cellEntered, this,
            [this](int row) { figures_->point(static_cast<Role>(row)); });
}

void BringInDialog::fillClips()
{
    clips_->setObjectName(QStringLiteral("broughtClips"));
    const auto count = static_cast<int>(from_.clips.size());
    for (int i = 0; i < count; ++i) {
        auto* item = new QListWidgetItem(toQt(from_.clips[i]->name), clips_);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(count <= kAllAtOnce || i == 0 ? Qt::Checked : Qt::Unchecked);
    }
    clips_->setMaximumHeight(fontMetrics().height() * (std::min(count, 5) + 2));
}

const Scene& BringInDialog::scene(Column column) const
{
    return column == HereColumn ? *base_.scene : *from_.scene;
}

QTableWidget* BringInDialog::makeMap()
{
    const std::span<const Role> roles = retarget::allRoles();
    auto* map = new QTableWidget(static_cast<int>(roles.size()), 3);
    map->setObjectName(QStringLiteral("broughtBones"));
    map->setHorizontalHeaderLabels({tr("What it is"), tr("Here"), tr("In the file")});
    map->verticalHeader()->hide();
    map->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    map->horizontalHeader()->setSectionResizeMode(RoleColumn, QHeaderView::ResizeToContents);
    map->setSelectionMode(QAbstractItemView::NoSelection);
    map->setMinimumHeight(fontMetrics().height() * kLeastOfMap);
    for (const Role role : roles) {
        const int row = static_cast<int>(role);
        auto* item = new QTableWidgetItem(roleText(role));
        item->setFlags(Qt::ItemIsEnabled);
        map->setItem(row, RoleColumn, item);
        for (const Column column : {HereColumn, ThereColumn})
            map->setCellWidget(row, column, bonesCombo(role, column));
    }
    return map;
}

QComboBox* BringInDialog::bonesCombo(Role role, Column column)
{
    auto* combo = new QComboBox;
    combo->addItem(tr("none"), kNoNode);
    const Scene& all = scene(column);
    const std::size_t shared = nameSpaceOf(all).size();
    for (NodeIndex row = 0; row < all.size(); ++row)
        if (all[row].bone()) combo->addItem(toQt(all[row].name.substr(shared)), row);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setAccessibleName(
        (column == HereColumn ? tr("%1, of this figure") : tr("%1, of the file"))
            .arg(roleText(role)));
    const std::vector<NodeIndex>& bones = figure(column).bones(role);
    if (bones.size() > 1) combo->insertItem(0, boneWords(all, bones), kAsFound);
    combo->setCurrentIndex(
        bones.size() > 1 ? 0 : combo->findData(bones.empty() ? kNoNode : bones.front()));
    combo->setToolTip(combo->currentText());
    connect(combo, &QComboBox::activated, this,
            [this, role, column](int item) { choose(role, column, item); });
    return combo;
}

void BringInDialog::showChoice(Role role, Column column)
{
    auto* combo = qobject_cast<QComboBox*>(map_->cellWidget(static_cast<int>(role), column));
    const std::vector<NodeIndex>& bones = figure(column).bones(role);
    const QSignalBlocker quiet(combo);
    const int several = combo->findData(kAsFound);
    if (bones.size() > 1 && several >= 0)
        combo->setItemText(several, boneWords(scene(column), bones));
    combo->setCurrentIndex(bones.size() > 1 && several >= 0
                               ? several
                               : combo->findData(bones.empty() ? kNoNode : bones.front()));
    combo->setToolTip(combo->currentText());  // the text may be elided
}

void BringInDialog::choose(Role role, Column column, int item)
{
    auto* combo = qobject_cast<QComboBox*>(map_->cellWidget(static_cast<int>(role), column));
    const int row = combo->itemData(item).toInt();
    const auto bones = [](NodeIndex n) { return std::vector<NodeIndex>(n == kNoNode ? 0 : 1, n); };
    // The other side's bones are set likewise.
    const Role mirror = retarget::mirrored(role);
    if (row == kAsFound) {
        const retarget::Figure found = retarget::figureOf(scene(column));
        give(figure(column), role, found.bones(role));
        if (mirror != role) give(figure(column), mirror, found.bones(mirror));
    } else {
        give(figure(column), role, bones(row));
        const NodeIndex other = row == kNoNode ? row : edit::partnerOf(scene(column), row);
        if (mirror != role && (row == kNoNode || other != row))
            give(figure(column), mirror, bones(other));
    }
    for (const Role each : retarget::allRoles()) showChoice(each, column);
    derive();
}

QString BringInDialog::missing() const
{
    return missingWords({here_, *base_.scene}, {there_, *from_.scene});
}

std::vector<int> BringInDialog::chosen() const
{
    std::vector<int> rows;
    for (int row = 0; row < clips_->count(); ++row)
        if (clips_->item(row)->checkState() == Qt::Checked) rows.push_back(row);
    return rows;
}

void BringInDialog::derive()
{
    operate::BringInRequest wanted = wish();
    if (!wanted.clips.empty()) glance(wanted);
    if (job_.running()) {
        stale_ = true;
        job_.cancel();
        return;
    }
    stale_ = false;
    if (wanted.clips.empty()) return showDerived(operate::BroughtIn{});
    bring_->setEnabled(false);
    job_.start(
        tr("Bringing motion in"),
        [this, wanted = std::move(wanted)](const Job::Progress& progress) -> Job::Outcome {
            auto derived =
                std::make_shared<Result<operate::BroughtIn>>(operate::broughtIn(wanted, progress));
            return [this, derived](bool cancelled) {
                if (*derived) kept_.merge((*derived)->kept);
                if (stale_)
                    QMetaObject::invokeMethod(this, &BringInDialog::derive, Qt::QueuedConnection);
                else if (!cancelled)
                    showDerived(*derived);
            };
        });
}

/// Converting a long motion takes longer than a choice should, so show the frame at the playhead
/// first.
void BringInDialog::glance(const operate::BringInRequest& wanted)
{
    if (!whole_) return;
    if (const auto there = operate::glanceAt(*whole_, wanted, session_.playhead().frame()))
        (void)session_.commit(std::vector<edit::Edit>{}, windowTitle(), gesture_, *there);
}

operate::BringInRequest BringInDialog::wish() const
{
    operate::BringInRequest out{
        base_, from_, again_, chosen(), kept_, how_, contacts_->isChecked(), title_.toStdString()};
    using Kind = retarget::Reference::Kind;
    out.how.here = withAllRoles(retarget::bonesOf(here_, *base_.scene));
    out.how.there = withAllRoles(retarget::namesOf(there_, *from_.scene));
    out.how.reference.kind = static_cast<Kind>(reference_->currentData().toInt());
    out.how.reference.frame = referenceFrame_->value();
    out.how.hereReference.kind = static_cast<Kind>(hereReference_->currentData().toInt());
    out.how.travel = static_cast<retarget::Travel>(travel_->currentData().toInt());
    out.how.feet = feet_->isChecked();
    out.how.hands = hands_->isChecked();
    return out;
}

void BringInDialog::showDerived(const Result<operate::BroughtIn>& derived)
{
    found_->setText(!derived           ? errorText(derived.error())
                    : chosen().empty() ? tr("No clip is chosen.")
                                       : missing());
    bring_->setEnabled(derived && !derived->edits.empty());
    const auto count = int(chosen().size());
    const QString text = again_.empty()
                             ? tr("Bring in %n clip(s) of %1", nullptr, count).arg(title_)
                             : tr("Bring in %1 anew").arg(toQt(again_));
    if (derived && !derived->edits.empty()) {
        // The next preview replaces this one without showing the state before.
        if (const auto done = session_.commit(derived->edits, text, gesture_, derived->after);
            !done)
            found_->setText(errorText(done.error()));
        whole_ = derived->after;
    } else {
        whole_.reset();
        session_.cancelGesture(gesture_);
        gesture_ = session_.beginGesture();
    }
    emit shown();
}

void BringInDialog::done(int result)
{
    job_.cancel();
    result == QDialog::Accepted ? session_.finishGesture(gesture_)
                                : session_.cancelGesture(gesture_);
    QDialog::done(result);
}

QString BringInDialog::outcome() const
{
    if (!again_.empty()) return tr("Brought in %1 anew").arg(toQt(again_));
    return tr("Brought in %n clip(s) of %1", nullptr, int(chosen().size())).arg(title_);
}

}  // namespace posewright::ui
