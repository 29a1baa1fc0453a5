#pragma once

#include "core/operate/copied.h"
#include "core/operate/operate.h"

#include <string>
#include <vector>

namespace posewright::operate {

/// A clip of one document on the skeleton of another. Joints are matched by name, else without a
/// prefix up to a colon and ignoring case ("mixamorig:Hips", "hips"), if that is unique on both
/// sides.
struct ClipMatch {
    Copied keys;      ///< for nodes of the other document, as for operate::Import
    int matched = 0;  ///< number of nodes there that the clip moves
    double size = 1;  ///< factor for lengths, if all bones are longer by the same factor
    std::vector<std::string> absent;     ///< nodes that the clip moves and the other lacks
    std::vector<std::string> unshaped;   ///< "Face: Smile", morphs with keys that the other lacks
    std::vector<std::string> still;      ///< bones of the other that the clip does not move
    std::vector<std::string> otherwise;  ///< bones of both with another rest pose: turned by more
                                         ///< than a degree, or 1% longer or shorter
};

/// Local rotations are copied unchanged. Translations and scales that are always as at rest are
/// left out, so that the other skeleton keeps its lengths. The effect of targets is not included:
/// read a project with ReadOptions::plain for that.
/// @pre 0 <= clip < from.clips.size()
ClipMatch matchClip(const Document& from, int clip, const Document& to);

/// Of the clips of one document: the one that moves most nodes there, with what any of them moves
/// that the other lacks. @param matches  at least one
ClipMatch together(const std::vector<ClipMatch>& matches);

/// The keys of the active clip of `from`, for nodes of the same names in `to`, at the same seconds
/// for the rate of its active clip. Empty if there are none. Error: as for edit::SetFps.
Result<Copied> motionFor(const Document& from, const Document& to);

/// The edits that add nodes of another document and put its motion on them. The range grows to hold
/// that motion.
/// @param nodes  the edit that adds them to `doc`
/// @param other  with the names that its nodes get there
Result<Edits> withMotion(const Document& doc, const edit::Edit& nodes, const Document& other);

}  // namespace posewright::operate
