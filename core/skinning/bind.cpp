#include "core/skinning/bind.h"

#include "core/skinning/island.h"
#include "core/skinning/sight.h"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace posewright::skinning {

namespace {

constexpr double kUnseen = 0.1;       ///< heat from the nearest bone to points that see no bone
constexpr double kFarther = 2;        ///< relative to the nearest bone; farther bones give no heat
constexpr double kAsNear = 1e-5;      ///< relative; bones this close in distance give equal heat
constexpr double kNearest = 1e-3;     ///< of the island's size; no more heat below this distance
constexpr double kLeastFlow = 1e-3;   ///< so that flat triangles do not isolate a point
constexpr double kMostFlow = 1e3;     ///< so that the system stays well conditioned
constexpr double kLeastShare = 1e-3;  ///< of the largest one; smaller shares are dropped
constexpr int kLines = 12;            ///< how many of the nearest lines are tested for visibility

using Shares = std::array<std::pair<double, int>, 4>;  ///< share and bone, largest first

struct NearLine {
    double distance = 0;
    int line = 0;
    Vec3 place;

    bool operator<(const NearLine& other) const
    {
        return std::pair(distance, line) < std::pair(other.distance, other.line);
    }
};

/// The nearest lines in ascending order, as many as are tested.
std::vector<NearLine> byDistance(const Vec3& from, std::span<const BoneLine> lines)
{
    std::vector<NearLine> out;
    out.reserve(lines.size());
    for (int i = 0; i < std::ssize(lines); ++i) {
        const Vec3 way = lines[i].to - lines[i].from;
        const double length = way.squaredNorm();
        const double along =
            length > 0 ? std::clamp((from - lines[i].from).dot(way) / length, 0.0, 1.0) : 0;
        const Vec3 place = lines[i].from + along * way;
        out.push_back({(from - place).norm(), i, place});
    }
    const auto asked = std::min<std::ptrdiff_t>(kLines, std::ssize(out));
    std::partial_sort(out.begin(), out.begin() + asked, out.end());
    out.resize(asked);
    return out;
}

/// The bones that heat a point.
struct Source {
    std::vector<int> bones;  ///< each gives the same heat
    double distance = 0;
    double strength = 1;
};

template <class Sees>
Source sourceOf(const Vec3& place, std::span<const BoneLine> lines, const Sees& sees)
{
    Source source;
    const std::vector<NearLine> nearest = byDistance(place, lines);
    for (const NearLine& near : nearest) {
        if (near.distance > kFarther * nearest.front().distance) break;
        if (!source.bones.empty() && near.distance > source.distance * (1 + kAsNear)) break;
        const int bone = lines[near.line].bone;
        if (std::find(source.bones.begin(), source.bones.end(), bone) != source.bones.end())
            continue;
        if (!sees(near.place)) continue;
        if (source.bones.empty()) source.distance = near.distance;
        source.bones.push_back(bone);
    }
    return source;
}

/// Reports progress by points: visibility tests take most of the time.
class Progress {
public:
    Progress(const std::function<bool(double)>& told, std::size_t points) :
        told_(told), points_(static_cast<double>(std::max<std::size_t>(points, 1)))
    {
    }

    /// Counts a point. False: stop.
    bool goOn()
    {
        constexpr int kEach = 128;
        if (told_ && ++done_ % kEach == 0 && !told_(std::min(1.0, done_ / points_)))
            stopped_ = true;
        return !stopped_;
    }
    bool stopped() const { return stopped_; }

private:
    const std::function<bool(double)>& told_;
    double points_;
    int done_ = 0;
    bool stopped_ = false;
};

/// By point. A point that sees no bone gets a little heat from the nearest one. If no point of the
/// island sees a bone, each gets full heat from its nearest, and `unseen` is set.
std::vector<Source> sourcesOf(const Island& island, std::span<const BoneLine> lines, bool& unseen,
                              Progress& progress)
{
    // Start slightly inside, so that rays leaving the mesh at the point itself are blocked.
    const std::vector<Vec3> inwards = inwardsOf(island);
    const Sight sight(island);
    std::vector<Source> sources(island.places.size());
    unseen = true;
    for (int i = 0; i < std::ssize(sources) && progress.goOn(); ++i) {
        const Vec3& from = island.places[i];
        sources[i] = sourceOf(from, lines, [&](const Vec3& to) {
            return inwards.empty() ? !sight.isBlocked(from, to, i)
                                   : !sight.isBlocked(from + inwards[i], to);
        });
        if (!sources[i].bones.empty()) unseen = false;
    }
    for (int i = 0; i < std::ssize(sources); ++i) {
        if (!sources[i].bones.empty()) continue;
        sources[i] = sourceOf(island.places[i], lines, [](const Vec3&) { return true; });
        if (!unseen) sources[i].strength = kUnseen;
    }
    return sources;
}

/// The conductance of each edge, and a third of the area around each point.
struct Conduction {
    std::map<std::pair<int, int>, double> flow;
    std::vector<double> area;
};

/// Linear finite elements: half the cotangent of the angle opposite the edge. An obtuse triangle
/// has a negative cotangent and too large ones, so its edges get values with the same sum over all
/// directions instead.
Conduction conductionOf(const Island& island)
{
    Conduction out;
    out.area.assign(island.places.size(), 0);
    for (const auto& triangle : island.triangles) {
        const auto edge = [&](int from, int to) -> Vec3 {
            return island.places[triangle[to % 3]] - island.places[triangle[from % 3]];
        };
        const double twice = edge(0, 1).cross(edge(0, 2)).norm();
        std::array<double, 3> cosines{};
        for (int k = 0; k < 3; ++k) cosines[k] = edge(k, k + 1).dot(edge(k, k + 2));
        const bool obtuse = *std::min_element(cosines.begin(), cosines.end()) < 0;
        for (int k = 0; k < 3; ++k) {
            out.area[triangle[k]] += twice / 6;
            const auto [low, high] = std::minmax(triangle[(k + 1) % 3], triangle[(k + 2) % 3]);
            double& flow = out.flow[{low, high}];
            if (obtuse)
                flow += twice / (3 * edge(k + 1, k + 2).squaredNorm());
            else if (twice > 0)
                flow += cosines[k] / (2 * twice);
        }
    }
    for (auto& [edge, flow] : out.flow) flow = std::clamp(flow, kLeastFlow, kMostFlow);
    return out;
}

void keep(Shares& shares, double share, int bone)
{
    if (!(share > shares.back().first)) return;
    auto at = std::find_if(shares.begin(), shares.end(),
                           [&](const auto& other) { return share > other.first; });
    std::copy_backward(at, shares.end() - 1, shares.end());
    *at = {share, bone};
}

/// The largest shares of each point in equilibrium; nullopt if the system cannot be solved.
std::optional<std::vector<Shares>> equilibrium(const Island& island,
                                               const std::vector<Source>& sources)
{
    const auto points = static_cast<int>(island.places.size());
    const Conduction conduction = conductionOf(island);
    Vec3 low = island.places.front();
    Vec3 high = low;
    for (const Vec3& place : island.places) {
        low = low.cwiseMin(place);
        high = high.cwiseMax(place);
    }
    const double nearest = kNearest * (high - low).norm();
    std::vector<Eigen::Triplet<double>> entries;
    for (const auto& [edge, flow] : conduction.flow) {
        entries.emplace_back(edge.first, edge.first, flow);
        entries.emplace_back(edge.second, edge.second, flow);
        entries.emplace_back(edge.second, edge.first, -flow);
    }
    std::vector<double> heat(points, 0);
    std::map<int, Eigen::VectorXd> warmed;  // by bone
    for (int i = 0; i < points; ++i) {
        const double distance = std::max(sources[i].distance, nearest);
        if (!(distance > 0)) return std::nullopt;
        const double each = sources[i].strength * conduction.area[i] / (distance * distance);
        heat[i] = each * static_cast<double>(sources[i].bones.size());
        entries.emplace_back(i, i, heat[i]);
        for (const int bone : sources[i].bones) {
            Eigen::VectorXd& to = warmed[bone];
            if (to.size() == 0) to = Eigen::VectorXd::Zero(points);
            to[i] = each;
        }
    }
    Eigen::SparseMatrix<double> system(points, points);
    system.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> factors(system);
    if (factors.info() != Eigen::Success || !(factors.vectorD().minCoeff() > 0))
        return std::nullopt;
    std::vector<Shares> out(points, Shares{});
    for (const auto& [bone, to] : warmed) {
        const Eigen::VectorXd share = factors.solve(to);
        if (!share.allFinite()) return std::nullopt;
        for (int i = 0; i < points; ++i) keep(out[i], share[i], bone);
    }
    const bool cold =
        std::any_of(out.begin(), out.end(), [](const Shares& s) { return !(s[0].first > 1e-6); });
    return cold ? std::nullopt : std::optional(std::move(out));
}

/// Drops small shares and rounds the others to integers with a fixed sum.
void write(Shares shares, Binding& to, std::size_t vertex)
{
    double sum = 0;
    for (auto& [share, bone] : shares) {
        if (share < kLeastShare * shares[0].first) share = 0;
        sum += share;
    }
    int left = kWholeShare;
    for (int c = 3; c >= 0; --c) {
        const auto& [share, bone] = shares[c];
        const int rounded = c == 0 ? left : static_cast<int>(std::floor(kWholeShare * share / sum));
        to.bones[vertex][c] = rounded > 0 ? bone : 0;
        to.shares[vertex][c] = rounded;
        left -= rounded;
    }
}

void bindToNearest(const Vec3& place, std::span<const BoneLine> lines, Binding& to,
                   std::size_t vertex)
{
    const int line = byDistance(place, lines).front().line;
    write({{{1.0, lines[line].bone}, {}, {}, {}}}, to, vertex);
}

}  // namespace

std::optional<Binding> bind(std::span<const Vec3> positions, std::span<const std::uint32_t> corners,
                            std::span<const BoneLine> lines,
                            const std::function<bool(double)>& progress)
{
    Progress done(progress, positions.size());
    Binding out;
    out.bones.resize(positions.size());
    out.shares.resize(positions.size());
    std::vector<bool> bound(positions.size(), false);
    for (const Island& island : islandsOf(positions, corners)) {
        ++out.islands;
        bool unseen = false;
        const std::vector<Source> sources = sourcesOf(island, lines, unseen, done);
        if (done.stopped()) return std::nullopt;
        const auto shares = equilibrium(island, sources);
        if (!shares) {
            ++out.nearest;
            continue;
        }
        if (unseen) ++out.unseen;
        for (std::size_t point = 0; point < island.of.size(); ++point)
            for (const std::uint32_t vertex : island.of[point]) {
                write((*shares)[point], out, vertex);
                bound[vertex] = true;
            }
    }
    for (std::size_t i = 0; i < positions.size(); ++i)
        if (!bound[i]) bindToNearest(positions[i], lines, out, i);
    return out;
}

}  // namespace posewright::skinning
