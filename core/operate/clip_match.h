#pragma once

#include "core/operate/copied.h"

#include <string>
#include <vector>

namespace posewright::operate {

/// What a clip of one document comes to on the skeleton of another. Joints are matched by name:
/// as they are, else without what stands before a colon and in any case ("mixamorig:Hips", "hips"),
/// where only one on each side is called so.
struct ClipMatch {
    Copied keys;      ///< of nodes of the other document, for operate::Import
    int matched = 0;  ///< nodes that the clip moves there
    double size = 1;  ///< what lengths were multiplied by: bones are so much longer here, all alike
    std::vector<std::string> absent;     ///< nodes that the clip moves, and the other has not
    std::vector<std::string> still;      ///< bones of the other that the clip does not move
    std::vector<std::string> otherwise;  ///< bones of both that rest otherwise: turned by more than
                                         ///< a degree, or 1% longer or shorter
};

/// Rotations are local, as they are. Places and sizes that never change and are those at rest say
/// nothing of the motion, and are left out: the other skeleton keeps its lengths.
/// What targets do to `from` is not asked: read a project plain for that.
/// @pre 0 <= clip < from.clips.size()
ClipMatch matchClip(const Document& from, int clip, const Document& to);

/// The keys of the clip that `from` shows, for nodes of the same names, at the same times by the
/// rate of the clip that `to` shows. Empty where there are none.
/// Error: as of edit::SetFps.
Result<Copied> motionFor(const Document& from, const Document& to);

}  // namespace posewright::operate
