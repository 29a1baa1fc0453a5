#pragma once

#include <QString>
#include <QWidget>

#include <utility>
#include <vector>

class QComboBox;
class QDoubleSpinBox;

namespace posewright::ui {

/// A list of choices, one of which has a number; the field for the number is shown only with it.
class NumberedChoice : public QWidget {
    Q_OBJECT

public:
    /// The choice that has a number.
    struct Number {
        int value = 0;    ///< of the choice
        QString name;     ///< of the field, for its tip and for screen readers
        QString unit;     ///< with a space before it, or empty
        double most = 0;  ///< of either sign
    };
    /// @param name     of the list; that of the field ends with "Number"
    /// @param choices  in words, with their values
    NumberedChoice(const QString& name, const std::vector<std::pair<QString, int>>& choices,
                   const Number& number);

    /// Does not emit changed.
    void set(int value, double number);
    void setText(int value, const QString& text);
    int value() const;
    double number() const;  ///< 0 if the choice has none

signals:
    void changed();

private:
    void showNumber();

    int numbered_;
    QComboBox* choice_;
    QDoubleSpinBox* number_;
};

}  // namespace posewright::ui
