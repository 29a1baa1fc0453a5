#include "core/retarget/trunk_skin.h"

#include "core/skinning/shares.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>
#include <variant>

namespace posewright::retarget {

namespace {

constexpr float kOfTrunk = 0.5F;         ///< share from which on a vertex belongs to the trunk
constexpr std::size_t kMostInPatch = 4;  ///< triangles of one without parts
constexpr double kFarAway = 2.5;         ///< reaches of a patch from which it is seen as one

/// A number whose argument is half of the solid angle of a triangle, signed (A. van Oosterom,
/// J. Strackee, The Solid Angle of a Plane Triangle, IEEE Transactions on Biomedical Engineering
/// 30, 1983). Arguments are seen from there.
std::complex<double> halfAngle(const Vec3& a, const Vec3& b, const Vec3& c)
{
    const double x = a.norm(), y = b.norm(), z = c.norm();
    return {x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y, a.dot(b.cross(c))};
}

/// The squared distance of the origin from a segment.
double squaredDistance(const Vec3& a, const Vec3& b)
{
    const Vec3 way = b - a;
    const double length = way.squaredNorm();
    const double share = length > 0 ? std::clamp(-a.dot(way) / length, 0.0, 1.0) : 0;
    return (a + share * way).squaredNorm();
}

/// Likewise, from a triangle.
double squaredDistance(const Vec3& a, const Vec3& b, const Vec3& c)
{
    const Vec3 normal = (b - a).cross(c - a);
    const double area = normal.squaredNorm();
    if (area > 0 && normal.dot(a.cross(b)) >= 0 && normal.dot(b.cross(c)) >= 0 &&
        normal.dot(c.cross(a)) >= 0)
        return std::pow(normal.dot(a), 2) / area;
    return std::min({squaredDistance(a, b), squaredDistance(b, c), squaredDistance(c, a)});
}

/// How far along a line from the origin a triangle is hit (T. Möller, B. Trumbore, Fast, Minimum
/// Storage Ray/Triangle Intersection, Journal of Graphics Tools 2 (1), 1997).
std::optional<double> hitOf(const Vec3& way, const Vec3& corner, const Vec3& first,
                            const Vec3& second)
{
    const Vec3 across = way.cross(second);
    const double volume = first.dot(across);
    if (volume == 0) return {};
    const double u = -corner.dot(across) / volume;
    if (!(u >= 0 && u <= 1)) return {};
    const Vec3 other = first.cross(corner);
    const double v = way.dot(other) / volume;
    if (!(v >= 0 && u + v <= 1)) return {};
    return second.dot(other) / volume;
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

TrunkSkin::TrunkSkin(const Scene& scene, const Figure& figure,
                     const std::vector<WorldTransform>& rests)
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
    pose(rests);
    divide(0, triangles_.size());
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
    posed_ = false;
}

void TrunkSkin::posePatches()
{
    if (std::exchange(posed_, true)) return;
    for (std::size_t row = patches_.size(); row-- > 0;)
        if (isLeaf(row))
            poseLeaf(patches_[row]);
        else
            poseParts(row);
}

void TrunkSkin::poseLeaf(Patch& patch) const
{
    Vec3 sum = Vec3::Zero();
    patch.area.setZero();
    for (std::size_t t = patch.first; t < patch.last; ++t) {
        const auto& [i, j, k] = triangles_[t];
        sum += places_[i] + places_[j] + places_[k];
        patch.area += (places_[j] - places_[i]).cross(places_[k] - places_[i]) / 2;
    }
    patch.middle = sum / (3 * double(patch.last - patch.first));
    double reach = 0;
    for (std::size_t t = patch.first; t < patch.last; ++t)
        for (const int corner : triangles_[t])
            reach = std::max(reach, (places_[corner] - patch.middle).squaredNorm());
    patch.reach = std::sqrt(reach);
}

void TrunkSkin::poseParts(std::size_t patch)
{
    Patch& whole = patches_[patch];
    const Patch &one = patches_[patch + 1], &other = patches_[one.after];
    const double share = double(one.last - one.first) / double(whole.last - whole.first);
    whole.area = one.area + other.area;
    whole.middle = share * one.middle + (1 - share) * other.middle;
    whole.reach = std::max((one.middle - whole.middle).norm() + one.reach,
                           (other.middle - whole.middle).norm() + other.reach);
}

void TrunkSkin::divide(std::size_t first, std::size_t last)
{
    if (last <= first) return;
    const std::size_t patch = patches_.size();
    patches_.push_back({first, last, patch + 1});
    if (last - first <= kMostInPatch) return;
    const auto middleOf = [&](const std::array<int, 3>& t) {
        return Vec3((places_[t[0]] + places_[t[1]] + places_[t[2]]) / 3);
    };
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::max()), high = -low;
    for (std::size_t t = first; t < last; ++t) {
        const Vec3 middle = middleOf(triangles_[t]);
        low = low.cwiseMin(middle);
        high = high.cwiseMax(middle);
    }
    Eigen::Index axis = 0;
    (high - low).maxCoeff(&axis);
    const std::size_t half = first + (last - first) / 2;
    const auto row = [&](std::size_t t) {
        return triangles_.begin() + static_cast<std::ptrdiff_t>(t);
    };
    std::nth_element(row(first), row(half), row(last), [&](const auto& a, const auto& b) {
        return middleOf(a)[axis] < middleOf(b)[axis];
    });
    divide(first, half);
    divide(half, last);
    patches_[patch].after = patches_.size();
}

double TrunkSkin::angleOf(const Patch& patch, const Vec3& place) const
{
    // Seen from outside of the ball around it, half angles of so few triangles add up to less than
    // half a turn, so the argument of their product is the sum.
    static_assert(kMostInPatch <= 4);
    const bool apart = (patch.middle - place).squaredNorm() > patch.reach * patch.reach;
    std::complex<double> product = 1;
    double sum = 0;
    for (std::size_t t = patch.first; t < patch.last; ++t) {
        const auto& [i, j, k] = triangles_[t];
        const auto half = halfAngle(places_[i] - place, places_[j] - place, places_[k] - place);
        if (apart)
            product = {product.real() * half.real() - product.imag() * half.imag(),
                       product.real() * half.imag() + product.imag() * half.real()};
        else
            sum += std::arg(half);
    }
    return 2 * (apart ? std::arg(product) : sum);
}

double TrunkSkin::distanceOf(const Patch& patch, const Vec3& place) const
{
    double nearest = std::numeric_limits<double>::max();
    for (std::size_t t = patch.first; t < patch.last; ++t) {
        const auto& [i, j, k] = triangles_[t];
        nearest = std::min(
            nearest, squaredDistance(places_[i] - place, places_[j] - place, places_[k] - place));
    }
    return std::sqrt(nearest);
}

bool TrunkSkin::isInBox(const Vec3& place) const
{
    return (place.array() >= low_.array()).all() && (place.array() <= high_.array()).all();
}

bool TrunkSkin::isBeneath(const Vec3& place)
{
    if (!isInBox(place)) return false;
    posePatches();
    // Far patches count as dipoles: G. Barill et al., Fast Winding Numbers for Soups and Clouds,
    // ACM Transactions on Graphics 37 (4), 2018.
    double around = 0;
    descend([&](std::size_t row) {
        const Patch& patch = patches_[row];
        const Vec3 way = patch.middle - place;
        const double square = way.squaredNorm();
        if (square > kFarAway * kFarAway * patch.reach * patch.reach) {
            around += patch.area.dot(way) / (square * std::sqrt(square));
            return false;
        }
        if (isLeaf(row)) around += angleOf(patch, place);
        return true;
    });
    return around > 2 * std::numbers::pi;
}

double TrunkSkin::depth(const Vec3& place)
{
    if (!isBeneath(place)) return 0;
    double nearest = std::numeric_limits<double>::max();
    descend([&](std::size_t row) {
        const Patch& patch = patches_[row];
        if ((patch.middle - place).norm() - patch.reach >= nearest) return false;
        if (isLeaf(row)) nearest = std::min(nearest, distanceOf(patch, place));
        return true;
    });
    return nearest;
}

double TrunkSkin::wayOut(const Vec3& place, const Vec3& way)
{
    if (!isInBox(place)) return 0;
    posePatches();
    double farthest = 0;
    descend([&](std::size_t row) {
        const Patch& patch = patches_[row];
        const Vec3 to = patch.middle - place;
        const double along = way.dot(to);
        if (along + patch.reach <= farthest ||
            to.squaredNorm() - along * along > patch.reach * patch.reach)
            return false;
        for (std::size_t t = patch.first; isLeaf(row) && t < patch.last; ++t) {
            const auto& [i, j, k] = triangles_[t];
            const Vec3 corner = places_[i] - place;
            if (const auto hit =
                    hitOf(way, corner, places_[j] - places_[i], places_[k] - places_[i]))
                farthest = std::max(farthest, *hit);
        }
        return true;
    });
    return farthest;
}

}  // namespace posewright::retarget
