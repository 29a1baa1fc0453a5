#pragma once

#include "core/operate/operate.h"
#include "core/retarget/retarget.h"

#include <string>

namespace posewright::operate {

/// The edit that makes the motion which `motion` shows over its range a clip of the document, which
/// is shown from then on; the motion stays with it. Its name, `how.name` or the motion's own, gets
/// a number where it is taken.
/// @param file  where the motion is from, for people
/// Error: as retarget::keptMotion. What cannot be carried over is refused by the edit.
Result<Edits> bringIn(const Document& doc, const Document& motion, const retarget::Options& how,
                      const std::string& file = {});

/// Holds the feet of a clip that was brought in where those of the other figure stand, as cleanFeet
/// does: contacts are found in the motion as it was, and stand where they are in the scale of this
/// figure. What targets of its feet and its body did in the clip before is taken out.
/// Error: one of the figures has no feet; as cleanFeet.
/// @pre the clip is shown, and originOf(doc, its name)
Result<Edits> holdBroughtIn(const Document& doc, const CleanFeet& by = {},
                            const edit::Context& context = {});

/// The document with a clip shown over all its keys, as each is carried over, whatever part of it
/// was worked on. Error: there is no such clip.
Result<Document> motionIn(const Document& doc, const std::string& clip);

/// A clip that bears no name of its own is called as its file is.
/// @param file without folder and extension
std::string nameOfMotion(const std::string& clip, const std::string& file);

/// A name for a clip, with a number where it is taken.
std::string freeClipName(const Document& doc, const std::string& wanted);

}  // namespace posewright::operate
