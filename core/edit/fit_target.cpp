#include "core/edit/fit_target.h"

#include "core/base/number.h"
#include "core/edit/change.h"
#include "core/edit/fit_path.h"
#include "core/evaluate/evaluate.h"
#include "core/motion/reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace posewright::edit {

namespace {

constexpr double kMostFitFrames = 1e6;
constexpr double kFitAngle = 0.01;  ///< of a fitted orientation [rad]
constexpr int kMostRounds = 10;

/// The chain's motion before the fit.
struct ChainMotion {
    std::vector<double> frames;
    std::vector<char> mayKey;    ///< whole frames counted from the start, and the end
    std::vector<Vec3> effector;  ///< where the target has to be, in its parent's space
    std::vector<Quat> turned;    ///< the target's rotation, likewise
    std::vector<std::vector<Vec3>> joints;
    double soft = 0;
};

/// How well a fitted document shows a frame.
struct Fit {
    double stray = 0;     ///< [m] largest distance of a joint from the original
    bool missed = false;  ///< the target has a problem
};

bool stopped(const Context& context, double share)
{
    return context.progress && !context.progress(share);
}

Error cancelled()
{
    return {"cancelled", {}, ErrorKind::Cancelled};
}

/// Samples half frames, so that nothing strays between frames; keys are set on whole ones.
Result<ChainMotion> chainMotionOf(const Document& doc, const std::vector<NodeIndex>& chain,
                                  NodeIndex space, const Context& context)
{
    const double start = doc.playback.start;
    const double end = doc.playback.end;
    ChainMotion motion;
    for (int i = 0; start + 0.5 * i < end; ++i) {
        motion.frames.push_back(start + 0.5 * i);
        motion.mayKey.push_back(i % 2 == 0);
    }
    motion.frames.push_back(end);
    motion.mayKey.push_back(1);
    std::vector<double> distances;
    double reach = std::numeric_limits<double>::infinity();
    const auto prepared = prepare(doc, context.memo);
    for (const double frame : motion.frames) {
        if (stopped(context, 0.5 * double(motion.effector.size()) / double(motion.frames.size())))
            return cancelled();
        const Evaluation pose = evaluate(*prepared, frame);
        std::vector<Vec3> joints;
        double length = 0;
        for (const NodeIndex row : chain) {
            joints.push_back(pose.world[row].position);
            if (joints.size() > 1) length += (joints.back() - joints.end()[-2]).norm();
        }
        reach = std::min(reach, length);
        distances.push_back((joints.back() - joints.front()).norm());
        const WorldTransform in = space == kNoNode ? WorldTransform{} : pose.world[space];
        const WorldTransform& tip = pose.world[chain.back()];
        const Result<Transform> place = relativeTo(in, tip);
        motion.effector.push_back(space == kNoNode || !place ? tip.position : place->translation);
        motion.turned.push_back(place ? place->rotation : Quat::Identity());
        motion.joints.push_back(std::move(joints));
    }
    motion.soft = softFor(distances, reach);
    return motion;
}

/// The fewest rotation keys on whole frames that stay within kFitAngle.
RotationTrack turnOf(const ChainMotion& motion)
{
    std::vector<double> frames;
    std::vector<Quat> turned;
    for (std::size_t i = 0; i < motion.frames.size(); ++i) {
        if (!motion.mayKey[i]) continue;
        frames.push_back(motion.frames[i]);
        turned.push_back(motion.turned[i]);
    }
    return reducedRotation(frames, turned, kFitAngle);
}

/// The document with keys on the target, so that its path stays within `within` [m], given per row.
Document keyed(const Document& grown, const Constraint& constraint, const ChainMotion& motion,
               const std::vector<double>& within)
{
    Document doc = grown;
    changeRig(doc, [&](Rig& rig) {
        for (Constraint& c : rig.constraints)
            if (c.id == constraint.id) c.soft = motion.soft;
    });
    changeClip(doc, [&](Clip& clip) {
        std::array<Curve, 3> curves =
            fitPath(motion.frames, motion.effector, motion.mayKey, within);
        Track track;
        track.node = constraint.target;
        for (int axis = 0; axis < 3; ++axis) track.translation[axis] = std::move(curves[axis]);
        if (constraint.orientation) track.rotation = turnOf(motion);
        setTrack(clip, std::move(track));
        Span span;
        span.start = motion.frames.front();
        span.end = motion.frames.back();
        setSpan(clip, constraint.id, std::move(span));
    });
    return doc;
}

/// One per row of the motion; rows without a possible key are skipped.
Result<std::vector<Fit>> fitsOf(const Document& doc, const std::vector<NodeIndex>& chain,
                                ConstraintId id, const ChainMotion& motion, const Context& context)
{
    const auto target = std::find_if(doc.rig->constraints.begin(), doc.rig->constraints.end(),
                                     [&](const Constraint& c) { return c.id == id; }) -
                        doc.rig->constraints.begin();
    std::vector<Fit> fits(motion.frames.size());
    const auto prepared = prepare(doc, context.memo);
    for (std::size_t i = 0; i < fits.size(); ++i) {
        if (!motion.mayKey[i]) continue;
        if (stopped(context, double(i) / double(fits.size()))) return cancelled();
        const Evaluation pose = evaluate(*prepared, motion.frames[i]);
        for (std::size_t j = 0; j < chain.size(); ++j)
            fits[i].stray = std::max(fits[i].stray,
                                     (pose.world[chain[j]].position - motion.joints[i][j]).norm());
        fits[i].missed = isProblem(pose.targets[target].status);
    }
    return fits;
}

/// Tightens the tolerance around each row that does not fit, to 0 (a key) if the target missed or
/// this is a last round. False: it cannot be tightened further.
bool tighten(const std::vector<Fit>& fits, double tolerance, bool last, std::vector<double>& within)
{
    constexpr std::size_t kBeside = 2;  // rows: the whole frames before and after
    bool tighter = false;
    for (std::size_t i = 0; i < fits.size(); ++i) {
        const bool strays = fits[i].stray > tolerance;
        if (!strays && !fits[i].missed) continue;
        tighter |= within[i] > 0;
        const double share = last ? 0 : std::max(0.8 * tolerance / fits[i].stray, 0.1);
        if (strays)
            for (std::size_t k = i > kBeside ? i - kBeside : 0;
                 k <= std::min(i + kBeside, fits.size() - 1); ++k) {
                tighter |= within[k] > 0;
                within[k] *= share;
            }
        if (fits[i].missed) within[i] = 0;
    }
    return tighter;
}

}  // namespace

double softFor(const std::vector<double>& distances, double reach)
{
    const double soft = Constraint{}.soft;
    const bool near = std::any_of(distances.begin(), distances.end(),
                                  [&](double d) { return d > (1 - soft) * reach; });
    return near ? 0 : soft;
}

Result<Document> fitted(const Document& before, const Document& grown, ConstraintId id,
                        double tolerance, const std::string& argument, const Context& context)
{
    if (!(tolerance > 0)) return refused("the tolerance is not greater than 0", argument);
    if (before.playback.end - before.playback.start > kMostFitFrames)
        return refused("the range is too long to fit", argument);
    const Scene& scene = *grown.scene;
    const Constraint& constraint = constraintOf(grown, id);
    // The target was added behind all other nodes, so their rows are unchanged.
    const std::vector<NodeIndex> chain =
        scene.path(scene.find(constraint.root), scene.find(constraint.effector));
    const NodeIndex space = scene[scene.find(constraint.target)].parent;
    const Result<ChainMotion> motion = chainMotionOf(before, chain, space, context);
    if (!motion) return motion.error();

    std::vector<double> within(motion->frames.size(), tolerance);
    std::optional<Document> best;
    double stray = 0;
    for (int round = 0; round < kMostRounds; ++round) {
        Document doc = keyed(grown, constraint, *motion, within);
        // Each round may be the last, so it tells of half of what is left.
        Context own = context;
        if (context.progress)
            own.progress = [&, left = std::pow(0.5, round + 1)](double share) {
                return context.progress(1 - left + 0.5 * left * share);
            };
        const Result<std::vector<Fit>> fits = fitsOf(doc, chain, id, *motion, own);
        if (!fits) return fits.error();
        stray = std::max_element(fits->begin(), fits->end(), [](const Fit& a, const Fit& b) {
                    return a.stray < b.stray;
                })->stray;
        const bool missed =
            std::any_of(fits->begin(), fits->end(), [](const Fit& f) { return f.missed; });
        if (stray <= tolerance) {
            if (!missed) return doc;
            best = std::move(doc);
        }
        if (!tighten(*fits, tolerance, round + 3 >= kMostRounds, within)) break;
    }
    if (best) return *std::move(best);
    return refused("the chain cannot be fitted this closely, only within " + toText(stray),
                   argument);
}

}  // namespace posewright::edit
