#include "core/motion/rotation_track.h"

#include <algorithm>

/// On which of the two sides of the unit quaternions a key lies: q and -q are the same rotation,
/// but not the same place to interpolate from.
namespace posewright {

/// Does its key lie in the other hemisphere than the key before?
bool RotationTrack::isAcross(std::size_t key) const
{
    return keys_[key].value.dot(keys_[key - 1].value) < 0;
}

bool RotationTrack::keepsSide(std::size_t key) const
{
    return !shapes_.empty() && keys_[key - 1].interpolation == RotationInterpolation::Cubic &&
           !shapes_[key - 1].automatic && !shapes_[key].automatic;
}

void RotationTrack::negate(std::size_t key)
{
    keys_[key].value.coeffs() *= -1;
    if (shapes_.empty()) return;
    shapes_[key].in *= -1;
    shapes_[key].out *= -1;
}

/// Negates this key and later ones as needed, so that each is in the hemisphere of the key before
/// or, where it keeps its side, goes with that.
void RotationTrack::alignFrom(std::size_t key)
{
    bool negated = false;
    for (std::size_t i = std::max<std::size_t>(key, 1); i < keys_.size(); ++i) {
        negated = keepsSide(i) ? negated : isAcross(i);
        if (negated)
            negate(i);
        else if (i > key)
            return;
    }
}

}  // namespace posewright
