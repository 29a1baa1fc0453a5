#pragma once

#include <QString>

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace posewright::ui {

/// A field for a number, written as in files.
/// @param name        of the object
/// @param accessible  what is read out
QDoubleSpinBox* exportNumberField(const char* name, const QString& accessible, double low,
                                  double high, int decimals);

/// For the sentences about what the file will contain.
QLabel* exportWordsLabel();

/// A list to choose from, empty.
QComboBox* exportListField(const char* name, const QString& accessible);

/// Lists the endings of all files that can be written, with what each is for.
void listFormats(QComboBox& list);
/// Lists the orders of rotations; the first is each bone's own.
void listOrders(QComboBox& list);
/// Lists those who may get the file, with the ids of their presets.
void listPresets(QComboBox& list);

}  // namespace posewright::ui
