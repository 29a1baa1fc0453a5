#include "ui/files/bring_in_dialog.h"

#include "core/edit/mirror.h"
#include "core/operate/bring_in.h"
#include "core/retarget/keep.h"
#include "ui/files/bones_choice.h"
#include "ui/files/contents_words.h"
#include "ui/files/figures_view.h"
#include "ui/files/file_dialog_look.h"
#include "ui/files/held_clips.h"
#include "ui/files/motion_choices.h"
#include "ui/files/role_bones.h"
#include "ui/files/role_words.h"
#include "ui/look/whole_texts.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QTableWidget>

namespace posewright::ui {

namespace {

using retarget::Role;

/// If there are more clips, not all are checked at first.
constexpr int kAllAtOnce = 4;
/// Heights of the list of bones. [lines of text]
constexpr int kLeastOfMap = 6, kMostOfMap = 18;
constexpr int kLinesOfNotes = 6;

}  // namespace

BringInDialog::BringInDialog(Session& session, const QString& path, const io::Import& import,
                             QWidget* parent) :
    BringInDialog(session,
                  Start{.from = import.document,
                        .file = QFileInfo(path).fileName(),
                        .here = retarget::figureOf(*session.document().scene),
                        .there = retarget::figureOf(*import.document.scene)},
                  parent)
{
}

BringInDialog::BringInDialog(Session& session, const retarget::Figure& here,
                             const retarget::Figure& there, QWidget* parent) :
    BringInDialog(session, Start{.from = session.document(), .here = here, .there = there}, parent)
{
}

BringInDialog::BringInDialog(Session& session, QWidget* parent) :
    BringInDialog(session, again(session), parent)
{
}

BringInDialog::Start BringInDialog::again(const Session& session)
{
    const Document& doc = session.document();
    const Origin& origin = *originOf(doc, doc.clip().name);
    return {.from = *origin.motion,
            .file = toQt(origin.file),
            .again = origin.clip,
            .how = origin.how,
            .here = retarget::figureHere(origin.how, *doc.scene),
            .there = retarget::figureThere(origin.how, *origin.motion->scene)};
}

BringInDialog::BringInDialog(Session& session, Start start, QWidget* parent) :
    QDialog(parent), session_(session), start_(std::move(start)), base_(session.document()),
    title_(start_.file.isEmpty() ? toQt(start_.from.clip().name) : start_.file),
    clips_(new QListWidget),
    contacts_(new QCheckBox(tr("H&old feet where they stand in the motion"))), found_(new QLabel)
{
    setObjectName(QStringLiteral("bringIn"));
    setWindowTitle(start_.again.empty() ? tr("Motion of %1").arg(title_)
                                        : tr("Motion of %1, brought in").arg(title_));
    build();
    gesture_ = session.beginGesture();
    frame_ = session.playhead().frame();
    connectAll();
    if (start_.again.empty())
        derive();
    else
        whole_ = base_;
}

void BringInDialog::build()
{
    fillClips();
    map_ = makeMap();
    contacts_->setObjectName(QStringLiteral("broughtContacts"));
    contacts_->setChecked(!start_.again.empty() &&
                          operate::holdsAnything(session_.document().clip()));
    contacts_->setToolTip(tr("Finds where feet stand in the motion; targets hold them there, in "
                             "scale, and the body goes along"));
    found_->setObjectName(QStringLiteral("broughtJoints"));
    found_->setTextFormat(Qt::PlainText);
    found_->setWordWrap(true);
    found_->setAlignment(Qt::AlignTop);
    figures_ = new FiguresView(session_, this);
    layOut();
}

void BringInDialog::layOut()
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* play = buttons->addButton(tr("&Play"), QDialogButtonBox::ActionRole);
    play->setCheckable(true);
    play->setChecked(session_.playhead().playing());
    connect(play, &QPushButton::toggled, &session_.playhead(), &Playhead::setPlaying);
    connect(&session_.playhead(), &Playhead::playingChanged, play, &QPushButton::setChecked);
    bring_ = buttons->addButton(start_.again.empty() ? tr("&Bring In") : tr("&Change"),
                                QDialogButtonBox::AcceptRole);
    bring_->setEnabled(false);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* form = new QFormLayout(this);
    if (!ofDocument()) {
        auto* contents = new QLabel(contentsWords(start_.from));
        contents->setTextFormat(Qt::PlainText);
        form->addRow(tr("In the file:"), contents);
    }
    if (start_.again.empty()) form->addRow(tr("&Clips"), clips_);
    form->addRow(figures_);
    form->addRow(map_);
    how_ = new MotionChoices(*form);
    showHow();
    auto* holding = new QHBoxLayout;
    holding->addWidget(contacts_);
    if (start_.again.empty()) {
        heldClips_ = new HeldClips(*clips_, this);
        heldClips_->setEnabled(contacts_->isChecked());
        holding->addWidget(heldClips_);
    }
    holding->addStretch(1);
    form->addRow(QString(), holding);
    // As high as most notes: what stands above must not move under the pointer as they change.
    auto* notes = new QScrollArea;
    notes->setWidget(found_);
    notes->setWidgetResizable(true);
    notes->setFrameShape(QFrame::NoFrame);
    notes->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    notes->setFixedHeight(fontMetrics().height() * kLinesOfNotes);
    form->addRow(notes);
    form->addRow(buttons);
    say(missing());
    const QMargins margins = form->contentsMargins();
    setMinimumWidth(std::max(fontMetrics().averageCharWidth() * 104,
                             map_->minimumWidth() + margins.left() + margins.right()));
    // The list of bones takes what is left of the height.
    const int more = fontMetrics().height() * (kMostOfMap - kLeastOfMap);
    resizeOnScreen(*this, {minimumWidth(), sizeHint().height() + more});
    // Next to the figure, so that its motion stays visible.
    if (parentWidget())
        move(parentWidget()->window()->geometry().topLeft() +
             QPoint(0, 2 * fontMetrics().height()));
}

void BringInDialog::say(const QString& text)
{
    found_->setText(text);
}

void BringInDialog::showHow()
{
    RetargetSetup how = start_.how;
    how.reference.frame -= start_.from.playback.start;  // counts from the clip's first
    const Origin* origin = originOf(base_, base_.clip().name);
    how_->show(how, {.here = origin ? origin->standsAt : base_.playback.start});
    how_->tellFronts(frontText(base_, start_.here), frontText(start_.from, start_.there));
}

void BringInDialog::connectAll()
{
    connect(clips_, &QListWidget::itemChanged, this, &BringInDialog::derive);
    connect(how_, &MotionChoices::changed, this, &BringInDialog::derive);
    connect(contacts_, &QCheckBox::toggled, this, &BringInDialog::derive);
    if (heldClips_) {
        connect(contacts_, &QCheckBox::toggled, heldClips_, &QWidget::setEnabled);
        connect(heldClips_, &HeldClips::changed, this, &BringInDialog::derive);
    }
    map_->setMouseTracking(true);
    connect(map_, &QTableWidget::cellEntered, this,
            [this](int row) { figures_->point(static_cast<Role>(row)); });
}

void BringInDialog::fillClips()
{
    clips_->setObjectName(QStringLiteral("broughtClips"));
    showWholeTexts(*clips_);
    const auto count = static_cast<int>(start_.from.clips.size());
    const int shown = ofDocument() ? start_.from.playback.clip : 0;
    for (int i = 0; i < count; ++i) {
        auto* item = new QListWidgetItem(toQt(start_.from.clips[i]->name), clips_);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        const bool all = count <= kAllAtOnce && !ofDocument();
        item->setCheckState(all || i == shown ? Qt::Checked : Qt::Unchecked);
    }
    clips_->setMaximumHeight(fontMetrics().height() * (std::min(count, 5) + 2));
}

const Scene& BringInDialog::scene(Column column) const
{
    return column == HereColumn ? *base_.scene : *start_.from.scene;
}

QTableWidget* BringInDialog::makeMap()
{
    const std::span<const Role> roles = retarget::allRoles();
    auto* map = new QTableWidget(static_cast<int>(roles.size()), 3);
    map->setObjectName(QStringLiteral("broughtBones"));
    map->setHorizontalHeaderLabels({tr("What it is"), tr("Here"), tr("In the motion")});
    map->verticalHeader()->hide();
    map->setAccessibleName(tr("Bones"));
    map->horizontalHeader()->setSectionResizeMode(RoleColumn, QHeaderView::ResizeToContents);
    map->horizontalHeader()->setStretchLastSection(true);
    map->setSelectionMode(QAbstractItemView::NoSelection);
    map->setMinimumHeight(fontMetrics().height() * kLeastOfMap);
    for (const Role role : roles) {
        const int row = static_cast<int>(role);
        auto* item = new QTableWidgetItem(roleText(role));
        item->setFlags(Qt::ItemIsEnabled);
        map->setItem(row, RoleColumn, item);
        for (const Column column : {HereColumn, ThereColumn})
            map->setCellWidget(row, column, bonesChoice(role, column));
    }
    showNames(*map);
    return map;
}

BonesChoice* BringInDialog::bonesChoice(Role role, Column column)
{
    const QString name = (column == HereColumn ? tr("%1, of this figure") : tr("%1, of the motion"))
                             .arg(roleText(role));
    auto* choice = new BonesChoice(scene(column), retarget::isChain(role), name);
    choice->setBones(figure(column).bones(role));
    connect(
        choice, &BonesChoice::chosen, this,
        [this, role, column](const std::vector<NodeIndex>& bones) { choose(role, column, bones); });
    return choice;
}

void BringInDialog::choose(Role role, Column column, const std::vector<NodeIndex>& bones)
{
    give(figure(column), role, bones);
    // The other side's bones are set likewise.
    const Role mirror = retarget::mirrored(role);
    std::vector<NodeIndex> others;
    bool apart = true;
    for (const NodeIndex row : bones) {
        const NodeIndex other = edit::partnerOf(scene(column), row);
        apart = apart && other != row;
        if (other != kNoNode) others.push_back(other);
    }
    if (mirror != role && apart) give(figure(column), mirror, std::move(others));
    for (const Role each : retarget::allRoles())
        static_cast<BonesChoice*>(map_->cellWidget(static_cast<int>(each), column))
            ->setBones(figure(column).bones(each));
    derive();
}

QString BringInDialog::missing() const
{
    return missingWords({start_.here, *base_.scene}, {start_.there, *start_.from.scene});
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
    how_->tellFronts(frontText(base_, start_.here), frontText(start_.from, start_.there));
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
        base_, start_.from, start_.again,           chosen(),
        kept_, start_.how,  contacts_->isChecked(), start_.file.toStdString()};
    out.how.here = withAllRoles(retarget::bonesOf(start_.here, *base_.scene));
    out.how.there = withAllRoles(retarget::namesOf(start_.there, *start_.from.scene));
    how_->read(out.how);
    if (heldClips_) out.loose = heldClips_->loose();
    return out;
}

void BringInDialog::showDerived(const Result<operate::BroughtIn>& derived)
{
    QStringList lines;
    if (derived && !derived->told.empty()) lines << motionWarnings(derived->told).split(u'\n');
    if (derived) warnings_ = lines + missing().split(u'\n', Qt::SkipEmptyParts);
    lines << (!derived           ? errorText(derived.error())
              : chosen().empty() ? tr("No clip is chosen.")
                                 : missing());
    say(lines.join(u'\n'));
    bring_->setEnabled(derived && !derived->edits.empty());
    const auto count = int(chosen().size());
    const QString text = start_.again.empty()
                             ? tr("Bring in %n clip(s) of %1", nullptr, count).arg(title_)
                             : tr("Bring in %1 anew").arg(toQt(start_.again));
    if (derived && !derived->edits.empty()) {
        // The next preview replaces this one without showing the state before.
        if (const auto done = session_.commit(derived->edits, text, gesture_, derived->after);
            !done)
            say(errorText(done.error()));
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
    if (result == QDialog::Accepted) {
        session_.finishGesture(gesture_);
    } else {
        session_.cancelGesture(gesture_);
        session_.playhead().setFrame(frame_);  // the motion shown may have been shorter
    }
    QDialog::done(result);
}

QString BringInDialog::outcome() const
{
    if (!start_.again.empty()) return tr("Brought in %1 anew").arg(toQt(start_.again));
    QString done = tr("Brought in %n clip(s) of %1", nullptr, int(chosen().size())).arg(title_);
    const bool walks = start_.here.has(Role::LeftFoot) && start_.here.has(Role::RightFoot);
    if (!walks || operate::holdsAnything(session_.document().clip())) return done;
    return tr("%1. Next, Target > Find Contacts holds its feet where they stand").arg(done);
}

}  // namespace posewright::ui
