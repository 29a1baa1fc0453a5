#pragma once

#include "core/document/document.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace posewright {

/// Nodes from another file to be added to a document; its text form is the argument of
/// edit::AddNodes. Valid for one state of one document only, because its carried rows are numbered
/// after those that the document has already.
struct Package {
    std::vector<Node> nodes;  ///< parents first, as rows in this list; bones have no limits. Ids
                              ///< are consecutive, from the document's counter on.
    std::vector<Skin> skins;  ///< meshes name them by their rows in this list
    std::string json;         ///< what replaces the document's carried JSON
    std::vector<std::uint8_t> data;  ///< appended to the data that the document carries
    bool gltf = false;               ///< as in Carried
    std::uint32_t onto = 0;          ///< placeOf the document
    /// Row of the carried animation, the last one, that becomes that of the active clip, which has
    /// none; -1: none.
    int animation = -1;

    bool operator==(const Package&) const = default;
};

/// A checksum of what a package depends on: the document's counter and what it carries. O(carried).
std::uint32_t placeOf(const Document& doc);

/// As printable text, exact to the bit. Shared parts (meshes, materials, pictures) are stored once.
std::string textOf(const Package& package);

/// Error: the text is not that of a package. The rules of documents are not checked.
Result<Package> packageFrom(std::string_view text);

}  // namespace posewright
