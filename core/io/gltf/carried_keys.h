#pragma once

#include "core/io/gltf/carried_form.h"

#include <cstdint>
#include <set>
#include <vector>

namespace posewright::io::gltf {

/// Adds the rows of accessors that the samplers of an animation use.
void addAccessorsOfKeys(const Json& animation, std::set<std::size_t>& rows);

/// Removes the accessors of `before` that nothing uses any more, with their bytes and the views
/// that only they were in. Accessors that nothing used in the file stay. Does nothing where an
/// extension that is not known, or a packed view, may refer to rows.
/// @param before  those of animations from which samplers were removed, before that
void dropGoneKeys(Json& gltf, std::vector<std::uint8_t>& data, const std::set<std::size_t>& before);

}  // namespace posewright::io::gltf
