#include "ui/inspector/number_field.h"

#include "core/base/number.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright::ui {

namespace {

constexpr int kStepsRest = 600;     ///< [ms]
constexpr double kDragStart = 3;    ///< [px]
constexpr double kPixelsAStep = 4;  ///< of a drag

struct Look {
    int decimals;
    double step;
    const char* suffix;  ///< in the tooltip only: the field is narrow
};

Look lookOf(NumberField::Kind kind)
{
    switch (kind) {
    case NumberField::Kind::Length: return {4, 0.01, "m"};
    case NumberField::Kind::Angle: return {2, 1, "\u00b0"};
    case NumberField::Kind::Frame: return {3, 1, ""};
    case NumberField::Kind::Share: return {3, 0.01, ""};
    case NumberField::Kind::Plain: break;
    }
    return {3, 0.1, ""};
}

}  // namespace

NumberField::NumberField(Kind kind, const QString& name, QWidget* parent) :
    QDoubleSpinBox(parent), kind_(kind)
{
    const Look look = lookOf(kind);
    setObjectName(name);
    setLocale(QLocale::c());
    setDecimals(9);  // what is typed is kept; what is shown is rounded
    setSingleStep(look.step);
    setRange(-1e9, 1e9);  // what a document may hold
    setKeyboardTracking(false);
    setButtonSymbols(NoButtons);
    setAlignment(Qt::AlignRight);
    setFocusPolicy(Qt::TabFocus);  // a press may begin a drag: a click takes the focus itself
    setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("-0.00")) + 8);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    lineEdit()->installEventFilter(this);
    lineEdit()->setCursor(Qt::SizeHorCursor);
    lineEdit()->setPlaceholderText(tr("differ"));
    rest_.setSingleShot(true);
    rest_.setInterval(kStepsRest);
    connect(&rest_, &QTimer::timeout, this, &NumberField::end);
    connect(this, &QDoubleSpinBox::valueChanged, this, &NumberField::valueEdited);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] { showWrong(wrong()); });
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

void NumberField::show(double value, bool several)
{
    if (open_ || drag_ != Drag::None || typing()) return;
    // While several differ, the value is none that can be typed: whatever is typed is an edit.
    const double next = several ? minimum() : value;
    if (next == this->value() && several == several_) return;
    showing_ = true;
    several_ = several;
    setValue(next);
    lineEdit()->setText(textFromValue(this->value()));
    showing_ = false;
}

QString NumberField::textFromValue(double value) const
{
    if (several_) return {};
    std::string text = toFixed(value, lookOf(kind_).decimals);
    if (text.find('.') != std::string::npos) {
        while (text.back() == '0') text.pop_back();
        if (text.back() == '.') text.pop_back();
    }
    return QString::fromStdString(text == "-0" ? "0" : text);
}

double NumberField::valueFromText(const QString& text) const
{
    // What was shown, rounded, is not an edit.
    if (text == textFromValue(value())) return value();
    return calculate(text.toStdString(), units()).value_or(value());
}

QValidator::State NumberField::validate(QString& text, int&) const
{
    return text.isEmpty() || !calculate(text.toStdString(), units()) ? QValidator::Intermediate
                                                                     : QValidator::Acceptable;
}

void NumberField::begin()
{
    if (std::exchange(several_, false)) {
        showing_ = true;
        lineEdit()->setText(textFromValue(value()));
        showing_ = false;
    }
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
    // While several differ the field's own value is its least: typed, that is no change to Qt.
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
    // Red that can be read on a field of either theme.
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
    showing_ = true;
    lineEdit()->setText(textFromValue(value()));
    showing_ = false;
    lineEdit()->setModified(false);
}

void NumberField::stepBy(int steps)
{
    if (several_) return;  // there is no one number to step from
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
        // There is no one number to drag from where several differ.
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
        showing_ = true;
        lineEdit()->setText(textFromValue(value()));
        showing_ = false;
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
        end();
    }
}

void NumberField::wheelEvent(QWheelEvent* event)
{
    // The panel scrolls over fields that are not being used.
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
    end();
}

}  // namespace posewright::ui
