#pragma once

#include "core/document/document.h"
#include "core/math/rotation.h"
#include "tests/support/figures.h"

#include <cmath>
#include <numbers>

namespace posewright::test {

/// A chain of so many joints, along x and 1 long, that waves over frames 0 to 48 in a tube of about
/// so many vertices, each moved by four of them. Its texture is `picture`, where that is not empty.
inline Document madeTube(int joints, int vertices, std::vector<std::uint8_t> picture = {})
{
    constexpr int kSides = 20;
    const int rings = vertices / kSides;
    Document doc = chainDocument(1, 0, 48);  // for its playback; it has room for few joints
    std::vector<Node> nodes;
    Skin skin;
    for (int j = 0; j < joints; ++j) {
        const Vec3 along(1.0 / (joints - 1), 0, 0);
        BonePart bone;
        bone.tip = j + 1 < joints ? along : Vec3::Zero();
        nodes.push_back(makeNode(j + 1, "joint" + std::to_string(j), j - 1,
                                 j == 0 ? Vec3::Zero() : along, bone));
        skin.joints.push_back(nodes[j].id);
        Eigen::Matrix4f bind = Eigen::Matrix4f::Identity();
        bind(0, 3) = -static_cast<float>(j) / static_cast<float>(joints - 1);
        skin.inverseBind.push_back(bind);
    }
    Mesh mesh;
    for (int ring = 0; ring < rings; ++ring)
        for (int side = 0; side < kSides; ++side) {
            const float x = static_cast<float>(ring) / static_cast<float>(rings - 1);
            const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(side) / kSides;
            const Eigen::Vector3f out(0, std::cos(angle), std::sin(angle));
            mesh.positions.push_back(Eigen::Vector3f(x, 0, 0) + 0.08F * out);
            mesh.normals.push_back(out);
            mesh.uv[0].emplace_back(8 * x, static_cast<float>(side) / kSides);
            const float along = x * static_cast<float>(joints - 1);
            const int first = std::clamp(static_cast<int>(along) - 1, 0, joints - 4);
            std::array<std::uint16_t, 4> row{};
            Eigen::Vector4f shares;
            for (int c = 0; c < 4; ++c) {
                row[c] = static_cast<std::uint16_t>(first + c);
                shares[c] = std::max(0.01F, 2 - std::abs(along - static_cast<float>(first + c)));
            }
            mesh.joints.push_back(row);
            mesh.weights.push_back(shares / shares.sum());
            if (ring == 0) continue;
            const auto corner = [&](int back, int step) {
                return static_cast<std::uint32_t>((ring - back) * kSides + (side + step) % kSides);
            };
            for (const std::uint32_t index : {corner(1, 0), corner(1, 1), corner(0, 0),
                                              corner(0, 0), corner(1, 1), corner(0, 1)})
                mesh.indices.push_back(index);
        }
    Material material;
    material.metallic = 0;
    if (!picture.empty()) material.baseTexture = Texture{Image{std::move(picture)}};
    mesh.pieces = {{0, static_cast<std::uint32_t>(mesh.indices.size()), material}};
    nodes.push_back(makeNode(joints + 1, "Tube", kNoNode, Vec3::Zero()));
    nodes.back().part = MeshPart{std::move(mesh), 0};
    doc.scene = *Scene::make(std::move(nodes), {skin});
    doc.rig = Rig{};
    doc.nextId = static_cast<std::uint64_t>(joints) + 2;
    doc.clips[0] = Clip{};
    for (int j = 0; j < joints; j += 8)
        doc = withKeys(doc, NodeId(j + 1),
                       {{0, (*doc.scene)[j].rest.translation},
                        {24, (*doc.scene)[j].rest.translation + Vec3(0, 0.03, 0.02)},
                        {48, (*doc.scene)[j].rest.translation}});
    return doc;
}

}  // namespace posewright::test
