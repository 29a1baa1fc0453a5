#pragma once

#include "app/import/draft.h"

namespace posewright::import {

/// Finds how cameras and lights lie in their nodes (Draft::turns): FBX cameras look along +X and
/// its lights shine along -Y, where those of glTF do so along -Z. Only of nodes that can be turned
/// for it, since nothing else hangs on them.
void turnToSights(Draft& draft);

/// Writes cameras and lights on their nodes where those are turned, otherwise on nodes below them.
/// @pre the nodes are written
void writeSights(Draft& draft);

}  // namespace posewright::import
