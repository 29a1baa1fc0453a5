#pragma once

#include "core/io/gltf/carried_form.h"

namespace posewright::io::gltf {

/// Meshes of a carried file that were bound here keep their looks: their rows get joints and
/// weights, and a mesh that others show, too, gets a row of its own. The document's mesh nodes are
/// told their new rows.
/// @param known  how many of the document's skins came with the file
/// @param data   what the form's views point into
void addMadeSkins(CarriedForm& form, Document& doc, std::size_t known,
                  std::vector<std::uint8_t>& data);

}  // namespace posewright::io::gltf
