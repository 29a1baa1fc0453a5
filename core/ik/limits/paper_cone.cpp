#include "core/ik/limits/paper_cone.h"

#include "core/ik/limits.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright::ik {
namespace {

constexpr double kRightAngle = std::numbers::pi / 2;
constexpr double kSteepest = 89.9 * std::numbers::pi / 180;  // beyond this, tangents are too large
                                                             // to be useful

double section(double angle)
{
    return std::tan(std::min(angle, kSteepest));
}

Vec2 nearestOnParabola(const Conic& conic, const Vec2& p)
{
    // y = k x^2 - c; Newton's method on the convex cubic converges to the root from the right.
    const double k = conic.c / (conic.a * conic.a);
    const double linear = 1 - 2 * k * (conic.c + p.y());
    double x = p.x();
    for (int i = 0; i < 200; ++i) {
        const double value = 2 * k * k * x * x * x + linear * x - p.x();
        const double slope = 6 * k * k * x * x + linear;
        if (!(value > 0) || !(slope > 0)) break;
        const double next = x - value / slope;
        if (!(next < x)) break;
        x = next;
    }
    return {x, k * x * x - conic.c};
}

}  // namespace

Quarter quarterOf(const ConeLimit& cone, bool up, bool right)
{
    const double vertical = cone.angles[up ? 0 : 2];
    const double lateral = cone.angles[right ? 1 : 3];
    Quarter quarter;
    if (vertical < kRightAngle && lateral < kRightAngle) {
        quarter.conic = {Conic::Kind::Ellipse, section(vertical), section(lateral), 0};
    } else if (vertical >= kRightAngle && lateral >= kRightAngle) {
        quarter.conic = {Conic::Kind::Hole, section(std::numbers::pi - vertical),
                         section(std::numbers::pi - lateral), 0};
    } else {
        quarter.swapped = vertical >= kRightAngle;
        const double opposite =
            quarter.swapped ? cone.angles[up ? 2 : 0] : cone.angles[right ? 3 : 1];
        const bool strip = opposite >= kRightAngle;
        quarter.conic = {strip ? Conic::Kind::Strip : Conic::Kind::Parabola,
                         section(std::min(vertical, lateral)), 0, strip ? 0 : section(opposite)};
    }
    return quarter;
}

double valueAt(const Conic& conic, const Vec2& p)
{
    const double x = p.x() / conic.a;
    switch (conic.kind) {
    case Conic::Kind::Ellipse:
    case Conic::Kind::Hole: return x * x + p.y() / conic.b * (p.y() / conic.b);
    case Conic::Kind::Parabola: return x * x * conic.c / (p.y() + conic.c);
    case Conic::Kind::Strip: return x * x;
    }
    return 0;
}

Vec2 nearestOn(const Conic& conic, const Vec2& p)
{
    switch (conic.kind) {
    case Conic::Kind::Ellipse:
    case Conic::Kind::Hole: return nearestOnEllipse(conic.a, conic.b, p);
    case Conic::Kind::Parabola: return nearestOnParabola(conic, p);
    case Conic::Kind::Strip: return {conic.a, p.y()};
    }
    return p;
}

Vec3 clampedToPaperCone(const ConeLimit& cone, const Vec3& direction)
{
    const Quarter quarter = quarterOf(cone, direction.x() >= 0, direction.y() >= 0);
    const Conic& conic = quarter.conic;
    const bool front = direction.z() > 0;
    const bool hole = conic.kind == Conic::Kind::Hole;
    if (hole && direction.z() >= 0) return direction;

    const double depth = std::max(std::abs(direction.z()), 1 / std::tan(kSteepest));
    Vec2 p(std::abs(direction.x()) / depth, std::abs(direction.y()) / depth);
    if (quarter.swapped) std::swap(p.x(), p.y());
    bool inside = valueAt(conic, p) <= 1 + 1e-14;
    if (hole ? !inside : inside && front) return direction;
    if (!hole && inside && conic.kind != Conic::Kind::Ellipse) {
        p *= std::tan(kSteepest) / std::max(p.norm(), 1e-300);  // the farthest point that the plane
                                                                // can represent
        inside = valueAt(conic, p) <= 1;
    } else {
        inside = false;
    }
    if (!inside) p = nearestOn(conic, p);
    if (quarter.swapped) std::swap(p.x(), p.y());
    return Vec3(std::copysign(p.x(), direction.x()), std::copysign(p.y(), direction.y()),
                hole ? -1.0 : 1.0)
        .normalized();
}

Quat clampedAsInPaper(const ConeLimit& cone, const Quat& q)
{
    const Mat3 frame = coneFrame(cone);
    const Vec3 axis = frame.col(2);
    const Quat twist = swingTwist(q, axis).twist;
    const double angle = 2 * std::atan2(twist.vec().dot(axis), twist.w());
    const Vec3 direction = frame.transpose() * (q * axis);
    const Vec3 to = clampedToPaperCone(cone, direction);
    const double allowed = clampedAngle(angle, cone.twist);
    if (to == direction && std::abs(std::remainder(allowed - angle, 2 * std::numbers::pi)) < 1e-12)
        return q;
    return (leastArc(axis, frame * to) * fromRotationVector(allowed * axis)).normalized();
}

}  // namespace posewright::ik
