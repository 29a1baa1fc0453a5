#pragma once

#include "core/document/document.h"
#include "core/export/options.h"

class QComboBox;

namespace posewright::ui {

/// Fills a list with length units; the data of each row is the unit in metres. For a figure that is
/// no person's height in any of them, one more: with which it is.
void listUnits(QComboBox& list, const Document& doc);

/// The most likely unit of the document [m], for files whose readers assume metres, as glTF. 1 for
/// projects and formats that state no unit, and if it is known or cannot be guessed.
double usualUnit(const Document& doc, const exports::Options& options);

}  // namespace posewright::ui
