#pragma once

#include "core/operate/operate.h"

#include <vector>

/// What can be done about a target that misses: the reach doctor.
namespace posewright::operate {

/// The frames around one at which a target misses, one after another, and how the figure fares on
/// them and a few frames to each side.
struct Miss {
    double first = 0;  ///< [frame]
    double last = 0;
    int frames = 0;     ///< at which the target misses
    int problems = 0;   ///< misses of all targets
    double off = 0;     ///< [m] the target's largest
    double turned = 0;  ///< [rad] its largest in orientation
    double worst = 0;   ///< [frame] where it is farthest off
    double asked = 0;   ///< [frame] about which it was asked
    bool none() const noexcept { return frames == 0; }
};

/// How a target fares around a frame. Looks 120 frames far to each side.
Miss missAround(const Document& doc, ConstraintId target, double frame,
                const edit::Context& context);

/// One remedy, and what it leaves.
struct Remedy {
    CureBy by = CureBy::MoveTarget;
    NodeId node = NodeId::None;  ///< what is changed: a target, a bone
    double amount = 0;           ///< moved: [m]; limit: [rad]; stretch: a share
    Edits edits;
    Miss left;
    std::vector<double> keyed{};  ///< [frame] at which it puts keys, rising
};

/// The remedies that help, those first that leave the fewest problems. Each is tried by evaluating
/// the frames of the miss; those that put keys begin at `frame`. Empty: the target does not miss
/// there, or nothing helps.
std::vector<Remedy> remedies(const Document& doc, ConstraintId target, double frame,
                             const edit::Context& context);

}  // namespace posewright::operate
