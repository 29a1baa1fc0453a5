#include "core/retarget/trunk_skin.h"

#include "core/skinning/shares.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <variant>

namespace posewright::retarget {

namespace {

constexpr float kOfTrunk = 0.5F;  ///< share from which on a vertex belongs to the trunk

/// The solid angle of a triangle, signed (A. van Oosterom, J. Strackee, The Solid Angle of a Plane
/// Triangle, IEEE Transactions on Biomedical Engineering 30, 1983). Arguments are seen from there.
double solidAngle(const Vec3& a, const Vec3& b, const Vec3& c)
{
    const double x = a.norm(), y = b.norm(), z = c.norm();
    return 2 *
           std::atan2(a.dot(b.cross(c)), x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y);
}

/// The squared distance of the origin from a segment.
double distanceOf(const Vec3& a, const Vec3& b)
{
    const Vec3 way = b - a;
    const double length = way.squaredNorm();
    const double share = length > 0 ? std::clamp(-a.dot(way) / length, 0.0, 1.0) : 0;
    return (a + share * way).squaredNorm();
}

/// Likewise, from a triangle.
double distanceOf(const Vec3& a, const Vec3& b, const Vec3& c)
{
    const Vec3 normal = (b - a).cross(c - a);
    const double area = normal.squaredNorm();
    if (area > 0 && normal.dot(a.cross(b)) >= 0 && normal.dot(b.cross(c)) >= 0 &&
        normal.dot(c.cross(a)) >= 0)
        return std::pow(normal.dot(a), 2) / area;
    return std::min({distanceOf(a, b), distanceOf(b, c), distanceOf(c, a)});
}

}  // namespace

std::vector<bool> partOfTrunk(const Scene& scene, const Figure& figure)
{
    std::vector<bool> part(static_cast<std::size_t>(scene.size()), false);
    const NodeIndex hips = figure.first(Role::Hips);
    if (hips == kNoNode) return part;
    for (NodeIndex row = hips; row < scene.size(); ++row) {
        const NodeIndex parent = scene[row].parent;
        part[row] = scene[row].bone() && (row == hips || (parent != kNoNode && part[parent]));
        for (const Role role : {Role::Neck, Role::Head, Role::LeftUpperArm, Role::RightUpperArm,
                                Role::LeftUpperLeg, Role::RightUpperLeg})
            if (figure.first(role) == row) part[row] = false;
    }
    return part;
}

TrunkSkin::TrunkSkin(const Scene& scene, const Figure& figure)
{
    const std::vector<bool> part = partOfTrunk(scene, figure);
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const auto* drawn = std::get_if<MeshPart>(&scene[row].part);
        if (!drawn || drawn->skin < 0 || drawn->mesh->joints.empty()) continue;
        const Mesh& mesh = *drawn->mesh;
        const Skin& skin = scene.skins()[drawn->skin];
        std::vector<NodeIndex> rows;
        rows.reserve(skin.joints.size());
        for (const NodeId joint : skin.joints) rows.push_back(scene.find(joint));
        std::vector<int> spotOf(mesh.positions.size(), -1);
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            float inside = 0, most = 0;
            std::size_t strongest = 0;
            skinning::eachShare(mesh, v, [&](std::uint16_t joint, float share) {
                if (rows[joint] == kNoNode || !part[rows[joint]]) return;
                inside += share;
                if (share <= most) return;
                most = share;
                strongest = joint;
            });
            if (inside < kOfTrunk) continue;
            const Eigen::Matrix4f& bind = skin.inverseBind[strongest];
            const Eigen::Vector3f at =
                bind.topLeftCorner<3, 3>() * mesh.positions[v] + bind.topRightCorner<3, 1>();
            spotOf[v] = static_cast<int>(spots_.size());
            spots_.push_back({rows[strongest], at.cast<double>()});
        }
        for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
            const std::array<int, 3> corners{spotOf[mesh.indices[i]], spotOf[mesh.indices[i + 1]],
                                             spotOf[mesh.indices[i + 2]]};
            if (std::ranges::none_of(corners, [](int at) { return at < 0; }))
                triangles_.push_back(corners);
        }
    }
}

void TrunkSkin::pose(const std::vector<WorldTransform>& world)
{
    places_.clear();
    low_ = Vec3::Constant(std::numeric_limits<double>::max());
    high_ = -low_;
    places_.reserve(spots_.size());
    for (const Spot& spot : spots_) {
        const Vec3& place = places_.emplace_back(world[spot.row] * spot.at);
        low_ = low_.cwiseMin(place);
        high_ = high_.cwiseMax(place);
    }
}

double TrunkSkin::depth(const Vec3& place) const
{
    if ((place.array() < low_.array()).any() || (place.array() > high_.array()).any()) return 0;
    double around = 0, nearest = std::numeric_limits<double>::max();
    for (const auto& [i, j, k] : triangles_) {
        const Vec3 a = places_[i] - place, b = places_[j] - place, c = places_[k] - place;
        around += solidAngle(a, b, c);
        nearest = std::min(nearest, distanceOf(a, b, c));
    }
    return around > 2 * std::numbers::pi ? std::sqrt(nearest) : 0;
}

}  // namespace posewright::retarget
