#pragma once

#include "core/io/format.h"
#include "core/io/gltf/carried_form.h"

#include <cstdint>
#include <set>
#include <vector>

namespace posewright::io::gltf {

/// Updates which joints move the meshes of a carried file: those that were bound in this editor,
/// and those whose skin has lost joints. So they keep their materials and all else that is carried.
/// Their rows get other joints and weights where these differ, and a mesh that is also shown as it
/// was gets a row of its own. The document's mesh nodes get their new rows.
/// Returns rows of accessors that may not be used any more.
/// @param known  the skins that came with the file, as they were there
/// @param data   what the form's views point into
std::set<std::size_t> putSkins(CarriedForm& form, Document& doc, const std::vector<Skin>& known,
                               std::vector<std::uint8_t>& data, Diagnostics& told);

}  // namespace posewright::io::gltf
