#pragma once

#include "core/base/result.h"
#include "core/document/document.h"

#include <string>

/// Selecting which clip of a file is read, and at what rate.
namespace posewright::io {

/// The document with only this clip and its whole length as the range. Data of other clips is
/// dropped. Error: there is no clip of this name.
Result<Document> withOnlyClip(const Document& doc, const std::string& name);

/// The document with all clips converted to a rate [frames/s]; times in seconds stay.
Result<Document> atRate(Document doc, double fps);

}  // namespace posewright::io
