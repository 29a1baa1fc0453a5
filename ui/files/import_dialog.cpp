#include "ui/files/import_dialog.h"

#include "core/edit/edit.h"
#include "core/io/join.h"
#include "core/motion/rates.h"
#include "core/operate/operate.h"
#include "ui/files/contents_words.h"
#include "ui/look/whole_texts.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>

namespace posewright::ui {

namespace {

/// If there are more clips, not all are checked at first.
constexpr int kAllTaken = 8;

QString rateText(double rate)
{
    return QLocale().toString(rate, 'g', 6);
}

/// "a, b, c and 4 more"
QString someNames(const std::vector<std::string>& names)
{
    constexpr int kMost = 4;
    QStringList list;
    for (int i = 0; i < std::min<int>(kMost, int(names.size())); ++i) list << toQt(names[i]);
    const QString text = list.join(QStringLiteral(", "));
    const int more = int(names.size()) - kMost;
    return more > 0 ? ImportDialog::tr("%1 and %n more", nullptr, more).arg(text) : text;
}

}  // namespace

ImportDialog::ImportDialog(Session& session, const QString& path, const io::Import& import,
                           QWidget* parent) :
    QDialog(parent),
    session_(session), from_(import.document), title_(QFileInfo(path).fileName()),
    clips_(new QListWidget), rate_(new QComboBox), found_(new QLabel)
{
    setObjectName(QStringLiteral("importClips"));
    setWindowTitle(tr("Clips of %1").arg(title_));
    clips_->setObjectName(QStringLiteral("importedClips"));
    const auto count = static_cast<int>(from_.clips.size());
    for (int i = 0; i < count; ++i) {
        const Clip& clip = *from_.clips[i];
        matches_.push_back(operate::matchClip(from_, i, session.document()));
        auto* item = new QListWidgetItem(
            tr("%1, %2 a second").arg(toQt(clip.name), rateText(clip.rate)), clips_);
        const bool moves = matches_.back().matched > 0;
        item->setFlags(moves ? item->flags() | Qt::ItemIsUserCheckable : Qt::NoItemFlags);
        item->setCheckState(moves && (count <= kAllTaken || i == 0) ? Qt::Checked : Qt::Unchecked);
    }
    showWholeTexts(*clips_);
    rate_->setObjectName(QStringLiteral("importedRate"));
    rate_->addItem(tr("as in the file"), 0.0);
    for (const double rate : kUsualRates)
        rate_->addItem(tr("%1 a second").arg(rateText(rate)), rate);
    found_->setObjectName(QStringLiteral("importedJoints"));
    found_->setTextFormat(Qt::PlainText);
    found_->setWordWrap(true);
    auto* contents = new QLabel(contentsWords(from_));
    contents->setObjectName(QStringLiteral("importedContents"));
    contents->setTextFormat(Qt::PlainText);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    add_ = buttons->addButton(tr("&Add"), QDialogButtonBox::AcceptRole);
    QPushButton* instead = buttons->addButton(tr("&Open It Instead"), QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(instead, &QPushButton::clicked, this, [this] {
        opensInstead_ = true;
        reject();
    });
    auto* form = new QFormLayout(this);
    form->addRow(tr("In the file:"), contents);
    form->addRow(tr("&Clips"), clips_);
    form->addRow(tr("&Rate"), rate_);
    form->addRow(tr("Joints:"), found_);
    form->addRow(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 64);

    found_->setText(differences().isEmpty() ? tr("All joints that move are here, and rest alike.")
                                            : differences().join(u'\n'));
    gesture_ = session.beginGesture();
    frame_ = session.playhead().frame();
    connect(clips_, &QListWidget::itemChanged, this, &ImportDialog::showFile);
    connect(rate_, &QComboBox::currentIndexChanged, this, &ImportDialog::showFile);
    showFile();
}

std::vector<int> ImportDialog::chosen() const
{
    std::vector<int> rows;
    for (int row = 0; row < clips_->count(); ++row)
        if (clips_->item(row)->checkState() == Qt::Checked) rows.push_back(row);
    return rows;
}

void ImportDialog::showFile()
{
    session_.cancelGesture(gesture_);
    gesture_ = session_.beginGesture();
    const double rate = rate_->currentData().toDouble();
    Document doc = session_.document();
    std::vector<edit::Edit> edits;
    for (const int row : chosen()) {
        operate::Import what{
            from_.clips[row]->name, from_.clips[row]->rate, matches_[row].keys, {}};
        if (rate > 0) what.to = rate;
        const auto more = operate::edits(doc, what);
        auto next = more ? edit::applyEach(doc, *more) : Result<Document>(more.error());
        if (!next) {
            found_->setText(errorText(next.error()));
            continue;
        }
        edits.insert(edits.end(), more->begin(), more->end());
        doc = *std::move(next);
    }
    add_->setEnabled(!edits.empty());
    if (edits.empty()) return;
    const QString text = tr("Add %n clip(s) of %1", nullptr, int(chosen().size())).arg(title_);
    if (const Result<void> shown = session_.commit(edits, text, gesture_); !shown)
        found_->setText(errorText(shown.error()));
}

void ImportDialog::done(int result)
{
    if (result == QDialog::Accepted) {
        session_.finishGesture(gesture_);
    } else {
        session_.cancelGesture(gesture_);
        session_.playhead().setFrame(frame_);  // the clips shown may have been shorter
    }
    QDialog::done(result);
}

QString ImportDialog::outcome() const
{
    return tr("Added %n clip(s) of %1", nullptr, int(chosen().size())).arg(title_);
}

QStringList ImportDialog::differences() const
{
    if (matches_.empty()) return {};
    const operate::ClipMatch all = operate::together(matches_);
    if (all.matched == 0)
        return {tr("No joint that moves there is called as one of this figure: File > Bring In "
                   "Motion carries it over all the same.")};
    QStringList out;
    for (const Diagnostic& left : io::leftBehind(from_)) out << toQt(left.message);
    if (all.size != 1)
        out << tr("Lengths are multiplied by %1: it is the same figure in another unit.")
                   .arg(QLocale().toString(all.size, 'g', 4));
    if (!all.absent.empty()) out << tr("Not here, and left out: %1.").arg(someNames(all.absent));
    if (!all.unshaped.empty())
        out << tr("Morphs that are not here, and whose keys are left out: %1.")
                   .arg(someNames(all.unshaped));
    if (!all.otherwise.empty())
        out << tr("At rest otherwise than here, so that the motion may not fit: %1.")
                   .arg(someNames(all.otherwise));
    return out;
}

}  // namespace posewright::ui
