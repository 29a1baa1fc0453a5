#pragma once

#include "core/io/gltf/carried_form.h"
#include "core/io/gltf/gltf_file.h"

#include <cstddef>
#include <functional>
#include <set>
#include <vector>

/// Accessors of a carried file whose numbers are lengths.
namespace posewright::io::gltf {

/// The first of the three numbers of a bind matrix that are lengths; it is stored column by column.
inline constexpr std::size_t kPlaceInMatrix = 12;

/// Calls `visit` with each object that may name an accessor of lengths, and the member that does:
/// positions and their morphs, bind matrices, places of copies.
void eachLengths(Json& gltf, const std::function<void(Json& object, const char* member)>& visit);

/// For each accessor, whether its lengths can be scaled where they lie: they are float32, and what
/// is no length shares neither the accessor nor any of their bytes.
/// @param file  with the views and accessors of `gltf`
/// @param size  of its only buffer [bytes]
/// @param gone  accessors that do not count if nothing uses them
std::vector<bool> onlyLengths(Json& gltf, const GltfFile& file, std::size_t size,
                              const std::set<std::size_t>& gone);

}  // namespace posewright::io::gltf
