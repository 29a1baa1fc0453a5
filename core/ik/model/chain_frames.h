#pragma once

#include "core/ik/model/chain.h"
#include "core/math/hamilton.h"

#include <array>

namespace posewright::ik {

/// The local rotations of a chain's bones over consecutive frames: in each, a bone hangs in its
/// joint as in the frame before, and is turned onto its direction by the least arc, as in
/// writeRotations. A bone waits for the one above it and for itself one frame earlier, so two
/// frames are worked on side by side, the later one two bones behind.
class ChainFrames {
public:
    /// The bones' rotations in the first frame are in `rotations`, and there is room after them for
    /// those of all frames that will be added.
    void begin(const Problem&, const Chain&, Quat* rotations);
    /// Takes directions and chain.root, and returns the world rotation of the root joint in this
    /// frame. The frame's rotations are written by the next frame or finish().
    Quat add(const Chain&);
    void finish();

private:
    struct Frame {
        std::vector<double> x, y, z;  ///< of the directions, with two bones of no meaning more
        Hamilton root;                ///< world
    };
    void write(int frames);
    Hamilton onto(const Hamilton& carried, int bone, const Frame&) const;

    int bones_ = 0;
    Hamilton parent_;
    std::vector<Vec3> axes_;  ///< unit, in the joint; 0: the bone has no length; two more
    std::array<Frame, 2> frames_;
    int waiting_ = 0;
    Quat* last_ = nullptr;  ///< rotations of the last frame that was written
};

}  // namespace posewright::ik
