#include "core/ik/measure.h"
#include "core/ik/model/goal_joints.h"
#include "core/ik/model/limit_set.h"
#include "core/ik/model/pins.h"
#include "core/ik/model/stretch.h"
#include "core/ik/report/fill_report.h"
#include "core/ik/report/problem_faults.h"
#include "core/ik/workspace.h"

#include <algorithm>

namespace posewright::ik {
namespace {

// Resets the solution to the start, with an empty report.
void resetTo(const Problem& problem, std::string_view solver, Solution& out)
{
    out.rotations.assign(problem.start.begin(), problem.start.end());
    out.rootPosition = problem.basePosition;
    if (!problem.joints.empty())
        out.rootPosition += problem.baseRotation * problem.joints[0].offset;
    out.slides.assign(problem.slides.begin(), problem.slides.end());
    out.stretches.clear();
    Report& report = out.report;
    report.status = Status::Inactive;
    report.iterations = 0;
    report.degenerateStart = false;
    report.limitViolation = 0;
    report.boneStretch = 0;
    report.solver = solver;
    report.goals.assign(problem.goals.size(), GoalReport{});
    report.activeLimits.clear();
}

// Normalises all rotations, in the problem and in the solution.
void normalizeStart(Problem& problem, Workspace& workspace, Solution& out)
{
    if (!std::ranges::all_of(problem.start, isUnit)) {
        if (problem.start.data() != workspace.start.data())
            workspace.start.assign(problem.start.begin(), problem.start.end());
        for (Quat& q : workspace.start) q.normalize();
        problem.start = workspace.start;
        out.rotations = workspace.start;
    }
    const bool placed = isUnit(problem.baseRotation);
    problem.baseRotation.normalize();
    if (!placed)
        out.rootPosition = problem.basePosition + problem.baseRotation * problem.joints[0].offset;
}

}  // namespace

void solve(const Solver& solver, const Problem& asked, const Settings& settings,
           Workspace& workspace, Solution& out)
{
    Problem problem = asked;
    if (!problem.start.empty() && problem.start.data() == out.rotations.data()) {
        workspace.start.assign(problem.start.begin(), problem.start.end());
        problem.start = workspace.start;
    }
    resetTo(problem, solver.id, out);
    bool anyLimits = false;
    bool anySlides = false;
    for (const Joint& joint : problem.joints) {
        anyLimits |= joint.limit.index() != 0;
        anySlides |= std::holds_alternative<PrismaticLimit>(joint.limit);
    }
    if (anySlides && out.slides.empty()) out.slides.assign(problem.joints.size(), 0.0);
    out.report.message = problemFault(problem, settings, solver.abilities, anyLimits);
    if (!out.report.message.empty()) {
        out.report.status = Status::Invalid;
        return;
    }
    normalizeStart(problem, workspace, out);
    if (std::ranges::any_of(problem.goals, &Goal::pinned)) {
        pin(problem, workspace.goals);
        problem.goals = workspace.goals;
    }
    LimitSet& limited = workspace.of<LimitSet>();
    limited.clear();
    if (anyLimits && findLimited(problem, limited)) {
        clampPose(problem, limited, out.rotations, out.slides);
        workspace.start = out.rotations;
        problem.start = workspace.start;
    }
    solver.solve(problem, settings, workspace, out);
    stretch(problem, workspace, out);
    fillReport(problem, settings, workspace, out);
}

Solution solve(const Solver& solver, const Problem& problem, const Settings& settings)
{
    Workspace workspace;
    Solution solution;
    solve(solver, problem, settings, workspace, solution);
    return solution;
}

void measure(const Problem& problem, const Settings& settings, Workspace& workspace, Solution& out)
{
    out.report.limitViolation = 0;
    out.report.activeLimits.clear();
    out.report.goals.resize(problem.goals.size());
    out.stretches.clear();
    findLimited(problem, workspace.of<LimitSet>());
    stretch(problem, workspace, out);
    fillReport(problem, settings, workspace, out);
}

}  // namespace posewright::ik
