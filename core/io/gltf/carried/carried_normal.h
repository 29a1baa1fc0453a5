#pragma once

#include "core/io/format.h"
#include "core/io/gltf/carried_form.h"

namespace posewright::io::gltf {

/// Updates what a document carries to the document's current state. Removes rows of deleted nodes
/// with all references to them, animations of deleted clips, channels whose keys differ from the
/// file's, and changed names, transforms and bind matrices. The clips' animation rows are adjusted.
/// Losses beyond what an edit asked for are reported.
/// @param form  of the document; updated to that of the result
/// @pre doc.carried->gltf
void normalise(CarriedForm& form, Document& doc, const WriteOptions& options, Diagnostics& told);
/// The same on reading, destroying the form: what is told has its place in the file.
void normaliseRead(CarriedForm&& form, Document& doc, Diagnostics& told);

/// The document as it is written with these options, and its form; unchanged if it carries nothing
/// from a glTF file.
struct Normalised {
    Document document;
    std::optional<CarriedForm> form;
    Diagnostics diagnostics;
};
Normalised normalised(const Document& doc, const WriteOptions& options);

}  // namespace posewright::io::gltf
