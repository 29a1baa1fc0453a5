#pragma once

#include "core/document/document.h"
#include "core/io/bvh/bvh_hierarchy.h"

#include <string>

namespace posewright::io::bvh {

/// What the header and the rows of a file mean as a document, without its Source. Tracks look into
/// the rows; positions are multiplied by the scale.
/// Error: what is no scene.
Result<Document> documentOf(const Header& header, const Shared<SpelledRows>& rows, double rate,
                            const std::string& name, double scale, Diagnostics& diagnostics);

/// The rate [frames/s] that a file's frame time stands for; 30 where it has none. `place` is its
/// line. Error: it is no number, or makes no sense.
Result<double> clipRate(const Header& header, const std::string& place, Diagnostics& diagnostics);

}  // namespace posewright::io::bvh
