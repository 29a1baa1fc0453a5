#include "core/ik/steps/direction_newton.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr double kDirectionNewtonLargestStep = 1.0;  // [rad]
constexpr int kDirectionNewtonPatience = 12;         // iterations without improvement

// Two bones, in one register.
using DirectionNewtonPair = Eigen::Array2d;

DirectionNewtonPair load(const double* from)
{
    return DirectionNewtonPair::Map(from);
}
void store(const DirectionNewtonPair& value, double* to)
{
    DirectionNewtonPair::Map(to) = value;
}

// The end of the chain and J J^T, computed in one pass.
struct DirectionNewtonNormal {
    DirectionNewtonPair x{0, 0}, y{0, 0}, z{0, 0};
    DirectionNewtonPair xx{0, 0}, yy{0, 0}, zz{0, 0}, xy{0, 0}, xz{0, 0}, yz{0, 0};

    // Adds two bones with vectors (bx, by, bz).
    void add(const DirectionNewtonPair& bx, const DirectionNewtonPair& by,
             const DirectionNewtonPair& bz)
    {
        x += bx;
        y += by;
        z += bz;
        // length^2 - bx^2 would lose digits if the bone lies along x.
        const DirectionNewtonPair xSquare = bx * bx;
        const DirectionNewtonPair ySquare = by * by;
        const DirectionNewtonPair zSquare = bz * bz;
        xx += ySquare + zSquare;
        yy += xSquare + zSquare;
        zz += xSquare + ySquare;
        xy -= bx * by;
        xz -= bx * bz;
        yz -= by * bz;
    }

    Vec3 end() const { return {x.sum(), y.sum(), z.sum()}; }

    // (J J^T + damping I)^-1 e, by LDL^T.
    Vec3 solve(const Vec3& e, double damping) const
    {
        const double m01 = xy.sum();
        const double m02 = xz.sum();
        const double i0 = 1 / (xx.sum() + damping);
        const double l1 = m01 * i0;
        const double l2 = m02 * i0;
        const double i1 = 1 / (yy.sum() + damping - l1 * m01);
        const double m = yz.sum() - l1 * m02;
        const double l3 = m * i1;
        const double d2 = std::max(zz.sum() + damping - l2 * m02 - l3 * m, damping);
        const double b1 = e.y() - l1 * e.x();
        const double b2 = e.z() - l2 * e.x() - l3 * b1;
        const double z2 = b2 / d2;
        const double z1 = b1 * i1 - l3 * z2;
        return {e.x() * i0 - l1 * z1 - l2 * z2, z1, z2};
    }
};

DirectionNewtonNormal normalOf(const Chain& chain)
{
    DirectionNewtonNormal sum;
    for (std::size_t i = 0; i < chain.x.size(); i += 2) {
        const DirectionNewtonPair d = load(&chain.length[i]);
        sum.add(d * load(&chain.x[i]), d * load(&chain.y[i]), d * load(&chain.z[i]));
    }
    return sum;
}

// The largest rotation of a bone when d f is added to each. [rad]
double largestTurn(const Chain& chain, const Vec3& f)
{
    double largest = 0;
    for (int i = 0; i < chain.bones(); ++i) {
        const double along = f.dot(chain.direction(i));
        const double d = chain.length[i];
        largest = std::max(largest, d * d * (f.squaredNorm() - along * along));
    }
    return std::sqrt(largest);
}

// Adds to each bone the part of d f that is perpendicular to it.
DirectionNewtonNormal turn(Chain& chain, const Vec3& f)
{
    const std::size_t count = chain.x.size();
    const double* const length = chain.length.data();
    double* const x = chain.x.data();
    double* const y = chain.y.data();
    double* const z = chain.z.data();
    DirectionNewtonNormal sum;
    for (std::size_t i = 0; i < count; i += 2) {
        const DirectionNewtonPair d = load(length + i);
        DirectionNewtonPair ux = load(x + i);
        DirectionNewtonPair uy = load(y + i);
        DirectionNewtonPair uz = load(z + i);
        const DirectionNewtonPair rest = 1 - d * (f.x() * ux + f.y() * uy + f.z() * uz);
        ux = rest * ux + d * f.x();
        uy = rest * uy + d * f.y();
        uz = rest * uz + d * f.z();
        const DirectionNewtonPair square = ux * ux + uy * uy + uz * uz;
        const DirectionNewtonPair scale =
            1 / square * square.sqrt();  // division and root can run in parallel
        ux *= scale;
        uy *= scale;
        uz *= scale;
        store(ux, x + i);
        store(uy, y + i);
        store(uz, z + i);
        sum.add(d * ux, d * uy, d * uz);
    }
    return sum;
}

}  // namespace

Outcome newtonOnDirections(Chain& chain, const Goal& asked, const Vec3& goal, double tolerance,
                           int before, int maxIterations, const Watch& watch)
{
    const double damping = 1e-15 * chain.reach * chain.reach;
    DirectionNewtonNormal normal = normalOf(chain);
    Outcome outcome;
    double best = HUGE_VAL;
    int since = 0;
    for (int it = before;; ++it) {
        const Vec3 e = goal - normal.end();
        outcome.error = e.norm();
        outcome.iterations = it;
        if (it > before && watch && !watch.chain(asked, chain, it, outcome.error)) {
            outcome.stop = Stop::Cancelled;
            return outcome;
        }
        if (outcome.error <= tolerance) return outcome;
        if (outcome.error < best) {
            best = outcome.error;
            since = 0;
        } else if (++since > kDirectionNewtonPatience) {
            outcome.stop = Stop::Stagnated;
            return outcome;
        }
        if (it >= maxIterations) {
            outcome.stop = Stop::Exhausted;
            return outcome;
        }

        Vec3 f = normal.solve(e, damping);
        if (f.norm() * chain.longest > kDirectionNewtonLargestStep)
            if (const double largest = largestTurn(chain, f); largest > kDirectionNewtonLargestStep)
                f *= kDirectionNewtonLargestStep / largest;
        normal = turn(chain, f);
    }
}

}  // namespace posewright::ik
