#pragma once

#include "core/io/gltf/carried_form.h"

#include <cstdint>
#include <map>
#include <vector>

/// Internal to core/io.
namespace posewright::io {

/// The rows of the animations of the clips that are shown; -1: there is none.
struct ShownClips {
    int to = -1;
    int from = -1;
};

/// Appends what one document carries to what another does: rows of `from` increase by the number of
/// rows in `to`. What only its animations refer to is left out, as they are; what of its root does
/// not come along is told, except of keys that point at its rows, which come along.
/// @param clips  their animations: keys that point at rows of `from` are appended
/// @param ids  from ids of the document of `from` to ids in that of `to`
/// @param data  of `from`
/// @param bytes  gets them: what is appended to the data of `to`, so that it begins at `at`
void joinForms(gltf::CarriedForm& to, gltf::CarriedForm from, ShownClips clips,
               const std::map<std::uint64_t, std::uint64_t>& ids,
               const std::vector<std::uint8_t>& data, std::size_t at,
               std::vector<std::uint8_t>& bytes, Diagnostics& told);

}  // namespace posewright::io
