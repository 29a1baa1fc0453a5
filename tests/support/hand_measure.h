#pragma once

#include "core/evaluate/evaluate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

/// Where the vertices of a hand are and how deep they are in a box, by arithmetic that shares
/// nothing with the program's own.
namespace posewright::test {

/// A box as it is shown, with sides at right angles.
class BlockShown {
public:
    BlockShown(const Document& doc, const Evaluation& shown, NodeId box)
    {
        const NodeIndex row = doc.scene->find(box);
        const Mesh& mesh = *std::get<MeshPart>((*doc.scene)[row].part).mesh;
        std::vector<Vec3> corners;
        for (const Eigen::Vector3f& at : mesh.positions)
            corners.push_back(shown.world[row].linear * Vec3(at.cast<double>()) +
                              shown.world[row].position);
        for (const Vec3& corner : corners) middle_ += corner / double(corners.size());
        for (int axis = 0; axis < 3; ++axis) {
            axes_[axis] = shown.world[row].linear.col(axis).normalized();
            for (const Vec3& corner : corners)
                half_[axis] = std::max(half_[axis], std::abs(axes_[axis].dot(corner - middle_)));
        }
    }

    Vec3 middle() const { return middle_; }
    /// From (-1, -1, -1), a corner, to (1, 1, 1), the corner across.
    Vec3 within(const std::array<double, 3>& share) const
    {
        Vec3 at = middle_;
        for (int axis = 0; axis < 3; ++axis) at += share[axis] * half_[axis] * axes_[axis];
        return at;
    }
    /// Below the nearest side; 0 outside.
    double depthOf(const Vec3& at) const
    {
        double depth = 1e9;
        for (int axis = 0; axis < 3; ++axis)
            depth = std::min(depth, half_[axis] - std::abs(axes_[axis].dot(at - middle_)));
        return std::max(0.0, depth);
    }
    /// To the nearest point of the surface, from either side.
    double distanceTo(const Vec3& at) const
    {
        if (const double depth = depthOf(at); depth > 0) return depth;
        double squared = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const double beyond = std::abs(axes_[axis].dot(at - middle_)) - half_[axis];
            squared += std::pow(std::max(0.0, beyond), 2);
        }
        return std::sqrt(squared);
    }

private:
    Vec3 middle_ = Vec3::Zero();
    std::array<Vec3, 3> axes_;
    std::array<double, 3> half_{};
};

/// Points of a triangle, at most `step` apart along its sides.
inline void addTriangle(const std::array<Vec3, 3>& corners, double step, std::vector<Vec3>& out)
{
    double longest = 0;
    for (int i = 0; i < 3; ++i)
        longest = std::max(longest, (corners[i] - corners[(i + 1) % 3]).norm());
    const int parts = std::clamp(static_cast<int>(longest / step) + 1, 1, 40);
    for (int i = 0; i <= parts; ++i)
        for (int j = 0; i + j <= parts; ++j)
            out.push_back((i * corners[0] + j * corners[1] + (parts - i - j) * corners[2]) / parts);
}

/// The place of a vertex, the sum of what its joints make of it, and the share of a hand's.
template <class IsOfHand>
std::pair<Vec3, double> vertexShown(const Scene& scene, const Evaluation& shown, NodeIndex row,
                                    std::size_t v, IsOfHand isOfHand)
{
    const auto& part = std::get<MeshPart>(scene[row].part);
    const Mesh& mesh = *part.mesh;
    const Vec3 at = mesh.positions[v].cast<double>();
    if (part.skin < 0 || mesh.joints.empty())
        return {shown.world[row].position + shown.world[row].linear * at, isOfHand(row) ? 1 : 0};
    const Skin& skin = scene.skins()[part.skin];
    std::pair<Vec3, double> out(Vec3::Zero(), 0);
    for (int k = 0; k < 4; ++k) {
        const double weight = mesh.weights[v][k];
        if (weight == 0) continue;
        const int bound = mesh.joints[v][k];
        const NodeIndex mover = scene.find(skin.joints[bound]);
        const Eigen::Vector4d local = skin.inverseBind[bound].cast<double>() * at.homogeneous();
        out.first +=
            weight * (shown.world[mover].linear * local.head<3>() + shown.world[mover].position);
        if (isOfHand(mover)) out.second += weight;
    }
    return out;
}

/// Points all over the triangles whose vertices a joint and those below it move by more than half;
/// else over the meshes that hang on them; else along their bones.
inline std::vector<Vec3> handShown(const Document& doc, const Evaluation& shown, NodeId joint,
                                   double step)
{
    const Scene& scene = *doc.scene;
    const auto isOfHand = [&](NodeIndex row) {
        for (; row != kNoNode; row = scene[row].parent)
            if (scene[row].id == joint) return true;
        return false;
    };
    std::vector<Vec3> skinned, rigid, bones;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        if (scene[row].bone() && isOfHand(row))
            for (int i = 0; i <= 40; ++i)
                bones.push_back(shown.world[row].position +
                                i / 40.0 * (shown.world[row].linear * scene[row].bone()->tip));
        const auto* part = std::get_if<MeshPart>(&scene[row].part);
        if (!part || (part->skin < 0 && !isOfHand(row))) continue;
        const std::vector<std::uint32_t>& indices = part->mesh->indices;
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
            std::array<Vec3, 3> corners;
            double least = 1;
            for (int k = 0; k < 3; ++k) {
                const auto [at, share] = vertexShown(scene, shown, row, indices[i + k], isOfHand);
                corners[k] = at;
                least = std::min(least, share);
            }
            if (least > 0.5) addTriangle(corners, step, part->skin < 0 ? rigid : skinned);
        }
    }
    return !skinned.empty() ? skinned : !rigid.empty() ? rigid : bones;
}

}  // namespace posewright::test
