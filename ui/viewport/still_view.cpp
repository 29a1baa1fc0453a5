#include "ui/viewport/still_view.h"

#include "core/evaluate/figure_size.h"
#include "core/skinning/surface.h"
#include "ui/viewport/camera_follow.h"

#include <algorithm>

namespace posewright::ui {

namespace {

/// The bones of figures; all meshes where there is no bone.
std::vector<NodeIndex> rowsOfFigures(const Scene& scene, const Stage& stage)
{
    std::vector<NodeIndex> bones, meshes;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        if (scene[row].bone() && !isHelper(stage, row)) bones.push_back(row);
        if (std::holds_alternative<MeshPart>(scene[row].part)) meshes.push_back(row);
    }
    return bones.empty() ? meshes : bones;
}

/// Where nodes are, and the tips of bones. World [m].
void addEnds(const Scene& scene, const std::vector<NodeIndex>& rows,
             const std::vector<WorldTransform>& world, std::vector<Vec3>& to)
{
    const auto add = [&](const Vec3& place) {
        if (place.allFinite()) to.push_back(place);
    };
    for (const NodeIndex row : rows) {
        add(world[row].position);
        if (const BonePart* bone = scene[row].bone()) add(world[row] * bone->tip);
    }
}

bool areInView(const Camera& camera, const ViewSize& size, const std::vector<Vec3>& points)
{
    return !points.empty() && std::ranges::all_of(points, [&](const Vec3& point) {
        const std::optional<Seen> seen = project(camera, size, point);
        return seen && seen->pixel.x() >= 0 && seen->pixel.x() <= size.width &&
               seen->pixel.y() >= 0 && seen->pixel.y() <= size.height;
    });
}

/// Does nothing of it come much nearer to the eye than it is now, nor go much farther away?
bool keepTheirDistance(const Camera& camera, const std::vector<Vec3>& now,
                       const std::vector<Vec3>& later)
{
    if (camera.orthographic) return true;
    constexpr double kNearer = 0.6, kFarther = 2;  // as CameraFollow does
    const Vec3 eyeAt = eye(camera), ahead = -axes(camera).col(2);
    const auto depth = [&](const Vec3& point) { return ahead.dot(point - eyeAt); };
    const auto [nearest, farthest] = std::ranges::minmax(now, {}, depth);
    return std::ranges::all_of(later, [&, least = kNearer * depth(nearest),
                                       most = kFarther * depth(farthest)](const Vec3& point) {
        return depth(point) >= least && depth(point) <= most;
    });
}

}  // namespace

bool StillView::stays(const Document& doc, const Stage& stage, const Evaluation& shown,
                      const std::vector<NodeId>& selected, const Camera& camera,
                      const ViewSize& size)
{
    if (std::ssize(shown.world) != doc.scene->size()) return false;
    const bool known = judged_ && judged_->camera == camera && judged_->selected == selected &&
                       judged_->size.width == size.width && judged_->size.height == size.height;
    if (!known) {
        judged_ = Judged{camera, size, selected};
        judge(doc, stage, shown);
    }
    std::vector<Vec3> ends;
    std::erase_if(kept_, [&](NodeIndex row) { return row >= doc.scene->size(); });
    addEnds(*doc.scene, kept_, shown.world, ends);
    if (!areInView(camera, size, ends)) kept_.clear();
    return !kept_.empty();
}

void StillView::judge(const Document& doc, const Stage& stage, const Evaluation& shown)
{
    const Scene& scene = *doc.scene;
    kept_ = rowsOfFigures(scene, stage);
    std::vector<NodeIndex> chosen;
    for (const NodeId node : bonesLedBy(*doc.rig, judged_->selected))
        if (const NodeIndex row = scene.find(node); row != kNoNode) chosen.push_back(row);
    const bool bones = !kept_.empty() && scene[kept_.front()].bone();
    const std::vector<NodeId> beside =
        bones ? skinning::besideFigures(scene) : std::vector<NodeId>();
    std::vector<Vec3> figure, selection, now;
    for (const double frame : framesToMeasure(doc.playback)) {
        const std::vector<WorldTransform> world = worldTransforms(scene, basePose(doc, frame));
        addEnds(scene, kept_, world, figure);
        addEnds(scene, chosen, world, selection);
        for (const Vec3& point :
             skinning::surfacePoints(scene, world, morphsAt(doc, frame), kSurfacePoints, beside))
            if (point.allFinite()) figure.push_back(point);
    }
    if (areInView(judged_->camera, judged_->size, figure)) return;
    addEnds(scene, chosen, shown.world, now);
    const bool still = areInView(judged_->camera, judged_->size, selection) && !now.empty() &&
                       keepTheirDistance(judged_->camera, now, selection);
    kept_ = still ? std::move(chosen) : std::vector<NodeIndex>();
}

void StillView::followed(const Camera& camera)
{
    if (judged_) judged_->camera = camera;
}

}  // namespace posewright::ui
