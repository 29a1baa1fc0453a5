#pragma once

#include "core/document/document.h"
#include "core/evaluate/evaluate.h"

#include <QString>

#include <vector>

namespace posewright::ui {

/// The selection in words: "Left foot, target, reached"; "Nothing selected". Plain text.
/// @param shown of doc, or null
QString selectionWords(const Document& doc, const Evaluation* shown,
                       const std::vector<NodeId>& selected);

}  // namespace posewright::ui
