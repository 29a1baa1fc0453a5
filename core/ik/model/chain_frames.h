#pragma once

#include "core/ik/model/chain.h"
#include "core/math/hamilton.h"

#include <array>

namespace posewright::ik {

/// The local rotations of a chain's bones over consecutive frames. Each bone starts from its local
/// rotation in the frame before and is turned onto its direction by the least arc, as in
/// writeRotations. A bone depends on the one above it and on itself a frame earlier; to hide that
/// latency, two frames are computed in parallel, the later one two bones behind.
class ChainFrames {
public:
    /// @pre `rotations` holds the bones' rotations in the first frame, with room after them for all
    /// frames that will be added
    void begin(const Problem&, const Chain&, Quat* rotations);
    /// Adds a frame with the chain's directions and chain.root; returns the world rotation of the
    /// root joint in it. Its rotations are written by the next add() or finish().
    Quat add(const Chain&);
    void finish();

private:
    struct Frame {
        std::vector<double> x, y, z;  ///< directions, with two unused bones at the end
        Hamilton root;                ///< world
    };
    void write(int frames);
    Hamilton onto(const Hamilton& carried, int bone, const Frame&) const;

    int bones_ = 0;
    Hamilton parent_;
    std::vector<Vec3>
        axes_;  ///< unit, in the joint; 0: the bone has no length; two unused at the end
    std::array<Frame, 2> frames_;
    int waiting_ = 0;
    Quat* last_ = nullptr;  ///< rotations of the last frame that was written
};

}  // namespace posewright::ik
