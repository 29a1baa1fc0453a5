#include "core/ik/methods/triangulation.h"

#include "core/ik/model/chain.h"
#include "core/ik/model/chain_start.h"
#include "core/ik/steps/jacobian_loop.h"
#include "core/ik/steps/watch.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"

#include <cmath>

namespace posewright::ik {

void triangulate(const Problem& problem, Chain& chain, const Vec3& target)
{
    const int n = chain.bones();
    Vec3 to = target;
    double rest = chain.reach;
    bool stretched = false;  // after a triangle is closed, the rest is straight
    Vec3 axis = Vec3::UnitX();
    for (int i = 0; i < n; ++i) {
        const double a = chain.length[i];
        rest -= a;
        if (a <= 0) continue;
        if (stretched) {
            chain.setDirection(i, axis);
            continue;
        }
        const Vec3 now = chain.direction(i);
        const double c = to.norm();
        axis = c > 1e-12 * chain.reach ? Vec3(to / c) : now;
        if (rest >= a + c) {
            // The remaining chain is too long: point away from the target, for room to fold it.
            chain.setDirection(i, -axis);
        } else if (c >= a + rest || a >= c + rest) {
            chain.setDirection(i, axis);
        } else {
            // The height of the triangle by Kahan's formula, which is accurate for nearly flat
            // triangles.
            const double s = (a + rest + c) / 2;
            const double height =
                2 *
                std::sqrt(std::max(0.0, s * ((rest + c - a) / 2) * ((a + c - rest) / 2) *
                                            ((a + rest - c) / 2))) /
                c;
            const double along = (a * a + c * c - rest * rest) / (2 * c);
            Vec3 side = now - axis * axis.dot(now);
            const double off = side.norm();
            side =
                off > 1e-9 ? Vec3(side / off) : preferredBend(problem, chain, axis, std::nullopt);
            const Vec3 u = (along * axis + height * side).normalized();
            chain.setDirection(i, u);
            to -= a * u;
            axis = to.normalized();
            stretched = true;
            continue;
        }
        to -= a * chain.direction(i);
    }
}

namespace {

Outcome onePass(const Problem& problem, const Goal& goal, const Vec3& target,
                const Settings& settings, Workspace& workspace, Solution& out)
{
    Chain& chain = workspace.of<Chain>();
    triangulate(problem, chain, target);
    Outcome outcome{out.report.iterations + 1, (chain.chord() - target).norm(), Stop::Met};
    if (outcome.error > settings.tolerance * chain.reach) outcome.stop = Stop::Stagnated;
    const Watch watch{settings.observer, &problem, &out};
    if (watch && !watch.chain(goal, chain, outcome.iterations, outcome.error))
        outcome.stop = Stop::Cancelled;
    return outcome;
}

}  // namespace

/// One pass outwards from the root: the cosine rule places each bone so that the rest of the chain,
/// stretched out, ends at the target. Mueller-Cajar & Mukundan, Triangulation: a new algorithm for
/// inverse kinematics, 2007, section 3. One position goal, no limits.
void solveTriangulation(const Problem& problem, const Settings& settings, Workspace& workspace,
                        Solution& out)
{
    runSpaces(problem, settings, workspace, out, {onePass, nullptr});
}

}  // namespace posewright::ik
