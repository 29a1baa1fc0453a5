#pragma once

#include "core/document/document.h"
#include "core/io/bvh/bvh_hierarchy.h"

#include <string>

namespace posewright::io::bvh {

/// Converts header and rows to a document, without its Source. Tracks refer to the rows; positions
/// are multiplied by the scale. Error: the joints break a rule of Scene::make.
Result<Document> documentOf(const Header& header, const Shared<SpelledRows>& rows, double rate,
                            const std::string& name, double scale, Diagnostics& diagnostics);

/// Does the file not say how long a frame lasts? One of 0 s does not.
bool lacksRate(const Header& header);

/// The rate [frames/s] for a file's frame time; 30 if it has none. `place`: its line, for messages.
/// Error: the frame time is not a number, or is absurd.
Result<double> clipRate(const Header& header, const std::string& place, Diagnostics& diagnostics);

}  // namespace posewright::io::bvh
