#include "core/evaluate/group_solve.h"

#include "core/evaluate/body_first.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <utility>

namespace posewright {

namespace {

/// Key solves use at most this share of the reach, so that the bend plane is never lost, and stay
/// as far from the tightest fold.
constexpr double kCutReach = 0.98;
constexpr double kFlip = 1.5707963267948966;    ///< [rad] larger turns between keys may be flips
constexpr double kNearer = 0.5235987755982988;  ///< [rad] by how much the other bend must be nearer
constexpr int kKeySeeds = 32;

double greatestTurn(std::span<const Quat> a, std::span<const Quat> b)
{
    double most = 0;
    for (std::size_t j = 0; j < a.size(); ++j) most = std::max(most, angleBetween(a[j], b[j]));
    return most;
}

void add(ContentKey& key, const KeySolve& solve)
{
    key.add(int(solve.active));
    if (solve.active)
        for (const Quat& q : solve.offset) key.add(q);
    for (const double travel : solve.travel) key.add(travel);
}

std::string contentOf(const GroupProblem& asked, const ik::Problem& problem,
                      const ik::Solver& solver, const KeySolve& before)
{
    ContentKey key;
    addProblem(key, asked, problem, solver);
    add(key, before);
    return key.text();
}

/// The solved pose relative to the base pose.
KeySolve offsetsOf(const GroupProblem& asked, bool rootMoves, const std::vector<Quat>& solved,
                   const Vec3& rootPosition, std::vector<double> travels)
{
    KeySolve out;
    out.active = true;
    for (std::size_t j = 0; j < travels.size(); ++j) travels[j] -= asked.travels[j];
    out.travel = std::move(travels);
    out.offset.reserve(solved.size());
    for (std::size_t j = 0; j < solved.size(); ++j)
        out.offset.push_back((asked.base[j].conjugate() * solved[j]).normalized());
    if (rootMoves) out.rootOffset = rootPosition - asked.rootPosition;
    return out;
}

/// Solves a key with a hint from the hinted pose, as between keys, and so ends in the pose that was
/// shown.
/// @param plain  the solve of the same key without its hint
KeySolve solveHinted(const Prepared& prepared, const Group& group, const GroupProblem& asked,
                     const Hinted& hint, const KeySolve& plain, Scratch& scratch)
{
    GroupPose start{asked.base, Vec3::Zero(), asked.travels};
    if (group.rootMoves) start.rootOffset = hint.root ? hint.bend.rootOffset : plain.rootOffset;
    for (std::size_t j = 0; j < start.rotations.size(); ++j) {
        const KeySolve& from = hint.named[j] ? hint.bend : plain;
        start.rotations[j] = (start.rotations[j] * from.offset[j]).normalized();
        if (!start.travels.empty() && !from.travel.empty()) start.travels[j] += from.travel[j];
    }
    std::string content;
    if (prepared.memo) {
        const ik::Problem problem = asked.problem(asked.base, group.rootMoves);
        ContentKey key;
        key.add("hinted");
        addProblem(key, asked, problem, chooseSolver(group, asked, problem));
        for (const Quat& q : start.rotations) key.add(q);
        for (const double travel : start.travels) key.add(travel);
        key.add(start.rootOffset);
        content = key.text();
        if (std::optional<KeySolve> known = prepared.memo->find(content)) return *std::move(known);
    }
    ownSolve(group, asked, start, scratch);
    KeySolve out = offsetsOf(asked, group.rootMoves, scratch.solution.rotations,
                             scratch.solution.rootPosition, scratch.solution.slides);
    if (prepared.memo) prepared.memo->put(content, out);
    return out;
}

KeySolve solveKey(const Prepared& prepared, const Group& group, double frame, bool cut,
                  const KeySolve& before, Scratch& scratch)
{
    placeForGroup(prepared, group, frame, scratch);
    GroupProblem asked = makeGroupProblem(prepared, group, frame, scratch);
    KeySolve out;
    out.offset.assign(group.joints.size(), Quat::Identity());
    if (asked.goals.empty()) return out;
    const ik::Problem problem = asked.problem(asked.base, group.rootMoves);
    for (ik::Goal& goal : asked.goals) {
        goal.soft = 0;
        goal.stretch = 0;
        if (!cut || !goal.reaches() || placesRoot(problem, goal)) continue;
        const Vec3 root = scratch.world[group.joints[goal.root]].position;
        const Vec3 way = goal.position - root;
        const double whole = ik::reach(asked.problem(asked.base, false), goal);
        const double most = kCutReach * whole;
        const double least = goal.least > 0 ? goal.least + (1 - kCutReach) * whole : 0;
        if (way.norm() > most) goal.position = root + way * (most / way.norm());
        if (way.norm() < least && way.norm() > 0) goal.position = root + way * (least / way.norm());
    }
    const ik::Solver& solver = chooseSolver(group, asked, problem);
    std::string content;
    if (prepared.memo) {
        content = contentOf(asked, problem, solver, before);
        if (std::optional<KeySolve> known = prepared.memo->find(content)) return *std::move(known);
    }

    const ik::Settings settings = evaluationSettings(kKeySeeds);
    solveBodyFirst(solver, problem, settings, scratch);
    std::vector<Quat> solved = scratch.solution.rotations;
    Vec3 rootPosition = scratch.solution.rootPosition;
    std::vector<double> travels = scratch.solution.slides;
    if (before.active) {
        std::vector<Quat> carried(asked.base.size());
        for (std::size_t j = 0; j < carried.size(); ++j)
            carried[j] = (asked.base[j] * before.offset[j]).normalized();
        const double turn = greatestTurn(solved, carried);
        if (turn > kFlip) {
            solveBodyFirst(solver, asked.problem(carried, group.rootMoves), settings, scratch);
            if (greatestTurn(scratch.solution.rotations, carried) < turn - kNearer) {
                solved = scratch.solution.rotations;
                rootPosition = scratch.solution.rootPosition;
                travels = scratch.solution.slides;
            }
        }
    }
    out = offsetsOf(asked, group.rootMoves, solved, rootPosition, std::move(travels));
    if (prepared.memo) prepared.memo->put(content, out);
    return out;
}

/// Scratch memory reused between key solves: it is as large as the scene, and a crowd has thousands
/// of groups.
class BorrowedScratch {
public:
    explicit BorrowedScratch(const Prepared& prepared) : prepared_(prepared)
    {
        const std::lock_guard lock(prepared.idleMutex);
        if (prepared.idle.empty()) {
            scratch_ = std::make_shared<Scratch>();
        } else {
            scratch_ = std::move(prepared.idle.back());
            prepared.idle.pop_back();
        }
    }
    ~BorrowedScratch()
    {
        scratch_->stop = nullptr;
        const std::lock_guard lock(prepared_.idleMutex);
        prepared_.idle.push_back(std::move(scratch_));
    }
    BorrowedScratch(const BorrowedScratch&) = delete;
    BorrowedScratch& operator=(const BorrowedScratch&) = delete;

    Scratch& operator*() { return *scratch_; }

private:
    const Prepared& prepared_;
    std::shared_ptr<Scratch> scratch_;
};

/// The solve of key frame `k` of the group; each starts from the one before.
const KeySolve& keySolve(const Prepared& prepared, const Group& group, int k, bool cut,
                         const std::atomic<bool>* stop)
{
    Group::Solves& solves = cut ? group.cut : group.uncut;
    if (k < solves.ready.load(std::memory_order_acquire)) return solves.keys[k];
    const std::lock_guard lock(group.mutex);
    BorrowedScratch borrowed(prepared);
    Scratch& scratch = *borrowed;
    scratch.stop = stop;
    static const KeySolve kNone;
    if (solves.keys.empty()) solves.keys.resize(group.keyFrames.size());
    for (int i = solves.ready.load(std::memory_order_relaxed); i <= k; ++i) {
        const KeySolve& before = i > 0 ? solves.before : kNone;
        const double frame = group.keyFrames[i];
        KeySolve plain = solveKey(prepared, group, frame, cut, before, scratch);
        KeySolve solved = plain;
        if (const auto hint = group.hints.find(frame); hint != group.hints.end() && plain.active) {
            placeForGroup(prepared, group, frame, scratch);
            solved = solveHinted(prepared, group, makeGroupProblem(prepared, group, frame, scratch),
                                 hint->second, plain, scratch);
        }
        // A stopped solve is incomplete; do not store it.
        if (scratch.stopped()) return kNone;
        solves.keys[i] = std::move(solved);
        solves.before = std::move(plain);
        solves.ready.store(i + 1, std::memory_order_release);
    }
    return solves.keys[k];
}

}  // namespace

/// Seeds are for key solves only: between keys the pose follows from the key poses and must not
/// jump to another branch.
ik::Settings evaluationSettings(int seeds)
{
    ik::Settings settings;
    settings.seeds = seeds;
    settings.tolerance = 1e-10;
    settings.orientationTolerance = 1e-9;
    return settings;
}

/// Everything that a solve depends on, except its start.
void addProblem(ContentKey& key, const GroupProblem& asked, const ik::Problem& problem,
                const ik::Solver& solver)
{
    // Joints and goals are those of `asked`; a start is left out.
    [[maybe_unused]] const auto& [joints, start, basePosition, baseRotation, goals, rootMoves,
                                  slides] = problem;
    key.add(solver.id);
    key.add(basePosition);
    key.add(baseRotation);
    key.add(int(rootMoves));
    for (std::size_t j = 0; j < asked.joints.size(); ++j) {
        key.add(asked.joints[j]);
        key.add(asked.base[j]);
        if (!asked.travels.empty()) key.add(asked.travels[j]);
    }
    for (const ik::Goal& goal : asked.goals) key.add(goal);
}

std::vector<char> movedJoints(const Group& group, const GroupProblem& asked)
{
    std::vector<char> moved(group.joints.size(), 0);
    for (const int l : asked.goalLinks)
        for (const int j : group.links[l].chain) moved[j] = 1;
    return moved;
}

GroupPose blendedStart(const Prepared& prepared, const Group& group, const GroupProblem& asked,
                       const std::vector<char>& moved, double frame, bool cut,
                       const std::atomic<bool>* stop)
{
    GroupPose start{asked.base, Vec3::Zero(), asked.travels};
    const std::vector<double>& frames = group.keyFrames;
    if (frames.empty()) return start;
    const int count = static_cast<int>(frames.size());
    const int next =
        static_cast<int>(std::upper_bound(frames.begin(), frames.end(), frame) - frames.begin());
    const int from = std::max(next - 1, 0);
    const int to = std::min(next, count - 1);
    const auto key = [&](int k) -> OffsetKey {
        if (k < 0 || k >= count) return {};
        const KeySolve& solve = keySolve(prepared, group, k, cut, stop);
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

const ik::Solver& ownSolve(const Group& group, const GroupProblem& asked, const GroupPose& start,
                           Scratch& scratch)
{
    ik::Problem problem = asked.problem(start.rotations, group.rootMoves);
    problem.basePosition += start.rootOffset;
    problem.slides = start.travels;
    const ik::Solver& solver = chooseSolver(group, asked, problem);
    solveBodyFirst(solver, problem, evaluationSettings(0), scratch);
    return solver;
}

}  // namespace posewright
