#pragma once

#include "core/operate/operate.h"

#include <vector>

namespace posewright::operate {

/// The limbs that these nodes mean, for turning their bends over: limbs of selected targets and
/// poles, and limbs that selected bones are part of.
struct BendableLimb {
    ConstraintId target = ConstraintId::None;  ///< that acts at the frame; None: keys alone turn it
    NodeId root = NodeId::None;
    NodeId end = NodeId::None;
};
std::vector<BendableLimb> bendableLimbs(const Document& doc, const std::vector<NodeId>& nodes,
                                        double frame);

/// Turns the bend of limbs over at a frame: elbow or knee goes to the other side of the line from
/// the limb's root to its end, and both stay where they are. Keys what says how the limb is bent
/// there: its pole, which goes round the line to its neighbouring keys; else the keys of its
/// target; else the joints, on recorded motion on a layer. Of a target's keys those in the span of
/// the frame turn over, as far from the frame as the limb bends to the same side.
/// @param alone  only the target's key at the frame. Error: there is no limb, or one is straight.
Result<Edits> bentOver(const Document& doc, const std::vector<NodeId>& nodes, double frame,
                       const edit::Context& context, bool alone = false);

}  // namespace posewright::operate
