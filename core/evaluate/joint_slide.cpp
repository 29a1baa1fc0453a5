#include "core/evaluate/joint_slide.h"

namespace posewright {

JointSlide splitSlide(const Transform& rest, const Transform& local, const WorldTransform& parent,
                      ik::Joint& joint)
{
    JointSlide out;
    auto* slide = std::get_if<PrismaticLimit>(&joint.limit);
    if (!slide) return out;
    const Vec3 axis = rest.rotation * slide->axis;
    const double unit = (parent.linear * axis).norm();
    if (unit > 0) out.unit = unit;
    out.travel = (local.translation - rest.translation).dot(axis) * unit;
    joint.offset -= axis * out.travel;
    slide->travel.min *= unit;
    slide->travel.max *= unit;
    return out;
}

Vec3 slideBy(const Transform& rest, const PrismaticLimit& slide, double unit, double from,
             double to)
{
    return rest.rotation * slide.axis * ((to - from) / unit);
}

}  // namespace posewright
