#pragma once

#include "core/io/format.h"
#include "core/io/gltf/carried_form.h"

namespace posewright::io::gltf {

/// Brings what a document carries to what holds for it still: rows of nodes that are gone leave it,
/// with what refers to them; so do animations of clips that are gone, channels whose keys are no
/// longer those of the file, and names, places and bind matrices that were changed. Rows of
/// animations that the clips name follow. What is lost by more than an edit asked for is said.
/// @param form  of the document; becomes that of the outcome
/// @pre doc.carried->gltf
void normalise(CarriedForm& form, Document& doc, const WriteOptions& options, Diagnostics& told);
/// The same, with a form that nobody needs afterwards.
void normalise(CarriedForm&& form, Document& doc, const WriteOptions& options, Diagnostics& told);

/// The document as it is written with these options, and its form; unchanged where it carries
/// nothing from a glTF file.
struct Normalised {
    Document document;
    std::optional<CarriedForm> form;
    Diagnostics diagnostics;
};
Normalised normalised(const Document& doc, const WriteOptions& options);

}  // namespace posewright::io::gltf
