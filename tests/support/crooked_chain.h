#pragma once

#include "core/math/rotation.h"
#include "tests/support/ik_sets.h"
#include "tests/support/solver_ids.h"

#include <QTest>

/// What tests of every solver share: a chain that no solver was made for, and how to look at it.
namespace posewright::test {

/// Methods that gain a fixed share per iteration, as published, and near full stretch, or off a
/// straight line, a very small one: they need thousands of iterations there.
inline bool slow(const QString& id)
{
    return QStringList{"fabrik-textbook", "fabrik-spheres", "ftl", "ccd", "jacobian-transpose"}
        .contains(id);
}

/// A bent chain in space with bones of different lengths, on a placed base.
inline Rig crookedChain(int bones, std::uint64_t seed)
{
    SplitMix64 random(seed);
    const auto r = [&] { return random.uniform(-1, 1); };
    Rig rig;
    rig.basePosition = Vec3(r(), r(), r());
    rig.baseRotation = Quat(r(), r(), r(), r()).normalized();
    for (int i = 0; i <= bones; ++i)
        rig.add(i - 1,
                Vec3(r(), r(), r()).normalized() * random.uniform(0.5, 1.5) / std::max(bones, 1),
                fromRotationVector(Vec3(r(), r(), r())));
    ik::Goal goal;
    goal.effector = bones;
    rig.goals.push_back(goal);
    return rig;
}

inline Vec3 rootOf(const Rig& rig)
{
    return rig.basePosition + rig.baseRotation * rig.joints.front().offset;
}

inline double reachOf(const Rig& rig)
{
    return ik::reach(rig.problem(), rig.goals.front());
}

struct Placed {
    std::vector<Vec3> at;
    std::vector<Quat> world;
};
inline Placed place(const Rig& rig, const ik::Solution& solution)
{
    Placed placed;
    ik::forwardKinematics(rig.problem(), solution.rotations, solution.rootPosition, placed.at,
                          placed.world);
    return placed;
}

inline double farthest(std::span<const Quat> a, std::span<const Quat> b)
{
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, angleBetween(a[i], b[i]));
    return most;
}

inline bool finite(const ik::Solution& s)
{
    for (const Quat& q : s.rotations)
        if (!q.coeffs().allFinite() || std::abs(q.norm() - 1) > 1e-12) return false;
    return s.rootPosition.allFinite();
}

/// One row per solver, named by its id, in a column `id`.
inline void eachSolver()
{
    QTest::addColumn<QString>("id");
    for (const ik::Solver& solver : ik::solvers())
        if (solver.abilities.bones == 0)  // tst_contract has those for one kind of chain
            QTest::newRow(qPrintable(text(solver.id))) << text(solver.id);
}

}  // namespace posewright::test
