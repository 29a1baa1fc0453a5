#pragma once

#include "core/evaluate/evaluate.h"

#include <optional>

namespace posewright {

/// A pole that comes so near to the line from the root of its limb to the end that the limb bends
/// to another side from one frame to the next.
struct PoleNear {
    ConstraintId target = ConstraintId::None;
    NodeId pole = NodeId::None;
    double distance = 0;  ///< from that line, on the way between the frames [m]
    double turned = 0;    ///< of the direction to the pole about that line [rad]

    bool operator==(const PoleNear&) const = default;
};

/// Nullopt: the constraint has no pole that acts, or it turns the limb by less than a pop does.
/// @pre both are of the document, at frames that follow each other
std::optional<PoleNear> poleNear(const Document& doc, const Constraint& constraint,
                                 const Evaluation& before, const Evaluation& now);

}  // namespace posewright
