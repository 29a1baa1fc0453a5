#include "ui/files/numbered_choice.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

NumberedChoice::NumberedChoice(const QString& name,
                               const std::vector<std::pair<QString, int>>& choices,
                               const Number& number) :
    numbered_(number.value),
    choice_(new QComboBox), number_(new QDoubleSpinBox)
{
    choice_->setObjectName(name);
    for (const auto& [text, value] : choices) choice_->addItem(text, value);
    number_->setObjectName(name + QStringLiteral("Number"));
    number_->setAccessibleName(number.name);
    number_->setToolTip(number.name);
    number_->setRange(-number.most, number.most);
    number_->setSuffix(number.unit);
    number_->setKeyboardTracking(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(choice_, 1);
    row->addWidget(number_);
    setFocusProxy(choice_);
    showNumber();
    connect(choice_, &QComboBox::currentIndexChanged, this, [this] {
        showNumber();
        emit changed();
    });
    connect(number_, &QDoubleSpinBox::valueChanged, this, &NumberedChoice::changed);
}

void NumberedChoice::set(int value, double number)
{
    const QSignalBlocker quietChoice(choice_), quietNumber(number_);
    number_->setDecimals(number == std::round(number) ? 0 : 3);
    number_->setValue(number);
    choice_->setCurrentIndex(std::max(0, choice_->findData(value)));
    showNumber();
}

void NumberedChoice::setText(int value, const QString& text)
{
    if (const int row = choice_->findData(value); row >= 0) choice_->setItemText(row, text);
}

int NumberedChoice::value() const
{
    return choice_->currentData().toInt();
}

double NumberedChoice::number() const
{
    return value() == numbered_ ? number_->value() : 0;
}

void NumberedChoice::showNumber()
{
    number_->setVisible(value() == numbered_);
}

}  // namespace posewright::ui
