#pragma once

#include "core/operate/targets/cure_case.h"

namespace posewright::operate {

/// The topmost bone that a target moves for certain: its effector, or the root that moves along.
NodeIndex carriedBy(const Scene& scene, const Constraint& target);

/// The target that carries the chain's root, else the topmost bone above the root.
NodeId bodyOf(const Document& doc, const Constraint& target);

/// Keys that leave the body where it is before and after these frames, so that what moves it there
/// does not move it for good.
Edits bodyHeld(const CureCase& of, NodeId body, double start, double end);

/// The edits that move the body at a frame.
Edits bodyMoved(const Document& doc, const Evaluation& shown, NodeId body, double frame,
                const Vec3& by);

/// The body goes along with a limb that does not reach, and is where it was before and after the
/// miss, but for a fade. Internal to this folder.
std::optional<Remedy> bodyRemedy(const CureCase& of);

}  // namespace posewright::operate
