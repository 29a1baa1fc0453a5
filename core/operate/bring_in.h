#pragma once

#include "core/operate/operate.h"
#include "core/retarget/retarget.h"

#include <string>

namespace posewright::operate {

/// The edits that make a retargeted motion a clip of the document, which is shown from then on. Its
/// name gets a number where it is taken.
Result<Edits> bringIn(const Document& doc, const retarget::Retargeted& motion);

/// The document with a clip shown over all its keys, as each is carried over, whatever part of it
/// was worked on. Error: there is no such clip.
Result<Document> motionIn(const Document& doc, const std::string& clip);

/// A clip that bears no name of its own is called as its file is.
/// @param file without folder and extension
std::string nameOfMotion(const std::string& clip, const std::string& file);

}  // namespace posewright::operate
