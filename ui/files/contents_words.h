#pragma once

#include "core/document/document.h"

#include <QString>

namespace posewright::ui {

/// The contents of a document: "12 bones, 1 mesh, 4 clips, 60 frames, 24 a second".
QString contentsWords(const Document& doc);

}  // namespace posewright::ui
