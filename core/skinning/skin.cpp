#include "core/skinning/skin.h"

#include <cassert>
#include <cstdint>
#include <cstring>

namespace posewright::skinning {

namespace {

/// The compiler's vectors: four floats, or eight, at once. What is worked out is the same, number
/// by number, so that every processor gives the same bits.
using Four [[gnu::vector_size(16)]] = float;
using Eight [[gnu::vector_size(32)]] = float;

template <class Wide>
[[gnu::always_inline]] inline void load(Wide& to, const float* from)
{
    std::memcpy(&to, from, sizeof to);
}

[[gnu::always_inline]] inline void store(std::array<float, 3>& to, const Four& from)
{
    std::memcpy(to.data(), &from, sizeof to);
}

/// A map as pairs of columns, for processors with registers of eight.
struct PairedMap {
    Eight xy;
    Eight zo;

    [[gnu::always_inline]] void set(const float* columns, float weight)
    {
        load(xy, columns);
        load(zo, columns + 8);
        xy *= weight;
        zo *= weight;
    }
    [[gnu::always_inline]] void add(const float* columns, float weight)
    {
        PairedMap more;
        more.set(columns, weight);
        xy += more.xy;
        zo += more.zo;
    }
    /// (X x + Z z) + (Y y + O o)
    [[gnu::always_inline]] Four of(float x, float y, float z, float o) const
    {
        const Eight sum = xy * Eight{x, x, x, x, y, y, y, y} + zo * Eight{z, z, z, z, o, o, o, o};
        return Four{sum[0], sum[1], sum[2], sum[3]} + Four{sum[4], sum[5], sum[6], sum[7]};
    }
};

struct SingleMap {
    Four x_;
    Four y_;
    Four z_;
    Four o_;

    [[gnu::always_inline]] void set(const float* columns, float weight)
    {
        load(x_, columns);
        load(y_, columns + 4);
        load(z_, columns + 8);
        load(o_, columns + 12);
        x_ *= weight;
        y_ *= weight;
        z_ *= weight;
        o_ *= weight;
    }
    [[gnu::always_inline]] void add(const float* columns, float weight)
    {
        SingleMap more;
        more.set(columns, weight);
        x_ += more.x_;
        y_ += more.y_;
        z_ += more.z_;
        o_ += more.o_;
    }
    [[gnu::always_inline]] Four of(float x, float y, float z, float o) const
    {
        return (x_ * x + z_ * z) + (y_ * y + o_ * o);
    }
};

bool isSkinned(const MeshPart& part)
{
    return part.skin >= 0 && !part.mesh->joints.empty();
}

template <class Map>
[[gnu::always_inline]] inline void moveAll(const MeshPart& part, const Columns* matrices,
                                           Vertex* to)
{
    const Mesh& mesh = *part.mesh;
    const std::size_t count = mesh.positions.size();
    const bool skinned = isSkinned(part);
    const bool lit = !mesh.normals.empty();
    Map map;
    map.set(matrices->values.data(), 1);
    for (std::size_t i = 0; i < count; ++i) {
        if (skinned) {
            const auto& joints = mesh.joints[i];
            const float* weights = mesh.weights[i].data();
            map.set(matrices[joints[0]].values.data(), weights[0]);
            for (int c = 1; c < 4; ++c) map.add(matrices[joints[c]].values.data(), weights[c]);
            for (const Influences& more : mesh.moreInfluences)
                for (int c = 0; c < 4; ++c)
                    map.add(matrices[more.joints[i][c]].values.data(), more.weights[i][c]);
        }
        const Eigen::Vector3f& p = mesh.positions[i];
        store(to[i].position, map.of(p.x(), p.y(), p.z(), 1));
        const Eigen::Vector3f n = lit ? mesh.normals[i] : Eigen::Vector3f::Zero();
        store(to[i].normal, map.of(n.x(), n.y(), n.z(), 0));
    }
}

void moveByFours(const MeshPart& part, const Columns* matrices, Vertex* to)
{
    moveAll<SingleMap>(part, matrices, to);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void moveByEights(const MeshPart& part, const Columns* matrices, Vertex* to)
{
    moveAll<PairedMap>(part, matrices, to);
}
#endif

Columns columnsOf(const Eigen::Matrix4f& m)
{
    Columns out{};
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 3; ++row) out.values[4 * column + row] = m(row, column);
    return out;
}

}  // namespace

std::vector<Columns> bindMatrices(const Scene& scene, NodeIndex node, const MeshPart& part,
                                  std::span<const WorldTransform> world)
{
    if (!isSkinned(part)) return {columnsOf(world[node].matrix().matrix().cast<float>())};
    const Skin& skin = scene.skins()[part.skin];
    std::vector<Columns> out;
    out.reserve(skin.joints.size());
    for (std::size_t i = 0; i < skin.joints.size(); ++i) {
        const Eigen::Matrix4d joint = world[scene.find(skin.joints[i])].matrix().matrix();
        out.push_back(columnsOf((joint * skin.inverseBind[i].cast<double>()).cast<float>()));
    }
    return out;
}

void moveVertices(const MeshPart& part, std::span<const Columns> matrices, std::span<Vertex> to)
{
    assert(to.size() == part.mesh->positions.size() && !matrices.empty());
#if defined(__x86_64__)
    static const bool byEights = __builtin_cpu_supports("avx2");
    if (byEights) return moveByEights(part, matrices.data(), to.data());
#endif
    moveByFours(part, matrices.data(), to.data());
}

}  // namespace posewright::skinning
