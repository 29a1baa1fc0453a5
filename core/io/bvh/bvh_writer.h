#pragma once

#include "core/io/format.h"
#include "core/io/motion_sampler.h"

#include <string>

namespace posewright::io::bvh {

/// A document as a Biovision file: its bones, and the motion shown over the playback range.
struct Written {
    std::string text;
    Diagnostics diagnostics;  ///< what a Biovision file cannot hold, and who will misread it
    Witness witness;          ///< of the bones, in file order
    int above = 0;            ///< joints of the file before the first bone
    bool asRead = false;      ///< the bytes of the source, which need no witness
};

/// Where the document was read from a Biovision file and shows what that says, its bytes come back
/// as they were. Where it was edited, what the edits did not touch does: Frame Time, names,
/// channels and their order, OFFSETs, and the numbers of every joint whose tracks are as they were
/// read.
///
/// All else is written for the widest circle of readers: root OFFSET 0 0 0 with position channels,
/// so that programs that add positions to the OFFSET agree with those that replace it; position
/// channels elsewhere only where a translation is animated; one End Site a leaf; LF, tabs, names
/// without blanks and `:.[]/`. Rotations are free of scale; positions carry it. Angles follow their
/// previous frame without jumps, also through gimbal lock. Error: no bone; cancelled.
Result<Written> writeBvh(const Document& doc, const WriteOptions& options = {});

/// Intrinsic Euler angles [rad] about the axes `order`, first rotation first: the solution nearest
/// to `previous`, whole turns included.
std::array<double, 3> eulerNear(const Mat3& rotation, const std::array<int, 3>& order,
                                const std::array<double, 3>& previous);

}  // namespace posewright::io::bvh
