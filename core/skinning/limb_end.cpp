#include "core/skinning/limb_end.h"

#include "core/math/camera.h"
#include "core/skinning/shares.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <utility>
#include <variant>

namespace posewright::skinning {

namespace {

constexpr double kStub = 0.2;       ///< of the bone above it: a shorter last bone marks its tip
constexpr int kDirections = 40;     ///< in which vertices are kept for an outline
constexpr float kMostly = 0.5F;     ///< share from which on a vertex belongs to the limb's end
constexpr double kEndPatch = 0.03;  ///< of the size of the limb's end

double lengthAlong(const std::vector<NodeIndex>& chain, const std::vector<WorldTransform>& world)
{
    double length = 0;
    for (std::size_t i = 1; i < chain.size(); ++i)
        length += (world[chain[i]].position - world[chain[i - 1]].position).norm();
    return length;
}

/// Directions all around, evenly (Gonzalez, Mathematical Geosciences 42, 2010).
std::array<Vec3, kDirections> allAround()
{
    std::array<Vec3, kDirections> out;
    const double golden = std::numbers::pi * (3 - std::sqrt(5.0));
    for (int i = 0; i < kDirections; ++i) {
        const double up = 1 - (2 * i + 1.0) / kDirections;
        const double across = std::sqrt(1 - up * up);
        out[i] = Vec3(across * std::cos(golden * i), up, across * std::sin(golden * i));
    }
    return out;
}

}  // namespace

/// Collects the parts.
class LimbEnd::Finder {
public:
    Finder(LimbEnd& out, const Scene& scene, NodeIndex root, NodeIndex joint) :
        out_(out), scene_(scene), joint_(joint), rest_(worldTransforms(scene, restPose(scene)))
    {
        length_ = lengthAlong(scene.path(root, joint), rest_);
        within_.assign(scene.size(), false);
        for (NodeIndex row = joint; row < scene.size(); ++row)
            within_[row] = row == joint || scene.isAbove(joint, row);
        for (NodeIndex row = joint; row < scene.size(); ++row)
            if (within_[row] && scene[row].bone()) bones_.push_back(row);
    }

    /// Of the joint's own, as a bone.
    void findBone()
    {
        std::fill(within_.begin(), within_.end(), false);
        within_[joint_] = true;
        length_ = std::numeric_limits<double>::max();
        for (NodeIndex row = 0; row < scene_.size(); ++row) takeSkinned(row);
        if (!out_.empty()) return;
        for (NodeIndex row = joint_; row < scene_.size(); ++row)
            if (scene_[row].parent == joint_ && !scene_[row].bone()) takeRigid(row);
    }

    void find()
    {
        if (!(length_ > 0) || farthestJoint() > length_) return;
        for (NodeIndex row = 0; row < scene_.size(); ++row) takeSkinned(row);
        if (out_.empty())
            for (NodeIndex row = joint_; row < scene_.size(); ++row)
                if (within_[row]) takeRigid(row);
        if (!out_.empty()) return;
        if (marksTip())
            takeOuterHalf();
        else
            takeBones();
    }

private:
    double farthestJoint() const
    {
        double most = 0;
        for (const NodeIndex row : bones_)
            most = std::max(most, (rest_[row].position - rest_[joint_].position).norm());
        return most;
    }

    bool marksTip() const
    {
        const NodeIndex above = scene_[joint_].parent;
        if (bones_.size() != 1 || above == kNoNode || !scene_[above].bone()) return false;
        const double stick = (rest_[joint_].linear * scene_[joint_].bone()->tip).norm();
        return stick < kStub * (rest_[joint_].position - rest_[above].position).norm();
    }

    /// Of what hangs on the bone above, and is moved by nothing else.
    void takeOuterHalf()
    {
        const NodeIndex above = scene_[joint_].parent;
        const Vec3 way = rest_[joint_].position - rest_[above].position;
        const double half = 0.5 * way.squaredNorm();
        for (NodeIndex row = above; row < scene_.size(); ++row)
            if (scene_[row].parent == above)
                takeRigid(row, [&](const Vec3& at) {
                    return way.dot(at - rest_[above].position) >= half;
                });
        if (out_.empty()) add(joint_, {{joint_, 1, Vec3::Zero()}});
    }

    void takeSkinned(NodeIndex row)
    {
        const auto* part = std::get_if<MeshPart>(&scene_[row].part);
        if (!part || part->skin < 0 || part->mesh->joints.empty()) return;
        const Mesh& mesh = *part->mesh;
        const Skin& skin = scene_.skins()[part->skin];
        std::vector<NodeIndex> rows;
        for (const NodeId joint : skin.joints) rows.push_back(scene_.find(joint));
        if (std::ranges::none_of(rows, [&](NodeIndex at) { return at != kNoNode && within_[at]; }))
            return;
        std::vector<Pull> pulls;
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            float inside = 0, most = 0;
            NodeIndex bone = kNoNode;
            pulls.clear();
            eachShare(mesh, v, [&](std::uint16_t joint, float share) {
                if (!(share > 0) || rows[joint] == kNoNode) return;
                const Eigen::Matrix4f& bind = skin.inverseBind[joint];
                const Eigen::Vector3f at =
                    bind.topLeftCorner<3, 3>() * mesh.positions[v] + bind.topRightCorner<3, 1>();
                pulls.push_back({rows[joint], share, at.cast<double>()});
                if (!within_[rows[joint]]) return;
                inside += share;
                if (share <= most) return;
                most = share;
                bone = rows[joint];
            });
            if (inside > kMostly) add(bone, pulls);
        }
    }

    template <class Wanted>
    void takeRigid(NodeIndex row, Wanted wanted)
    {
        const auto* part = std::get_if<MeshPart>(&scene_[row].part);
        if (!part || part->skin >= 0 || part->mesh->indices.empty()) return;
        const NodeIndex bone = scene_.find(carrierOf(scene_, row));
        for (const Eigen::Vector3f& position : part->mesh->positions) {
            const Vec3 at = position.cast<double>();
            if (wanted(rest_[row] * at)) add(bone, {{row, 1, at}});
        }
    }
    /// All of a mesh, unless it reaches too far.
    void takeRigid(NodeIndex row)
    {
        const auto* part = std::get_if<MeshPart>(&scene_[row].part);
        if (!part || part->skin >= 0) return;
        for (const Eigen::Vector3f& position : part->mesh->positions)
            if ((rest_[row] * Vec3(position.cast<double>()) - rest_[joint_].position).norm() >
                length_)
                return;
        takeRigid(row, [](const Vec3&) { return true; });
    }

    void takeBones()
    {
        for (const NodeIndex row : bones_) {
            add(row, {{row, 1, Vec3::Zero()}});
            const Vec3& tip = scene_[row].bone()->tip;
            const Vec3 way = rest_[row] * tip - rest_[joint_].position;
            if (!tip.isZero() && way.norm() <= length_) add(row, {{row, 1, tip}});
        }
    }

    void add(NodeIndex bone, const std::vector<Pull>& pulls)
    {
        for (const Pull& pull : pulls)
            if (!pull.at.allFinite()) return;
        out_.spots_.push_back({bone, out_.pulls_.size(), pulls.size()});
        out_.pulls_.insert(out_.pulls_.end(), pulls.begin(), pulls.end());
    }

    LimbEnd& out_;
    const Scene& scene_;
    NodeIndex joint_;
    std::vector<WorldTransform> rest_;
    double length_ = 0;         ///< of the limb [m]
    std::vector<bool> within_;  ///< by row: the joint, or below it
    std::vector<NodeIndex> bones_;
};

LimbEnd::LimbEnd(const Scene& scene, NodeIndex root, NodeIndex joint, Detail detail)
{
    if (root == kNoNode || joint == kNoNode || !scene[joint].bone()) return;
    Finder(*this, scene, root, joint).find();
    if (detail == Detail::Outline) keepOutline();
    findBalls(scene.size());
}

LimbEnd LimbEnd::ofBone(const Scene& scene, NodeIndex bone, Detail detail)
{
    LimbEnd out;
    if (bone == kNoNode || !scene[bone].bone()) return out;
    Finder(out, scene, bone, bone).findBone();
    if (detail == Detail::Outline) out.keepOutline();
    out.findBalls(scene.size());
    return out;
}

void LimbEnd::findBalls(NodeIndex nodes)
{
    std::vector<double> radius(nodes, -1);
    for (const Spot& spot : spots_)
        for (std::size_t i = spot.first; i < spot.first + spot.count; ++i)
            radius[pulls_[i].row] = std::max(radius[pulls_[i].row], pulls_[i].at.norm());
    for (NodeIndex row = 0; row < nodes; ++row)
        if (radius[row] >= 0) balls_.push_back({row, radius[row]});
}

void LimbEnd::keepOutline()
{
    const std::array<Vec3, kDirections> ways = allAround();
    // What lies farthest and its row, counted from 1, by bone and direction.
    std::map<NodeIndex, std::array<std::pair<double, std::size_t>, kDirections>> farthest;
    for (std::size_t s = 0; s < spots_.size(); ++s) {
        const Spot& spot = spots_[s];
        const Pull* most = &pulls_[spot.first];
        for (std::size_t i = spot.first; i < spot.first + spot.count; ++i)
            if (pulls_[i].share > most->share) most = &pulls_[i];
        auto& known = farthest[most->row];
        for (int i = 0; i < kDirections; ++i) {
            const double far = ways[i].dot(most->at);
            if (known[i].second == 0 || far > known[i].first) known[i] = {far, s + 1};
        }
    }
    std::vector<bool> kept(spots_.size(), false);
    for (const auto& [row, known] : farthest)
        for (const auto& [far, spot] : known) kept[spot - 1] = true;
    std::size_t to = 0;
    for (std::size_t s = 0; s < spots_.size(); ++s)
        if (kept[s]) spots_[to++] = spots_[s];
    spots_.resize(to);
}

std::vector<NodeIndex> LimbEnd::rows() const
{
    std::set<NodeIndex> out;
    for (const Pull& pull : pulls_) out.insert(pull.row);
    return {out.begin(), out.end()};
}

Vec3 LimbEnd::place(int part, std::span<const WorldTransform> world) const
{
    const Spot& spot = spots_[part];
    if (spot.count == 1) return world[pulls_[spot.first].row] * pulls_[spot.first].at;
    Vec3 out = Vec3::Zero();
    for (std::size_t i = spot.first; i < spot.first + spot.count; ++i)
        out += pulls_[i].share * (world[pulls_[i].row] * pulls_[i].at);
    return out;
}

std::optional<Vec3> LimbEnd::farthest(std::span<const WorldTransform> world, const Vec3& way) const
{
    if (empty()) return std::nullopt;
    std::vector<Vec3> places;
    Box all;
    double farthest = -std::numeric_limits<double>::max();
    for (int part = 0; part < size(); ++part) {
        const Vec3& at = places.emplace_back(place(part, world));
        all.include(at);
        farthest = std::max(farthest, way.dot(at));
    }
    // The nearer a part is to the farthest, the more it counts, so that the middle does not jump
    // when another part becomes the farthest.
    const double depth = std::max(kEndPatch * all.diagonal(), std::numeric_limits<double>::min());
    Vec3 sum = Vec3::Zero();
    double weight = 0;
    for (const Vec3& at : places) {
        const double share = std::max(0.0, 1 - (farthest - way.dot(at)) / depth);
        sum += share * at;
        weight += share;
    }
    const Vec3 middle = sum / weight;
    return Vec3(middle + (farthest - way.dot(middle)) * way);
}

}  // namespace posewright::skinning
