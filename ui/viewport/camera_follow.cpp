#include "ui/viewport/camera_follow.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright::ui {

namespace {

constexpr double kLeastBorder = 0.08;  ///< of the view, that what is followed keeps away from
constexpr double kMostBorder = 0.35;
constexpr double kNearest = 0.6;  ///< of the distance that it was looked at from
constexpr double kFarthest = 2;

double borderOf(double side, double reach)
{
    return std::clamp(reach, kLeastBorder * side, kMostBorder * side);
}

/// But for the clip planes, which are whoever draws' own.
bool sameView(const Camera& a, Camera b)
{
    b.nearPlane = a.nearPlane;
    b.farPlane = a.farPlane;
    return a == b;
}

/// The topmost bones of the figures. A bone or two that hang by themselves, as controls of rigs do,
/// are none.
std::vector<NodeIndex> rootsOf(const Scene& scene)
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
    std::vector<NodeIndex> roots;
    for (NodeIndex row = 0; row < scene.size(); ++row)
        if (rootOf[row] == row && 2 * bones[row] >= most) roots.push_back(row);
    return roots;
}

}  // namespace

std::optional<Followed> followedIn(const Document& doc, const Stage& stage,
                                   const Evaluation& evaluation,
                                   const std::vector<NodeId>& selected)
{
    const Scene& scene = *doc.scene;
    if (std::ssize(evaluation.world) != scene.size()) return std::nullopt;
    Followed thing;
    if (const Box box = boxAround(doc, evaluation, selected); !box.empty()) {
        thing.nodes = selected;
        thing.at = box.center();
    } else {
        const std::vector<NodeIndex> roots = rootsOf(scene);
        if (roots.empty()) return std::nullopt;
        for (const NodeIndex root : roots) thing.at += evaluation.world[root].position;
        thing.at /= static_cast<double>(roots.size());
    }
    // Of a selection, too: a figure that is cut off at its hand is none to look at. Half of the
    // extent would be a corner of a box around arms stretched out.
    thing.reach = 0.35 * stage.figure;
    return thing.at.allFinite() ? std::optional(thing) : std::nullopt;
}

Camera CameraFollow::next(const Camera& now, const ViewSize& size, Follow follow, bool playing,
                          double frame, const std::optional<Followed>& thing)
{
    const bool starts = playing && !std::exchange(playing_, playing);
    const std::optional<Followed> before = std::exchange(last_, thing);
    const double was = std::exchange(frame_, frame);
    const bool moved =
        !sameView(now, camera_) || size.width != size_.width || size.height != size_.height;
    const bool same = before && thing && before->nodes == thing->nodes;
    camera_ = now;
    size_ = size;
    if (!thing || follow == Follow::Never) {
        zone_.reset();
        return now;
    }
    if (!same || starts || moved || !zone_) settle(now, size, same ? *before : *thing);
    if (!same || frame == was) return now;
    Camera gone = now;
    if (follow == Follow::Always) {
        Vec3 way = thing->at - before->at;
        if (thing->nodes.empty()) way.y() = 0;
        gone.pivot += way;
    } else if (!playing) {
        return now;
    }
    if (zone_) gone = kept(gone, size, *thing);
    return camera_ = gone;
}

void CameraFollow::settle(const Camera& camera, const ViewSize& size, const Followed& thing)
{
    zone_.reset();
    const std::optional<Seen> seen = project(camera, size, thing.at);
    if (!seen) return;
    const Pixel whole(size.width, size.height);
    if ((seen->pixel.array() < 0).any() || (seen->pixel.array() > whole.array()).any()) return;
    const double reach = thing.reach / unitsPerPixel(camera, size, seen->depth);
    Zone zone;
    for (int way = 0; way < 2; ++way) {
        const double border = borderOf(whole[way], reach);
        // What is nearer to a border stays near it: playing does not begin with a jerk.
        const auto kept = [&](double away) {
            const double least = std::max(kLeastBorder * whole[way], away / 2);
            return away < border ? std::min(away, least) : border;
        };
        zone.lowest[way] = kept(seen->pixel[way]);
        zone.highest[way] = whole[way] - kept(whole[way] - seen->pixel[way]);
    }
    zone.nearest = kNearest * seen->depth;
    zone.farthest = kFarthest * seen->depth;
    zone_ = zone;
}

Camera CameraFollow::kept(Camera camera, const ViewSize& size, const Followed& thing) const
{
    const Mat3 way = axes(camera);
    if (!camera.orthographic) {
        const double depth = -way.col(2).dot(thing.at - eye(camera));
        camera.pivot -= way.col(2) * (depth - std::clamp(depth, zone_->nearest, zone_->farthest));
    }
    const std::optional<Seen> seen = project(camera, size, thing.at);
    if (!seen) return camera;
    const Pixel off = seen->pixel - seen->pixel.cwiseMax(zone_->lowest).cwiseMin(zone_->highest);
    const double unit = unitsPerPixel(camera, size, seen->depth);
    camera.pivot += way.col(0) * (off.x() * unit) - way.col(1) * (off.y() * unit);
    return camera;
}

}  // namespace posewright::ui
