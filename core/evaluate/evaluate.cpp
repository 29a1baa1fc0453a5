#include "core/evaluate/evaluate.h"

#include "core/evaluate/group_solve.h"
#include "core/evaluate/joint_slide.h"
#include "core/evaluate/together.h"
#include "core/ik/goal_joints.h"
#include "core/ik/limits.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright {

namespace {

/// A target counts as reached within this share of its chain's length.
constexpr double kTolerance = 1e-6;
constexpr double kGrain = 1e-14;
constexpr double kBeyond = 1e-9;  ///< [rad], [m] how far outside a limit is told

void placeBase(const Prepared& prepared, const std::vector<NodeIndex>& rows, double frame,
               Scratch& scratch)
{
    const Scene& scene = *prepared.doc.scene;
    scratch.local.resize(scene.size());
    scratch.world.resize(scene.size());
    for (const NodeIndex row : rows)
        scratch.local[row] = sample(prepared.tracks[row], scene[row].rest, frame);
}

void placeWorld(const Prepared& prepared, const std::vector<NodeIndex>& rows, NodeIndex first,
                Scratch& scratch)
{
    const Scene& scene = *prepared.doc.scene;
    for (auto row = std::lower_bound(rows.begin(), rows.end(), first); row != rows.end(); ++row) {
        const NodeIndex parent = scene[*row].parent;
        scratch.world[*row] =
            (parent == kNoNode ? WorldTransform{} : scratch.world[parent]) * scratch.local[*row];
    }
}

void applyGroup(const Prepared& prepared, const Group& group, const std::vector<NodeIndex>& rows,
                double frame, Scratch& scratch, std::vector<TargetStatus>* statuses);

}  // namespace

void placeForGroup(const Prepared& prepared, const Group& group, double frame, Scratch& scratch)
{
    placeBase(prepared, group.rows, frame, scratch);
    placeWorld(prepared, group.rows, 0, scratch);
    for (const int g : group.needs)
        applyGroup(prepared, *prepared.groups[g], group.rows, frame, scratch, nullptr);
}

namespace {

/// What a person should read off the solver's word about one goal and the pose that came of it.
void judge(const Link& link, const Ask& ask, const ik::GoalReport& said, double tolerance,
           bool smoothed, TargetStatus& status)
{
    status.status = said.status;
    const bool turns = link.constraint->orientation || link.constraint->aim;
    const bool near =
        status.positionError <= tolerance && (!turns || status.orientationError <= kTolerance);
    if (near) {
        status.status = ik::Status::Reached;
        status.reason.clear();
    } else if (said.status == ik::Status::Reached ||
               (said.status == ik::Status::Softened && smoothed)) {
        status.status = ik::Status::Softened;
        status.reason = ask.influence < 1 ? "held back by its influence"
                        : smoothed        ? "kept smooth with the frames around it"
                                          : "blended between its keys";
    }
}

/// Law 6: what an acting span turns or slides ends inside its limit, blended or not.
void keepInside(const Prepared& prepared, const Group& group, const GroupProblem& asked, int j,
                double influence, const std::vector<double>& travels, Scratch& scratch)
{
    const ik::Joint& joint = asked.joints[j];
    if (joint.limit.index() == 0 || !asked.driven[j]) return;
    Transform& local = scratch.local[group.joints[j]];
    ik::clampLocal(joint, local.rotation);
    const auto* slide = std::get_if<PrismaticLimit>(&joint.limit);
    if (!slide) return;
    const double base = asked.travels[j];
    const double to = ik::clampedTravel(joint.limit, base + influence * (travels[j] - base));
    const Transform& rest = (*prepared.doc.scene)[group.joints[j]].rest;
    local.translation += slideBy(rest, *slide, asked.slideUnits[j], base, to);
}

/// Which limit stands in the way of a goal, as a sentence.
std::string limitReason(const Prepared& prepared, const Group& group, const Link& link,
                        const ik::Report& report)
{
    for (const ik::ActiveLimit& active : report.activeLimits) {
        if (std::find(link.chain.begin(), link.chain.end(), active.joint) == link.chain.end())
            continue;
        const std::string who = (*prepared.doc.scene)[group.joints[active.joint]].name;
        if (active.part == "cone") return "'" + who + "' is at the rim of its cone";
        return "'" + who + "' is at the " + (active.side < 0 ? "least" : "most") + " of its " +
               std::string(active.part) + " range";
    }
    return "a joint of the chain cannot turn every way";
}

/// What became of a group's goals at a frame, before influence.
struct Outcome {
    GroupPose pose;
    std::vector<double> stretches;  ///< of each joint's offset; empty where no chain stretches
    std::vector<double> stretch;    ///< per joint: the share of its stretch that is shown
    std::vector<ik::GoalReport> said;
    bool smoothed = false;  ///< solved with the frames around it
    ik::Report report;
};

/// Solves the frame by itself, or blends it between key solves.
void solveFrame(const Prepared& prepared, const Group& group, const GroupProblem& asked,
                const std::vector<char>& moved, double frame, Scratch& scratch, Outcome& out)
{
    const std::size_t count = group.joints.size();
    std::vector<double> share(count, 1.0);
    bool anyBlend = false;
    bool allBlend = true;
    for (const int l : asked.goalLinks) {
        const Ask& ask = asked.asks[l];
        anyBlend |= ask.blendShare > 0;
        allBlend &= ask.blendShare >= 1;
        for (const int j : group.links[l].chain) share[j] = std::min(share[j], ask.blendShare);
    }
    const GroupPose start = blendedStart(prepared, group, asked, moved, frame, true, scratch.stop);
    if (!allBlend) {
        ownSolve(group, asked, start, scratch);
        const ik::Solution& solved = scratch.solution;
        out.report = solved.report;
        out.said = solved.report.goals;
        out.pose.rotations = solved.rotations;
        out.pose.travels = solved.slides;
        out.stretches = solved.stretches;
        if (group.rootMoves) out.pose.rootOffset = solved.rootPosition - asked.rootPosition;
    } else {
        ik::Problem problem = asked.problem(start.rotations, group.rootMoves);
        problem.slides = start.travels;
        out.report.solver = chooseSolver(group, asked, problem).id;
        for (ik::GoalReport& goal : out.said) goal.status = ik::Status::Reached;
    }
    for (std::size_t j = 0; j < count; ++j) out.stretch[j] = 1 - share[j];
    if (!anyBlend) return;
    const GroupPose blend = blendedStart(prepared, group, asked, moved, frame, false, scratch.stop);
    std::vector<double>& travels = out.pose.travels;
    for (std::size_t j = 0; j < count; ++j)
        if (moved[j] && share[j] > 0) {
            Quat& solved = out.pose.rotations[j];
            solved =
                share[j] >= 1 ? blend.rotations[j] : slerp(solved, blend.rotations[j], share[j]);
            if (!travels.empty()) travels[j] += share[j] * (blend.travels[j] - travels[j]);
        }
    if (share[0] > 0) out.pose.rootOffset += share[0] * (blend.rootOffset - out.pose.rootOffset);
}

Outcome solveGroup(const Prepared& prepared, const Group& group, const GroupProblem& asked,
                   const std::vector<char>& moved, double frame, Scratch& scratch)
{
    Outcome out;
    out.pose = {asked.base, Vec3::Zero(), asked.travels};
    out.stretch.assign(group.joints.size(), 0.0);
    out.said.resize(asked.goals.size());
    if (asked.goals.empty()) return out;
    Together together(prepared, group, asked, frame, scratch);
    if (together.share() < 1) solveFrame(prepared, group, asked, moved, frame, scratch, out);
    if (out.report.message.empty()) out.report.message = together.fault();
    if (!(together.share() > 0)) return out;
    together.show(asked, moved, out.pose);
    together.keepExact(asked, out.pose, scratch);
    out.report = together.judge(asked, out.pose, scratch);
    out.said = out.report.goals;
    out.stretches = scratch.solution.stretches;
    std::ranges::fill(out.stretch, 1.0);
    out.smoothed = true;
    return out;
}

void applyGroup(const Prepared& prepared, const Group& group, const std::vector<NodeIndex>& rows,
                double frame, Scratch& scratch, std::vector<TargetStatus>* statuses)
{
    const GroupProblem asked = makeGroupProblem(prepared, group, frame, scratch);
    const std::size_t count = group.joints.size();
    const std::vector<char> moved = movedJoints(group, asked);
    std::vector<double> influence(count, 0.0);
    for (const int l : asked.goalLinks)
        for (const int j : group.links[l].chain)
            influence[j] = std::max(influence[j], asked.asks[l].influence);

    const Outcome outcome = solveGroup(prepared, group, asked, moved, frame, scratch);
    const std::vector<Quat>& solved = outcome.pose.rotations;
    const std::vector<double>& travels = outcome.pose.travels;
    const std::vector<double>& stretches = outcome.stretches;
    const std::vector<ik::GoalReport>& said = outcome.said;
    const ik::Report& report = outcome.report;
    for (std::size_t j = 0; j < count; ++j) {
        Quat& rotation = scratch.local[group.joints[j]].rotation;
        rotation = !moved[j] || influence[j] >= 1 ? solved[j]
                                                  : slerp(asked.base[j], solved[j], influence[j]);
        if (!moved[j]) rotation = asked.base[j];
        keepInside(prepared, group, asked, int(j), influence[j], travels, scratch);
        if (!stretches.empty() && moved[j])
            scratch.local[group.joints[j]].translation *=
                1 + (stretches[j] - 1) * influence[j] * outcome.stretch[j];
    }
    const NodeIndex top = group.joints.front();
    if (group.rootMoves && moved[0]) {
        const Scene& scene = *prepared.doc.scene;
        const NodeIndex parent = scene[top].parent;
        const Vec3 local =
            parent == kNoNode
                ? outcome.pose.rootOffset
                : Vec3(scratch.world[parent].linear.inverse() * outcome.pose.rootOffset);
        scratch.local[top].translation += influence[0] * local;
    }
    placeWorld(prepared, rows, top, scratch);

    if (!statuses) return;
    const ik::Problem whole = asked.problem(asked.base, group.rootMoves);
    for (std::size_t l = 0; l < group.links.size(); ++l) {
        const Link& link = group.links[l];
        const Ask& ask = asked.asks[l];
        TargetStatus& status = (*statuses)[link.row];
        status.influence = ask.influence;
        if (ask.span && ask.span->kind == SpanKind::Hold) status.reason = "holds its joints";
        if (!ask.pursues) continue;
        const auto goal = std::find(asked.goalLinks.begin(), asked.goalLinks.end(), int(l)) -
                          asked.goalLinks.begin();
        const WorldTransform& effector = scratch.world[group.joints[link.effector]];
        // What a loop closes on has moved with it.
        const WorldTransform& target = scratch.world[link.target];
        const bool loop = link.meets >= 0;
        const Vec3 place = loop ? target.position : ask.position;
        if (link.constraint->aim)
            status.orientationError =
                ik::aimError({link.constraint->axis, place}, effector.position, effector.rotation)
                    .turn.norm();
        else
            status.positionError = (effector.position - place).norm();
        if (link.constraint->orientation)
            status.orientationError =
                angleBetween(effector.rotation, loop ? target.rotation : ask.rotation);
        status.degenerateStart = report.degenerateStart;
        status.iterations = report.iterations;
        status.solver = report.solver;
        status.reason = report.message;
        const bool spoke = goal < std::ssize(said);
        double length = ik::reach(whole, asked.goals[goal]);
        if (loop) {
            ik::Goal other = asked.goals[goal];
            other.effector = link.meets;
            length = std::max(length, ik::reach(whole, other));
        }
        // What rounding alone can do: a chain that only moves its root may have no length.
        const double grain = kGrain * (place.cwiseAbs().sum() + effector.position.cwiseAbs().sum());
        judge(link, ask, spoke ? said[goal] : ik::GoalReport{}, kTolerance * length + grain,
              outcome.smoothed && ask.togetherShare > 0, status);
        if (status.status == ik::Status::Limited && status.reason.empty())
            status.reason = limitReason(prepared, group, link, report);
        const std::string& named = namedSolver(link, ask);
        if (prepared.draft && ask.span->inbetween == Inbetween::Trajectory && status.reason.empty())
            status.reason = "frame by frame until its frames are solved together";
        if (!named.empty() && !ik::findSolver(named))
            status.reason = "there is no solver '" + named + "', so the default one solved";
    }
}

/// How far a bone is outside its limit. [rad], or [m] along a slide
double beyondLimit(const Node& node, const Transform& local)
{
    const Limit& limit = node.bone()->limit;
    double by = ik::limitViolation(limit, node.rest.rotation.conjugate() * local.rotation);
    if (const auto* slide = std::get_if<PrismaticLimit>(&limit)) {
        const double travel =
            (local.translation - node.rest.translation).dot(node.rest.rotation * slide->axis);
        by = std::max(by, std::abs(travel - ik::clampedTravel(limit, travel)));
    }
    return by;
}

}  // namespace

void evaluateInto(const Prepared& prepared, double frame, Scratch& scratch, Evaluation& out)
{
    if (!std::isfinite(frame)) frame = prepared.doc.playback.start;
    out.frame = frame;
    out.targets.assign(prepared.doc.rig->constraints.size(), {});
    for (std::size_t i = 0; i < out.targets.size(); ++i) {
        out.targets[i].constraint = prepared.doc.rig->constraints[i].id;
        if (prepared.breach.empty()) continue;
        out.targets[i].status = ik::Status::Invalid;
        out.targets[i].reason = prepared.breach;
    }
    placeBase(prepared, prepared.allRows, frame, scratch);
    placeWorld(prepared, prepared.allRows, 0, scratch);
    for (const int g : prepared.allGroups)
        applyGroup(prepared, *prepared.groups[g], prepared.groups[g]->below, frame, scratch,
                   &out.targets);
    out.local = scratch.local;
    out.world = scratch.world;
    out.outside.clear();
    const Scene& scene = *prepared.doc.scene;
    for (const NodeIndex row : prepared.limited)
        if (const double by = beyondLimit(scene[row], out.local[row]); by > kBeyond)
            out.outside.push_back({scene[row].id, by});
}

Evaluation evaluate(const Prepared& prepared, double frame)
{
    Scratch scratch;
    Evaluation out;
    evaluateInto(prepared, frame, scratch, out);
    return out;
}

std::optional<Evaluation> evaluate(const Prepared& prepared, double frame,
                                   const std::atomic<bool>& stop)
{
    Scratch scratch;
    scratch.stop = &stop;
    Evaluation out;
    evaluateInto(prepared, frame, scratch, out);
    if (scratch.stopped()) return {};
    return out;
}

Evaluation evaluate(const Document& doc, double frame)
{
    return evaluate(*prepare(doc), frame);
}

std::vector<Transform> basePose(const Document& doc, double frame)
{
    const Scene& scene = *doc.scene;
    std::vector<Transform> pose;
    pose.reserve(scene.size());
    for (const Node& node : scene.nodes())
        pose.push_back(sample(doc.clip().track(node.id), node.rest, frame));
    return pose;
}

}  // namespace posewright
