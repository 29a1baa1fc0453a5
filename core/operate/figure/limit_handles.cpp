#include "core/operate/limit_handles.h"

#include "core/ik/limits.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace posewright::operate {

namespace {

constexpr double kStep = 0.1;  ///< angle between points of arcs [rad]
constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kLeastOpening = std::numbers::pi / 180;
constexpr double kTwistRadius = 0.35;  ///< relative to the size
constexpr double kEdgeOn = 0.05;       ///< sine of the angle between view and plane below which the
                                       ///< plane counts as edge-on

/// The frame of a limit, and the shape drawn in it.
struct Sketch {
    Vec3 centre;
    Quat frame;  ///< local to world
    Vec3 tip;    ///< of the bone, in that frame; unit
    double size;
    LimitShape shape;

    Vec3 across(const Vec3& axis) const
    {
        const Vec3 away = tip - tip.dot(axis) * axis;
        return away.norm() > 1e-3 ? Vec3(away.normalized()) : anyPerpendicular(axis);
    }
    LimitHandle handle(std::string_view part, const Vec3& axis, const Vec3& from, double value)
    {
        LimitHandle out;
        out.part = part;
        out.centre = centre;
        out.axis = frame * axis;
        out.from = frame * from;
        out.radius = size;
        out.value = value;
        return out;
    }
    /// An arc with a handle at each end, and the fan between them.
    void addRange(std::string_view min, std::string_view max, const Vec3& axis, const Vec3& from,
                  const Range& range)
    {
        const LimitHandle low = handle(min, axis, from, range.min);
        const LimitHandle high = handle(max, axis, from, range.max);
        addRange(low, high);
    }
    void addRange(const LimitHandle& low, const LimitHandle& high)
    {
        const int steps = std::max(1, static_cast<int>((high.value - low.value) / kStep));
        std::vector<Vec3> arc;
        LimitHandle at = low;
        for (int i = 0; i <= steps; ++i) {
            at.value = low.value + (high.value - low.value) * i / steps;
            arc.push_back(at.place());
        }
        std::vector<Vec3> outline{low.centre};
        outline.insert(outline.end(), arc.begin(), arc.end());
        outline.push_back(low.centre);
        shape.lines.push_back(outline);
        for (std::size_t i = 1; i < arc.size(); ++i)
            shape.areas.push_back({low.centre, arc[i - 1], arc[i]});
        shape.handles.push_back(low);
        shape.handles.push_back(high);
    }
};

void sketch(const HingeLimit& hinge, Sketch& out)
{
    out.addRange("min", "max", hinge.axis, out.across(hinge.axis), hinge.angle);
}

void sketch(const ConeLimit& cone, Sketch& out)
{
    const Mat3 frame = ik::coneFrame(cone);
    const Vec3 up = frame.col(0), right = frame.col(1), axis = frame.col(2);
    const auto towards = [&](double round) -> Vec3 {
        return std::cos(round) * up + std::sin(round) * right;
    };
    const auto opening = [&](double round) {
        const double c = std::cos(round) / cone.angles[std::cos(round) < 0 ? 2 : 0];
        const double s = std::sin(round) / cone.angles[std::sin(round) < 0 ? 3 : 1];
        return 1 / std::sqrt(c * c + s * s);
    };
    std::vector<Vec3> rim;
    const int steps = static_cast<int>(kTurn / kStep);
    for (int i = 0; i <= steps; ++i) {
        const double round = kTurn * i / steps, open = opening(round);
        const Vec3 way = std::cos(open) * axis + std::sin(open) * towards(round);
        rim.emplace_back(out.centre + out.size * (out.frame * way));
    }
    for (std::size_t i = 1; i < rim.size(); ++i)
        out.shape.areas.push_back({out.centre, rim[i - 1], rim[i]});
    out.shape.lines.push_back(std::move(rim));
    constexpr std::array<std::string_view, 4> kParts{"up", "right", "down", "left"};
    for (int i = 0; i < 4; ++i) {
        const Vec3 way = towards(i * std::numbers::pi / 2);
        LimitHandle handle =
            out.handle(kParts[i], axis.cross(way).normalized(), axis, cone.angles[i]);
        out.shape.lines.push_back({out.centre, handle.place()});
        out.shape.handles.push_back(handle);
    }
    LimitHandle low = out.handle("twist min", axis, up, cone.twist.min);
    low.centre = out.centre + out.size * (out.frame * axis);
    low.radius = kTwistRadius * out.size;
    LimitHandle high = low;
    high.part = "twist max";
    high.value = cone.twist.max;
    out.addRange(low, high);
}

void sketch(const BoxLimit& box, Sketch& out)
{
    constexpr std::array<std::string_view, 3> kMin{"x min", "y min", "z min"};
    constexpr std::array<std::string_view, 3> kMax{"x max", "y max", "z max"};
    for (int i = 0; i < 3; ++i)
        out.addRange(kMin[i], kMax[i], Vec3::Unit(i), out.across(Vec3::Unit(i)), box.range[i]);
}

void sketch(const PrismaticLimit& slide, Sketch& out)
{
    LimitHandle low = out.handle("min", slide.axis, anyPerpendicular(slide.axis), slide.travel.min);
    low.slides = true;
    low.radius = 1;
    LimitHandle high = low;
    high.part = "max";
    high.value = slide.travel.max;
    out.shape.lines.push_back({low.place(), high.place()});
    out.shape.handles = {low, high};
}

/// Other kinds of limits have no drawing.
void sketch(const auto&, Sketch&) {}

void setSide(Range& range, bool upper, double value)
{
    (upper ? range.max : range.min) =
        upper ? std::max(value, range.min) : std::min(value, range.max);
}

void setTurn(Range& range, bool upper, double value)
{
    setSide(range, upper, value);
    if (range.max - range.min <= kTurn) return;
    if (upper)
        range.max = range.min + kTurn;
    else
        range.min = range.max - kTurn;
}

void change(HingeLimit& hinge, std::size_t row, double value)
{
    setTurn(hinge.angle, row == 1, value);
}

void change(ConeLimit& cone, std::size_t row, double value)
{
    if (row < 4)
        cone.angles[row] = std::clamp(value, kLeastOpening, std::numbers::pi - kLeastOpening);
    else
        setTurn(cone.twist, row == 5, value);
}

void change(BoxLimit& box, std::size_t row, double value)
{
    setTurn(box.range[row / 2], row % 2 == 1, value);
}

void change(PrismaticLimit& slide, std::size_t row, double value)
{
    setSide(slide.travel, row == 1, value);
}

void change(auto&, std::size_t, double) {}

/// The angle on the handle's arc where the ray meets the arc's plane.
std::optional<double> angleAt(const LimitHandle& handle, const Ray& ray)
{
    const double across = ray.direction.dot(handle.axis);
    if (std::abs(across) < kEdgeOn) return std::nullopt;
    const double along = (handle.centre - ray.origin).dot(handle.axis) / across;
    const Vec3 met = ray.origin + along * ray.direction - handle.centre;
    return std::atan2(met.dot(handle.axis.cross(handle.from)), met.dot(handle.from));
}

/// The position along the handle's slide that is nearest to the ray.
double alongSlide(const LimitHandle& handle, const Ray& ray)
{
    const double c = handle.axis.dot(ray.direction);
    const Vec3 way = ray.origin - handle.centre;
    const double narrow = 1 - c * c;
    return narrow < kEdgeOn * kEdgeOn
               ? 0
               : (way.dot(handle.axis) - c * way.dot(ray.direction)) / narrow;
}

}  // namespace

Vec3 LimitHandle::place() const
{
    if (slides) return centre + radius * value * axis;
    return centre + radius * (std::cos(value) * from + std::sin(value) * axis.cross(from));
}

LimitShape limitShape(const Document& doc, const Evaluation& shown, NodeId joint, double size)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(joint);
    if (row == kNoNode || !scene[row].bone() || std::ssize(shown.world) != scene.size()) return {};
    const BonePart& bone = *scene[row].bone();
    const NodeIndex parent = scene[row].parent;
    const Quat above = parent == kNoNode ? Quat::Identity() : shown.world[parent].rotation;
    const double length = bone.tip.norm();
    Sketch out{shown.world[row].position,
               (above * scene[row].rest.rotation).normalized(),
               length > 0 ? Vec3(bone.tip / length) : Vec3(Vec3::UnitY()),
               size,
               {}};
    std::visit([&](const auto& limit) { sketch(limit, out); }, bone.limit);
    // A slide is measured from the joint's rest position.
    if (std::holds_alternative<PrismaticLimit>(bone.limit)) {
        const WorldTransform base = parent == kNoNode ? WorldTransform{} : shown.world[parent];
        const Vec3 rest = base * scene[row].rest.translation;
        const double unit = std::cbrt(std::abs(base.linear.determinant()));
        for (LimitHandle& handle : out.shape.handles) {
            handle.centre = rest;
            handle.radius = unit;
        }
        out.shape.lines = {{out.shape.handles[0].place(), out.shape.handles[1].place()}};
    }
    return out.shape;
}

Limit withHandle(const Limit& limit, std::size_t row, double value)
{
    Limit out = limit;
    std::visit([&](auto& kind) { change(kind, row, value); }, out);
    return out;
}

double handleMoved(const LimitHandle& handle, const Ray& from, const Ray& to)
{
    if (handle.slides) return (alongSlide(handle, to) - alongSlide(handle, from)) / handle.radius;
    const std::optional<double> a = angleAt(handle, from), b = angleAt(handle, to);
    return a && b ? std::remainder(*b - *a, kTurn) : 0;
}

}  // namespace posewright::operate
