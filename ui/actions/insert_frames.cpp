#include "ui/actions/insert_frames.h"

#include "ui/session/step_text.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace posewright::ui {

InsertFrames::InsertFrames(double frame, QWidget* parent) :
    QDialog(parent), count_(new QSpinBox), takeOut_(new QRadioButton)
{
    setObjectName(QStringLiteral("insertFrames"));
    setWindowTitle(tr("Insert or remove frames"));
    count_->setObjectName(QStringLiteral("insertCount"));
    count_->setRange(1, 100'000);
    count_->setValue(10);
    count_->setAccessibleName(tr("Number of frames"));
    auto* putIn = new QRadioButton(
        tr("&Insert at frame %1: what is there and after it moves on").arg(frameText(frame)));
    putIn->setObjectName(QStringLiteral("insertPutIn"));
    putIn->setChecked(true);
    takeOut_->setObjectName(QStringLiteral("insertTakeOut"));
    takeOut_->setText(tr("&Remove from frame %1 on: their keys go, what is after them moves back")
                          .arg(frameText(frame)));
    auto* note = new QLabel(tr("Keys, spans, markers and the range of all rows move together."));
    note->setForegroundRole(QPalette::PlaceholderText);
    note->setWordWrap(true);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* form = new QFormLayout;
    form->addRow(tr("&Frames"), count_);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(putIn);
    column->addWidget(takeOut_);
    column->addWidget(note);
    column->addSpacing(8);
    column->addWidget(buttons);
    count_->setFocus();
    count_->selectAll();
}

int InsertFrames::frames() const
{
    return takeOut_->isChecked() ? -count_->value() : count_->value();
}

}  // namespace posewright::ui
