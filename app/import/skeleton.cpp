#include "app/import/skeleton.h"

#include "app/import/producers.h"
#include "app/import/world.h"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <string_view>

namespace posewright::import {

namespace {

constexpr const char* kPart = "_$AssimpFbx$_";

/// Scales that differ by less, relative to their size, are equal.
constexpr double kEqualScales = 1e-6;

/// The chain of helper nodes that begins here, down to the node that it places; only the node
/// itself if there is no chain.
std::vector<const aiNode*> chainFrom(const aiNode& first)
{
    const std::string name = partOf(first.mName.C_Str());
    std::vector<const aiNode*> chain{&first};
    if (name.empty()) return chain;
    while (chain.back()->mNumChildren == 1 && chain.back()->mNumMeshes == 0) {
        const aiNode* next = chain.back()->mChildren[0];
        chain.push_back(next);
        if (next->mName.C_Str() == name) return chain;
        if (partOf(next->mName.C_Str()) != name) break;
    }
    return {&first};
}

/// Geometric transforms place the meshes of a node, and not its children (FBX SDK, "Computing
/// transformation matrices"). assimp moves the node, and the children back by nodes between.
bool isGeometric(const aiNode& part)
{
    return std::string_view(part.mName.C_Str()).find("_$AssimpFbx$_Geometric") !=
           std::string_view::npos;
}

/// Geometric transforms of a node without a mesh, camera or light mean nothing.
void dropGeometric(std::vector<const aiNode*>& chain, const std::set<std::string>& sights)
{
    if (chain.back()->mNumMeshes == 0 && !sights.contains(chain.back()->mName.C_Str()))
        chain.erase(std::remove_if(chain.begin(), chain.end() - 1,
                                   [](const aiNode* part) { return isGeometric(*part); }),
                    chain.end() - 1);
}

/// The children of a node, without what would move them back from where no mesh is.
std::vector<const aiNode*> childrenOf(const aiNode& node, const std::set<std::string>& sights)
{
    const aiNode* of = &node;
    const bool shows = node.mNumMeshes > 0 || sights.contains(node.mName.C_Str());
    while (!shows && of->mNumChildren == 1 && isGeometric(*of->mChildren[0]) &&
           partOf(of->mChildren[0]->mName.C_Str()) == node.mName.C_Str())
        of = of->mChildren[0];
    return {of->mChildren, of->mChildren + of->mNumChildren};
}

/// A view of the program that made the file, and nothing of the scene.
bool isLeftOut(const aiNode& node)
{
    return node.mNumChildren == 0 && node.mNumMeshes == 0 && isProducer(node.mName.C_Str());
}

/// Shortens the names of assimp's helpers: "Hat_$AssimpFbx$_GeometricTranslation" becomes
/// "Hat.GeometricTranslation".
std::string plainName(const std::string& name)
{
    const std::size_t at = name.find(kPart);
    return at == std::string::npos
               ? name
               : name.substr(0, at) + '.' + name.substr(at + std::string_view(kPart).size());
}

/// The position of a tick between two keys, in [0, 1].
double shareAt(double first, double second, double tick)
{
    return second > first ? (tick - first) / (second - first) : 0;
}

template <class Key>
const Key* lastAt(const Key* keys, unsigned count, double tick)
{
    const Key* after = std::upper_bound(keys, keys + count, tick,
                                        [](double t, const Key& key) { return t < key.mTime; });
    return after == keys ? keys : after - 1;
}

aiVector3D vectorAt(const aiVectorKey* keys, unsigned count, double tick)
{
    const aiVectorKey* key = lastAt(keys, count, tick);
    if (key + 1 == keys + count || tick <= key->mTime) return key->mValue;
    const double share = shareAt(key->mTime, key[1].mTime, tick);
    return key->mValue + (key[1].mValue - key->mValue) * static_cast<ai_real>(share);
}

aiQuaternion turnAt(const aiQuatKey* keys, unsigned count, double tick)
{
    const aiQuatKey* key = lastAt(keys, count, tick);
    if (key + 1 == keys + count || tick <= key->mTime) return key->mValue;
    aiQuaternion out;
    aiQuaternion::Interpolate(out, key->mValue, key[1].mValue,
                              static_cast<ai_real>(shareAt(key->mTime, key[1].mTime, tick)));
    return out.Normalize();
}

aiMatrix4x4 driven(const aiMatrix4x4& rest, const aiNodeAnim& by, double tick,
                   const aiQuaternion& mend = {})
{
    aiVector3D scale, place;
    aiQuaternion turn;
    rest.Decompose(scale, turn, place);
    if (by.mNumScalingKeys > 0) scale = vectorAt(by.mScalingKeys, by.mNumScalingKeys, tick);
    if (by.mNumPositionKeys > 0) place = vectorAt(by.mPositionKeys, by.mNumPositionKeys, tick);
    if (by.mNumRotationKeys > 0) turn = turnAt(by.mRotationKeys, by.mNumRotationKeys, tick) * mend;
    return composed(scale, turn, place);
}

struct TurnAndScale {
    Eigen::Matrix3d turn, scale;
};
TurnAndScale turnAndScale(const aiMatrix4x4& matrix)
{
    aiVector3D scale, place;
    aiQuaternion turn;
    matrix.Decompose(scale, turn, place);
    const aiMatrix3x3 m = turn.Normalize().GetMatrix();
    TurnAndScale out;
    out.turn << m.a1, m.a2, m.a3, m.b1, m.b2, m.b3, m.c1, m.c2, m.c3;
    out.scale = Eigen::Vector3d(scale.x, scale.y, scale.z).asDiagonal();
    return out;
}

/// The node's scale inheritance in the file. FBX files say only what is not the default.
Inherit inheritOf(const aiNode& node)
{
    int32_t type = 0;
    if (node.mMetaData) node.mMetaData->Get("InheritType", type);
    return type == 0 ? Inherit::Along : type == 2 ? Inherit::NotOfParent : Inherit::All;
}

void addTicks(std::vector<double>& ticks, const aiNodeAnim& channel)
{
    for (unsigned i = 0; i < channel.mNumPositionKeys; ++i)
        ticks.push_back(channel.mPositionKeys[i].mTime);
    for (unsigned i = 0; i < channel.mNumRotationKeys; ++i)
        ticks.push_back(channel.mRotationKeys[i].mTime);
    for (unsigned i = 0; i < channel.mNumScalingKeys; ++i)
        ticks.push_back(channel.mScalingKeys[i].mTime);
}

}  // namespace

std::string partOf(const std::string& name)
{
    const std::size_t at = name.find(kPart);
    return at == std::string::npos ? std::string() : name.substr(0, at);
}

std::vector<SkeletonNode> skeletonOf(const aiNode& root, const std::set<std::string>& sights)
{
    struct Open {
        const aiNode* node;
        int parent;
    };
    std::vector<SkeletonNode> nodes;
    std::vector<Open> open;
    const auto openChildren = [&](const aiNode& of, int row) {
        const std::vector<const aiNode*> children = childrenOf(of, sights);
        for (std::size_t i = children.size(); i-- > 0;) open.push_back({children[i], row});
    };
    if (root.mTransformation.IsIdentity() && root.mNumMeshes == 0)
        openChildren(root, -1);
    else
        open.push_back({&root, -1});
    while (!open.empty()) {
        const Open next = open.back();
        open.pop_back();
        SkeletonNode node;
        node.chain = chainFrom(*next.node);
        dropGeometric(node.chain, sights);
        if (isLeftOut(*node.node())) continue;
        node.name = plainName(node.node()->mName.C_Str());
        node.parent = next.parent;
        node.inherit = inheritOf(*node.node());
        nodes.push_back(std::move(node));
        openChildren(*nodes.back().node(), static_cast<int>(nodes.size()) - 1);
    }
    return nodes;
}

Placing::Placing(const std::vector<SkeletonNode>& nodes, const aiAnimation* animation) :
    nodes_(nodes)
{
    for (unsigned i = 0; animation && i < animation->mNumChannels; ++i) {
        const aiNodeAnim* channel = animation->mChannels[i];
        const std::string name = channel->mNodeName.C_Str();
        channels_.emplace(name, channel);
        if (const std::string whole = partOf(name); !whole.empty()) inParts_.insert(whole);
    }
    for (const SkeletonNode& node : nodes) squeezes_.push_back(squeezes(node));
}

const aiNodeAnim* Placing::channel(const std::string& name) const
{
    const auto found = channels_.find(name);
    return found == channels_.end() ? nullptr : found->second;
}

bool Placing::isWhole(const SkeletonNode& node) const
{
    const std::string name = node.node()->mName.C_Str();
    return channel(name) && !inParts_.contains(name);
}

aiMatrix4x4 Placing::own(const SkeletonNode& node, double tick) const
{
    if (isWhole(node))
        return driven(node.node()->mTransformation, *channel(node.node()->mName.C_Str()), tick,
                      node.mend);
    aiMatrix4x4 out;
    for (const aiNode* part : node.chain) {
        const aiNodeAnim* by = channel(part->mName.C_Str());
        out *= by ? driven(part->mTransformation, *by, tick) : part->mTransformation;
    }
    return out;
}

Placing::Turned Placing::turned(int row, double tick) const
{
    const SkeletonNode& node = nodes_[row];
    const auto [turn, scale] = turnAndScale(own(node, tick));
    if (node.parent < 0) return {turn, scale};
    const Turned above = turned(node.parent, tick);
    Eigen::Matrix3d inherited = above.scale;
    if (node.inherit == Inherit::NotOfParent)
        inherited = inherited * turnAndScale(own(nodes_[node.parent], tick)).scale.inverse();
    Turned out;
    out.turn = above.turn * turn;
    out.scale = node.inherit == Inherit::All
                    ? Eigen::Matrix3d(turn.transpose() * inherited * turn * scale)
                    : Eigen::Matrix3d(inherited * scale);
    return out;
}

aiMatrix4x4 Placing::local(int row, double tick) const
{
    const SkeletonNode& node = nodes_[row];
    aiMatrix4x4 out = own(node, tick);
    if (node.parent < 0 || node.inherit == Inherit::All) return out;
    const Turned above = turned(node.parent, tick);
    const Turned here = turned(row, tick);
    const Eigen::Matrix3d linear = (above.turn * above.scale).inverse() * (here.turn * here.scale);
    for (unsigned i = 0; i < 3; ++i)
        for (unsigned k = 0; k < 3; ++k) out[i][k] = static_cast<ai_real>(linear(i, k));
    return out;
}

void Placing::addOwnTicks(const SkeletonNode& node, std::vector<double>& ticks) const
{
    if (isWhole(node)) return addTicks(ticks, *channel(node.node()->mName.C_Str()));
    for (const aiNode* part : node.chain)
        if (const aiNodeAnim* by = channel(part->mName.C_Str())) addTicks(ticks, *by);
}

bool Placing::squeezes(const SkeletonNode& node) const
{
    std::vector<double> ticks{0};
    addOwnTicks(node, ticks);
    const double first = turnAndScale(own(node, ticks.front())).scale(0, 0);
    return std::any_of(ticks.begin(), ticks.end(), [&](double tick) {
        const Eigen::Matrix3d scale = turnAndScale(own(node, tick)).scale;
        return !scale.isApprox(first * Eigen::Matrix3d::Identity(), kEqualScales);
    });
}

std::vector<double> Placing::ticks(int row) const
{
    std::vector<double> ticks;
    const SkeletonNode& node = nodes_[row];
    addOwnTicks(node, ticks);
    // Where not everything is inherited, the transform to the parent depends on the scales above
    // and on all turns below them.
    if (node.inherit != Inherit::All) {
        int last = -1;
        for (int above = node.parent; above >= 0; above = nodes_[above].parent)
            if (squeezes_[above]) last = above;
        for (int above = node.parent; last >= 0; above = nodes_[above].parent) {
            addOwnTicks(nodes_[above], ticks);
            if (above == last) break;
        }
    }
    std::sort(ticks.begin(), ticks.end());
    ticks.erase(std::unique(ticks.begin(), ticks.end()), ticks.end());
    return ticks;
}

}  // namespace posewright::import
