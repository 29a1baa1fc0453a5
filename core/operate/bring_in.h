#pragma once

#include "core/operate/operate.h"
#include "core/retarget/dips.h"
#include "core/retarget/retarget.h"

#include <functional>
#include <optional>
#include <string>

namespace posewright::operate {

/// Retargets what `motion` shows over its range. The result is a new, active clip that keeps
/// `motion` as its origin. Its name, `how.name` or the motion's own, gets a number if it is taken.
/// @param file  file that the motion is from, to be shown
/// Error: as retarget::keptMotion. The edit refuses motions that cannot be retargeted.
Result<Edits> bringIn(const Document& doc, const Document& motion, const retarget::Options& how,
                      const std::string& file = {});

/// Holds the feet of a retargeted clip where those of the source stand, as CleanFeet does: contacts
/// are found in the source motion and placed in the scale of this figure. Existing keys and spans
/// of its foot and body targets in the clip are removed.
/// Error: one of the figures has no feet, with "source" or "target" as its place; as for CleanFeet.
/// @param told  gets what contacts have lost to limits of joints, and bodyWarnings
/// @pre the clip is active, and originOf(doc, its name) is not null
Result<Edits> holdBroughtIn(const Document& doc, const CleanFeet& by = {},
                            const edit::Context& context = {}, Diagnostics* told = nullptr);

/// The figure of the scene that a bone belongs to. Error: the bone is part of none that is known.
Result<retarget::Figure> figureWith(const Scene& scene, NodeId bone);

/// Where the figure's skin is that it should not be, over all keys of the active clip. Nullopt:
/// cancelled.
std::optional<retarget::Dips> dipsIn(const Document& doc, const retarget::Figure& figure,
                                     const std::function<bool(double)>& progress = {});

/// How many bones of a figure have several keys in the active clip, or targets that have.
int bonesMovedIn(const Document& doc, const retarget::Figure& figure);

/// The document with this clip active and all of its keys as the range, whatever the range was, as
/// for retargeting a whole clip. Error: there is no such clip.
Result<Document> motionIn(const Document& doc, const std::string& clip);

/// The clip's name, or the file's if the clip has only a default name.
/// @param file without folder and extension; empty: no file
std::string nameOfMotion(const std::string& clip, const std::string& file);

/// The wanted name, with a number if it is taken by a clip.
std::string freeClipName(const Document& doc, const std::string& wanted);

}  // namespace posewright::operate
