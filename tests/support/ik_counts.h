#pragma once

#include "core/ik/workspace.h"
#include "tests/support/honest.h"
#include "tests/support/ik_sets.h"

#include <QTest>

#include <algorithm>

namespace posewright::test {

/// How a solver fared over many goals. Met is what an outsider measures to be met, too.
struct Count {
    int met = 0;
    double mean = 0;  ///< iterations
    int most = 0;     ///< iterations
    double stretch = 0;
};

/// `count` goals in a shell of `from` to `to` of the reach, for a chain of so many bones on an arc.
inline Count countOn(const char* id, double from, double to, double tolerance, int count,
                     int bones = 9, int maxIterations = 20000)
{
    Rig rig = rigThrough(arcPoints(bones));
    ik::Settings settings;
    settings.tolerance = tolerance;
    settings.maxIterations = maxIterations;
    ik::Workspace workspace;
    ik::Solution solution;
    Count out;
    double sum = 0;
    for (const Vec3& target : shellTargets(from, to, count)) {
        rig.goals[0].position = target;
        const ik::Problem problem = rig.problem();
        ik::solve(*ik::findSolver(id), problem, settings, workspace, solution);
        out.met +=
            isHonest(problem, solution, settings) && solution.report.status == ik::Status::Reached;
        sum += solution.report.iterations;
        out.most = std::max(out.most, solution.report.iterations);
        out.stretch = std::max(out.stretch, solution.report.boneStretch);
    }
    out.mean = sum / count;
    qInfo("%s %d bones [%g, %g] at %g: %d of %d, mean %.2f, most %d, stretch %g", id, bones, from,
          to, tolerance, out.met, count, out.mean, out.most, out.stretch);
    return out;
}

}  // namespace posewright::test
