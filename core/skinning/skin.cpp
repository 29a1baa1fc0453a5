#include "core/skinning/skin.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>

namespace posewright::skinning {

namespace {

/// Compiler vectors of four or eight floats. Every lane computes the same operations in the same
/// order, so all processors give the same bits.
using Four [[gnu::vector_size(16)]] = float;
using Eight [[gnu::vector_size(32)]] = float;

template <class Wide>
[[gnu::always_inline]] inline void load(Wide& to, const float* from)
{
    std::memcpy(&to, from, sizeof to);
}

/// Three numbers and the one after them, which does not exist for the last vertex.
template <bool last>
[[gnu::always_inline]] inline Four three(const float* from)
{
    Four out{};
    std::memcpy(&out, from, last ? 12 : 16);
    return out;
}

/// Writes three numbers; a fourth as well, except for the last vertex, which the next write
/// replaces.
template <bool last>
[[gnu::always_inline]] inline void put(float* to, const Four& from)
{
    std::memcpy(to, &from, last ? 12 : 16);
}

/// A map as pairs of columns, for registers of eight floats.
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
    /// (X x + Z z) + (Y y + O o) of v = x, y, z, and o
    [[gnu::always_inline]] Four of(const Four& v, const Four& o) const
    {
        const Eight sum = xy * __builtin_shufflevector(v, v, 0, 0, 0, 0, 1, 1, 1, 1) +
                          zo * __builtin_shufflevector(v, o, 2, 2, 2, 2, 4, 4, 4, 4);
        return __builtin_shufflevector(sum, sum, 0, 1, 2, 3) +
               __builtin_shufflevector(sum, sum, 4, 5, 6, 7);
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
    [[gnu::always_inline]] Four of(const Four& v, const Four& o) const
    {
        return (x_ * v[0] + z_ * v[2]) + (y_ * v[1] + o_ * o[0]);
    }
};

bool isSkinned(const MeshPart& part)
{
    return part.skin >= 0 && !part.mesh->joints.empty();
}

template <class Map>
[[gnu::always_inline]] inline void blend(Map& map, const Columns* maps,
                                         const std::array<std::uint16_t, 4>& joints,
                                         const Eigen::Vector4f& weights, int from)
{
    for (int c = from; c < 4; ++c) map.add(maps[joints[c]].values.data(), weights[c]);
}

template <bool last, class Map>
[[gnu::always_inline]] inline void moveOne(const Shape& shape, std::size_t i, const Map& map,
                                           Vertex& to)
{
    const Four one{1, 1, 1, 1};
    put<last>(reinterpret_cast<float*>(&to), map.of(three<last>(shape.positions[i].data()), one));
    const Four none{};
    const Four facing = shape.normals ? three<last>(shape.normals[i].data()) : none;
    put<last>(reinterpret_cast<float*>(&to) + 3, map.of(facing, none));
}

template <class Map>
[[gnu::always_inline]] inline void moveAll(const MeshPart& part, const Shape& shape,
                                           const Columns* maps, Vertex* to)
{
    const Mesh& mesh = *part.mesh;
    const std::size_t count = mesh.positions.size();
    const bool skinned = isSkinned(part);
    Map map;
    map.set(maps->values.data(), 1);
    for (std::size_t i = 0; i < count; ++i) {
        if (skinned) {
            map.set(maps[mesh.joints[i][0]].values.data(), mesh.weights[i][0]);
            blend(map, maps, mesh.joints[i], mesh.weights[i], 1);
            for (const Influences& more : mesh.moreInfluences)
                blend(map, maps, more.joints[i], more.weights[i], 0);
        }
        if (i + 1 < count)
            moveOne<false>(shape, i, map, to[i]);
        else
            moveOne<true>(shape, i, map, to[i]);
    }
}

void moveByFours(const MeshPart& part, const Shape& shape, const Columns* matrices, Vertex* to)
{
    moveAll<SingleMap>(part, shape, matrices, to);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void moveByEights(const MeshPart& part, const Shape& shape,
                                          const Columns* matrices, Vertex* to)
{
    moveAll<PairedMap>(part, shape, matrices, to);
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
                                  std::span<const WorldTransform> world, const Vec3& from)
{
    const auto rounded = [&](Eigen::Matrix4d map) {
        map.topRightCorner<3, 1>() -= from;
        return columnsOf(map.cast<float>());
    };
    if (!isSkinned(part)) return {rounded(world[node].matrix().matrix())};
    const Skin& skin = scene.skins()[part.skin];
    std::vector<Columns> out;
    out.reserve(skin.joints.size());
    for (std::size_t i = 0; i < skin.joints.size(); ++i) {
        const Eigen::Matrix4d joint = world[scene.find(skin.joints[i])].matrix().matrix();
        out.push_back(rounded(joint * skin.inverseBind[i].cast<double>()));
    }
    return out;
}

Shape shapeOf(const Mesh& mesh, std::span<const double> weights, ShapeRoom& room)
{
    Shape out{mesh.positions.data(), mesh.normals.empty() ? nullptr : mesh.normals.data()};
    for (std::size_t row = 0; row < std::min(weights.size(), mesh.morphs.size()); ++row) {
        const Morph& morph = mesh.morphs[row];
        const auto weight = static_cast<float>(weights[row]);
        if (weight == 0 || morph.vertices.empty()) continue;
        if (out.positions != room.positions.data()) {
            room.positions = mesh.positions;
            out.positions = room.positions.data();
        }
        for (std::size_t i = 0; i < morph.vertices.size(); ++i)
            room.positions[morph.vertices[i]] += weight * morph.positions[i];
        if (!out.normals || morph.normals.empty()) continue;
        if (out.normals != room.normals.data()) {
            room.normals = mesh.normals;
            out.normals = room.normals.data();
        }
        for (std::size_t i = 0; i < morph.vertices.size(); ++i)
            room.normals[morph.vertices[i]] += weight * morph.normals[i];
    }
    return out;
}

void moveVertices(const MeshPart& part, const Shape& shape, std::span<const Columns> matrices,
                  std::span<Vertex> to)
{
    assert(to.size() == part.mesh->positions.size() && !matrices.empty());
#if defined(__x86_64__)
    static const bool byEights = __builtin_cpu_supports("avx2");
    if (byEights) return moveByEights(part, shape, matrices.data(), to.data());
#endif
    moveByFours(part, shape, matrices.data(), to.data());
}

}  // namespace posewright::skinning
