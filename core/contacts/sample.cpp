#include "core/contacts/ground.h"
#include "core/evaluate/evaluate.h"
#include "core/retarget/reference_pose.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace posewright::contacts {

namespace {

using retarget::BodySide;
using retarget::Figure;
using retarget::Role;

constexpr double kMostFrames = 1e6;
constexpr double kSlow = 0.17;  ///< [leg/s] the default of Thresholds

/// The end of a foot without toes: its first child, or its own tip.
Vec3 endOf(const Scene& scene, const retarget::ReferencePose& reference, NodeIndex foot)
{
    for (NodeIndex row = foot + 1; row < scene.size(); ++row)
        if (scene[row].parent == foot) return reference.world[row].position;
    const BonePart* bone = scene[foot].bone();
    return reference.world[foot] * (bone ? bone->tip : Vec3(Vec3::Zero()));
}

Vec3 inFrameOf(const WorldTransform& frame, const Vec3& place)
{
    return frame.linear.inverse() * (place - frame.position);
}

/// Distance between a place and the segment from a bone's head to its tip, in the bone's space.
double fromLine(const Vec3& tip, const Vec3& place)
{
    const double square = tip.squaredNorm();
    const double share = square > 0 ? std::clamp(place.dot(tip) / square, 0.0, 1.0) : 0.0;
    return (place - share * tip).norm();
}

/// The bone's tip, or the head of its first child.
Vec3 tipOf(const Scene& scene, NodeIndex row)
{
    const BonePart* bone = scene[row].bone();
    if (bone && !bone->tip.isZero()) return bone->tip;
    for (NodeIndex below = row + 1; below < scene.size(); ++below)
        if (scene[below].parent == row) return scene[below].rest.translation;
    return Vec3::Zero();
}

/// The smallest distance between the point and the bone while it is slow relative to the bone.
/// Something that only passes may be nearer or go through it.
double nearestWhereSlow(const Path& path, const Samples& samples)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t f = 1; f < path.places.size(); ++f)
        if ((path.places[f] - path.places[f - 1]).norm() * samples.rate < kSlow * samples.leg)
            nearest = std::min(nearest, path.heights[f]);
    return std::isfinite(nearest) ? nearest : 0;
}

/// A watched point, as rows of the scene.
struct Seen {
    NodeIndex bone = kNoNode;
    NodeIndex other = kNoNode;
};

Result<std::vector<Seen>> rowsOf(const Scene& scene, const std::vector<Watch>& watched)
{
    std::vector<Seen> out;
    for (const Watch& watch : watched) {
        const Seen seen{scene.find(watch.bone),
                        watch.other == NodeId::None ? kNoNode : scene.find(watch.other)};
        if (seen.bone == kNoNode || (watch.other != NodeId::None && seen.other == kNoNode))
            return Error{"a bone of \"" + watch.limb + "\" is not there"};
        out.push_back(seen);
    }
    return out;
}

/// Measures heights over other bones and, once the ground is known, over the ground.
void measureHeights(const Scene& scene, Samples& samples)
{
    std::vector<std::vector<double>> over;
    const auto grounded = [](const Path& path) {
        return path.watch.other == NodeId::None && !path.watch.anywhere;
    };
    for (Path& path : samples.paths) {
        if (path.watch.anywhere) {
            path.heights.assign(path.places.size(), 0);
            continue;
        }
        if (grounded(path)) {
            std::vector<double> heights;
            heights.reserve(path.places.size());
            for (const Vec3& place : path.places) heights.push_back(samples.up.dot(place));
            over.push_back(std::move(heights));
            continue;
        }
        const Vec3 tip = tipOf(scene, scene.find(path.watch.other));
        for (const Vec3& place : path.places) path.heights.push_back(fromLine(tip, place));
        const double nearest = nearestWhereSlow(path, samples);
        for (double& height : path.heights) height = std::max(0.0, height - nearest);
    }
    if (over.empty()) return;
    over = overGround(std::move(over), samples.rate);
    std::size_t row = 0;
    for (Path& path : samples.paths)
        if (grounded(path)) path.heights = std::move(over[row++]);
}

}  // namespace

Result<std::vector<Watch>> feetOf(const Document& doc, const Figure& figure)
{
    const Scene& scene = *doc.scene;
    std::vector<Watch> out;
    if (figure.first(Role::Hips) == kNoNode) return Error{"the figure has no hips"};
    const retarget::ReferencePose reference =
        retarget::referencePoseOf(scene, figure, retarget::standingPose(doc, figure));
    for (const BodySide side : {BodySide::Left, BodySide::Right}) {
        const NodeIndex foot = figure.first(retarget::onSide(Role::LeftFoot, side));
        if (foot == kNoNode) continue;
        const NodeIndex toes = figure.first(retarget::onSide(Role::LeftToes, side));
        Watch watch;
        watch.limb = side == BodySide::Left ? "Left foot" : "Right foot";
        watch.foot = true;
        watch.end = watch.bone = scene[foot].id;
        watch.part = "heel";
        const Vec3 ankle = reference.world[foot].position;
        watch.at = inFrameOf(reference.world[foot], ankle - reference.ankle * reference.up());
        out.push_back(watch);
        watch.part = "ball";
        const Vec3 ball =
            toes == kNoNode ? endOf(scene, reference, foot) : reference.world[toes].position;
        if ((ball - ankle).norm() < 1e-3 * reference.leg) continue;
        watch.at = inFrameOf(reference.world[foot], ball);
        out.push_back(watch);
    }
    if (out.empty()) return Error{"the figure has no feet"};
    return out;
}

Result<std::vector<Watch>> feetOf(const Document& doc)
{
    return feetOf(doc, retarget::figureOf(*doc.scene));
}

Watch watchOf(const Scene& scene, NodeId bone, NodeId other, bool anywhere)
{
    Watch watch;
    watch.end = watch.bone = bone;
    watch.other = other;
    watch.anywhere = anywhere;
    const NodeIndex row = scene.find(bone);
    if (row != kNoNode) watch.limb = scene[row].name;
    return watch;
}

Result<Samples> sample(const Document& doc, const std::vector<Watch>& watched,
                       const std::function<bool(double)>& progress)
{
    const Scene& scene = *doc.scene;
    const Result<std::vector<Seen>> seen = rowsOf(scene, watched);
    if (!seen) return seen.error();
    const double length = doc.playback.end - doc.playback.start;
    if (length >= kMostFrames) return Error{"the motion has more than a million frames"};
    Samples out;
    out.start = doc.playback.start;
    out.rate = doc.clip().rate;
    const Figure figure = retarget::figureOf(scene);
    out.leg = extent(scene) / 2;
    if (figure.first(Role::Hips) != kNoNode) {
        const retarget::ReferencePose reference =
            retarget::referencePoseOf(scene, figure, retarget::standingPose(doc, figure));
        out.up = reference.up();
        out.leg = reference.leg;
    }
    const auto frames = static_cast<std::size_t>(std::floor(length + 1e-9)) + 1;
    for (const Watch& watch : watched) {
        Path path{watch, {}, {}};
        path.places.reserve(frames);
        out.paths.push_back(std::move(path));
    }
    const auto prepared = prepare(doc);
    for (std::size_t i = 0; i < frames; ++i) {
        const Evaluation shown = evaluate(*prepared, out.start + double(i));
        for (std::size_t p = 0; p < watched.size(); ++p) {
            const Vec3 place = shown.world[(*seen)[p].bone] * watched[p].at;
            const NodeIndex other = (*seen)[p].other;
            out.paths[p].places.push_back(other == kNoNode ? place
                                                           : inFrameOf(shown.world[other], place));
        }
        if (progress && i % 64 == 0 && !progress(double(i) / double(frames)))
            return Error{"cancelled", {}, ErrorKind::Cancelled};
    }
    measureHeights(scene, out);
    return out;
}

}  // namespace posewright::contacts
