#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/retarget/figure.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace posewright::retarget {

struct Options {
    std::optional<Figure> source;  ///< empty: figureOf
    std::optional<Figure> target;  ///< empty: figureOf
    Reference sourceReference;
    Reference targetReference;  ///< a frame of its active clip, with Frame
    Travel travel = Travel::Scaled;
    Ground ground = Ground::Guessed;
    bool feetByGoals = true;   ///< ankles go where the source's are, in scale, and soles stay level
    bool handsByGoals = true;  ///< wrists go where the source's are, seen from the shoulder, in the
                               ///< scale of the arm
    std::string name;          ///< of the clip; empty: the source's
    /// Of the clip that comes of it: a key there and nowhere else, as the whole clip has it but for
    /// the floor and how far hips come down, which are then measured on some of its frames.
    std::optional<double> only;
    std::function<bool(double)> progress;  ///< share done in [0, 1]; false cancels; may be empty
};

/// A motion as the target's skeleton does it.
struct Retargeted {
    Clip clip;  ///< of the target's nodes, from frame 0, at the source's rate: a key a frame, and
                ///< at the end
    Figure source;
    Figure target;
    double scale = 1;                 ///< of travel: legs of the target by those of the source
    std::vector<Role> withoutSource;  ///< of the target, which keep their rest pose
    std::vector<Role> withoutTarget;  ///< of the source, whose motion goes nowhere
    Diagnostics told;                 ///< of the source, without a place
};

/// The motion that `source` shows over its range, on the skeleton of `target`.
///
/// Each bone of a role turns in the world as the source's does from its reference pose; spines,
/// necks and fingers of other lengths are sampled along their length, ends exactly. Bones without a
/// role keep their rest pose to their parent. The middle between the thighs travels in scale; then
/// ankles and wrists are brought to their goals in the plane that the limb is bent in. A source
/// that is scaled, turned about its up axis, or has another axis up makes the same motion.
/// O(frames * (nodes of both)).
/// Error: one of the figures has no hips or nothing else; a million frames or more; cancelled.
/// @pre validate(source), validate(target)
Result<Retargeted> retarget(const Document& source, const Document& target,
                            const Options& options = {});

}  // namespace posewright::retarget
