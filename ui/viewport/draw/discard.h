#pragma once

namespace Qt3DCore {
class QNode;
}

namespace posewright::ui {

/// Deletes a node and all below it, those below first. Qt 3D greets new nodes once control is back
/// in the event loop, and forgets to strike one from its list that goes along with its parent.
/// @param node  may be null
void discard(Qt3DCore::QNode* node);

}  // namespace posewright::ui
