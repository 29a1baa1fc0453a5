#pragma once

#include "core/operate/copied.h"
#include "core/operate/operate.h"

namespace posewright::operate {

/// Does a layer that acts have keys of this node?
bool isLaid(const Clip& clip, NodeId node);

/// Which pasted keys say how a joint is to be shown, whatever layers add to it there.
enum class Shown {
    Recorded,         ///< those of one frame on recorded motion
    RecordedAndLaid,  ///< and those of one frame of joints that a layer moves
};

/// The edits that put the keys of `what`. Keys that say how a joint is to be shown are SetJointKey
/// edits, which go to a layer on recorded motion (dense_key.h), where they would be a spike; those
/// that change nothing there are left out. The others stay complete keys.
Edits pastedKeys(const Document& doc, const Copied& what, Shown shown = Shown::Recorded);

}  // namespace posewright::operate
