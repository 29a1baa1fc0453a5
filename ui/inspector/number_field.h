#pragma once

#include "ui/inspector/arithmetic.h"

#include <QDoubleSpinBox>
#include <QTimer>

namespace posewright::ui {

/// A number to be typed, turned or dragged. Takes arithmetic and units; shows a point before the
/// decimals in every locale; can stand for several numbers that differ.
///
/// What is shown is never cut: up to four decimals, as many as there is room for, then none, then
/// the digits that fit and an exponent; where that is rounded, the tooltip has the whole number.
///
/// Every way of changing it is a gesture: began(), any number of changed(), then ended() or, after
/// Esc during a drag, taken back(). What is shown from outside never disturbs a gesture, nor what
/// is being typed.
class NumberField : public QDoubleSpinBox {
    Q_OBJECT

public:
    enum class Kind { Plain, Length, Angle, Frame, Share };

    /// @param name of the field, for screen readers and tests
    NumberField(Kind kind, const QString& name, QWidget* parent = nullptr);

    /// Shows a number; with `several`, one of some that differ.
    void show(double value, bool several = false);

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
    /// What was typed is no number, and nothing came of it. Plain text.
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
    /// Writes the value anew, as far as there is room for it.
    void rewrite();
    int widthAround(const QString& text) const;
    void begin();
    void end();
    void takeTyped();
    /// Is what stands there no number?
    bool wrong() const;
    void showWrong(bool wrong);
    void refuse();
    void valueEdited(double value);
    bool dragEvent(QEvent* event);

    Kind kind_;
    bool several_ = false;
    bool typed_ = false;    ///< what stands there was typed, not shown
    bool showing_ = false;  ///< the value is set from outside
    bool open_ = false;     ///< a gesture is under way
    Drag drag_ = Drag::None;
    double pressedAt_ = 0;
    double pressedValue_ = 0;
    QTimer rest_;  ///< ends a gesture of steps when no more come
};

}  // namespace posewright::ui
