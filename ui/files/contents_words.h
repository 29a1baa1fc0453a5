#pragma once

#include "core/document/document.h"

#include <QString>

namespace posewright::ui {

/// What is in a document that was read: "12 bones, 1 mesh, 4 clips, 60 frames, 24 a second".
QString contentsWords(const Document& doc);

}  // namespace posewright::ui
