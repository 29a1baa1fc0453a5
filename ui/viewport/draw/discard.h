#pragma once

namespace Qt3DCore {
class QNode;
}

namespace posewright::ui {

/// Deletes a node and its descendants, children first. Works around Qt 3D, which registers new
/// nodes in the event loop and does not remove nodes from its list that are deleted with their
/// parent.
/// @param node  may be null
void discard(Qt3DCore::QNode* node);

}  // namespace posewright::ui
