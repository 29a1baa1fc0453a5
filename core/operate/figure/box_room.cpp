#include "core/operate/figure/box_room.h"

#include "core/operate/figure/box_place.h"
#include "core/skinning/surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace posewright::operate {

namespace {

constexpr double kOfLimb = 0.6;      ///< of the limb's length: the largest side beside it
constexpr double kReachTop = 0.99;   ///< of the limb's length: to the middle of the top
constexpr double kAirAround = 0.01;  ///< of the figure's size, between the box and a surface
constexpr int kMostSurface = 50000;  ///< vertices of a mesh
constexpr std::array kSmaller{1.0, 0.8, 0.6, 0.45, 0.3, 0.2};
constexpr double kAsideStep = 0.1;  ///< of the side
constexpr int kAsideSteps = 20;
constexpr int kAround = 8;  ///< level directions

/// The limb that the box is put beside.
struct Nearby {
    Vec3 root = Vec3::Zero();
    double length = 0;
    bool reaches = false;
};

std::optional<Nearby> nearbyLimb(const Document& doc, const Evaluation& shown, NodeId beside)
{
    const Scene& scene = *doc.scene;
    const std::optional<LimbBeside> limb = limbBeside(doc, beside);
    if (!limb || limb->root == kNoNode || !scene.isAbove(limb->root, limb->end)) return {};
    Nearby out{shown.world[limb->root].position, 0, limb->reaches};
    const std::vector<NodeIndex> path = scene.path(limb->root, limb->end);
    for (std::size_t i = 1; i < path.size(); ++i)
        out.length += (shown.world[path[i]].position - shown.world[path[i - 1]].position).norm();
    if (!(out.length > 0)) return {};
    return out;
}

bool isFree(const std::vector<Vec3>& surface, const BoxRoom& box, double air)
{
    const Vec3 half(box.side / 2 + air, 0, box.side / 2 + air);
    const Vec3 low = box.base - half - Vec3(0, air, 0),
               high = box.base + half + Vec3(0, box.side + air, 0);
    return std::ranges::none_of(surface, [&](const Vec3& at) {
        return (at.array() >= low.array()).all() && (at.array() <= high.array()).all();
    });
}

/// Ways to move a box, of length 1: level ones all around, and down.
std::vector<Vec3> asideWays()
{
    std::vector<Vec3> out;
    out.reserve(kAround + 1);
    for (int i = 0; i < kAround; ++i) {
        const double angle = 2 * std::numbers::pi * i / kAround;
        out.emplace_back(std::sin(angle), 0, std::cos(angle));
    }
    out.emplace_back(0, -1, 0);
    return out;
}

}  // namespace

BoxRoom boxRoom(const Document& doc, const Evaluation& shown, NodeId beside, double side,
                double figure, const Vec3& otherwise)
{
    const std::vector<Vec3> surface =
        skinning::surfacePoints(*doc.scene, shown.world, shown.morphs, kMostSurface);
    const std::optional<Nearby> limb = nearbyLimb(doc, shown, beside);
    if (limb) side = std::min(side, kOfLimb * limb->length);
    const double air = kAirAround * figure;
    const std::vector<Vec3> ways = asideWays();
    BoxRoom box;
    std::optional<BoxRoom> beyond;  // free, but out of reach
    for (const double share : kSmaller) {
        box.side = share * side;
        box.base = boxPlace(doc, shown, beside, box.side, figure, otherwise);
        if (surface.empty() || isFree(surface, box, air)) return box;
        const auto reached = [&](const BoxRoom& at) {
            if (!limb || !limb->reaches) return true;
            const Vec3 top = at.base + Vec3(0, at.side, 0);
            return (top - limb->root).norm() <= kReachTop * limb->length;
        };
        for (int step = 1; step <= kAsideSteps; ++step)
            for (const Vec3& way : ways) {
                BoxRoom moved{box.base + step * kAsideStep * box.side * way, box.side};
                if (moved.base.y() < std::min(0.0, box.base.y())) continue;
                if (!isFree(surface, moved, air)) continue;
                if (reached(moved)) return moved;
                if (!beyond) beyond = moved;
            }
    }
    return beyond.value_or(box);
}

}  // namespace posewright::operate
