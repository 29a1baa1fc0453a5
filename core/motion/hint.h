#pragma once

#include "core/base/id.h"
#include "core/math/transform.h"

#include <vector>

namespace posewright {

struct Track;

/// How the limb of a target was bent when one of its keys was set. A hint without joints means that
/// the key was set without changing the motion: the limb then bends as the keys around it say
/// (decision 66).
struct KeyHint {
    struct Joint {
        NodeId joint = NodeId::None;
        Quat turn =
            Quat::Identity();  ///< local, multiplied on the right of the unconstrained rotation
        double travel = 0;     ///< of a sliding joint, added to its base pose [m], world
        friend bool operator==(const Joint& a, const Joint& b)
        {
            return a.joint == b.joint && a.turn.coeffs() == b.turn.coeffs() && a.travel == b.travel;
        }
    };
    double frame = 0;  ///< of a key of the target, or of its pole
    std::vector<Joint> joints;
    Vec3 root = Vec3::Zero();  ///< of a root that may move, added to its base pose [m], world

    bool follows() const { return joints.empty(); }
    bool operator==(const KeyHint&) const = default;
};

/// The hint of a key; null: it has none. O(log hints)
const KeyHint* hintAt(const Track& track, double frame);

/// Inserts a hint or replaces the one at its frame.
void setHint(Track& track, KeyHint hint);
void removeHint(Track& track, double frame);

/// Removes hints at frames without a key.
void trimHints(Track& track);

/// As keyFrames, without the keys whose hint follows the motion.
std::vector<double> bendingFrames(const Track& track);

}  // namespace posewright
