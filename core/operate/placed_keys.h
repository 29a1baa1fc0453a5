#pragma once

#include "core/contacts/plant.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"

#include <memory>
#include <vector>

/// Keys of targets at places that are known in the world. Not for use outside core/operate.
namespace posewright::operate {

/// Straight keys of a node's place and rotation.
/// @param place  in the node's own space
void addKeys(NodeId node, const contacts::Placed& place, std::vector<edit::KeyData>& keys);

/// World placements as keys of one node say them: in the space of what it hangs on, below the
/// layers.
class InSpace {
public:
    /// The document must outlive it.
    InSpace(const Document& doc, NodeId node, const edit::Context& context);

    /// Error: what the node hangs on is scaled to nothing.
    Result<contacts::Placed> of(contacts::Placed place) const;

private:
    const Document& doc_;
    NodeId node_;
    NodeIndex above_;
    std::shared_ptr<const Prepared> prepared_;
};

}  // namespace posewright::operate
