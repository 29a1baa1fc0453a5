#include "core/retarget/head_room.h"

#include "core/retarget/moved_vertices.h"

#include <algorithm>
#include <cmath>

namespace posewright::retarget {

namespace {

constexpr double kSeam = 0.3;       ///< [radii] over which hands begin to be pushed
constexpr double kFarSide = 0.6;    ///< share of the way to the surface, of the point to push from
constexpr double kLeastRoom = 0.1;  ///< [radii] hands may always be kept out by this
constexpr double kFlatHead = 1e-6;  ///< of the leg; flatter boxes are no heads

/// The larger one of 0 and x, rounded off within a seam.
double above(double x)
{
    if (x >= kSeam) return x;
    return x <= -kSeam ? 0 : (x + kSeam) * (x + kSeam) / (4 * kSeam);
}

/// The head, and what hangs on it without bones of its own.
std::vector<bool> partOfHead(const Scene& scene, NodeIndex head)
{
    std::vector<bool> part(static_cast<std::size_t>(scene.size()), false);
    for (NodeIndex row = head; row < scene.size(); ++row) {
        const NodeIndex parent = scene[row].parent;
        part[row] = row == head || (parent != kNoNode && part[parent] && !scene[row].bone());
    }
    return part;
}

/// @param low, high corners of a box along the axes of the body
HeadRoom roomWithin(const Side& side, NodeIndex head, const Vec3& low, const Vec3& high)
{
    const WorldTransform& rests = side.reference.world[head];
    const Mat3 shrinks = (2 / (high - low).array()).matrix().asDiagonal();
    const Mat3 across = shrinks * side.reference.body.transpose();
    return {head, across * rests.linear, shrinks * (low + high) / 2 - across * rests.position};
}

}  // namespace

Vec3 HeadRoom::toBall(const Vec3& place, const std::vector<WorldTransform>& world) const
{
    return into * (world[row].linear.inverse() * (place - world[row].position)) - middle;
}

Vec3 HeadRoom::fromBall(const Vec3& place, const std::vector<WorldTransform>& world) const
{
    return world[row] * Vec3(into.inverse() * (place + middle));
}

std::optional<HeadRoom> headRoomOf(const Side& side)
{
    const NodeIndex head = side.figure.first(Role::Head);
    if (head == kNoNode) return {};
    Vec3 low = Vec3::Constant(1e300), high = -low;
    eachMovedVertex(side.scene, partOfHead(side.scene, head), side.reference.world,
                    [&](const Vec3& place) {
                        const Vec3 at = side.reference.body.transpose() * place;
                        low = low.cwiseMin(at);
                        high = high.cwiseMax(at);
                    });
    if (!((high - low).minCoeff() > kFlatHead * side.reference.leg)) return {};
    return roomWithin(side, head, low, high);
}

std::optional<HeadRoom> headRoomOrBall(const Side& side)
{
    if (auto room = headRoomOf(side)) return room;
    const NodeIndex head = side.figure.first(Role::Head);
    const BonePart* bone = head == kNoNode ? nullptr : side.scene[head].bone();
    if (!bone) return {};
    const Vec3 joint = side.reference.world[head].position,
               tip = side.reference.world[head] * bone->tip;
    const double radius = (tip - joint).norm() / 2;
    if (!(radius > kFlatHead * side.reference.leg)) return {};
    const Vec3 middle = side.reference.body.transpose() * (joint + tip) / 2;
    return roomWithin(side, head, middle - Vec3::Constant(radius), middle + Vec3::Constant(radius));
}

Vec3 pushedOut(const Vec3& place, double least, const Vec3& far)
{
    const double away = place.norm(), wanted = least + above(away - least);
    if (away >= least + kSeam || !(wanted > away)) return place;
    // From a point within the ball of `wanted`, on through the place, to its surface.
    const Vec3 from = kFarSide * least * far;
    Vec3 way = place - from;
    if (way.norm() < 1e-9) way = -far;
    way.normalize();
    const double along = from.dot(way);
    const double root = along * along - from.squaredNorm() + wanted * wanted;
    return from + (std::sqrt(std::max(0.0, root)) - along) * way;
}

double leastFor(double source)
{
    return std::max(kLeastRoom, 1 - above(1 - source));
}

}  // namespace posewright::retarget
