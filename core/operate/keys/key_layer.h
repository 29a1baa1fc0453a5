#pragma once

#include "core/operate/operate.h"

namespace posewright::operate {

/// The key that leaves a layer's offset of a node as it is: its rotation, and its translation where
/// the layer keys one. Of a node that it does not change, no rotation.
edit::SetLayerKey offsetKey(const Layer& layer, NodeId node, double frame);

}  // namespace posewright::operate
