#include "core/scene/solid.h"

#include "core/math/rotation.h"

#include <cmath>
#include <numbers>

namespace posewright {

namespace {

constexpr int kAround = 16;  ///< sides of round solids
constexpr int kToPole = 4;   ///< rings from the widest one to the pole

void addVertex(Mesh& mesh, const Vec3& position, const Vec3& normal)
{
    mesh.positions.push_back(position.cast<float>());
    mesh.normals.push_back(normal.cast<float>());
}

void addTriangles(Mesh& mesh, std::initializer_list<std::uint32_t> corners)
{
    mesh.indices.insert(mesh.indices.end(), corners);
}

}  // namespace

Mesh boxAlong(const Vec3& stick, double width)
{
    const Quat turn = leastArc(Vec3::UnitY(), stick.normalized());
    const Vec3 middle(0, stick.norm() / 2, 0);
    const Vec3 half(width / 2, middle.y(), width / 2);
    Mesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {-1.0, 1.0}) {
            // The two other axes, right-handed with the normal.
            const Vec3 out = sign * Vec3::Unit(axis);
            const Vec3 right = Vec3::Unit((axis + 1) % 3);
            const Vec3 up = out.cross(right);
            const auto first = static_cast<std::uint32_t>(mesh.positions.size());
            for (const auto& [x, y] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}})
                addVertex(mesh, turn * (middle + half.cwiseProduct(out + x * right + y * up)),
                          turn * out);
            addTriangles(mesh, {first, first + 1, first + 2, first, first + 2, first + 3});
        }
    return mesh;
}

Mesh capsuleAlong(const Vec3& stick, double width)
{
    const Quat turn = leastArc(Vec3::UnitY(), stick.normalized());
    Mesh mesh;
    const auto add = [&](double latitude, double around, double from) {
        const Vec3 out(std::cos(latitude) * std::sin(around), std::sin(latitude),
                       std::cos(latitude) * std::cos(around));
        addVertex(mesh, turn * (Vec3(0, from, 0) + width / 2 * out), turn * out);
    };
    constexpr double kQuarter = std::numbers::pi / 2;
    add(-kQuarter, 0, 0);
    for (const bool upper : {false, true})
        for (int ring = 0; ring < kToPole; ++ring) {
            const double latitude = kQuarter * (upper ? ring : ring + 1 - kToPole) / kToPole;
            for (int side = 0; side < kAround; ++side)
                add(latitude, 4 * kQuarter * side / kAround, upper ? stick.norm() : 0);
        }
    add(kQuarter, 0, stick.norm());
    const auto last = static_cast<std::uint32_t>(mesh.positions.size() - 1);
    constexpr int kRings = 2 * kToPole;
    for (std::uint32_t side = 0; side < kAround; ++side) {
        const std::uint32_t next = (side + 1) % kAround;
        addTriangles(mesh, {0, 1 + next, 1 + side});
        for (std::uint32_t ring = 0; ring + 1 < kRings; ++ring) {
            const std::uint32_t low = 1 + ring * kAround;
            const std::uint32_t high = low + kAround;
            addTriangles(
                mesh, {low + side, low + next, high + next, low + side, high + next, high + side});
        }
        const std::uint32_t top = 1 + (kRings - 1) * kAround;
        addTriangles(mesh, {top + side, top + next, last});
    }
    return mesh;
}

}  // namespace posewright
