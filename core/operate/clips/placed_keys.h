#pragma once

#include "core/contacts/plant.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"

#include <memory>
#include <vector>

/// Keys of targets from world placements. Internal to this folder.
namespace posewright::operate {

/// Adds linear keys of a node's translation and rotation.
/// @param place  in the space of the node's parent
void addKeys(NodeId node, const contacts::EndPlace& place, std::vector<edit::KeyData>& keys);

/// Converts world placements to the keys of a node: to its parent's space, without the layers'
/// offsets.
class InSpace {
public:
    /// The document must outlive it.
    InSpace(const Document& doc, NodeId node, const edit::Context& context);

    /// Error: the parent's scale is zero.
    Result<contacts::EndPlace> of(contacts::EndPlace place) const;

private:
    const Document& doc_;
    NodeId node_;
    NodeIndex above_;
    std::shared_ptr<const Prepared> prepared_;
};

}  // namespace posewright::operate
