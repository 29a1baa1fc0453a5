#pragma once

#include "core/base/id.h"
#include "core/math/transform.h"

#include <vector>

namespace posewright {

struct Track;

/// How the limb of a target is bent at one of its keys, as it was shown when the key was set. A
/// hint without joints says that the key was set on the motion as it is: the limb is then bent as
/// the keys around have it (decision 66).
struct KeyHint {
    struct Joint {
        NodeId joint = NodeId::None;
        Quat turn = Quat::Identity();  ///< local, on the right of the rotation without constraints
        double travel = 0;             ///< of a joint that slides, in addition [m], world
        friend bool operator==(const Joint& a, const Joint& b)
        {
            return a.joint == b.joint && a.turn.coeffs() == b.turn.coeffs() && a.travel == b.travel;
        }
    };
    double frame = 0;  ///< of a key of the target, or of its pole
    std::vector<Joint> joints;
    Vec3 root = Vec3::Zero();  ///< of a root that may move, in addition [m], world

    bool follows() const { return joints.empty(); }
    bool operator==(const KeyHint&) const = default;
};

/// The hint of a key; null: it has none. O(log hints)
const KeyHint* hintAt(const Track& track, double frame);

/// Puts a hint, in place of one of its frame.
void setHint(Track& track, KeyHint hint);
void removeHint(Track& track, double frame);

/// Leaves no hint without a key.
void trimHints(Track& track);

/// As keyFrames, without the keys that were set on the motion as it is.
std::vector<double> bendingFrames(const Track& track);

}  // namespace posewright
