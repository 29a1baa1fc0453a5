#pragma once

#include "core/ik/trajectory.h"
#include "tests/support/ik_sets.h"

#include <algorithm>
#include <functional>
#include <vector>

/// A chain whose target turns a corner.
namespace posewright::test::corner {

/// Frames of one chain that follows a target along a path with a corner.
struct Shot {
    std::vector<test::Rig> rigs;

    std::vector<ik::Problem> problems() const
    {
        std::vector<ik::Problem> all;
        for (const auto& rig : rigs) all.push_back(rig.problem());
        return all;
    }
};

inline Shot shot(int frames, int bones, const std::function<void(test::Rig&)>& dress = {})
{
    Shot out;
    for (int f = 0; f < frames; ++f) {
        test::Rig rig = test::rigThrough(test::arcPoints(bones, 60.0 / bones));
        if (dress) dress(rig);
        const double t = f / (frames - 1.0);
        // Straight up, then straight back: the target turns the corner within one frame.
        rig.goals[0].position = t < 0.5 ? Vec3(0.4, 0.2 + t, 0.1) : Vec3(0.9 - t, 0.7, 0.1);
        out.rigs.push_back(rig);
    }
    return out;
}

inline double worstError(const ik::Trajectory& trajectory)
{
    double worst = 0;
    for (const auto& frame : trajectory.frames)
        worst = std::max(worst, frame.report.goals[0].positionError);
    return worst;
}

}  // namespace posewright::test::corner
