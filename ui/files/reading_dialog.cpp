#include "ui/files/reading_dialog.h"

#include "core/motion/rates.h"
#include "ui/files/contents_words.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>

namespace posewright::ui {

namespace {

QLabel* sentenceLabel(const char* name)
{
    auto* label = new QLabel;
    label->setObjectName(QString::fromUtf8(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QString sentence(const std::string& text)
{
    QString out = toQt(text);
    if (!out.isEmpty()) out[0] = out[0].toUpper();
    return out.isEmpty() ? out : out + u'.';
}

QComboBox* namedBox(const char* name)
{
    auto* box = new QComboBox;
    box->setObjectName(QString::fromUtf8(name));
    // Clip names may be long; they must not widen the dialog.
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    return box;
}

/// Selects the row with the data, or the first.
void setData(QComboBox& box, const QVariant& data)
{
    const QSignalBlocker quiet(box);
    box.setCurrentIndex(std::max(0, box.findData(data)));
}

}  // namespace

ReadingDialog::ReadingDialog(Session& session, QWidget* parent) :
    QDialog(parent), session_(session), first_(*session.file().readAs()),
    live_(!session.isModified() && session.unkeyed().edits().empty()), up_(namedBox("upAxis")),
    unit_(namedBox("lengthUnit")), clip_(namedBox("clipsRead")), rate_(namedBox("rateRead")),
    upReason_(sentenceLabel("upReason")), unitReason_(sentenceLabel("unitReason")),
    contents_(new QLabel),
    buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel))
{
    setObjectName(QStringLiteral("reading"));
    setWindowTitle(tr("How %1 is read").arg(session.file().title()));
    contents_->setObjectName(QStringLiteral("readContents"));
    contents_->setTextFormat(Qt::PlainText);
    auto* form = new QFormLayout(this);
    form->addRow(tr("In the file:"), contents_);
    fillPlace(*form);
    fillClips(*form);
    if (!live_) {
        auto* later = sentenceLabel("readLater");
        later->setText(tr("The view shows it after OK: the file is then read again."));
        form->addRow(QString(), later);
    }
    form->addRow(buttons_);
    setMinimumWidth(fontMetrics().averageCharWidth() * 64);
    choose(first_.reading);

    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &ReadingDialog::reject);
    for (QComboBox* box : {up_, unit_, clip_, rate_})
        connect(box, &QComboBox::currentIndexChanged, this, &ReadingDialog::readAgain);
    // Only one reading at a time.
    const auto allow = [this](bool may) {
        for (QWidget* widget : {static_cast<QWidget*>(unit_), static_cast<QWidget*>(clip_),
                                static_cast<QWidget*>(rate_), static_cast<QWidget*>(buttons_)})
            widget->setEnabled(may);
        up_->setEnabled(may && first_.unplaced);
    };
    allow(true);
    connect(&session.job(), &Job::started, this, [allow] { allow(false); });
    connect(&session.job(), &Job::finished, this, [allow] { allow(true); });
    connect(&session.file(), &DocumentFile::opened, this, &ReadingDialog::refresh);
    refresh();
}

void ReadingDialog::fillPlace(QFormLayout& form)
{
    for (const io::UpAxis axis : {io::UpAxis::Y, io::UpAxis::Z, io::UpAxis::X, io::UpAxis::MinusY,
                                  io::UpAxis::MinusZ, io::UpAxis::MinusX}) {
        QString name = QString::fromUtf8(io::nameOf(axis).data()).toUpper();
        up_->addItem(name.replace(u'-', QChar(0x2212)), static_cast<int>(axis));
    }
    unit_->addItem(first_.unplaced ? tr("as written, of no known length") : tr("as the file says"),
                   0.0);
    for (const io::LengthScale& unit : io::lengthScales())
        // Metres keep the numbers, but set the unit.
        if (first_.unplaced || unit.metres != 1)
            unit_->addItem(toQt(std::string(unit.name)), unit.metres);
    const double now = first_.reading.metres.value_or(1);
    if (const std::optional<double> person = io::unitForPerson(session_.document()))
        unit_->addItem(tr("such that the figure is 1.7 m tall"), *person * now);
    if (first_.reading.metres && unit_->findData(now) < 0)
        unit_->addItem(tr("%1 m").arg(QLocale().toString(now, 'g', 4)), now);
    form.addRow(tr("&Up is"), up_);
    form.addRow(QString(), upReason_);
    form.addRow(tr("&Lengths are"), unit_);
    form.addRow(QString(), unitReason_);
}

void ReadingDialog::fillClips(QFormLayout& form)
{
    const auto count = static_cast<int>(first_.clips.size());
    clip_->addItem(count == 1 ? tr("the only one") : tr("all %n", nullptr, count), QString());
    for (const io::Import::Clip& clip : first_.clips)
        if (count > 1)
            clip_->addItem(
                tr("%1, %2 a second").arg(toQt(clip.name), QLocale().toString(clip.rate, 'g', 6)),
                toQt(clip.name));
    rate_->addItem(tr("as in the file"), 0.0);
    for (const double rate : kUsualRates)
        rate_->addItem(tr("%1 a second").arg(QLocale().toString(rate, 'g', 6)), rate);
    form.addRow(tr("&Clips"), clip_);
    form.addRow(tr("&Rate"), rate_);
}

DocumentFile::Reading ReadingDialog::reading() const
{
    DocumentFile::Reading reading;
    reading.up = static_cast<io::UpAxis>(up_->currentData().toInt());
    if (unit_->currentIndex() > 0) reading.metres = unit_->currentData().toDouble();
    reading.clip = clip_->currentData().toString().toStdString();
    if (rate_->currentIndex() > 0) reading.rate = rate_->currentData().toDouble();
    return reading;
}

void ReadingDialog::choose(const DocumentFile::Reading& reading)
{
    setData(*up_, static_cast<int>(reading.up.value_or(io::UpAxis::Y)));
    setData(*unit_, reading.metres.value_or(0));
    setData(*clip_, toQt(reading.clip));
    setData(*rate_, reading.rate.value_or(0));
}

void ReadingDialog::reject()
{
    if (session_.job().running()) return;
    const bool same = reading() == first_.reading;
    choose(first_.reading);
    if (!same) readAgain();
    QDialog::reject();
}

bool ReadingDialog::waits() const
{
    return !live_ && !(reading() == first_.reading);
}

void ReadingDialog::readAgain()
{
    if (live_) session_.file().reopen(session_.file().path(), reading());
}

void ReadingDialog::refresh()
{
    contents_->setText(contentsWords(session_.document()));
    const auto as = session_.file().readAs();
    if (!as) return;
    upReason_->setText(!as->unplaced ? tr("The file says itself which way is up.")
                       : as->guess.upReason.empty()
                           ? tr("The names of the bones do not tell which way is up.")
                           : sentence(as->guess.upReason));
    unitReason_->setText(as->guess.unitReason.empty() ? tr("Nothing tells how tall the figure is.")
                                                      : sentence(as->guess.unitReason));
}

}  // namespace posewright::ui
