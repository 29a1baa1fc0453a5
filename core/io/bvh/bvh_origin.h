#pragma once

#include "core/document/document.h"
#include "core/io/bvh/bvh_hierarchy.h"
#include "core/io/format.h"

#include <optional>
#include <string>
#include <unordered_map>

namespace posewright::io::bvh {

/// The capture that a document was read from, read again: what of the document is still as it says
/// is found by comparing, so that no edit has to tell.
struct Origin {
    Header header;                           ///< looks into the source
    Document read;                           ///< the document as it was read, at scale 1
    std::unordered_map<NodeId, int> joints;  ///< rows of header.joints by node

    /// The row of the joint that a node was; -1: none.
    int jointOf(NodeId node) const
    {
        const auto at = joints.find(node);
        return at == joints.end() ? -1 : at->second;
    }
};

/// Nothing where the document has no source, or none that fits together. `doc` must outlive it.
std::optional<Origin> originOf(const Document& doc);

/// Would the bytes of the source be read as what the document shows, and nothing else be asked for?
bool isAsRead(const Document& doc, const Origin& origin, const WriteOptions& options);

/// All bytes of the source. Error kind Machine: they are not those that were read.
Result<std::string> sourceText(const Source& source);

}  // namespace posewright::io::bvh
