#pragma once

#include "core/io/gltf/carried_form.h"

#include <cstdint>
#include <set>
#include <vector>

/// Rows and bytes of a carried file that nothing uses any more.
namespace posewright::io::gltf {

/// Are all extensions known, so that no other place may refer to rows?
bool knowsAllExtensions(const Json& gltf);

/// Is a view packed by an extension? Its bytes may lie in another buffer's place.
bool hasPackedViews(const Json& gltf);

/// How often each accessor is named, in glTF 2.0 and known extensions.
/// @param size  number of accessors
std::vector<std::size_t> usesOfAccessors(Json& gltf, std::size_t size);

/// Views of which something else uses all bytes than an accessor that is not sparse, or nothing
/// that is known.
std::set<std::size_t> otherViews(Json& gltf);

/// Adds the rows of accessors that the samplers of an animation use.
void addAccessorsOfKeys(const Json& animation, std::set<std::size_t>& rows);

/// Throws Trouble if the form names an accessor, a view or bytes that are in its file, but not in
/// the form.
/// @param file  JSON of the file of which `gltf` has the first rows
/// @param data  number of carried bytes
void refuseStrayRows(Json& gltf, const Json& file, std::size_t data);

struct UnusedRows {
    std::set<std::size_t> accessors;
    std::set<std::size_t> views;
};

/// Those of these accessors that nothing uses, and the views that only they use.
/// @pre all extensions are known
UnusedRows unusedRows(Json& gltf, std::set<std::size_t> accessors);

/// Removes those of these accessors and views that nothing uses, with their bytes; others that
/// nothing uses stay. Views from which an accessor goes keep the bytes of the others.
/// @pre all extensions are known, no view is packed
void dropUnused(Json& gltf, std::vector<std::uint8_t>& data, std::set<std::size_t> accessors,
                std::set<std::size_t> views);

}  // namespace posewright::io::gltf
