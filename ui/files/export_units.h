#pragma once

#include "core/document/document.h"
#include "core/export/options.h"

class QComboBox;

namespace posewright::ui {

/// Fills a list with what the lengths of a document may be; the data of each row are metres.
void listUnits(QComboBox& list);

/// What the document's 1 most likely is [m], where that is to be said: programs that read glTF take
/// its lengths for metres. A project and a BVH file keep theirs.
double usualUnit(const Document& doc, const exports::Options& options);

}  // namespace posewright::ui
