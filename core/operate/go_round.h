#pragma once

#include "core/evaluate/in_boxes.h"
#include "core/operate/operate.h"

#include <optional>
#include <vector>

/// Ways round boxes for limbs that go through them.
namespace posewright::operate {

/// The frames around a frame at which a target's limb is in one box, up to 120 to each side: of the
/// box that it is deepest in at the frame. Nullopt: it is in none there.
std::optional<ThroughBox> throughAround(const Document& doc, ConstraintId target, double frame,
                                        const edit::Context& context);

/// Keys of the target that lead its limb round the box.
struct WayRound {
    double away = 0;            ///< largest distance of these keys from where it went [m]
    Vec3 out = Vec3::Zero();    ///< unit length, towards the side of the box that it goes past
    std::vector<double> keyed;  ///< [frame] ascending
    double turn = 0;            ///< [rad] of the limb's bend, as edit::SetBend has it; 0: none
    bool whole = true;          ///< false: only the limb's end is in no box then, not its last bone
    Edits edits;
};

/// The ways past the sides of the box at a frame that leave the limb in no box and miss no more
/// than before, and, if its last bone is the deepest there, turns of its bend that do; what moves
/// the end least comes first. Keys of the target are moved only where the end of the limb is in the
/// box; what contacts hold fully stays where it is, and what touches a box there goes on to. If
/// there is no such way: those that leave the limb's end in no box. Empty: it is in no box there,
/// or none is found.
std::vector<WayRound> waysRound(const Document& doc, ConstraintId target, double frame,
                                const edit::Context& context);

/// The way past one side of the box that leads the limb's end, not its last bone. Nullopt: there is
/// none, or it is in no box at the frame.
std::optional<WayRound> wayPast(const Document& doc, ConstraintId target, double frame,
                                const BoxWatch::Side& side, const edit::Context& context);

}  // namespace posewright::operate
