#include "core/evaluate/evaluate.h"

#include "core/evaluate/group_problem.h"
#include "core/evaluate/joint_slide.h"
#include "core/evaluate/prepared.h"
#include "core/ik/goal_joints.h"
#include "core/ik/limits.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright {

namespace {

/// Key solves keep this share of the reach at most, so that the bend plane is never lost, and as
/// far from where the limits stop the fold.
constexpr double kCutReach = 0.98;
constexpr double kFlip = 1.5707963267948966;  ///< [rad] a bone that turns farther may have flipped
constexpr double kNearer = 0.5235987755982988;  ///< [rad] by how much the other bend must be nearer
/// A target counts as reached within this share of its chain's length.
constexpr double kTolerance = 1e-6;
constexpr double kGrain = 1e-14;
constexpr int kKeySeeds = 32;
constexpr double kBeyond = 1e-9;  ///< [rad], [m] how far outside a limit is told

/// Seeds serve key solves only: between keys the pose follows from the keys', and must not leap to
/// another branch.
ik::Settings evaluationSettings(int seeds)
{
    ik::Settings settings;
    settings.seeds = seeds;
    settings.tolerance = 1e-10;
    settings.orientationTolerance = 1e-9;
    return settings;
}

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

/// Base pose and earlier groups, for the nodes that this group needs.
void placeForGroup(const Prepared& prepared, const Group& group, double frame, Scratch& scratch)
{
    placeBase(prepared, group.rows, frame, scratch);
    placeWorld(prepared, group.rows, 0, scratch);
    for (const int g : group.needs)
        applyGroup(prepared, *prepared.groups[g], group.rows, frame, scratch, nullptr);
}

double greatestTurn(std::span<const Quat> a, std::span<const Quat> b)
{
    double most = 0;
    for (std::size_t j = 0; j < a.size(); ++j) most = std::max(most, angleBetween(a[j], b[j]));
    return most;
}

std::string contentOf(const GroupProblem& asked, const ik::Problem& problem,
                      const ik::Solver& solver, const KeySolve& before)
{
    ContentKey key;
    key.add(solver.id);
    key.add(problem.basePosition);
    key.add(problem.baseRotation);
    key.add(int(problem.rootMoves));
    for (std::size_t j = 0; j < asked.joints.size(); ++j) {
        const ik::Joint& joint = asked.joints[j];
        key.add(joint.parent);
        key.add(joint.offset);
        key.add(joint.rest);
        key.add(asked.base[j]);
        if (!asked.travels.empty()) key.add(asked.travels[j]);
        addLimit(key, joint.limit);
    }
    for (const ik::Goal& goal : asked.goals) {
        key.add(goal.effector);
        key.add(goal.root);
        key.add(goal.position);
        key.add(int(goal.orientation.has_value()));
        if (goal.orientation) key.add(*goal.orientation);
        key.add(goal.weight);
        key.add(int(goal.pole.has_value()));
        if (goal.pole) key.add(*goal.pole);
        key.add(int(goal.aim.has_value()));
        if (goal.aim) {
            key.add(goal.aim->axis);
            key.add(goal.aim->at);
        }
        key.add(goal.meets);
        key.add(int(goal.pinned));
    }
    key.add(int(before.active));
    if (before.active)
        for (const Quat& q : before.offset) key.add(q);
    for (const double travel : before.travel) key.add(travel);
    return key.text();
}

KeySolve solveKey(const Prepared& prepared, const Group& group, double frame, bool cut,
                  const KeySolve& before, Scratch& scratch)
{
    placeForGroup(prepared, group, frame, scratch);
    GroupProblem asked = makeGroupProblem(prepared, group, frame, scratch);
    KeySolve out;
    out.offset.assign(group.joints.size(), Quat::Identity());
    if (asked.goals.empty()) return out;
    for (ik::Goal& goal : asked.goals) {
        goal.soft = 0;
        goal.stretch = 0;
        if (!cut || goal.aim || goal.meets >= 0) continue;
        const Vec3 root = scratch.world[group.joints[goal.root]].position;
        const Vec3 way = goal.position - root;
        const double whole = ik::reach(asked.problem(asked.base, false), goal);
        const double most = kCutReach * whole;
        const double least = goal.least > 0 ? goal.least + (1 - kCutReach) * whole : 0;
        if (way.norm() > most) goal.position = root + way * (most / way.norm());
        if (way.norm() < least && way.norm() > 0) goal.position = root + way * (least / way.norm());
    }
    const ik::Problem problem = asked.problem(asked.base, group.rootMoves);
    const ik::Solver& solver = chooseSolver(group, asked, problem);
    std::string content;
    if (prepared.memo) {
        content = contentOf(asked, problem, solver, before);
        if (std::optional<KeySolve> known = prepared.memo->find(content)) return *std::move(known);
    }

    const ik::Settings settings = evaluationSettings(kKeySeeds);
    ik::solve(solver, problem, settings, scratch.workspace, scratch.solution);
    std::vector<Quat> solved = scratch.solution.rotations;
    Vec3 rootPosition = scratch.solution.rootPosition;
    std::vector<double> travels = scratch.solution.slides;
    if (before.active) {
        std::vector<Quat> carried(asked.base.size());
        for (std::size_t j = 0; j < carried.size(); ++j)
            carried[j] = (asked.base[j] * before.offset[j]).normalized();
        const double turn = greatestTurn(solved, carried);
        if (turn > kFlip) {
            ik::solve(solver, asked.problem(carried, group.rootMoves), settings, scratch.workspace,
                      scratch.solution);
            if (greatestTurn(scratch.solution.rotations, carried) < turn - kNearer) {
                solved = scratch.solution.rotations;
                rootPosition = scratch.solution.rootPosition;
                travels = scratch.solution.slides;
            }
        }
    }
    out.active = true;
    for (std::size_t j = 0; j < travels.size(); ++j) travels[j] -= asked.travels[j];
    out.travel = std::move(travels);
    for (std::size_t j = 0; j < solved.size(); ++j)
        out.offset[j] = (asked.base[j].conjugate() * solved[j]).normalized();
    if (group.rootMoves) out.rootOffset = rootPosition - asked.rootPosition;
    if (prepared.memo) prepared.memo->put(content, out);
    return out;
}

/// The solve of the group's key frame `k`; each rests on the one before it.
const KeySolve& keySolve(const Prepared& prepared, const Group& group, int k, bool cut)
{
    Group::Solves& solves = cut ? group.cut : group.uncut;
    if (k < solves.ready.load(std::memory_order_acquire)) return solves.keys[k];
    const std::lock_guard lock(group.mutex);
    Scratch scratch;
    static const KeySolve kNone;
    if (solves.keys.empty()) solves.keys.resize(group.keyFrames.size());
    for (int i = solves.ready.load(std::memory_order_relaxed); i <= k; ++i) {
        const KeySolve& before = i > 0 ? solves.keys[i - 1] : kNone;
        solves.keys[i] = solveKey(prepared, group, group.keyFrames[i], cut, before, scratch);
        solves.ready.store(i + 1, std::memory_order_release);
    }
    return solves.keys[k];
}

/// The base pose with the key solves' offsets blended onto it: where a frame's own solve starts.
struct Start {
    std::vector<Quat> rotations;
    Vec3 rootOffset = Vec3::Zero();
    std::vector<double> travels;  ///< empty where no joint slides
};

Start blendedStart(const Prepared& prepared, const Group& group, const GroupProblem& asked,
                   const std::vector<char>& moved, double frame, bool cut)
{
    Start start{asked.base, Vec3::Zero(), asked.travels};
    const std::vector<double>& frames = group.keyFrames;
    if (frames.empty()) return start;
    const int count = static_cast<int>(frames.size());
    const int next =
        static_cast<int>(std::upper_bound(frames.begin(), frames.end(), frame) - frames.begin());
    const int from = std::max(next - 1, 0);
    const int to = std::min(next, count - 1);
    const auto key = [&](int k) -> OffsetKey {
        if (k < 0 || k >= count) return {};
        const KeySolve& solve = keySolve(prepared, group, k, cut);
        return {frames[k], solve.active ? &solve : nullptr};
    };
    OffsetKey a = key(from);
    OffsetKey b = from == to ? a : key(to);
    if (!a.solve) a = b;
    if (!b.solve) b = a;
    if (!a.solve) return start;
    const bool single = a.solve == b.solve || frame == a.frame;
    const OffsetKey before = single ? OffsetKey{} : key(from - 1);
    const OffsetKey after = single ? OffsetKey{} : key(to + 1);
    for (std::size_t j = 0; j < moved.size(); ++j) {
        if (!moved[j]) continue;
        const int joint = static_cast<int>(j);
        const Quat offset =
            single ? a.solve->offset[j] : blendOffset(before, a, b, after, joint, frame);
        start.rotations[j] = (asked.base[j] * offset).normalized();
        if (!start.travels.empty() && !a.solve->travel.empty())
            start.travels[j] +=
                single ? a.solve->travel[joint] : blendTravel(before, a, b, after, joint, frame);
    }
    start.rootOffset = single ? a.solve->rootOffset : blendRootOffset(before, a, b, after, frame);
    return start;
}

/// What a person should read off the solver's word about one goal and the pose that came of it.
void judge(const Link& link, const Ask& ask, const ik::GoalReport& said, double tolerance,
           TargetStatus& status)
{
    status.status = said.status;
    const bool turns = link.constraint->orientation || link.constraint->aim;
    const bool near =
        status.positionError <= tolerance && (!turns || status.orientationError <= kTolerance);
    if (near) {
        status.status = ik::Status::Reached;
        status.reason.clear();
    } else if (said.status == ik::Status::Reached) {
        status.status = ik::Status::Softened;
        status.reason =
            ask.influence < 1 ? "held back by its influence" : "blended between its keys";
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

void applyGroup(const Prepared& prepared, const Group& group, const std::vector<NodeIndex>& rows,
                double frame, Scratch& scratch, std::vector<TargetStatus>* statuses)
{
    const GroupProblem asked = makeGroupProblem(prepared, group, frame, scratch);
    const std::size_t count = group.joints.size();
    std::vector<char> moved(count, 0);
    std::vector<double> influence(count, 0.0);
    std::vector<double> share(count, 1.0);
    bool anyBlend = false;
    bool allBlend = true;
    for (const int l : asked.goalLinks) {
        const Ask& ask = asked.asks[l];
        anyBlend |= ask.blendShare > 0;
        allBlend &= ask.blendShare >= 1;
        for (const int j : group.links[l].chain) {
            moved[j] = 1;
            influence[j] = std::max(influence[j], ask.influence);
            share[j] = std::min(share[j], ask.blendShare);
        }
    }

    std::vector<Quat> solved = asked.base;
    std::vector<double> travels = asked.travels;
    Vec3 rootOffset = Vec3::Zero();
    std::vector<double> stretches;
    std::vector<ik::GoalReport> said(asked.goals.size());
    ik::Report report;
    if (!asked.goals.empty()) {
        const Start start = blendedStart(prepared, group, asked, moved, frame, true);
        ik::Problem problem = asked.problem(start.rotations, group.rootMoves);
        problem.basePosition += start.rootOffset;
        problem.slides = start.travels;
        const ik::Solver& solver = chooseSolver(group, asked, problem);
        if (!allBlend) {
            ik::solve(solver, problem, evaluationSettings(0), scratch.workspace, scratch.solution);
            report = scratch.solution.report;
            said = report.goals;
            solved = scratch.solution.rotations;
            travels = scratch.solution.slides;
            stretches = scratch.solution.stretches;
            if (group.rootMoves) rootOffset = scratch.solution.rootPosition - asked.rootPosition;
        } else {
            report.solver = solver.id;
            for (ik::GoalReport& goal : said) goal.status = ik::Status::Reached;
        }
        if (anyBlend) {
            const Start blend = blendedStart(prepared, group, asked, moved, frame, false);
            for (std::size_t j = 0; j < count; ++j)
                if (moved[j] && share[j] > 0) {
                    solved[j] = share[j] >= 1 ? blend.rotations[j]
                                              : slerp(solved[j], blend.rotations[j], share[j]);
                    if (!travels.empty()) travels[j] += share[j] * (blend.travels[j] - travels[j]);
                }
            if (share[0] > 0) rootOffset += share[0] * (blend.rootOffset - rootOffset);
        }
    }
    for (std::size_t j = 0; j < count; ++j) {
        Quat& rotation = scratch.local[group.joints[j]].rotation;
        rotation = !moved[j] || influence[j] >= 1 ? solved[j]
                                                  : slerp(asked.base[j], solved[j], influence[j]);
        if (!moved[j]) rotation = asked.base[j];
        keepInside(prepared, group, asked, int(j), influence[j], travels, scratch);
        if (!stretches.empty() && moved[j])
            scratch.local[group.joints[j]].translation *=
                1 + (stretches[j] - 1) * influence[j] * (1 - share[j]);
    }
    const NodeIndex top = group.joints.front();
    if (group.rootMoves && moved[0]) {
        const Scene& scene = *prepared.doc.scene;
        const NodeIndex parent = scene[top].parent;
        const Vec3 local = parent == kNoNode
                               ? rootOffset
                               : Vec3(scratch.world[parent].linear.inverse() * rootOffset);
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
              status);
        if (status.status == ik::Status::Limited && status.reason.empty())
            status.reason = limitReason(prepared, group, link, report);
        const std::string& named = namedSolver(link, ask);
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
        applyGroup(prepared, *prepared.groups[g], prepared.allRows, frame, scratch, &out.targets);
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
