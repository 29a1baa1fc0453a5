#include "core/scene/leaf_tips.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <unordered_map>

namespace posewright {

namespace {

constexpr int kLeastVertices = 6;
constexpr float kLeastShare = 0.5F;  ///< weight at which a vertex counts as the bone's
constexpr double kLeastLean = 0.25;  ///< from the joint to the mean, relative to the length

/// The vertices of a bone without children, in its own space.
struct Flesh {
    std::vector<Eigen::Vector3f> points;
    Vec3 sum = Vec3::Zero();
};

void collect(const MeshPart& part, const Skin& skin, const std::vector<Flesh*>& ofJoint)
{
    const Mesh& mesh = *part.mesh;
    for (std::size_t v = 0; v < mesh.joints.size(); ++v)
        for (int c = 0; c < 4; ++c) {
            if (!(mesh.weights[v][c] > kLeastShare)) continue;
            const std::size_t joint = mesh.joints[v][static_cast<std::size_t>(c)];
            Flesh* flesh = joint < ofJoint.size() ? ofJoint[joint] : nullptr;
            if (!flesh) break;
            const Eigen::Matrix4f& bind = skin.inverseBind[joint];
            flesh->points.emplace_back(bind.topLeftCorner<3, 3>() * mesh.positions[v] +
                                       bind.topRightCorner<3, 1>());
            flesh->sum += flesh->points.back().cast<double>();
            break;
        }
}

/// If the first guess is close enough, keep it, so that projects need not store a tip.
bool isNear(const Vec3& guess, const Vec3& tip)
{
    constexpr double kTurned = 0.55;  // [rad]
    constexpr double kLonger = 3;
    const double a = guess.norm(), b = tip.norm();
    return guess.dot(tip) > std::cos(kTurned) * a * b && a < kLonger * b && b < kLonger * a;
}

/// Three digits, since projects write it out.
Vec3 shortened(const Vec3& tip)
{
    const double digits = std::pow(10, 2 - std::floor(std::log10(tip.norm())));
    if (!std::isfinite(digits) || digits == 0) return tip;
    return (tip * digits).array().round() / digits;
}

}  // namespace

void pointIntoFlesh(std::vector<Node>& nodes, const std::vector<Skin>& skins)
{
    std::vector<bool> last(nodes.size(), false);
    for (std::size_t row = 0; row < nodes.size(); ++row) {
        last[row] = nodes[row].bone() && !nodes[row].bone()->tipGiven;
        if (nodes[row].bone() && nodes[row].parent != kNoNode)
            last[static_cast<std::size_t>(nodes[row].parent)] = false;
    }
    std::unordered_map<NodeId, Flesh> all;
    for (std::size_t row = 0; row < nodes.size(); ++row)
        if (last[row]) all[nodes[row].id];
    if (all.empty()) return;
    for (const Node& node : nodes) {
        const auto* part = std::get_if<MeshPart>(&node.part);
        if (!part || part->skin < 0) continue;
        const Skin& skin = skins[static_cast<std::size_t>(part->skin)];
        std::vector<Flesh*> ofJoint;
        for (const NodeId joint : skin.joints) {
            const auto found = all.find(joint);
            ofJoint.push_back(found == all.end() ? nullptr : &found->second);
        }
        collect(*part, skin, ofJoint);
    }
    for (Node& node : nodes) {
        const auto found = all.find(node.id);
        if (found == all.end() || std::ssize(found->second.points) < kLeastVertices) continue;
        const auto& [points, sum] = found->second;
        const Vec3 mean = sum / static_cast<double>(points.size());
        if (!mean.allFinite() || mean.norm() == 0) continue;
        const Vec3 along = mean.normalized();
        double length = 0, around = 0;
        for (const Eigen::Vector3f& at : points) {
            const Vec3 point = at.cast<double>();
            length = std::max(length, point.dot(along));
            around = std::max(around, point.squaredNorm());
        }
        if (mean.norm() < kLeastLean * std::sqrt(around)) continue;
        Vec3& tip = std::get<BonePart>(node.part).tip;
        if (!isNear(tip, along * length)) tip = shortened(along * length);
    }
}

}  // namespace posewright
