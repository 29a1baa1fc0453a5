#include "core/ik/methods/dls.h"

#include "core/ik/model/chain.h"
#include "core/ik/model/joint_space.h"
#include "core/ik/steps/jacobian_loop.h"
#include "core/ik/steps/jacobian_steps.h"
#include "core/ik/steps/watch.h"
#include "core/ik/workspace.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kDlsLargestTurn = 1.0;  // [rad]
constexpr int kDlsPatience = 50;

// The sum of |r|^2 I - r r^T over the levers; the six distinct numbers.
struct DlsNormal {
    double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;

    void add(double x, double y, double z)
    {
        xx += y * y + z * z;
        yy += x * x + z * z;
        zz += x * x + y * y;
        xy -= x * y;
        xz -= x * z;
        yz -= y * z;
    }

    // (this + lambda I)^-1 e, by L D L^T.
    Vec3 solve(const Vec3& e, double lambda) const
    {
        const double d0 = xx + lambda;
        const double l1 = xy / d0;
        const double l2 = xz / d0;
        const double d1 = yy + lambda - l1 * xy;
        const double m = yz - l1 * xz;
        const double l3 = m / d1;
        const double d2 = std::max(zz + lambda - l2 * xz - l3 * m, 1e-3 * lambda);
        const double b1 = e.y() - l1 * e.x();
        const double b2 = e.z() - l2 * e.x() - l3 * b1;
        const double z2 = b2 / d2;
        const double z1 = b1 / d1 - l3 * z2;
        return {e.x() / d0 - l1 * z1 - l2 * z2, z1, z2};
    }
};

// For ball joints, J J^T is the sum of |r|^2 I - r r^T over the levers r, and a joint turns by r x
// f. So a step costs O(bones) and needs no larger matrix.
// Turns each joint by its lever's share of `f`, and the joints below it along.
void turnBones(Chain& chain, const Vec3* levers, const Vec3& f)
{
    double* const x = chain.x.data();
    double* const y = chain.y.data();
    double* const z = chain.z.data();
    const int n = chain.bones();
    // The accumulated rotation as a quaternion of any norm; only the square of the norm is tracked.
    // As turnBy, without the square root.
    double w = 1, qx = 0, qy = 0, qz = 0, square = 1;
    for (int i = 0; i < n; ++i) {
        const Vec3& r = levers[i];
        const double hx = 0.5 * (r.y() * f.z() - r.z() * f.y());
        const double hy = 0.5 * (r.z() * f.x() - r.x() * f.z());
        const double hz = 0.5 * (r.x() * f.y() - r.y() * f.x());
        square *= 1 + hx * hx + hy * hy + hz * hz;
        const double nw = w - qx * hx - qy * hy - qz * hz;
        const double nx = qx + w * hx + qy * hz - qz * hy;
        const double ny = qy + w * hy + qz * hx - qx * hz;
        const double nz = qz + w * hz + qx * hy - qy * hx;
        w = nw;
        qx = nx;
        qy = ny;
        qz = nz;
        const double tx = qy * z[i] - qz * y[i];
        const double ty = qz * x[i] - qx * z[i];
        const double tz = qx * y[i] - qy * x[i];
        const double scale = 2 / square;
        const double ux = x[i] + scale * (w * tx + qy * tz - qz * ty);
        const double uy = y[i] + scale * (w * ty + qz * tx - qx * tz);
        const double uz = z[i] + scale * (w * tz + qx * ty - qy * tx);
        // One Newton step for the norm, so that rounding does not accumulate.
        const double fit = 1.5 - 0.5 * (ux * ux + uy * uy + uz * uz);
        x[i] = fit * ux;
        y[i] = fit * uy;
        z[i] = fit * uz;
        if (square > 1e100) {
            const double shrink = 1 / std::sqrt(square);
            w *= shrink;
            qx *= shrink;
            qy *= shrink;
            qz *= shrink;
            square = 1;
        }
    }
}

Outcome dlsOnChain(const Problem& problem, const Goal& goal, const Vec3& target,
                   const Settings& settings, Workspace& workspace, Solution& out)
{
    Chain& chain = workspace.of<Chain>();
    const int n = chain.bones();
    workspace.points.resize(n);
    Vec3* const levers = workspace.points.data();
    const double* const x = chain.x.data();
    const double* const y = chain.y.data();
    const double* const z = chain.z.data();
    const double* const length = chain.length.data();
    const Watch watch{settings.observer, &problem, &out};
    const double tolerance = settings.tolerance * chain.reach;
    const int before = out.report.iterations;
    Outcome outcome;
    double best = HUGE_VAL;
    int since = 0;
    for (int it = before;; ++it) {
        double lx = 0, ly = 0, lz = 0;
        DlsNormal normal;
        for (int i = n; i-- > 0;) {
            lx += length[i] * x[i];
            ly += length[i] * y[i];
            lz += length[i] * z[i];
            levers[i] = Vec3(lx, ly, lz);
            normal.add(lx, ly, lz);
        }
        Vec3 e(target.x() - lx, target.y() - ly, target.z() - lz);
        outcome.iterations = it;
        outcome.error = e.norm();
        outcome.stop = Stop::Met;
        if (it > before && watch && !watch.chain(goal, chain, it, outcome.error)) {
            outcome.stop = Stop::Cancelled;
            return outcome;
        }
        if (outcome.error <= tolerance) return outcome;
        outcome.stop = Stop::Stagnated;
        if (outcome.error < best) {
            best = outcome.error;
            since = 0;
        } else if (++since > kDlsPatience) {
            return outcome;
        }
        outcome.stop = Stop::Exhausted;
        if (it >= settings.maxIterations) return outcome;

        const double most = dlsClamp(chain.reach);
        const double lambda = dlsLambdaSquared(outcome.error, chain.reach);
        if (outcome.error > most) e *= most / outcome.error;
        Vec3 f = normal.solve(e, lambda);
        // No lever is longer than the reach, so most steps need no search for the largest rotation.
        if (f.norm() * chain.reach > kDlsLargestTurn) {
            double largest = 0;
            for (int i = 0; i < n; ++i)
                largest = std::max(largest, levers[i].cross(f).squaredNorm());
            if (largest > kDlsLargestTurn * kDlsLargestTurn)
                f *= kDlsLargestTurn / std::sqrt(largest);
        }
        turnBones(chain, levers, f);
    }
}

void dlsStep(const Settings&, JointSpace& space, Workspace& workspace)
{
    StepMemory& memory = workspace.of<StepMemory>();
    clampErrors(space, dlsClamp(space.size), memory);
    dampedStep(space, dlsLambdaSquared(space.distance(), space.size), memory);
}

Outcome dlsInSpace(const Problem& problem, const Settings& settings, Workspace& workspace,
                   Solution& out)
{
    return followSteps(problem, settings, workspace, out, dlsStep);
}

}  // namespace

Outcome solveDlsChain(const Problem& problem, const Goal& goal, const Settings& settings,
                      Workspace& workspace, Solution& out)
{
    return solveFreeChain(problem, goal, settings, workspace, out, {}, {dlsOnChain, dlsInSpace});
}

void solveDls(const Problem& problem, const Settings& settings, Workspace& workspace, Solution& out)
{
    runSpaces(problem, settings, workspace, out, {dlsOnChain, dlsInSpace});
}

}  // namespace posewright::ik
