#include "core/io/gltf/export/figure.h"

#include "core/math/rotation.h"

#include <map>

namespace posewright::io::gltf {

namespace {

constexpr std::size_t kMostJoints = 65535;  ///< JOINTS_0 has 16 bits

void addOctahedron(Mesh& mesh, std::uint16_t joint, const Vec3& head, const Vec3& tip,
                   double smallest)
{
    Vec3 along = tip - head;
    double length = along.norm();
    Vec3 start = head;
    Vec3 end = tip;
    if (length < smallest) {
        // Too short for a stick: a small diamond around the joint.
        along = Vec3::UnitY();
        length = smallest;
        start = head - along * smallest;
        end = head + along * smallest;
    } else {
        along /= length;
    }
    const Vec3 side = anyPerpendicular(along) * (0.08 * length + 0.2 * smallest);
    const Vec3 other = along.cross(side);
    const Vec3 waist = start + (end - start) * 0.12;
    const auto base = static_cast<std::uint32_t>(mesh.positions.size());
    for (const Vec3& corner : {start, Vec3(waist + side), Vec3(waist + other), Vec3(waist - side),
                               Vec3(waist - other), end}) {
        mesh.positions.push_back(corner.cast<float>());
        mesh.joints.push_back({joint, 0, 0, 0});
        mesh.weights.emplace_back(1.0F, 0.0F, 0.0F, 0.0F);
    }
    for (std::uint32_t i = 0; i < 4; ++i) {
        const std::uint32_t here = base + 1 + i;
        const std::uint32_t next = base + 1 + (i + 1) % 4;
        for (const std::uint32_t corner : {base, next, here, base + 5, here, next})
            mesh.indices.push_back(corner);
    }
}

Eigen::Matrix4f inverseOf(const WorldTransform& world)
{
    Eigen::Matrix4f m = Eigen::Matrix4f::Identity();
    if (!(std::abs(world.linear.determinant()) > 1e-300)) return m;
    const Mat3 inverse = world.linear.inverse();
    m.topLeftCorner<3, 3>() = inverse.cast<float>();
    m.topRightCorner<3, 1>() = (-(inverse * world.position)).cast<float>();
    return m;
}

}  // namespace

std::vector<Figure> figuresOf(const Scene& scene)
{
    const std::vector<Transform> rest = restPose(scene);
    const std::vector<WorldTransform> world = worldTransforms(scene, rest);
    const double smallest = 0.004 * extent(scene);
    std::vector<NodeIndex> root(scene.size());
    std::map<NodeIndex, Figure> figures;
    for (NodeIndex i = 0; i < scene.size(); ++i) {
        const Node& node = scene[i];
        root[i] = node.parent == kNoNode ? i : root[node.parent];
        const BonePart* bone = node.bone();
        if (!bone) continue;
        Figure& figure = figures[root[i]];
        if (figure.joints.size() == kMostJoints) continue;
        addOctahedron(figure.mesh, static_cast<std::uint16_t>(figure.joints.size()),
                      world[i].position, world[i] * bone->tip, smallest);
        figure.joints.push_back(i);
        figure.inverseBind.push_back(inverseOf(world[i]));
    }
    std::vector<Figure> out;
    out.reserve(figures.size());
    for (auto& [node, figure] : figures) out.push_back(std::move(figure));
    return out;
}

}  // namespace posewright::io::gltf
