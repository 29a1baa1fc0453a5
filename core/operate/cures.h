#pragma once

#include "core/operate/operate.h"

#include <vector>

/// Remedies for a target that is missed: the reach doctor.
namespace posewright::operate {

/// The consecutive frames around a frame at which a target is missed, and the misses of the whole
/// figure on them and a few frames to each side.
struct Miss {
    double first = 0;  ///< [frame]
    double last = 0;
    int frames = 0;     ///< number of frames at which the target is missed
    int problems = 0;   ///< number of misses of all targets
    double off = 0;     ///< the target's largest miss [m]
    double turned = 0;  ///< its largest miss of orientation [rad]
    double worst = 0;   ///< [frame] of the largest miss
    double asked = 0;   ///< [frame] that was asked about
    bool none() const noexcept { return frames == 0; }
};

/// Examines a target around a frame, up to 120 frames to each side.
Miss missAround(const Document& doc, ConstraintId target, double frame,
                const edit::Context& context);

/// A remedy and the misses that remain.
struct Remedy {
    CureBy by = CureBy::MoveTarget;
    NodeId node = NodeId::None;  ///< the target or bone that is changed
    double amount = 0;           ///< move [m], limit [rad], or stretch as a share
    Edits edits;
    Miss left;
    std::vector<double> keyed{};  ///< [frame] of the keys that it sets, ascending
};

/// The remedies that help by a fifth or more, and leave the target nowhere farther off, best first.
/// Each is tried by evaluating the frames of the miss; those that set keys start at `frame`. Empty:
/// the target is not missed there, or nothing helps.
std::vector<Remedy> remedies(const Document& doc, ConstraintId target, double frame,
                             const edit::Context& context);

}  // namespace posewright::operate
