#pragma once

#include "core/document/document.h"
#include "core/io/bvh/bvh_hierarchy.h"
#include "core/io/format.h"

#include <optional>
#include <string>
#include <unordered_map>

namespace posewright::io::bvh {

/// The capture that a document was read from, read again from its Source, to find by comparison
/// which parts of the document are unchanged.
struct Origin {
    Header header;                           ///< refers to the source
    Document read;                           ///< the document as it was read, at scale 1
    std::unordered_map<NodeId, int> joints;  ///< rows of header.joints by node

    /// The row of the joint that a node was read from; -1: none.
    int jointOf(NodeId node) const
    {
        const auto at = joints.find(node);
        return at == joints.end() ? -1 : at->second;
    }
};

/// Nullopt if the document has no source, or an inconsistent one. `doc` must outlive it.
std::optional<Origin> originOf(const Document& doc);

/// How many times as long the bones of a document are as those of its source: most of them, so that
/// it is the scale at which the file was read, whatever was edited since.
double scaleSince(const Document& doc, const Origin& origin);

/// Would reading the source give what the document shows, and do the options ask for nothing else?
bool isAsRead(const Document& doc, const Origin& origin, const WriteOptions& options);

/// All bytes of the source. Error kind Machine: their checksum is wrong.
Result<std::string> sourceText(const Source& source);

}  // namespace posewright::io::bvh
