#pragma once

#include "core/document/document.h"

#include <QString>

namespace posewright::ui {

/// What moving or turning a prop by hand at a frame writes: "rest place, in all clips" or
/// "key at 24". Plain text.
QString propWords(const Document& doc, NodeId prop, double frame);

}  // namespace posewright::ui
