#pragma once

#include "tests/support/honest.h"
#include "tests/support/limited_rigs.h"
#include "tests/support/solver_ids.h"

#include <QTest>

#include <cmath>
#include <utility>
#include <vector>

/// What holds for every answer, and problems to ask for one.
namespace posewright::test::contract {

inline void eachSolver()
{
    QTest::addColumn<QString>("id");
    for (const ik::Solver& solver : ik::solvers())
        QTest::newRow(qPrintable(text(solver.id))) << text(solver.id);
}

/// The chain that every solver can be asked for, bent a little: some serve two bones only.
inline int bonesFor(const ik::Solver& solver, int bones)
{
    return solver.abilities.bones > 0 ? solver.abilities.bones : bones;
}

inline Rig bentChain(const ik::Solver& solver, int bones = 5, double degrees = 10)
{
    return test::rigThrough(test::arcPoints(bonesFor(solver, bones), degrees));
}

/// What holds for every answer to every problem. Returns what is wrong with it.
inline QString wrongWith(const ik::Problem& problem, const ik::Solution& solution,
                         const ik::Settings& settings = {})
{
    if (solution.rotations.size() != problem.joints.size()) return "not one rotation per joint";
    for (const Quat& q : solution.rotations)
        if (!(std::abs(q.norm() - 1) < 1e-9)) return "a rotation is not a unit";
    if (!solution.rootPosition.allFinite()) return "the root is not a number";
    if (!(solution.report.limitViolation <= 1e-9)) return "a limit is broken";
    if (solution.report.goals.size() != problem.goals.size()) return "not one report per goal";
    if (solution.report.status == ik::Status::Inactive) return "no status";
    for (const ik::GoalReport& goal : solution.report.goals)
        if (std::isnan(goal.positionError) || std::isnan(goal.orientationError))
            return "an error is not a number";
    if (solution.report.status == ik::Status::Invalid)
        return solution.report.message.empty() ? "invalid without a sentence" : "";
    test::Honesty most;
    return test::Outsider(problem, solution).wrong(settings, most);
}

/// A limit of each kind about the bone axis x, for a joint at rest.
inline const std::vector<std::pair<const char*, Limit>>& limitKinds()
{
    static const std::vector<std::pair<const char*, Limit>> kinds{
        {"fixed", FixedLimit{}},
        {"hinge", HingeLimit{Vec3::UnitZ(), {-0.4, 1.5}}},
        {"cone", ConeLimit{Vec3::UnitX(), Vec3::UnitY(), {0.4, 0.3, 0.6, 0.5}, {-0.2, 0.3}}},
        {"wide cone", ConeLimit{Vec3::UnitX(), Vec3::UnitY(), {2.5, 1.2, 2, 0.5}, {-3, 3}}},
        {"box", BoxLimit{{Range{-0.2, 0.2}, Range{-0.5, 0.3}, Range{-0.3, 0.9}}, {2, 1, 0}}},
        {"prismatic", PrismaticLimit{Vec3::UnitX(), {-0.1, 0.1}}}};
    return kinds;
}

}  // namespace posewright::test::contract
