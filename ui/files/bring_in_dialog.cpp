#include "ui/files/bring_in_dialog.h"

#include "core/edit/mirror.h"
#include "core/operate/bring_in.h"
#include "ui/files/contents_words.h"
#include "ui/files/role_words.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>

namespace posewright::ui {

namespace {

using retarget::Role;

/// More than these are not all taken unasked.
constexpr int kAllAtOnce = 4;
/// What the data of an item in a list of bones is where it stands for several bones.
constexpr int kAsFound = -2;

QString namesOf(const Scene& scene, const std::vector<NodeIndex>& bones)
{
    QStringList names;
    for (const NodeIndex row : bones) names << toQt(scene[row].name);
    return names.join(QStringLiteral(", "));
}

/// The bone on the other side, by its name; the bone itself where there is none.
NodeIndex otherSide(const Scene& scene, NodeIndex row)
{
    if (row == kNoNode) return kNoNode;
    for (const edit::SidedName& reading : edit::sidesOf(scene[row].name))
        if (const NodeIndex other = scene.find(reading.other); other != kNoNode) return other;
    return row;
}

/// A bone has one role: whoever had it before gives it up.
void give(retarget::Figure& figure, Role role, std::vector<NodeIndex> bones)
{
    for (const Role other : retarget::allRoles()) {
        std::vector<NodeIndex> left = figure.bones(other);
        std::erase_if(left, [&](NodeIndex row) {
            return std::find(bones.begin(), bones.end(), row) != bones.end();
        });
        figure.set(other, std::move(left));
    }
    figure.set(role, std::move(bones));
}

/// All that the work needs, by value.
struct Wish {
    Document base;
    Document from;
    std::vector<int> clips;
    retarget::Options options;
    QString fallbackName;
};

Result<std::vector<edit::Edit>> derived(const Wish& wish, const Job::Progress& progress)
{
    std::vector<edit::Edit> all;
    Document doc = wish.base;
    for (std::size_t i = 0; i < wish.clips.size(); ++i) {
        const std::string& name = wish.from.clips[wish.clips[i]]->name;
        const Result<Document> motion = operate::motionIn(wish.from, name);
        if (!motion) return motion.error();
        retarget::Options options = wish.options;
        options.name = operate::nameOfMotion(name, wish.fallbackName.toStdString());
        options.sourceReference.frame = motion->playback.start;
        options.progress = [&](double share) {
            return progress((double(i) + share) / double(wish.clips.size()));
        };
        const Result<retarget::Retargeted> made = retarget::retarget(*motion, wish.base, options);
        if (!made) return made.error();
        const Result<operate::Edits> edits = operate::bringIn(doc, *made);
        if (!edits) return edits.error();
        Result<Document> next = edit::applyEach(doc, *edits);
        if (!next) return next.error();
        doc = *std::move(next);
        all.insert(all.end(), edits->begin(), edits->end());
    }
    return all;
}

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
    QDialog(parent),
    session_(session), from_(import.document), base_(session.document()),
    title_(QFileInfo(path).fileName()), here_(retarget::figureOf(*base_.scene)),
    there_(retarget::figureOf(*from_.scene)), clips_(new QListWidget),
    feet_(new QCheckBox(tr("Place &feet as in the file, in scale"))),
    hands_(new QCheckBox(tr("Place &hands as in the file, in scale"))), found_(new QLabel)
{
    using Kind = retarget::Reference::Kind;
    using retarget::Travel;
    setObjectName(QStringLiteral("bringIn"));
    setWindowTitle(tr("Motion of %1").arg(title_));
    travel_ = choiceOf("broughtTravel", {{tr("in scale with its legs"), int(Travel::Scaled)},
                                         {tr("as far as in the file"), int(Travel::AsItIs)},
                                         {tr("stays in place"), int(Travel::InPlace)}});
    reference_ = choiceOf("broughtReference", {{tr("found automatically"), int(Kind::Automatic)},
                                               {tr("rest pose of the file"), int(Kind::Rest)},
                                               {tr("first frame of each clip"), int(Kind::Frame)}});
    reference_->setToolTip(
        tr("The pose in which the figure of the file stands as this one does at rest"));
    fillClips();
    map_ = makeMap();
    for (QCheckBox* box : {feet_, hands_}) box->setChecked(true);
    feet_->setObjectName(QStringLiteral("broughtFeet"));
    hands_->setObjectName(QStringLiteral("broughtHands"));
    found_->setObjectName(QStringLiteral("broughtJoints"));
    found_->setTextFormat(Qt::PlainText);
    found_->setWordWrap(true);
    auto* contents = new QLabel(contentsWords(from_));
    contents->setTextFormat(Qt::PlainText);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* play = buttons->addButton(tr("&Play"), QDialogButtonBox::ActionRole);
    play->setCheckable(true);
    play->setChecked(session.playhead().playing());
    connect(play, &QPushButton::toggled, &session.playhead(), &Playhead::setPlaying);
    connect(&session.playhead(), &Playhead::playingChanged, play, &QPushButton::setChecked);
    bring_ = buttons->addButton(tr("&Bring In"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* form = new QFormLayout(this);
    form->addRow(tr("In the file:"), contents);
    form->addRow(tr("&Clips"), clips_);
    form->addRow(tr("Bo&nes"), map_);
    form->addRow(tr("&Travels"), travel_);
    form->addRow(tr("Refe&rence pose"), reference_);
    form->addRow(QString(), feet_);
    form->addRow(QString(), hands_);
    form->addRow(found_);
    form->addRow(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 72);
    // Beside the figure, whose motion is to be seen.
    if (parent)
        move(parent->window()->geometry().topLeft() + QPoint(0, 2 * fontMetrics().height()));

    gesture_ = session.beginGesture();
    connect(clips_, &QListWidget::itemChanged, this, &BringInDialog::derive);
    for (QComboBox* combo : {travel_, reference_})
        connect(combo, &QComboBox::currentIndexChanged, this, &BringInDialog::derive);
    for (QCheckBox* box : {feet_, hands_})
        connect(box, &QCheckBox::toggled, this, &BringInDialog::derive);
    derive();
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
    map->setSelectionMode(QAbstractItemView::NoSelection);
    map->setMinimumHeight(fontMetrics().height() * 18);
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
    for (NodeIndex row = 0; row < all.size(); ++row)
        if (all[row].bone()) combo->addItem(toQt(all[row].name), row);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setAccessibleName(
        (column == HereColumn ? tr("%1, of this figure") : tr("%1, of the file"))
            .arg(roleText(role)));
    const std::vector<NodeIndex>& bones = figure(column).bones(role);
    if (bones.size() > 1) combo->insertItem(0, namesOf(all, bones), kAsFound);
    combo->setCurrentIndex(
        bones.size() > 1 ? 0 : combo->findData(bones.empty() ? kNoNode : bones.front()));
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
        combo->setItemText(several, namesOf(scene(column), bones));
    combo->setCurrentIndex(bones.size() > 1 && several >= 0
                               ? several
                               : combo->findData(bones.empty() ? kNoNode : bones.front()));
}

void BringInDialog::choose(Role role, Column column, int item)
{
    auto* combo = qobject_cast<QComboBox*>(map_->cellWidget(static_cast<int>(role), column));
    const int row = combo->itemData(item).toInt();
    const auto bones = [](NodeIndex one) {
        return one == kNoNode ? std::vector<NodeIndex>{} : std::vector<NodeIndex>{one};
    };
    // One side says the other.
    const Role mirror = retarget::mirrored(role);
    if (row == kAsFound) {
        const retarget::Figure found = retarget::figureOf(scene(column));
        give(figure(column), role, found.bones(role));
        if (mirror != role) give(figure(column), mirror, found.bones(mirror));
    } else {
        give(figure(column), role, bones(row));
        const NodeIndex other = otherSide(scene(column), row);
        if (mirror != role && (row == kNoNode || other != row))
            give(figure(column), mirror, bones(other));
    }
    for (const Role each : retarget::allRoles()) showChoice(each, column);
    derive();
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
    if (job_.running()) {
        stale_ = true;
        job_.cancel();
        return;
    }
    stale_ = false;
    Wish wish{base_, from_, chosen(), {}, QFileInfo(title_).completeBaseName()};
    if (wish.clips.empty()) return show(std::vector<edit::Edit>{});
    wish.options.source = there_;
    wish.options.target = here_;
    wish.options.sourceReference.kind =
        static_cast<retarget::Reference::Kind>(reference_->currentData().toInt());
    wish.options.travel = static_cast<retarget::Travel>(travel_->currentData().toInt());
    wish.options.feetByGoals = feet_->isChecked();
    wish.options.handsByGoals = hands_->isChecked();
    bring_->setEnabled(false);
    job_.start(tr("Carrying motion over"),
               [this, wish = std::move(wish)](const Job::Progress& progress) -> Job::Outcome {
                   auto edits =
                       std::make_shared<Result<std::vector<edit::Edit>>>(derived(wish, progress));
                   return [this, edits](bool cancelled) {
                       if (stale_)
                           return QMetaObject::invokeMethod(this, &BringInDialog::derive,
                                                            Qt::QueuedConnection),
                                  void();
                       if (!cancelled) show(*edits);
                   };
               });
}

QString BringInDialog::missing() const
{
    QStringList still, unused;
    for (const Role role : retarget::allRoles()) {
        if (here_.has(role) && !there_.has(role)) still << roleText(role);
        if (!here_.has(role) && there_.has(role)) unused << roleText(role);
    }
    QStringList out;
    if (!still.isEmpty())
        out << tr("Here only, left in the rest pose: %1.").arg(still.join(QStringLiteral(", ")));
    if (!unused.isEmpty())
        out << tr("In the file only: %1.").arg(unused.join(QStringLiteral(", ")));
    return out.isEmpty() ? tr("Every part of the body that one has the other has, too.")
                         : out.join(u'\n');
}

void BringInDialog::show(const Result<std::vector<edit::Edit>>& edits)
{
    session_.cancelGesture(gesture_);
    gesture_ = session_.beginGesture();
    found_->setText(!edits             ? errorText(edits.error())
                    : chosen().empty() ? tr("No clip is chosen.")
                                       : missing());
    bring_->setEnabled(edits && !edits->empty());
    if (edits && !edits->empty()) {
        const QString text =
            tr("Bring in %n clip(s) of %1", nullptr, int(chosen().size())).arg(title_);
        if (const Result<void> done = session_.commit(*edits, text, gesture_); !done) {
            found_->setText(errorText(done.error()));
            bring_->setEnabled(false);
        }
    }
    emit shown();
}

void BringInDialog::done(int result)
{
    job_.cancel();
    if (result == QDialog::Accepted)
        session_.finishGesture(gesture_);
    else
        session_.cancelGesture(gesture_);
    QDialog::done(result);
}

QString BringInDialog::outcome() const
{
    return tr("Brought in %n clip(s) of %1", nullptr, int(chosen().size())).arg(title_);
}

}  // namespace posewright::ui
