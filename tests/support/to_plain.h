#pragma once

#include "core/ik/solver.h"
#include "tests/support/plain_figure.h"

/// What core holds, in the plain numbers of what judges it, and back.
namespace posewright::test {

inline plain::V plainOf(const Vec3& v)
{
    return {v.x(), v.y(), v.z()};
}
inline plain::Q plainOf(const Quat& q)
{
    return {q.x(), q.y(), q.z(), q.w()};
}
inline plain::Limit plainOf(const Limit& limit)
{
    const auto span = [](const Range& range) { return plain::Bounds{range.min, range.max}; };
    plain::Limit out;
    if (std::holds_alternative<FixedLimit>(limit)) out.kind = plain::Limit::Kind::Fixed;
    if (const auto* hinge = std::get_if<HingeLimit>(&limit)) {
        out.kind = plain::Limit::Kind::Hinge;
        out.axis = plainOf(hinge->axis);
        out.range = span(hinge->angle);
    } else if (const auto* cone = std::get_if<ConeLimit>(&limit)) {
        out.kind = plain::Limit::Kind::Cone;
        out.axis = plainOf(cone->axis);
        out.up = plainOf(cone->up);
        out.opening = cone->angles;
        out.range = span(cone->twist);
    } else if (const auto* box = std::get_if<BoxLimit>(&limit)) {
        out.kind = plain::Limit::Kind::Box;
        for (int k = 0; k < 3; ++k) out.box[k] = span(box->range[k]);
        out.order = box->order;
    } else if (const auto* slide = std::get_if<PrismaticLimit>(&limit)) {
        out.kind = plain::Limit::Kind::Slide;
        out.axis = plainOf(slide->axis);
        out.range = span(slide->travel);
    }
    return out;
}
inline Limit limitOf(const plain::Limit& limit)
{
    const auto vec = [](const plain::V& v) { return Vec3(v[0], v[1], v[2]); };
    const auto range = [](const plain::Bounds& span) { return Range{span.min, span.max}; };
    switch (limit.kind) {
    case plain::Limit::Kind::Free: return {};
    case plain::Limit::Kind::Fixed: return FixedLimit{};
    case plain::Limit::Kind::Hinge: return HingeLimit{vec(limit.axis), range(limit.range)};
    case plain::Limit::Kind::Cone:
        return ConeLimit{vec(limit.axis), vec(limit.up), limit.opening, range(limit.range)};
    case plain::Limit::Kind::Box:
        return BoxLimit{{range(limit.box[0]), range(limit.box[1]), range(limit.box[2])},
                        limit.order};
    case plain::Limit::Kind::Slide: return PrismaticLimit{vec(limit.axis), range(limit.range)};
    }
    return {};
}

inline std::vector<plain::Joint> plainJoints(std::span<const ik::Joint> joints)
{
    std::vector<plain::Joint> out;
    for (const ik::Joint& joint : joints)
        out.push_back(
            {joint.parent, plainOf(joint.offset), plainOf(joint.rest), plainOf(joint.limit)});
    return out;
}

}  // namespace posewright::test
