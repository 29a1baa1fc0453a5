#pragma once

#include "core/document/document.h"

#include <vector>

namespace posewright {

/// The tables of captured numbers that are the keys of tracks, layers and influences, each once,
/// the one with most numbers last. O(tracks).
std::vector<Shared<SpelledRows>> tablesOf(const Document& doc);

}  // namespace posewright
