#pragma once

#include "core/io/gltf/carried_form.h"

namespace posewright::io::gltf {

/// Adds the skins of meshes from a carried file that were bound in this editor, so that they keep
/// their materials: their rows get joints and weights, and a mesh that is shared gets a row of its
/// own. The document's mesh nodes get their new rows.
/// @param known  number of the document's skins that came with the file
/// @param data   what the form's views point into
void addMadeSkins(CarriedForm& form, Document& doc, std::size_t known,
                  std::vector<std::uint8_t>& data);

}  // namespace posewright::io::gltf
