#include "ui/inspector/number_field.h"

#include "ui/inspector/fitting_number.h"
#include "ui/look/plain_tip.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QStyleOptionSpinBox>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright::ui {

namespace {

constexpr int kStepsRest = 600;     ///< [ms]
constexpr double kDragStart = 3;    ///< [px]
constexpr double kPixelsAStep = 4;  ///< while dragging
constexpr int kExactDecimals = 9;   ///< of typed numbers; fewer are shown
constexpr int kShownDecimals = 4;
/// Besides the digits of a line edit: two pixels on each side, and space for italics. [px]
constexpr int kBesideLetters = 6;

struct Look {
    int exact;  ///< meaningful decimals
    double step;
    const char* suffix;  ///< in tooltips only, since fields are narrow
};

Look lookOf(NumberField::Kind kind)
{
    switch (kind) {
    case NumberField::Kind::Length: return {kExactDecimals, 0.01, "m"};
    case NumberField::Kind::Angle: return {6, 1, "\u00b0"};  // angles are computed from quaternions
    case NumberField::Kind::Frame: return {kExactDecimals, 1, ""};
    case NumberField::Kind::Share: return {kExactDecimals, 0.01, ""};
    case NumberField::Kind::Plain: break;
    }
    return {kExactDecimals, 0.1, ""};
}

}  // namespace

NumberField::NumberField(Kind kind, const QString& name, QWidget* parent) :
    QDoubleSpinBox(parent), kind_(kind)
{
    const Look look = lookOf(kind);
    setObjectName(name);
    setLocale(QLocale::c());
    setDecimals(kExactDecimals);
    setSingleStep(look.step);
    setRange(-1e9, 1e9);  // what a document may contain
    setKeyboardTracking(false);
    setButtonSymbols(NoButtons);
    setAlignment(Qt::AlignRight);
    setFocusPolicy(Qt::TabFocus);  // clicks set the focus themselves, since a press may start a
                                   // drag
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    lineEdit()->installEventFilter(this);
    lineEdit()->setCursor(Qt::SizeHorCursor);
    lineEdit()->setPlaceholderText(tr("differ"));
    rest_.setSingleShot(true);
    rest_.setInterval(kStepsRest);
    connect(&rest_, &QTimer::timeout, this, &NumberField::end);
    connect(this, &QDoubleSpinBox::valueChanged, this, &NumberField::valueEdited);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] {
        typed_ = true;
        showWrong(wrong());
    });
}

std::span<const Unit> NumberField::units() const noexcept
{
    if (kind_ == Kind::Length) return lengthUnits();
    if (kind_ == Kind::Angle) return angleUnits();
    return {};
}

bool NumberField::typing() const
{
    return hasFocus() && lineEdit()->isModified();
}

void NumberField::showValue(double value, bool several)
{
    if (open_ || drag_ != Drag::None || typing()) return;
    // While several differ, the field holds a value that cannot be typed, so that anything typed is
    // an edit.
    const double next = several ? minimum() : value;
    if (next == this->value() && several == several_) return;
    showing_ = true;
    several_ = several;
    setValue(next);
    showing_ = false;
    rewrite();
}

void NumberField::rewrite()
{
    const bool before = std::exchange(showing_, true);
    lineEdit()->setText(textFromValue(value()));
    typed_ = false;
    showing_ = before;
}

QString NumberField::textFromValue(double value) const
{
    if (several_) return {};
    const QFontMetrics metrics = lineEdit()->fontMetrics();
    const int room = lineEdit()->width() - kBesideLetters;
    return fittingNumber(value, kShownDecimals, [&](const QString& text) {
        return metrics.horizontalAdvance(text) <= room;
    });
}

double NumberField::valueFromText(const QString& text) const
{
    // The rounded text that was shown is no edit; the same digits typed are one.
    if (!typed_ && text == textFromValue(value())) return value();
    return calculate(text.toStdString(), units()).value_or(value());
}

int NumberField::widthAround(const QString& text) const
{
    constexpr int kAny = 1000;  // [px]
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    option.rect = QRect(0, 0, kAny, 30);
    const QRect letters =
        style()->subControlRect(QStyle::CC_SpinBox, &option, QStyle::SC_SpinBoxEditField, this);
    return fontMetrics().horizontalAdvance(text) + kBesideLetters + kAny - letters.width();
}

QSize NumberField::sizeHint() const
{
    return {widthAround(QStringLiteral("-10000.0000")), QDoubleSpinBox::sizeHint().height()};
}

QSize NumberField::minimumSizeHint() const
{
    // Six digits, and the text shown if several differ.
    const int number = widthAround(QStringLiteral("-100000"));
    return {std::max(number, widthAround(lineEdit()->placeholderText())),
            QDoubleSpinBox::minimumSizeHint().height()};
}

QValidator::State NumberField::validate(QString& text, int&) const
{
    return text.isEmpty() || !calculate(text.toStdString(), units()) ? QValidator::Intermediate
                                                                     : QValidator::Acceptable;
}

void NumberField::begin()
{
    if (std::exchange(several_, false)) rewrite();
    if (std::exchange(open_, true)) return;
    emit began();
}

void NumberField::end()
{
    rest_.stop();
    if (std::exchange(open_, false)) emit ended();
}

void NumberField::valueEdited(double value)
{
    if (showing_) return;
    const bool alone = !open_;
    begin();
    emit changed(value);
    if (alone && drag_ == Drag::None && !rest_.isActive()) end();  // it was typed
}

void NumberField::takeTyped()
{
    // If several differ, the field holds its minimum; to Qt, typing that number is no change.
    if (!several_ || !lineEdit()->isModified()) return;
    const std::optional<double> typed = calculate(lineEdit()->text().toStdString(), units());
    if (typed && std::clamp(*typed, minimum(), maximum()) == value()) valueEdited(value());
}

bool NumberField::wrong() const
{
    const QString text = lineEdit()->text();
    return !text.isEmpty() && !calculate(text.toStdString(), units());
}

void NumberField::showWrong(bool wrong)
{
    if (wrong == lineEdit()->property("wrong").toBool()) return;
    lineEdit()->setProperty("wrong", wrong);
    // A red that is readable in both themes.
    QPalette colors = palette();
    const bool dark = colors.color(QPalette::Base).lightness() < 128;
    if (wrong)
        colors.setColor(QPalette::Text, dark ? QColor(0xff, 0x9b, 0x85) : QColor(0xb0, 0x1c, 0x10));
    lineEdit()->setPalette(wrong ? colors : QPalette());
}

void NumberField::refuse()
{
    if (!lineEdit()->isModified() || !wrong()) return;
    emit refused(tr("\u201c%1\u201d is not a number that can be worked out: nothing was changed")
                     .arg(lineEdit()->text()));
    showWrong(false);
    rewrite();
    lineEdit()->setModified(false);
}

void NumberField::stepBy(int steps)
{
    if (several_) return;  // several differ, so there is no number to step from
    begin();
    rest_.start();
    QDoubleSpinBox::stepBy(steps);
}

bool NumberField::dragEvent(QEvent* event)
{
    auto& mouse = *static_cast<QMouseEvent*>(event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        if (mouse.button() != Qt::LeftButton || hasFocus()) return false;
        drag_ = Drag::Pressed;
        pressedAt_ = mouse.globalPosition().x();
        pressedValue_ = value();
        return true;
    case QEvent::MouseMove: {
        if (drag_ == Drag::None) return false;
        const double way = mouse.globalPosition().x() - pressedAt_;
        // If several differ, there is no number to drag from.
        if (several_ || (drag_ == Drag::Pressed && std::abs(way) < kDragStart)) return true;
        if (std::exchange(drag_, Drag::Moving) == Drag::Pressed) begin();
        const double fine = mouse.modifiers() & Qt::ShiftModifier ? 0.1 : 1;
        double steps = way / kPixelsAStep * fine;
        if (kind_ == Kind::Frame) steps = std::round(steps);
        setValue(pressedValue_ + steps * singleStep());
        return true;
    }
    case QEvent::MouseButtonRelease:
        if (mouse.button() != Qt::LeftButton || drag_ == Drag::None) return false;
        if (std::exchange(drag_, Drag::None) == Drag::Moving) {
            end();
        } else {
            setFocus(Qt::MouseFocusReason);
            selectAll();
        }
        return true;
    default: return false;
    }
}

bool NumberField::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && !several_) {
        const auto always = [](const QString&) { return true; };
        const QString exact = fittingNumber(value(), lookOf(kind_).exact, always);
        if (exact != text() && !typing()) {
            const QString tip = toolTip().isEmpty() ? exact : toolTip() + u'\n' + exact;
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainTip(tip), this);
            return true;
        }
    }
    return QDoubleSpinBox::event(event);
}

void NumberField::changeEvent(QEvent* event)
{
    QDoubleSpinBox::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange) return;
    updateGeometry();
    if (!typing()) rewrite();
}

void NumberField::resizeEvent(QResizeEvent* event)
{
    QDoubleSpinBox::resizeEvent(event);
    if (!typing()) rewrite();
}

bool NumberField::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == lineEdit() && isEnabled() && dragEvent(event)) return true;
    return QDoubleSpinBox::eventFilter(watched, event);
}

void NumberField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        const bool open = std::exchange(open_, false);
        rest_.stop();
        drag_ = Drag::None;
        if (open) emit takenBack();
        showWrong(false);
        rewrite();
        lineEdit()->setModified(false);
        return;
    }
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter) {
        refuse();
        takeTyped();
    }
    QDoubleSpinBox::keyPressEvent(event);
    if (enter) {
        lineEdit()->setModified(false);
        typed_ = false;
        end();
    }
}

void NumberField::wheelEvent(QWheelEvent* event)
{
    // Over unfocused fields, the wheel scrolls the panel.
    if (hasFocus())
        QDoubleSpinBox::wheelEvent(event);
    else
        event->ignore();
}

void NumberField::focusOutEvent(QFocusEvent* event)
{
    refuse();
    takeTyped();
    QDoubleSpinBox::focusOutEvent(event);
    lineEdit()->setModified(false);
    typed_ = false;
    end();
}

}  // namespace posewright::ui
