#include "core/evaluate/evaluate.h"

#include "core/evaluate/group_solve.h"
#include "core/evaluate/joint_slide.h"
#include "core/evaluate/judge.h"
#include "core/evaluate/morphs.h"
#include "core/evaluate/trajectory_frame.h"
#include "core/ik/limits.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright {

namespace {

constexpr double kBeyond = 1e-9;  ///< [rad], [m] smaller violations of limits are not reported

/// Adds the layers' offsets to these rows. @pre rows are ascending
void layOffsets(const Prepared& prepared, const std::vector<NodeIndex>& rows, double frame,
                Scratch& scratch)
{
    for (const LaidLayer& laid : prepared.layers) {
        const double weight = weightAt(*laid.layer, frame);
        if (!(weight > 0)) continue;
        std::size_t key = 0;
        LastEase last;
        auto wanted = rows.begin();
        for (const auto& [node, offsets, live, arcs] : laid.rows) {
            if (!live.holds(frame)) continue;
            wanted = std::lower_bound(wanted, rows.end(), node);
            if (wanted == rows.end()) break;
            if (*wanted == node)
                lay(offsetAt(*offsets, weight, frame, key, arcs, last), scratch.local[node]);
        }
    }
}

bool areAll(const std::vector<NodeIndex>& rows, const Scene& scene)
{
    return std::ssize(rows) == scene.size();
}

/// Leaves `scratch.world` empty if it was, and the rows are all nodes.
void placeBase(const Prepared& prepared, const std::vector<NodeIndex>& rows, double frame,
               Scratch& scratch)
{
    const Scene& scene = *prepared.doc.scene;
    std::size_t key = 0;
    const auto localOf = [&](NodeIndex row) {
        return sample(prepared.tracks[row], scene[row].rest, frame, key);
    };
    if (areAll(rows, scene) && scratch.local.empty() && scratch.world.empty()) {
        // Filling with defaults first would be a tenth of a captured frame.
        scratch.local.reserve(rows.size());
        for (const NodeIndex row : rows) scratch.local.push_back(localOf(row));
    } else {
        scratch.local.resize(scene.size(), Transform{});  // copying a default is three times as
                                                          // fast as constructing each
        scratch.world.resize(scene.size(), WorldTransform{});
        for (const NodeIndex row : rows) scratch.local[row] = localOf(row);
    }
    if (!prepared.layers.empty()) layOffsets(prepared, rows, frame, scratch);
}

/// @pre scratch.world is empty only if the rows are all nodes, and `first` is 0
// Flattened: most of the time of a captured frame is spent here.
[[gnu::flatten]] void placeWorld(const Prepared& prepared, const std::vector<NodeIndex>& rows,
                                 NodeIndex first, Scratch& scratch)
{
    const Scene& scene = *prepared.doc.scene;
    std::vector<WorldTransform>& world = scratch.world;
    const auto worldOf = [&](NodeIndex row) {
        const NodeIndex parent = scene[row].parent;
        return (parent == kNoNode ? WorldTransform{} : world[parent]) * scratch.local[row];
    };
    if (world.empty()) {
        world.reserve(rows.size());
        for (const NodeIndex row : rows) world.push_back(worldOf(row));
        return;
    }
    for (auto row = std::lower_bound(rows.begin(), rows.end(), first); row != rows.end(); ++row)
        world[*row] = worldOf(*row);
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

/// Law 6: joints that an acting span rotates or slides stay inside their limits, blended or not.
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

/// The result of solving a group at a frame, before influence is applied.
struct Outcome {
    GroupPose pose;
    std::vector<double> stretches;     ///< per joint's offset; empty if no chain stretches
    std::vector<double> stretch;       ///< per joint: the share of the stretch that is shown
    GroupPose solved;                  ///< the pose before blending; empty if it was not blended
    std::vector<ik::GoalReport> said;  ///< about that pose
    bool smoothed = false;             ///< solved as part of a trajectory
    ik::Report report;
};

/// Solves the frame by itself or blends it between key solves. `judged`: also solves blended
/// frames, to tell whether the blend or the reach is to blame for a miss.
void solveFrame(const Prepared& prepared, const Group& group, const GroupProblem& asked,
                const std::vector<char>& moved, double frame, bool judged, Scratch& scratch,
                Outcome& out)
{
    const std::size_t count = group.joints.size();
    std::vector<double> share(count, 1.0);
    bool anyBlend = false;
    bool allBlend = true;
    for (const int l : asked.goalLinks) {
        const LinkState& state = asked.states[l];
        anyBlend |= state.blendShare > 0;
        allBlend &= state.blendShare >= 1;
        for (const int j : group.links[l].chain) share[j] = std::min(share[j], state.blendShare);
    }
    const GroupPose start = blendedStart(prepared, group, asked, moved, frame, true, scratch.stop);
    if (!allBlend || judged) {
        ownSolve(group, asked, start, scratch);
        const ik::Solution& solved = scratch.solution;
        out.report = solved.report;
        out.said = solved.report.goals;
        out.pose.rotations = solved.rotations;
        out.pose.travels = solved.slides;
        out.stretches = solved.stretches;
        if (group.rootMoves) out.pose.rootOffset = solved.rootPosition - asked.rootPosition;
    }
    if (allBlend) {
        out.report.iterations = 0;
        out.report.degenerateStart = false;
    }
    for (std::size_t j = 0; j < count; ++j) out.stretch[j] = 1 - share[j];
    if (!anyBlend) return;
    if (judged) out.solved = out.pose;
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
                   const std::vector<char>& moved, double frame, bool judged, Scratch& scratch)
{
    Outcome out;
    out.pose = {asked.base, Vec3::Zero(), asked.travels};
    out.stretch.assign(group.joints.size(), 0.0);
    out.said.resize(asked.goals.size());
    if (asked.goals.empty()) return out;
    TrajectoryFrame trajectory(prepared, group, asked, frame, scratch);
    if (trajectory.share() < 1)
        solveFrame(prepared, group, asked, moved, frame, judged, scratch, out);
    if (out.report.message.empty()) out.report.message = trajectory.fault();
    if (!(trajectory.share() > 0)) return out;
    trajectory.show(asked, moved, out.pose);
    trajectory.keepExact(asked, out.pose, scratch);
    out.report = trajectory.judge(asked, out.pose, scratch);
    out.said = out.report.goals;
    out.solved = {};
    out.stretches = scratch.solution.stretches;
    std::ranges::fill(out.stretch, 1.0);
    out.smoothed = true;
    return out;
}

/// Applies a pose to the group's nodes, each joint by its influence, and updates their world
/// transforms. @pre the scratch's local transforms are the base pose
void layPose(const Prepared& prepared, const Group& group, const GroupProblem& asked,
             const std::vector<char>& moved, const std::vector<NodeIndex>& rows,
             const GroupPose& pose, const std::vector<double>& stretches,
             const std::vector<double>& stretch, const std::vector<double>& influence,
             Scratch& scratch)
{
    for (std::size_t j = 0; j < group.joints.size(); ++j) {
        Quat& rotation = scratch.local[group.joints[j]].rotation;
        rotation = !moved[j]           ? asked.base[j]
                   : influence[j] >= 1 ? pose.rotations[j]
                                       : slerp(asked.base[j], pose.rotations[j], influence[j]);
        keepInside(prepared, group, asked, int(j), influence[j], pose.travels, scratch);
        if (!stretches.empty() && moved[j])
            scratch.local[group.joints[j]].translation *=
                1 + (stretches[j] - 1) * influence[j] * stretch[j];
    }
    const NodeIndex top = group.joints.front();
    if (group.rootMoves && moved[0]) {
        const NodeIndex parent = (*prepared.doc.scene)[top].parent;
        const Vec3 local = parent == kNoNode
                               ? pose.rootOffset
                               : Vec3(scratch.world[parent].linear.inverse() * pose.rootOffset);
        scratch.local[top].translation += influence[0] * local;
    }
    placeWorld(prepared, rows, top, scratch);
}

/// The name of another target that prevents this one from being reached: its span fades, its
/// influence is below 1, or it is blended. Empty if there is none.
std::string_view holderOf(const Prepared& prepared, const Group& group, const GroupProblem& asked,
                          int link)
{
    for (const int l : asked.goalLinks)
        if (l != link && (asked.states[l].influence < 1 || asked.states[l].blendShare > 0))
            return (*prepared.doc.scene)[group.links[l].target].name;
    return {};
}

/// Whether the target is closer to the tightest fold that the limits allow than to full stretch.
bool isFolded(const GroupProblem& asked, const ik::Goal& goal, const Vec3& root, bool rootMoves)
{
    const double whole = ik::reach(asked.problem(asked.base, rootMoves), goal);
    return (goal.position - root).norm() < (goal.least + whole) / 2;
}

/// A group's solve at a frame, and the pose without blending and influence.
struct GroupOutcome {
    const GroupProblem& asked;
    const Outcome& outcome;
    bool held = false;                   ///< something holds it back, and `solved` is filled
    std::vector<WorldTransform> solved;  ///< per node of the scene
};

/// The status of one target, measured on the pose in the scratch.
void fillStatus(const Prepared& prepared, const Group& group, int l, const GroupOutcome& result,
                const Scratch& scratch, TargetStatus& status)
{
    const GroupProblem& asked = result.asked;
    const Link& link = group.links[l];
    const LinkState& state = asked.states[l];
    status.influence = state.influence;
    if (state.span && state.span->kind == SpanKind::Hold) status.reason = "holds its joints";
    if (!state.pursues) return;
    const auto goal =
        std::find(asked.goalLinks.begin(), asked.goalLinks.end(), l) - asked.goalLinks.begin();
    const Vec3& root = scratch.world[group.joints[link.root]].position;
    TargetCase found;
    found.shown = missOf(group, link, state, scratch.world);
    found.solved = result.held ? missOf(group, link, state, result.solved) : found.shown;
    if (goal < std::ssize(result.outcome.said)) found.said = result.outcome.said[goal];
    const WorldTransform& effector = scratch.world[group.joints[link.effector]];
    const Vec3 place = link.meets >= 0 ? scratch.world[link.target].position : state.position;
    found.tolerance = reachedWithin(asked, link, goal, place, effector.position, group.rootMoves);
    found.smoothed = result.outcome.smoothed && state.trajectoryShare > 0;
    found.folded = isFolded(asked, asked.goals[goal], root, group.rootMoves);
    if (result.held && std::abs(found.shown.position - found.solved.position) > found.tolerance)
        found.holder = holderOf(prepared, group, asked, l);
    const ik::Report& report = result.outcome.report;
    status.positionError = found.shown.position;
    status.orientationError = found.shown.turn;
    status.degenerateStart = report.degenerateStart;
    status.iterations = report.iterations;
    status.solver = report.solver;
    status.reason = report.message;
    judge(found, state, status);
    if (status.status == ik::Status::Limited && status.reason.empty())
        status.reason = limitReason(prepared, group, link, report);
    if (status.status == ik::Status::Unreachable && status.reason.empty())
        status.reason = reachReason(prepared, group, asked, link, asked.goals[goal], root);
    nameFade(state, status);
    const std::string& named = namedSolver(link, state);
    if (prepared.draft && state.span->inbetween == Inbetween::Trajectory && status.reason.empty())
        status.reason = "frame by frame until its trajectory is solved";
    if (!named.empty() && !ik::findSolver(named))
        status.reason = "there is no solver '" + named + "', so the default one solved";
}

void applyGroup(const Prepared& prepared, const Group& group, const std::vector<NodeIndex>& rows,
                double frame, Scratch& scratch, std::vector<TargetStatus>* statuses)
{
    const GroupProblem asked = makeGroupProblem(prepared, group, frame, scratch);
    const std::size_t count = group.joints.size();
    const std::vector<char> moved = movedJoints(group, asked);
    std::vector<double> influence(count, 0.0);
    bool held = false;
    for (const int l : asked.goalLinks) {
        held |= asked.states[l].influence < 1;
        for (const int j : group.links[l].chain)
            influence[j] = std::max(influence[j], asked.states[l].influence);
    }
    const Outcome outcome =
        solveGroup(prepared, group, asked, moved, frame, statuses != nullptr, scratch);
    const bool blended = !outcome.solved.rotations.empty();
    GroupOutcome result{asked, outcome, statuses && (held || blended), {}};
    // The pose as solved, before blending and influence.
    if (result.held) {
        const std::vector<Transform> base = scratch.local;
        layPose(prepared, group, asked, moved, rows, blended ? outcome.solved : outcome.pose,
                outcome.stretches, std::vector<double>(count, 1.0), std::vector<double>(count, 1.0),
                scratch);
        result.solved = scratch.world;
        scratch.local = base;
    }
    layPose(prepared, group, asked, moved, rows, outcome.pose, outcome.stretches, outcome.stretch,
            influence, scratch);
    if (!statuses) return;
    for (std::size_t l = 0; l < group.links.size(); ++l)
        fillStatus(prepared, group, int(l), result, scratch, (*statuses)[group.links[l].row]);
}

/// How far a bone is outside its limit. [rad], or [m] for a slide
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
    out.local.swap(scratch.local);
    out.world.swap(scratch.world);
    out.outside.clear();
    const Scene& scene = *prepared.doc.scene;
    for (const NodeIndex row : prepared.limited)
        if (const double by = beyondLimit(scene[row], out.local[row]); by > kBeyond)
            out.outside.push_back({scene[row].id, by});
    out.morphs.resize(prepared.morphed.size());
    for (std::size_t i = 0; i < out.morphs.size(); ++i)
        out.morphs[i] =
            morphsOf(scene[prepared.morphed[i]], prepared.tracks[prepared.morphed[i]], frame);
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

}  // namespace posewright
