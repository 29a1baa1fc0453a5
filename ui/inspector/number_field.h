#pragma once

#include "ui/inspector/arithmetic.h"

#include <QDoubleSpinBox>
#include <QTimer>

namespace posewright::ui {

/// A number that can be typed, stepped or dragged. Accepts arithmetic and units; shows a decimal
/// point in every locale; can represent several different numbers.
///
/// The text is never truncated: up to four decimals as far as they fit, then none, then exponent
/// form; if it is rounded, the tooltip has the exact number.
///
/// Every change is a gesture: began(), any number of changed(), then ended() or, after Esc during a
/// drag, takenBack(). showValue() never disturbs a gesture or typing.
class NumberField : public QDoubleSpinBox {
    Q_OBJECT

public:
    enum class Kind { Plain, Length, Angle, Frame, Share };

    /// @param name of the field, for screen readers and tests
    NumberField(Kind kind, const QString& name, QWidget* parent = nullptr);

    /// Shows a number; with `several`, as one of several different ones.
    void showValue(double value, bool several = false);

    QString textFromValue(double value) const override;
    double valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& pos) const override;
    void stepBy(int steps) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void began();
    void changed(double value);
    void ended();
    void takenBack();
    /// The typed text was rejected, with the reason. Plain text.
    void refused(const QString& text);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    enum class Drag { None, Pressed, Moving };

    std::span<const Unit> units() const noexcept;
    bool typing() const;
    /// Formats the value again for the available width.
    void rewrite();
    int widthAround(const QString& text) const;
    void begin();
    void end();
    void takeTyped();
    /// Is the current text invalid?
    bool wrong() const;
    void showWrong(bool wrong);
    void refuse();
    void valueEdited(double value);
    bool dragEvent(QEvent* event);

    Kind kind_;
    bool several_ = false;
    bool typed_ = false;    ///< the text was typed, not set by showValue()
    bool showing_ = false;  ///< the value is being set by showValue()
    bool open_ = false;     ///< a gesture is open
    Drag drag_ = Drag::None;
    double pressedAt_ = 0;
    double pressedValue_ = 0;
    QTimer rest_;  ///< ends a gesture of steps after a pause
};

}  // namespace posewright::ui
