#pragma once

#include "core/document/document.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace posewright {

/// Nodes from elsewhere on their way into a document, as one text: what edit::AddNodes takes. It is
/// for one document as it is, since what it says of carried rows counts behind those that are
/// there.
struct Package {
    std::vector<Node> nodes;  ///< parents first, as rows in this list; bones have no limits. Their
                              ///< ids are drawn from the document's counter, one after another.
    std::vector<Skin> skins;  ///< meshes name them by their rows in this list
    std::string json;         ///< what the document carries from then on
    std::vector<std::uint8_t> data;  ///< put behind the data that it carries already
    bool gltf = false;               ///< as of Carried
    std::uint32_t onto = 0;          ///< what `placeOf` says of the document

    bool operator==(const Package&) const = default;
};

/// A number for what a package counts on: the document's counter, and what it carries. O(carried).
std::uint32_t placeOf(const Document& doc);

/// Printable, and exact to the bit. What is shared (meshes, materials, pictures) is there once.
std::string textOf(const Package& package);

/// Error: it is no such text. The rules of documents are not asked about.
Result<Package> packageFrom(std::string_view text);

}  // namespace posewright
