#include "core/ik/model/chain.h"
#include "core/ik/steps/chain_loop.h"
#include "core/ik/steps/half_steps.h"
#include "core/ik/steps/jacobian_loop.h"
#include "core/ik/workspace.h"
#include "core/math/rotation.h"

#include <cmath>
#include <functional>

namespace posewright::ik {
namespace {

Vec3 fabrikSpheresFollow(const Vec3& from, const Vec3& to, double length)
{
    const Vec3 line = to - from;
    const double r = line.norm();
    if (!(r > 0)) return from + Vec3(length, 0, 0);
    return from + (length / r) * line;
}

// The point at distance a from `from` and b from `to` that is nearest to `was`; false if the
// spheres do not intersect.
bool between(const Vec3& from, double a, const Vec3& to, double b, Vec3& was)
{
    const Vec3 line = to - from;
    const double c = line.norm();
    if (!(c > 0) || c > a + b || c < std::abs(a - b)) return false;
    const Vec3 axis = line / c;
    const double along = (a * a + c * c - b * b) / (2 * c);
    const double radius = std::sqrt(std::max(0.0, a * a - along * along));
    Vec3 side = was - from;
    side -= axis * axis.dot(side);
    const double off = side.norm();
    side = off > 1e-12 * c ? Vec3(side / off) : anyPerpendicular(axis);
    was = from + along * axis + radius * side;
    return true;
}

// Calls `after` after each pass; the argument tells whether it went outwards.
void fabrikSpheresIterate(std::span<Vec3> p, std::span<const double> d, const Vec3& target,
                          const std::function<void(bool outwards)>& after)
{
    const int n = static_cast<int>(d.size());
    const Vec3 root = p[0];
    p[n] = target;
    bool closed = false;
    for (int i = n - 1; i >= 0 && !closed; --i) {
        closed = i > 0 && between(p[i + 1], d[i], p[i - 1], d[i - 1], p[i]);
        if (!closed) p[i] = fabrikSpheresFollow(p[i + 1], p[i], d[i]);
    }
    if (after) after(false);
    if (closed) return;
    p[0] = root;
    for (int i = 1; i <= n && !closed; ++i) {
        closed = i < n && between(p[i - 1], d[i - 1], p[i + 1], d[i], p[i]);
        if (!closed) p[i] = fabrikSpheresFollow(p[i - 1], p[i], d[i - 1]);
    }
    if (after) after(true);
}

Outcome fabrikSpheresOnChain(const Problem& problem, const Goal& goal, const Vec3& target,
                             const Settings& settings, Workspace& workspace, Solution& out)
{
    Chain& chain = workspace.of<Chain>();
    toPoints(chain, workspace.points);
    HalfSteps halves(settings);
    int iteration = out.report.iterations;
    std::function<void(bool)> after;
    if (halves)
        after = [&](bool outwards) {
            halves.chain(outwards ? HalfStep::Stage::Outwards : HalfStep::Stage::Inwards, iteration,
                         chain, workspace.points);
        };
    return iterateChain(
        problem, goal, settings, chain, settings.tolerance * chain.reach, out,
        [&] {
            ++iteration;
            fabrikSpheresIterate(workspace.points, chain.lengths(), target, after);
            return (workspace.points.back() - target).norm();
        },
        [&] { toDirections(workspace.points, chain); }, [&] { return halves.stopped(); });
}

}  // namespace

/// FABRIK with spheres: Aristidou & Lasenby, FABRIK, 2011, section 4.1 (there in conformal
/// geometric algebra). If a joint's neighbours are close enough, the joint moves to the nearest
/// point on the circle where the spheres about them intersect, and the pass ends; else it moves
/// along the line, as in Algorithm 1. One position goal, no limits.
void solveFabrikSpheres(const Problem& problem, const Settings& settings, Workspace& workspace,
                        Solution& out)
{
    runSpaces(problem, settings, workspace, out, {fabrikSpheresOnChain, nullptr});
}

}  // namespace posewright::ik
