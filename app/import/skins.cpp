#include "app/import/skins.h"

#include <algorithm>
#include <span>

namespace posewright::import {

namespace {

using io::gltf::Json;

constexpr std::size_t kMostSets = 3;

struct Influence {
    unsigned vertex = 0;
    std::uint16_t joint = 0;
    float weight = 0;
};

/// Column-major, in metres.
void appendBind(std::vector<float>& to, const aiMatrix4x4& m, double metres)
{
    const auto s = static_cast<float>(metres);
    to.insert(to.end(), {m.a1, m.b1, m.c1, 0, m.a2, m.b2, m.c2, 0, m.a3, m.b3, m.c3, 0, m.a4 * s,
                         m.b4 * s, m.c4 * s, 1});
}

/// Gives a vertex its influences, the strongest first, with a sum of 1.
void give(Skin& skin, unsigned vertex, std::span<const Influence> influences)
{
    const std::size_t count = std::min(influences.size(), 4 * skin.sets.size());
    float sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += influences[i].weight;
    for (std::size_t i = 0; i < count; ++i) {
        JointSet& set = skin.sets[i / 4];
        set.joints[vertex][i % 4] = influences[i].joint;
        set.weights[vertex][i % 4] = influences[i].weight / sum;
    }
}

void spread(Draft& draft, const aiMesh& mesh, std::vector<Influence> all, Skin& skin)
{
    std::stable_sort(all.begin(), all.end(), [](const Influence& a, const Influence& b) {
        return a.vertex != b.vertex ? a.vertex < b.vertex : a.weight > b.weight;
    });
    std::size_t most = 1;
    const auto each = [&](auto&& use) {
        for (std::size_t first = 0; first < all.size();) {
            std::size_t end = first;
            while (end < all.size() && all[end].vertex == all[first].vertex) ++end;
            use(all[first].vertex, std::span(all).subspan(first, end - first));
            first = end;
        }
    };
    each([&](unsigned, std::span<const Influence> own) { most = std::max(most, own.size()); });
    if (most > 4 * kMostSets)
        draft.lost.add("vertices that more than 12 bones move follow the 12 that move them most",
                       mesh.mName.C_Str());
    JointSet empty;
    empty.joints.resize(mesh.mNumVertices);
    empty.weights.resize(mesh.mNumVertices);
    skin.sets.assign(std::min((most + 3) / 4, kMostSets), empty);
    for (std::array<float, 4>& first : skin.sets[0].weights) first[0] = 1;  // what no bone moves
    each([&](unsigned vertex, std::span<const Influence> own) { give(skin, vertex, own); });
}

}  // namespace

std::optional<Skin> writeSkin(Draft& draft, const aiMesh& mesh, const std::string& node)
{
    std::vector<Influence> influences;
    Json joints = Json::array();
    std::vector<float> matrices;
    for (unsigned b = 0; b < mesh.mNumBones; ++b) {
        const aiBone& bone = *mesh.mBones[b];
        const int row = draft.row(bone.mName.C_Str());
        if (row < 0) {
            draft.lost.add("a mesh names bones that are not there", bone.mName.C_Str());
            continue;
        }
        const auto at = static_cast<std::uint16_t>(joints.size());
        joints.push_back(row);
        const auto told = draft.unsaid.binds.find({node, bone.mName.C_Str()});
        appendBind(matrices, told == draft.unsaid.binds.end() ? bone.mOffsetMatrix : told->second,
                   draft.world.metres);
        for (unsigned w = 0; w < bone.mNumWeights; ++w) {
            const aiVertexWeight& weight = bone.mWeights[w];
            if (weight.mVertexId < mesh.mNumVertices && weight.mWeight > 0)
                influences.push_back({weight.mVertexId, at, weight.mWeight});
        }
    }
    if (joints.empty()) return std::nullopt;
    Skin skin;
    spread(draft, mesh, std::move(influences), skin);
    const std::size_t count = joints.size();
    draft.json["skins"].push_back(
        {{"joints", std::move(joints)},
         {"inverseBindMatrices",
          draft.buffers.addAccessor(bytesOf(matrices), kFloat, "MAT4", count, 0)}});
    skin.row = draft.json["skins"].size() - 1;
    return skin;
}

}  // namespace posewright::import
