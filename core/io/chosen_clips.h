#pragma once

#include "core/base/result.h"
#include "core/document/document.h"

#include <string>

/// Which motion of a file is read, and at what rate.
namespace posewright::io {

/// The document with this clip alone, which is shown over its whole length. What was said of the
/// others goes with them. Error: there is none of that name.
Result<Document> withOnlyClip(const Document& doc, const std::string& name);

/// The document with all its clips at a rate, everything at its time. [frames/s]
Result<Document> atRate(Document doc, double fps);

}  // namespace posewright::io
