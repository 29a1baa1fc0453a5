#pragma once

#include "core/io/format.h"
#include "core/io/gltf/carried_form.h"

#include <set>
#include <vector>

namespace posewright::io::gltf {

/// Reduces the carried animations to what is still valid: one animation for each clip that came
/// from one, with the channels that match the clip's keys (none if a rate or tolerance is given)
/// and those that the editor does not model. `tracks` is set to what the reader would make of the
/// result. Places in `told` are those of what is written, or, with no options, of the file that is
/// being read. Returns the rows of accessors of the animations that lost keys, before they did.
std::set<std::size_t> normaliseMotion(CarriedForm& form, Document& doc,
                                      std::vector<std::vector<Shared<Track>>>& tracks,
                                      const WriteOptions* options, Diagnostics& told);

}  // namespace posewright::io::gltf
