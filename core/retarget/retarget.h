#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/retarget/figure.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace posewright::retarget {

/// Diagnostic::option of a motion that stays in the air: Ground::Found.
inline constexpr std::string_view kFindsGround = "ground found";

/// Diagnostic::option of a motion that starts with the back to the front: Facing::Kind::Front.
inline constexpr std::string_view kFacesFront = "facing front";

struct Options {
    std::optional<Figure> source;  ///< empty: figureOf
    std::optional<Figure> target;  ///< empty: figureOf
    Reference sourceReference;
    Reference targetReference;  ///< with Frame: a frame of the target's active clip
    Travel travel = Travel::Scaled;
    Ground ground = Ground::Guessed;
    Facing facing;
    bool feetByGoals = true;  ///< ankles follow those of the source, in scale, and soles stay level
    bool handsByGoals = true;  ///< wrists follow those of the source, relative to the shoulder and
                               ///< in the scale of the arm
    std::string name;          ///< of the clip; empty: the source's
    /// [frame] Makes only the key at this frame of the resulting clip. It differs from the whole
    /// clip in the floor, which is then measured on a sample of frames, and in the height of the
    /// hips and how far hands are moved out of the trunk, measured on the frames around it.
    std::optional<double> only;
    std::function<bool(double)> progress;  ///< share done in [0, 1]; false cancels; may be empty
    int jobs = 0;  ///< threads; 0: one per core. The result is the same with any number
};

/// A motion on the target's skeleton.
struct Retargeted {
    Clip clip;  ///< of the target's nodes, from frame 0, at the source's rate: a key per frame, and
                ///< at the end
    Figure source;
    Figure target;
    double scale = 1;  ///< of travel: leg length of the target divided by that of the source
    std::vector<Role>
        withoutSource;  ///< roles of the target without source; they keep their rest pose
    std::vector<Role> withoutTarget;  ///< roles of the source whose motion is not used
    Diagnostics told;                 ///< about the source; without places
};

/// The motion that `source` shows over its range, on the skeleton of `target`.
///
/// Each bone with a role turns in the world as the source's bone does from its reference pose;
/// spines, necks and fingers with other numbers of bones are sampled along their length, both ends
/// exactly. Bones without a role keep their local rest pose. The middle between the thighs travels
/// in scale; then ankles and wrists are brought to their goals in the plane of the limb's bend. The
/// result does not depend on the source's scale, its turn about the up axis, or which axis is up.
/// O(frames * (nodes of both)).
/// Error: one of the figures has no hips, or nothing but hips; a million frames or more; cancelled.
/// @pre validate(source), validate(target)
Result<Retargeted> retarget(const Document& source, const Document& target,
                            const Options& options = {});

}  // namespace posewright::retarget
