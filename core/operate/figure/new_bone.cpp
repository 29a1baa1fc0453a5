#include "core/evaluate/figure_size.h"
#include "core/math/camera.h"
#include "core/operate/row.h"
#include "core/skinning/surface.h"

namespace posewright::operate {

namespace {

constexpr double kFirstBone = 0.25;      ///< [m] if there is no figure yet
constexpr double kShareOfFigure = 0.25;  ///< length of a bone on the ground, relative to the
                                         ///< figure's size
constexpr int kPointsOfMesh = 400;

/// The bounds of everything in the rest pose.
Box boxAtRest(const Scene& scene)
{
    const std::vector<WorldTransform> world = worldTransforms(scene, restPose(scene));
    Box box;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        box.include(world[row].position);
        if (const BonePart* bone = scene[row].bone()) box.include(world[row] * bone->tip);
    }
    for (const Vec3& point : skinning::surfacePoints(scene, world, {}, kPointsOfMesh))
        box.include(point);
    return box;
}

Result<Edits> newBone(const Document& doc, const NewBone& arguments, const edit::Context&)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(arguments.at);
    const BonePart* above = row == kNoNode ? nullptr : scene[row].bone();
    edit::AddBone bone;
    bone.name = uniqueName(scene, "bone");
    if (above) {
        const WorldTransform at = worldTransforms(scene, restPose(scene))[row];
        const Vec3 along = at.linear * above->tip;
        bone.parent = scene[row].id;
        bone.head = at * above->tip;
        bone.tail =
            bone.head + (along.norm() > 1e-9 ? along : at.rotation * Vec3(0, kFirstBone, 0));
        return Edits{bone};
    }
    const Box box = boxAtRest(scene);
    const double length = box.empty() ? kFirstBone : kShareOfFigure * figureSize(doc).length;
    if (!box.empty()) bone.head.x() = box.highest.x() + length;
    bone.tail = bone.head + Vec3(0, length, 0);
    return Edits{bone};
}

}  // namespace

Row row(Of<NewBone>)
{
    return rowOf<NewBone>("newBone", "a bone at the tip of another, or on the ground", newBone,
                          edit::optional("at", &NewBone::at));
}

}  // namespace posewright::operate
