#pragma once

#include "core/io/format.h"
#include "core/io/gltf/carried_form.h"

namespace posewright::io::gltf {

/// Leaves of the carried animations what the document's clips still have: one animation for each
/// clip that comes from one, and of its channels those that show the clip's keys, and those that
/// the editor does not model. What is written with a rate or a tolerance of its own has none of the
/// former. `tracks` becomes what the reader makes of the outcome.
void normaliseMotion(CarriedForm& form, Document& doc,
                     std::vector<std::vector<Shared<Track>>>& tracks, const WriteOptions& options,
                     Diagnostics& told);

}  // namespace posewright::io::gltf
