#include "ui/files/placing_dialog.h"

#include "ui/files/contents_words.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
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

}  // namespace

PlacingDialog::PlacingDialog(Session& session, QWidget* parent) :
    QDialog(parent), session_(session),
    live_(!session.isModified() && session.unkeyed().edits().empty()), up_(new QComboBox),
    unit_(new QComboBox), upReason_(sentenceLabel("upReason")),
    unitReason_(sentenceLabel("unitReason")), contents_(new QLabel)
{
    setObjectName(QStringLiteral("placing"));
    setWindowTitle(tr("Up and unit of %1").arg(session.file().title()));
    up_->setObjectName(QStringLiteral("upAxis"));
    for (const io::UpAxis axis : {io::UpAxis::Y, io::UpAxis::Z, io::UpAxis::X, io::UpAxis::MinusY,
                                  io::UpAxis::MinusZ, io::UpAxis::MinusX}) {
        QString name = QString::fromUtf8(io::nameOf(axis).data()).toUpper();
        up_->addItem(name.replace(u'-', QChar(0x2212)), static_cast<int>(axis));
    }
    unit_->setObjectName(QStringLiteral("lengthUnit"));
    unit_->addItem(tr("as written, of no known length"), 1.0);
    for (const io::LengthScale& unit : io::lengthScales())
        // Numbers that count metres are kept, and known to be metres.
        unit_->addItem(toQt(std::string(unit.name)), unit.metres);
    contents_->setObjectName(QStringLiteral("placingContents"));
    contents_->setTextFormat(Qt::PlainText);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &PlacingDialog::reject);
    auto* form = new QFormLayout(this);
    form->addRow(tr("In the file:"), contents_);
    form->addRow(tr("&Up is"), up_);
    form->addRow(QString(), upReason_);
    form->addRow(tr("&Lengths are"), unit_);
    form->addRow(QString(), unitReason_);
    if (!live_) {
        auto* later = sentenceLabel("placingLater");
        later->setText(tr("The view shows it after OK: the file is then read again."));
        form->addRow(QString(), later);
    }
    form->addRow(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 64);

    const DocumentFile::ReadAs as = *session.file().readAs();
    firstUp_ = up_->findData(static_cast<int>(as.placing.up.value_or(io::UpAxis::Y)));
    up_->setCurrentIndex(firstUp_);
    for (int row = 1; as.placing.metres && row < unit_->count(); ++row)
        if (unit_->itemData(row).toDouble() == *as.placing.metres) unit_->setCurrentIndex(row);
    firstUnit_ = unit_->currentIndex();
    connect(up_, &QComboBox::currentIndexChanged, this, &PlacingDialog::readAnew);
    connect(unit_, &QComboBox::currentIndexChanged, this, &PlacingDialog::readAnew);
    // One reading after the other.
    const auto allow = [this, buttons](bool may) {
        for (QWidget* widget : {static_cast<QWidget*>(up_), static_cast<QWidget*>(unit_),
                                static_cast<QWidget*>(buttons)})
            widget->setEnabled(may);
    };
    connect(&session.job(), &Job::started, this, [allow] { allow(false); });
    connect(&session.job(), &Job::finished, this, [allow] { allow(true); });
    connect(&session.file(), &DocumentFile::opened, this, &PlacingDialog::refresh);
    refresh();
}

void PlacingDialog::reject()
{
    if (session_.job().running()) return;
    const QSignalBlocker quietUp(up_), quietUnit(unit_);
    const bool changed = isChanged();
    up_->setCurrentIndex(firstUp_);
    unit_->setCurrentIndex(firstUnit_);
    if (changed) readAnew();
    QDialog::reject();
}

bool PlacingDialog::isChanged() const
{
    return up_->currentIndex() != firstUp_ || unit_->currentIndex() != firstUnit_;
}

bool PlacingDialog::waits() const
{
    return !live_ && isChanged();
}

DocumentFile::Placing PlacingDialog::placing() const
{
    DocumentFile::Placing placing;
    placing.up = static_cast<io::UpAxis>(up_->currentData().toInt());
    if (unit_->currentIndex() > 0) placing.metres = unit_->currentData().toDouble();
    return placing;
}

void PlacingDialog::readAnew()
{
    if (live_) session_.file().openPlaced(session_.file().path(), placing());
}

void PlacingDialog::refresh()
{
    contents_->setText(contentsWords(session_.document()));
    const auto as = session_.file().readAs();
    if (!as) return;
    upReason_->setText(as->guess.upReason.empty()
                           ? tr("The names of the bones do not tell which way is up.")
                           : sentence(as->guess.upReason));
    unitReason_->setText(as->guess.unitReason.empty() ? tr("Nothing tells how tall the figure is.")
                                                      : sentence(as->guess.unitReason));
}

}  // namespace posewright::ui
