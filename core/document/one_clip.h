#pragma once

#include "core/document/document.h"

namespace posewright {

/// The document with this clip alone, which is active. Does not copy the list of clips.
Document withClip(const Document& doc, int row);

}  // namespace posewright
