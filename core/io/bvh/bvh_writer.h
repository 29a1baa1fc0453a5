#pragma once

#include "core/io/format.h"
#include "core/io/motion_sampler.h"

#include <string>

namespace posewright::io::bvh {

/// A document as a Biovision file: its bones and their motion over the playback range.
struct Written {
    std::string text;
    Diagnostics
        diagnostics;      ///< what a Biovision file cannot hold, and which programs will misread it
    Witness witness;      ///< positions of the bones, in file order
    int above = 0;        ///< joints of the file before the first bone
    bool asRead = false;  ///< the text is that of the source, which needs no witness
};

/// If the document was read from a Biovision file and not edited, the same bytes are written. If it
/// was edited, what the edits did not touch is written unchanged: Frame Time, names, channels and
/// their order, OFFSETs, and the numbers of every joint whose tracks are unchanged, and End Sites.
///
/// Everything else is written for the widest range of readers: root OFFSET 0 0 0 with position
/// channels, so that programs that add positions to the OFFSET agree with those that replace it;
/// position channels elsewhere only where a translation is animated; one End Site per leaf; LF,
/// tabs, names without blanks and `:.[]/`. Rotations are free of scale; positions include it.
/// Angles are continuous from frame to frame, through gimbal lock, too. Error: no bone; cancelled.
Result<Written> writeBvh(const Document& doc, const WriteOptions& options = {});

/// Intrinsic Euler angles [rad] about the axes `order`, first rotation first: the solution nearest
/// to `previous`, whole turns included.
std::array<double, 3> eulerNear(const Mat3& rotation, const std::array<int, 3>& order,
                                const std::array<double, 3>& previous);

}  // namespace posewright::io::bvh
