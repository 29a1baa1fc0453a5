#pragma once

#include "tests/support/figures.h"

#include <cmath>

namespace posewright::test {

constexpr int kSmoothFrames = 599;  ///< the last one; 600 in all

/// A chain of nine bones whose target goes along one of three paths: 'A' is a curve in reach, 'B'
/// leaves the reach and comes back with soft reach, 'C' passes the root at a fiftieth of the reach.
/// Keyed every 30 frames, and once beyond each end, so that the target neither starts nor stops
/// within the range.
inline Document smoothPath(char path)
{
    constexpr double kTurn = 2 * 3.14159265358979323846;
    const auto at = [&](double t) -> Vec3 {
        if (path == 'A')
            return {0.55 + 0.2 * std::sin(kTurn * t), 0.3 * std::sin(2 * kTurn * t),
                    0.25 * std::cos(kTurn * t)};
        if (path == 'B') return Vec3(0.8, 0.6, 0) * (0.975 - 0.075 * std::cos(kTurn * t));
        return {0.02, 0.6 * (2 * t - 1), 0};
    };
    std::vector<std::pair<double, Vec3>> keys;
    for (int f = -30; f <= kSmoothFrames + 31; f += 30)
        keys.emplace_back(f, at(f / double(kSmoothFrames)));
    Document doc =
        withKeys(chainDocument(9, 0.17453292519943295, kSmoothFrames), NodeId(100), keys);
    doc.rig = doc.rig.with([&](Rig& rig) { rig.constraints[0].soft = path == 'B' ? 0.03 : 0; });
    return doc;
}

}  // namespace posewright::test
