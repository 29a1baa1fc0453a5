#include "ui/viewport/still_view.h"

#include "core/evaluate/figure_size.h"
#include "core/skinning/surface.h"
#include "ui/viewport/camera_follow.h"

#include <algorithm>

namespace posewright::ui {

namespace {

/// How far a figure goes that does not stay on the spot, as a share of its size.
constexpr double kTravel = 0.5;

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

/// Are the points farther apart than the view has room for, or partly behind the eye?
bool isCloseUp(const Camera& camera, const ViewSize& size, const std::vector<Vec3>& points)
{
    double left = 0, right = 0, top = 0, bottom = 0;
    bool first = true;
    for (const Vec3& point : points) {
        const std::optional<Seen> seen = project(camera, size, point);
        if (!seen) return true;
        const double x = seen->pixel.x(), y = seen->pixel.y();
        left = first ? x : std::min(left, x);
        right = first ? x : std::max(right, x);
        top = first ? y : std::min(top, y);
        bottom = first ? y : std::max(bottom, y);
        first = false;
    }
    return right - left > size.width || bottom - top > size.height;
}

}  // namespace

bool StillView::stays(const Document& doc, const Stage& stage, const Evaluation& shown,
                      const Camera& camera, const ViewSize& size)
{
    if (std::ssize(shown.world) != doc.scene->size()) return false;
    const bool known = judged_ && judged_->camera == camera && judged_->size.width == size.width &&
                       judged_->size.height == size.height;
    if (!known) {
        judged_ = Judged{camera, size};
        judge(doc, stage, shown);
    }
    if (closeUp_) return true;
    std::vector<Vec3> ends;
    std::erase_if(kept_, [&](NodeIndex row) { return row >= doc.scene->size(); });
    addEnds(*doc.scene, kept_, shown.world, ends);
    if (!areInView(camera, size, ends)) kept_.clear();
    return !kept_.empty();
}

void StillView::judge(const Document& doc, const Stage& stage, const Evaluation& shown)
{
    const Scene& scene = *doc.scene;
    closeUp_ = false;
    kept_ = rowsOfFigures(scene, stage);
    if (kept_.empty()) return;
    const std::vector<NodeId> beside =
        scene[kept_.front()].bone() ? skinning::besideFigures(scene) : std::vector<NodeId>();
    Box way;
    std::vector<Vec3> now, figure;
    addEnds(scene, kept_, shown.world, now);
    for (const double frame : framesToMeasure(doc.playback)) {
        const std::vector<WorldTransform> world = worldTransforms(scene, basePose(doc, frame));
        way.include(world[kept_.front()].position);
        addEnds(scene, kept_, world, figure);
        for (const Vec3& point :
             skinning::surfacePoints(scene, world, morphsAt(doc, frame), kSurfacePoints, beside))
            if (point.allFinite()) figure.push_back(point);
    }
    const bool travels = way.diagonal() > kTravel * stage.figure;
    closeUp_ = !travels && isCloseUp(judged_->camera, judged_->size, now);
    if (!areInView(judged_->camera, judged_->size, figure)) kept_.clear();
}

void StillView::followed(const Camera& camera)
{
    if (judged_) judged_->camera = camera;
}

}  // namespace posewright::ui
