#include "ui/viewport/camera_follow.h"

#include "core/skinning/surface.h"
#include "ui/viewport/stage.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace posewright::ui {

namespace {

constexpr double kLeastBorder = 0.08;  ///< share of the view that is kept free at a side
constexpr double kMostBorder = 0.35;
constexpr double kKept = 0.2;     ///< share of the free space beside a figure
constexpr double kNearest = 0.6;  ///< share of the initial distance
constexpr double kFarthestAhead = 2;
constexpr double kJump = 0.5;  ///< [s] less is a step: what is still seen moves no camera

/// How far points extend from a place, as seen: left or up, and right or down. [px]
using Spread = std::array<Pixel, 2>;

Spread spreadAround(const Camera& camera, const ViewSize& size, const Pixel& place,
                    const std::vector<Vec3>& points)
{
    Spread spread{Pixel::Zero(), Pixel::Zero()};
    for (const Vec3& point : points) {
        const std::optional<Seen> seen = project(camera, size, point);
        if (!seen) continue;
        spread[0] = spread[0].cwiseMax(place - seen->pixel);
        spread[1] = spread[1].cwiseMax(seen->pixel - place);
    }
    return spread;
}

/// The border to keep free for a place that is `away` from a side of the view. [px]
double borderOfPlace(double away, double side)
{
    const double most = kMostBorder * side;
    return away < most ? std::min(away, std::max(kLeastBorder * side, away / 2)) : most;
}

/// Equal apart from the clip planes, which depend on the drawing.
bool sameView(const Camera& a, Camera b)
{
    b.nearPlane = a.nearPlane;
    b.farPlane = a.farPlane;
    return a == b;
}

/// The topmost bones of the figures, and the heads and tips of all their bones. One or two separate
/// bones, like controls of rigs, are no figure.
struct Figures {
    std::vector<NodeIndex> roots;
    std::vector<Vec3> points;
};

Figures figuresOf(const Scene& scene, const Evaluation& evaluation)
{
    std::vector<NodeIndex> rootOf(scene.size(), kNoNode);
    std::vector<int> bones(scene.size(), 0);
    int most = 0;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        if (!scene[row].bone()) continue;
        const NodeIndex parent = scene[row].parent;
        rootOf[row] = parent == kNoNode || rootOf[parent] == kNoNode ? row : rootOf[parent];
        most = std::max(most, ++bones[rootOf[row]]);
    }
    Figures figures;
    const auto add = [&](const Vec3& point) {
        if (point.allFinite()) figures.points.push_back(point);
    };
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        if (rootOf[row] == kNoNode || 2 * bones[rootOf[row]] < most) continue;
        if (rootOf[row] == row) figures.roots.push_back(row);
        add(evaluation.world[row].position);
        add(evaluation.world[row] * scene[row].bone()->tip);
    }
    constexpr int kFew = 100;  // points per mesh: called for each frame
    for (const Vec3& point :
         skinning::surfacePoints(scene, evaluation.world, evaluation.morphs, kFew))
        add(point);
    return figures;
}

/// Borders are computed as if the whole figure were at the depth of its middle. Moves the camera as
/// little as needed to show all of it, and backwards if it does not fit.
Camera uncut(Camera camera, const ViewSize& size, const std::vector<Vec3>& figure)
{
    const Mat3 way = axes(camera);
    constexpr double kSeen = 0.99;  // share of the view: a line on its very edge is hard to see
    const double up = camera.orthographic ? 0 : kSeen * std::tan(camera.verticalFov / 2);
    const Pixel share(up * size.width / size.height, up);
    const double half = camera.orthographic ? kSeen * halfHeight(camera) : 0;
    const Pixel room(half * size.width / size.height, half);
    // Camera offsets, across and up, that keep each point inside the view.
    Pixel least = Pixel::Constant(-1e300), most = Pixel::Constant(1e300);
    for (const Vec3& point : figure) {
        const Vec3 local = way.transpose() * (point - eye(camera));
        const Pixel beside = room - share * local.z();
        least = least.cwiseMax(local.head<2>() - beside);
        most = most.cwiseMin(local.head<2>() + beside);
    }
    double back = 0;
    for (int across = 0; across < 2; ++across)
        if (share[across] > 0)
            back = std::max(back, (least[across] - most[across]) / (2 * share[across]));
    camera.pivot += way.col(2) * back;
    for (int across = 0; across < 2; ++across) {
        const double low = least[across] - share[across] * back;
        const double high = most[across] + share[across] * back;
        const double by = low <= high ? std::clamp(0.0, low, high) : (low + high) / 2;
        camera.pivot += way.col(across) * by;
    }
    return camera;
}

bool isWhole(const Camera& camera, const ViewSize& size, const std::vector<Vec3>& figure)
{
    return !figure.empty() && std::ranges::all_of(figure, [&](const Vec3& point) {
        const std::optional<Seen> seen = project(camera, size, point);
        return seen && seen->pixel.x() >= 0 && seen->pixel.x() <= size.width &&
               seen->pixel.y() >= 0 && seen->pixel.y() <= size.height;
    });
}

}  // namespace

std::vector<NodeId> bonesLedBy(const Rig& rig, const std::vector<NodeId>& selected)
{
    std::vector<NodeId> led;
    for (const NodeId node : selected) {
        const std::size_t before = led.size();
        for (const Constraint& constraint : rig.constraints)
            if (constraint.target == node || constraint.pole == node)
                led.push_back(constraint.effector);
        if (led.size() == before) led.push_back(node);
    }
    return led;
}

bool isOutOfView(const Camera& camera, const ViewSize& size, const std::vector<Vec3>& points)
{
    // All points beyond one side of the view, or behind the eye. Between points on both sides,
    // bones may well be visible.
    const Mat3 way = axes(camera);
    std::array<bool, 5> beyond{true, true, true, true, true};
    for (const Vec3& point : points) {
        const Vec3 local = way.transpose() * (point - eye(camera));
        const double half = camera.orthographic ? halfHeight(camera)
                                                : -local.z() * std::tan(camera.verticalFov / 2);
        const double wide = half * size.width / size.height;
        beyond[0] &= local.x() < -wide;
        beyond[1] &= local.x() > wide;
        beyond[2] &= local.y() < -half;
        beyond[3] &= local.y() > half;
        beyond[4] &= local.z() > 0;
    }
    return !points.empty() && std::ranges::any_of(beyond, std::identity());
}

std::optional<CameraSubject> cameraSubject(const Document& doc, const Evaluation& evaluation,
                                           const std::vector<NodeId>& selected)
{
    const Scene& scene = *doc.scene;
    if (std::ssize(evaluation.world) != scene.size()) return std::nullopt;
    Figures figures = figuresOf(scene, evaluation);
    CameraSubject thing;
    const Box box = boxAround(doc, evaluation, bonesLedBy(*doc.rig, selected));
    if (box.empty() && figures.roots.empty()) return std::nullopt;
    for (const NodeIndex root : figures.roots) thing.middle += evaluation.world[root].position;
    if (!figures.roots.empty()) thing.middle /= static_cast<double>(figures.roots.size());
    thing.at = thing.middle;
    if (!box.empty()) {
        thing.nodes = selected;
        thing.at = box.center();
    }
    if (figures.roots.empty()) thing.middle = thing.at;
    // Also with a selection: a figure must not be cut off at its hand.
    thing.figure = std::move(figures.points);
    return thing.at.allFinite() ? std::optional(thing) : std::nullopt;
}

bool ClipShown::becomesOther(const Document& now)
{
    const ClipShown was =
        std::exchange(*this, {now.clip().name, now.playback.clip, now.clips.size()});
    if (was.clips == 0 || was.name == name) return false;
    const bool gone = std::ranges::none_of(
        now.clips, [&](const Shared<Clip>& clip) { return clip->name == was.name; });
    return !(gone && was.row == row && was.clips == clips);
}

Camera CameraFollow::next(const Camera& now, const ViewSize& size, Follow follow, bool playing,
                          double frame, const std::optional<CameraSubject>& thing)
{
    const bool starts = !std::exchange(playing_, playing) && playing;
    const std::optional<CameraSubject> before = std::exchange(last_, thing);
    const double was = std::exchange(frame_, frame);
    const bool moved =
        !sameView(now, camera_) || size.width != size_.width || size.height != size_.height;
    const bool same = before && thing && before->nodes == thing->nodes;
    camera_ = now;
    size_ = size;
    const bool otherClip = std::exchange(otherClip_, false);
    if (!thing || follow == Follow::Never) {
        zone_.reset();
        whole_ = false;
        return now;
    }
    if (moved) whole_ = false;
    if (!otherClip && (frame == was || !before))
        whole_ = whole_ || isWhole(now, size, thing->figure);
    else if (before)
        whole_ = whole_ || isWhole(now, size, before->figure);
    // If a change of frame took it out of view, playing follows it again; if the user turned the
    // camera away, it does not.
    if (moved) zone_.reset();
    if (!same || starts || moved || !zone_)
        if (const auto zone = zoneOf(now, size, same ? *before : *thing)) zone_ = zone;
    if (starts)
        begin_ = Begin{now, was};
    else if (moved)
        begin_.reset();
    if ((frame == was && !otherClip) || (!same && playing)) return now;
    if (const std::optional<Camera> back = backAtBegin(follow, playing, was, *thing))
        return camera_ = *back;
    if (follow == Follow::Leaving && !playing)
        return camera_ = afterJump(now, otherClip || std::abs(frame - was) > kJump * rate_, before,
                                   *thing);
    Camera gone = now;
    if (!same) return now;
    if (follow == Follow::Always) {
        Vec3 way = thing->at - before->at;
        if (thing->nodes.empty()) way.y() = 0;
        gone.pivot += way;
    }
    if (zone_) gone = kept(gone, size, placeOf(*thing));
    if (zone_ && follow == Follow::Leaving) {
        spread(gone, size, *thing);
        gone = kept(gone, size, placeOf(*thing));
        if (zone_->ofFigure) gone = uncut(gone, size, thing->figure);
    }
    return camera_ = gone;
}

Camera CameraFollow::afterJump(const Camera& now, bool far,
                               const std::optional<CameraSubject>& before,
                               const CameraSubject& thing) const
{
    Camera gone = now;
    if (isOutOfView(now, size_, thing.figure)) {
        // As it was framed before, else in the middle.
        if (before && !isOutOfView(now, size_, before->figure))
            gone.pivot += thing.middle - before->middle;
        if (isOutOfView(gone, size_, thing.figure)) gone.pivot = thing.at;
    }
    // A view of a hand alone stays one.
    return far && whole_ && !isWhole(gone, size_, thing.figure) ? uncut(gone, size_, thing.figure)
                                                                : gone;
}

std::optional<Camera> CameraFollow::backAtBegin(Follow follow, bool playing, double was,
                                                const CameraSubject& thing)
{
    const bool again = playing ? frame_ < was : begin_ && frame_ == begin_->frame;
    if (!begin_ || !again || follow != Follow::Leaving) return std::nullopt;
    // What has travelled since may start where the first view did not show it.
    const std::optional<Zone> zone = zoneOf(begin_->camera, size_, thing);
    if (!zone || (zone_ && zone_->ofFigure && !zone->ofFigure)) return std::nullopt;
    zone_ = zone;
    return begin_->camera;
}

const Vec3& CameraFollow::placeOf(const CameraSubject& thing) const
{
    return zone_->ofFigure ? thing.middle : thing.at;
}

std::optional<CameraFollow::Zone> CameraFollow::zoneOf(const Camera& camera, const ViewSize& size,
                                                       const CameraSubject& thing)
{
    std::optional<Zone> whole = zoneAround(camera, size, thing.middle, thing.figure);
    const bool all = whole && std::ranges::all_of(whole->sides, [](const auto& ends) {
                         return ends[0].whole && ends[1].whole;
                     });
    if (!all) return zoneAround(camera, size, thing.at, thing.figure);
    whole->ofFigure = true;
    return whole;
}

std::optional<CameraFollow::Zone> CameraFollow::zoneAround(const Camera& camera,
                                                           const ViewSize& size, const Vec3& at,
                                                           const std::vector<Vec3>& figure)
{
    const std::optional<Seen> seen = project(camera, size, at);
    if (!seen) return std::nullopt;
    const Pixel view(size.width, size.height);
    if ((seen->pixel.array() < 0).any() || (seen->pixel.array() > view.array()).any())
        return std::nullopt;
    const Spread spread = spreadAround(camera, size, seen->pixel, figure);
    const double unit = unitsPerPixel(camera, size, seen->depth);
    Zone zone;
    for (int way = 0; way < 2; ++way)
        for (int end = 0; end < 2; ++end) {
            Side& side = zone.sides[way][end];
            const double away = end ? view[way] - seen->pixel[way] : seen->pixel[way];
            side.whole = away >= spread[end][way];
            side.spread = spread[end][way] * unit;
            // What is near a border stays near it, so that playing does not start with a jerk. The
            // larger part of the room is for bobbing hips and swinging limbs, which must not shake
            // the view.
            side.border =
                side.whole ? std::min(kKept * (away - spread[end][way]), kLeastBorder * view[way])
                           : borderOfPlace(away, view[way]);
        }
    zone.nearest = kNearest * seen->depth;
    zone.farthest = kFarthestAhead * seen->depth;
    return zone;
}

void CameraFollow::spread(const Camera& camera, const ViewSize& size, const CameraSubject& thing)
{
    const std::optional<Seen> seen = project(camera, size, placeOf(thing));
    if (!seen) return;
    const Spread spread = spreadAround(camera, size, seen->pixel, thing.figure);
    const double unit = unitsPerPixel(camera, size, seen->depth);
    for (int way = 0; way < 2; ++way)
        for (int end = 0; end < 2; ++end) {
            double& known = zone_->sides[way][end].spread;
            known = std::max(known, spread[end][way] * unit);
        }
}

/// Keeps the distance large enough to see the whole figure, and not too large.
Camera CameraFollow::keptAway(Camera camera, const ViewSize& size, const Vec3& at) const
{
    const Mat3 way = axes(camera);
    const Pixel view(size.width, size.height);
    double nearest = zone_->nearest;
    for (int across = 0; across < 2; ++across) {
        const auto& [low, high] = zone_->sides[across];
        if (!low.whole || !high.whole) continue;
        const double room = (view[across] - low.border - high.border) *
                            unitsPerPixel(camera, size, 1);  // [m] per pixel at a depth of 1 m
        if (room > 0) nearest = std::max(nearest, (low.spread + high.spread) / room);
    }
    const double depth = -way.col(2).dot(at - eye(camera));
    const double held = std::clamp(depth, std::min(nearest, zone_->farthest), zone_->farthest);
    camera.pivot -= way.col(2) * (depth - held);
    return camera;
}

Camera CameraFollow::kept(Camera camera, const ViewSize& size, const Vec3& at) const
{
    if (!camera.orthographic) camera = keptAway(camera, size, at);
    const std::optional<Seen> seen = project(camera, size, at);
    if (!seen) return camera;
    const double unit = unitsPerPixel(camera, size, seen->depth);
    const Pixel view(size.width, size.height);
    Pixel off;
    for (int across = 0; across < 2; ++across) {
        const auto free = [&](const Side& side) {
            return side.border + (side.whole ? side.spread / unit : 0);
        };
        const double lowest = free(zone_->sides[across][0]);
        const double highest = view[across] - free(zone_->sides[across][1]);
        const double place = seen->pixel[across];
        off[across] = lowest <= highest ? place - std::clamp(place, lowest, highest)
                                        : place - (lowest + highest) / 2;
    }
    const Mat3 way = axes(camera);
    camera.pivot += way.col(0) * (off.x() * unit) - way.col(1) * (off.y() * unit);
    return camera;
}

}  // namespace posewright::ui
