#pragma once

#include "core/document/document.h"

#include <vector>

namespace posewright {

/// The tables of captured numbers that the document's source, tracks and layers refer to, each
/// once, the one with most numbers last. O(tracks).
std::vector<Shared<SpelledRows>> tablesOf(const Document& doc);

}  // namespace posewright
