#include "core/scene/rest_place.h"

#include <algorithm>
#include <vector>

namespace posewright {

namespace {

constexpr double kSame = 1e-5;  ///< relative to the figure's size; bind matrices are floats

/// The largest distance between the corners of a box at two places.
double apart(const WorldTransform& a, const WorldTransform& b, const std::vector<Vec3>& corners)
{
    double most = 0;
    for (const Vec3& corner : corners) most = std::max(most, (a * corner - b * corner).norm());
    return most;
}

std::vector<Vec3> cornersOf(const Mesh& mesh)
{
    Eigen::AlignedBox3d box;
    for (const Eigen::Vector3f& p : mesh.positions) box.extend(p.cast<double>().eval());
    std::vector<Vec3> corners;
    if (box.isEmpty()) return corners;
    for (int i = 0; i < 8; ++i)
        corners.push_back(box.corner(static_cast<Eigen::AlignedBox3d::CornerType>(i)));
    return corners;
}

}  // namespace

WorldTransform placeAtRest(const Scene& scene, NodeIndex mesh, std::span<const WorldTransform> rest)
{
    const auto& part = std::get<MeshPart>(scene[mesh].part);
    const WorldTransform& own = rest[mesh];
    if (part.skin < 0) return own;
    const Skin& skin = scene.skins()[part.skin];
    std::vector<WorldTransform> places;
    for (std::size_t i = 0; i < skin.joints.size(); ++i) {
        const WorldTransform& joint = rest[scene.find(skin.joints[i])];
        const Eigen::Matrix4d bind = skin.inverseBind[i].cast<double>();
        WorldTransform place;
        place.linear = joint.linear * bind.topLeftCorner<3, 3>();
        place.position = joint.linear * bind.topRightCorner<3, 1>() + joint.position;
        places.push_back(place);
    }
    const std::vector<Vec3> corners = cornersOf(*part.mesh);
    const double same = kSame * extent(scene);
    const auto isThere = [&](const WorldTransform& place) {
        return std::ranges::count_if(places, [&](const WorldTransform& other) {
            return apart(place, other, corners) <= same;
        });
    };
    WorldTransform best = own;
    auto most = isThere(own);  // a mesh bound here keeps its place to the last bit
    for (const WorldTransform& place : places)
        if (const auto votes = isThere(place); votes > most) {
            best = place;
            most = votes;
        }
    return best;
}

}  // namespace posewright
