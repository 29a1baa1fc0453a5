#pragma once

#include <cmath>

namespace posewright::ik {

/// The distance [m] that a chain of length `reach` [m] aims for when asked for `distance`, eased
/// over the last share `soft` of its reach: with a = (1 - soft) reach and b = soft reach it is
/// a + b tanh((distance - a) / b) beyond a, and the distance itself before. Twice continuously
/// differentiable, never longer than the reach; soft = 0 changes nothing.
inline double softReach(double distance, double reach, double soft)
{
    const double zone = soft * reach;
    const double from = reach - zone;
    if (!(zone > 0) || distance <= from) return distance;
    return from + zone * std::tanh((distance - from) / zone);
}

/// The same at the other end, for a chain that its limits let fold to `least` [m]: eased over a
/// zone of soft * reach beyond that, and never shorter than `least`.
inline double softFold(double distance, double least, double reach, double soft)
{
    const double room = reach - least;
    if (!(least > 0) || !(room > 0) || soft * reach >= room) return distance;
    return reach - softReach(reach - distance, room, soft * reach / room);
}

/// Both.
inline double softDistance(double distance, double least, double reach, double soft)
{
    return softFold(softReach(distance, reach, soft), least, reach, soft);
}

/// The smallest distance [m] from root to end of a folded chain without limits: the longest bone
/// minus all others, or 0.
inline double nearestReach(double reach, double longest)
{
    return std::fmax(0.0, 2 * longest - reach);
}

}  // namespace posewright::ik
