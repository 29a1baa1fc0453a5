#include "ui/viewport/bone_drawing.h"

#include "core/skinning/surface.h"

#include <cmath>

namespace posewright::ui {

namespace {

constexpr double kNear = 10;     ///< [px] clicks this close to a joint mean the joint
constexpr double kAbove = 0.35;  ///< sine of the angle down from which the ground is drawn on

/// The axis closest to the view direction.
int facing(const Camera& camera)
{
    Eigen::Index axis = 0;
    axes(camera).col(2).cwiseAbs().maxCoeff(&axis);
    return static_cast<int>(axis);
}

Vec3 inPlane(const Ray& ray, const Vec3& through, int axis)
{
    const double slope = ray.direction[axis];
    if (std::abs(slope) < 1e-9) return through;
    Vec3 place = ray.origin + (through[axis] - ray.origin[axis]) / slope * ray.direction;
    place[axis] = through[axis];
    return place;
}

Vec3 snappedPlace(Vec3 place, double step)
{
    if (step > 0)
        for (int axis = 0; axis < 3; ++axis) place[axis] = std::round(place[axis] / step) * step;
    return place;
}

}  // namespace

BoneDrawing::End BoneDrawing::endAt(const Sight& sight, const Pixel& at) const
{
    const Scene& scene = *sight.doc.scene;
    const std::vector<WorldTransform> rest = worldTransforms(scene, restPose(scene));
    std::optional<End> nearest;
    double least = kNear;
    const auto offer = [&](const End& end) {
        const auto seen = project(sight.camera, sight.size, end.shown);
        if (!seen || !((seen->pixel - at).norm() < least)) return;
        if (from_ && (end.shown - from_->shown).norm() < 1e-9) return;
        least = (seen->pixel - at).norm();
        nearest = end;
    };
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const BonePart* bone = scene[row].bone();
        if (!bone || row >= std::ssize(sight.shown.world)) continue;
        offer({sight.shown.world[row] * bone->tip, rest[row] * bone->tip, scene[row].id});
        offer({sight.shown.world[row].position, rest[row].position, scene[row].id});
    }
    if (nearest) return *nearest;
    const Ray ray = rayThrough(sight.camera, sight.size, at);
    End end;
    const bool ground = !from_ && -axes(sight.camera).col(2).y() < -kAbove;
    const Vec3 through = from_ ? from_->shown : Vec3(Vec3::Zero());
    int axis = facing(sight.camera);
    if (ground) axis = 1;
    // Draw chains upright rather than along the ground, unless the view is straight down.
    if (!ground && axis == 1 && std::abs(axes(sight.camera).col(2).y()) < 0.9) {
        const Vec3 back = axes(sight.camera).col(2);
        axis = std::abs(back.x()) > std::abs(back.z()) ? 0 : 2;
    }
    const auto inside =
        sight.surfaces
            ? skinning::middleUnder(scene, sight.shown.world, sight.shown.morphs, ray, sight.hidden)
            : std::nullopt;
    end.shown = inside ? *inside : snappedPlace(inPlane(ray, through, axis), sight.step);
    // This close to the mirror plane, snap to it.
    const Vec3 middle(0, end.shown.y(), end.shown.z());
    const auto seen = project(sight.camera, sight.size, middle);
    if (seen && (seen->pixel - at).norm() < kNear) end.shown = middle;
    end.rest = end.shown;
    if (from_ && from_->bone != NodeId::None) {
        const NodeIndex row = scene.find(from_->bone);
        if (row != kNoNode)
            end.rest = rest[row].matrix() * (sight.shown.world[row].matrix().inverse() * end.shown);
    }
    return end;
}

bool BoneDrawing::isGone(const Document& doc) const
{
    return from_ && from_->bone != NodeId::None && doc.scene->find(from_->bone) == kNoNode;
}

void BoneDrawing::forgetIfGone(const Document& doc)
{
    if (isGone(doc)) from_.reset();
}

std::optional<operate::DrawBone> BoneDrawing::click(const Sight& sight, const Pixel& at)
{
    forgetIfGone(sight.doc);
    const End end = endAt(sight, at);
    if (!from_) {
        from_ = end;
        return std::nullopt;
    }
    if (!((end.rest - from_->rest).norm() > 1e-6)) return std::nullopt;
    operate::DrawBone bone;
    bone.parent = from_->bone;
    bone.head = from_->rest;
    bone.tail = end.rest;
    bone.mirrored = mirrored_;
    return bone;
}

void BoneDrawing::goOn(const Document& doc, double frame, NodeId made)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(made);
    const BonePart* bone = row == kNoNode ? nullptr : scene[row].bone();
    if (!bone) {
        end();
        return;
    }
    const std::vector<WorldTransform> rest = worldTransforms(scene, restPose(scene));
    End next;
    next.rest = rest[row] * bone->tip;
    next.shown = evaluate(doc, frame).world[row] * bone->tip;
    next.bone = made;
    from_ = next;
}

std::optional<std::pair<Vec3, Vec3>> BoneDrawing::preview(const Sight& sight, const Pixel& at) const
{
    if (!from_ || isGone(sight.doc)) return std::nullopt;
    return std::pair(from_->shown, endAt(sight, at).shown);
}

}  // namespace posewright::ui
