#include "core/skinning/island.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace posewright::skinning {

namespace {

constexpr double kWelded = 1e-6;  ///< relative to the surface's size
constexpr double kInside = 1e-3;  ///< relative to an edge
constexpr double kFull = 0.004;   ///< volume over area^1.5; 0.094 for a ball, about 0 for a sheet

/// For each vertex, the first one at the same place.
std::vector<int> firstAtPlace(std::span<const Vec3> positions)
{
    Vec3 low = Vec3::Zero();
    Vec3 high = Vec3::Zero();
    for (std::size_t i = 0; i < positions.size(); ++i) {
        low = i == 0 ? positions[i] : low.cwiseMin(positions[i]);
        high = i == 0 ? positions[i] : high.cwiseMax(positions[i]);
    }
    const double cell = std::max((high - low).norm() * kWelded, 1e-300);
    std::vector<std::pair<std::array<double, 3>, int>> rows;
    rows.reserve(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Vec3 at = (positions[i] - low) / cell;
        rows.push_back(
            {{std::round(at.x()), std::round(at.y()), std::round(at.z())}, static_cast<int>(i)});
    }
    std::sort(rows.begin(), rows.end());
    std::vector<int> first(positions.size());
    int current = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i == 0 || rows[i].first != rows[i - 1].first) current = rows[i].second;
        first[rows[i].second] = current;
    }
    return first;
}

int topOf(std::vector<int>& above, int at)
{
    while (above[at] != at) at = above[at] = above[above[at]];
    return at;
}

/// Does each edge belong to two triangles of consistent winding?
bool isClosed(const Island& island)
{
    std::vector<std::pair<int, int>> edges;
    edges.reserve(3 * island.triangles.size());
    for (const auto& t : island.triangles)
        for (int k = 0; k < 3; ++k) edges.emplace_back(t[k], t[(k + 1) % 3]);
    std::sort(edges.begin(), edges.end());
    if (std::adjacent_find(edges.begin(), edges.end()) != edges.end()) return false;
    return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
        return std::binary_search(edges.begin(), edges.end(), std::pair(edge.second, edge.first));
    });
}

}  // namespace

std::vector<Island> islandsOf(std::span<const Vec3> positions,
                              std::span<const std::uint32_t> corners)
{
    const std::vector<int> first = firstAtPlace(positions);
    std::vector<int> above(positions.size());
    std::iota(above.begin(), above.end(), 0);
    std::vector<bool> cornered(positions.size(), false);
    for (std::size_t t = 0; t + 2 < corners.size(); t += 3)
        for (int k = 0; k < 3; ++k) {
            const int at = first[corners[t + k]];
            cornered[at] = true;
            above[topOf(above, at)] = topOf(above, first[corners[t]]);
        }
    std::vector<Island> islands;
    std::vector<int> islandOf(positions.size(), -1);  // by representative point
    std::vector<int> pointOf(positions.size(), -1);   // by first vertex
    const auto islandAt = [&](int vertex) -> Island& {
        return islands[islandOf[topOf(above, first[vertex])]];
    };
    for (int i = 0; i < std::ssize(positions); ++i) {
        if (!cornered[first[i]]) continue;
        int& island = islandOf[topOf(above, first[i])];
        if (island < 0) {
            island = static_cast<int>(islands.size());
            islands.emplace_back();
        }
        Island& to = islands[island];
        int& point = pointOf[first[i]];
        if (point < 0) {
            point = static_cast<int>(to.places.size());
            to.places.push_back(positions[i]);
            to.of.emplace_back();
        }
        to.of[point].push_back(static_cast<std::uint32_t>(i));
    }
    for (std::size_t t = 0; t + 2 < corners.size(); t += 3) {
        std::array<int, 3> points{};
        for (int k = 0; k < 3; ++k) points[k] = pointOf[first[corners[t + k]]];
        if (points[0] != points[1] && points[1] != points[2] && points[2] != points[0])
            islandAt(static_cast<int>(corners[t])).triangles.push_back(points);
    }
    return islands;
}

std::vector<Vec3> inwardsOf(const Island& island)
{
    Vec3 middle = Vec3::Zero();
    for (const Vec3& place : island.places) middle += place;
    middle /= static_cast<double>(island.places.size());
    std::vector<Vec3> ways(island.places.size(), Vec3::Zero());
    std::vector<double> edge(island.places.size(), INFINITY);
    double volume = 0;
    double area = 0;
    for (const auto& [a, b, c] : island.triangles) {
        const Vec3& from = island.places[a];
        const Vec3 normal = (island.places[b] - from).cross(island.places[c] - from) / 2;
        volume += normal.dot(from - middle) / 3;
        area += normal.norm();
        for (const auto& [point, next] : {std::pair(a, b), {b, c}, {c, a}}) {
            ways[point] -= normal;
            const double length = (island.places[next] - island.places[point]).norm();
            edge[point] = std::min(edge[point], length);
            edge[next] = std::min(edge[next], length);
        }
    }
    if (!isClosed(island) && std::abs(volume) < kFull * area * std::sqrt(area)) return {};
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const double length = ways[i].norm();
        const double way = (volume < 0 ? -kInside : kInside) * edge[i];
        ways[i] = length > 0 ? Vec3(way / length * ways[i]) : Vec3(Vec3::Zero());
    }
    return ways;
}

}  // namespace posewright::skinning
