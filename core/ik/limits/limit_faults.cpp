#include "core/ik/limits/limit_faults.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace posewright::ik {
namespace {

bool isRange(const Range& range)
{
    // Squares and sums of such numbers stay finite.
    return range.min <= range.max && std::abs(range.min) < 1e100 && std::abs(range.max) < 1e100;
}

bool isAxis(const Vec3& axis)
{
    return std::abs(axis.squaredNorm() - 1) < 2e-6;
}

struct FaultOf {
    std::string_view operator()(std::monostate) const { return {}; }
    std::string_view operator()(const FixedLimit&) const { return {}; }
    std::string_view operator()(const HingeLimit& hinge) const
    {
        if (!isAxis(hinge.axis)) return "has no axis of length 1";
        return isRange(hinge.angle) ? "" : "has no range in order";
    }
    std::string_view operator()(const ConeLimit& cone) const
    {
        if (!isAxis(cone.axis) || !isAxis(cone.up)) return "has no axis of length 1";
        if (cone.axis.cross(cone.up).squaredNorm() < 1e-12) return "has its up along its axis";
        for (const double angle : cone.angles)
            if (!(angle > 0 && angle < std::numbers::pi)) return "has an angle outside (0, pi)";
        return isRange(cone.twist) ? "" : "has no range in order";
    }
    std::string_view operator()(const BoxLimit& box) const
    {
        std::array<int, 3> axes = box.order;
        std::sort(axes.begin(), axes.end());
        if (axes != std::array{0, 1, 2}) return "does not name each axis once";
        return std::ranges::all_of(box.range, isRange) ? "" : "has no range in order";
    }
    std::string_view operator()(const PrismaticLimit& slide) const
    {
        if (!isAxis(slide.axis)) return "has no axis of length 1";
        return isRange(slide.travel) ? "" : "has no range in order";
    }
};

}  // namespace

std::string_view limitFault(const Limit& limit)
{
    return std::visit(FaultOf{}, limit);
}

}  // namespace posewright::ik
