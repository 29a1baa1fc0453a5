#include "core/motion/reduce.h"

#include "core/math/rotation.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace posewright {

namespace {

/// Scales and translations that change by less count as constant. [m, 1]
constexpr double kStill = 1e-9;

/// The root's own travel counts as this share of the distance to the farthest point below it.
constexpr double kRootShare = 0.1;

Curve linearCurve(std::span<const double> frames, const std::vector<int>& rows,
                  const std::function<double(int)>& value)
{
    // Built with `set`, so that handles are as the editor would have made them.
    Curve curve;
    for (const int row : rows) curve.set(linearKey(frames[row], value(row)));
    return curve;
}

double shareOf(std::span<const double> frames, int from, int to, int row)
{
    return (frames[row] - frames[from]) / (frames[to] - frames[from]);
}

/// Do all rows strictly between satisfy `within(row, share of the way)`?
template <class Within>
bool allBetween(std::span<const double> frames, int from, int to, const Within& within)
{
    for (int row = from + 1; row < to; ++row)
        if (!within(row, shareOf(frames, from, to, row))) return false;
    return true;
}

/// Reduces the nodes of a tree, parents first. Keeps the reduced placements for the nodes below.
class TreeReducer {
public:
    TreeReducer(const SampledMotion& motion, const std::vector<bool>& reduce,
                std::vector<bool> turns, const TreeTolerance& tolerance) :
        motion_(motion),
        reduce_(reduce), turns_(std::move(turns)), tolerance_(tolerance),
        nodes_(static_cast<int>(motion.parents.size())),
        count_(static_cast<int>(motion.frames.size())), strayed_(nodes_), points_(nodes_)
    {
        shareOutPositions();
        for (int node = 0; node < nodes_; ++node) collectPoints(node);
    }

    std::vector<Track> run()
    {
        std::vector<Track> tracks(nodes_);
        for (int node = 0; node < nodes_; ++node) {
            strayed_[node].resize(count_);
            if (reduce_[node]) {
                reduceTranslation(node, tracks[node]);
                reduceScale(node, tracks[node]);
                if (turns_[node]) reduceRotation(node, tracks[node]);
            }
            for (int f = 0; f < count_; ++f) {
                const Transform local =
                    sample(&tracks[node], motion_.local(f, node), motion_.frames[f]);
                strayed_[node][f] = parent(f, node) * local;
            }
        }
        return tracks;
    }

private:
    /// A point below a node that the node's rotation moves, and its tolerance.
    struct Point {
        int node = -1;  ///< at its origin, or its tip if `tip`
        bool tip = false;
        double tolerance = 0;
    };

    const WorldTransform& parent(int f, int node) const
    {
        static const WorldTransform kOrigin;
        const int row = motion_.parents[node];
        return row == -1 ? kOrigin : strayed_[row][f];
    }

    bool still(int node, Vec3 Transform::*part) const
    {
        const Vec3& first = motion_.local(0, node).*part;
        for (int f = 1; f < count_; ++f)
            if (((motion_.local(f, node).*part) - first).cwiseAbs().maxCoeff() > kStill)
                return false;
        return true;
    }

    void shareOutPositions()
    {
        std::vector<double> down(nodes_, 0);  // longest path from the node to anything below it
        std::vector<double> length(nodes_, 0);
        for (int node = nodes_ - 1; node >= 0; --node) {
            const WorldTransform& at = motion_.world(0, node);
            down[node] = std::max(down[node], (at.linear * motion_.tips[node]).norm());
            const int above = motion_.parents[node];
            if (above == -1) continue;
            length[node] = (at.position - motion_.world(0, above).position).norm();
            down[above] = std::max(down[above], down[node] + length[node]);
        }
        std::vector<double> way(nodes_, 0);  // from the root to the node
        allowed_.resize(nodes_);
        allowedTip_.resize(nodes_);
        for (int node = 0; node < nodes_; ++node) {
            const int above = motion_.parents[node];
            way[node] = above == -1 ? kRootShare * down[node] : way[above] + length[node];
            const double whole = way[node] + down[node];
            const double share = tolerance_.position / (whole > 0 ? whole : 1);
            allowed_[node] = whole > 0 ? way[node] * share : tolerance_.position;
            const double tip = (motion_.world(0, node).linear * motion_.tips[node]).norm();
            allowedTip_[node] = (way[node] + tip) * share;
        }
    }

    void collectPoints(int node)
    {
        if (!motion_.tips[node].isZero()) addPoint(node, {node, true, allowedTip_[node]});
        const int above = motion_.parents[node];
        // A node with reduced translation keys corrects its own place, if its turn is corrected,
        // too.
        if (above == -1 || (turns_[node] && travels(node))) return;
        addPoint(above, {node, false, allowed_[node]});
    }

    /// Gets the node translation keys that differ?
    bool travels(int node) const { return reduce_[node] && !still(node, &Transform::translation); }

    /// Adds the point to the lowest node at or above `node` that gets rotation keys, and to those
    /// between that get translation keys.
    void addPoint(int node, const Point& point)
    {
        for (; node != -1; node = motion_.parents[node]) {
            if (turns_[node] || travels(node)) points_[node].push_back(point);
            if (turns_[node]) return;
        }
    }

    Vec3 placeOf(const Point& point, int f) const
    {
        const WorldTransform& at = motion_.world(f, point.node);
        return point.tip ? at * motion_.tips[point.node] : at.position;
    }

    void reduceTranslation(int node, Track& track) const
    {
        if (count_ == 1 || still(node, &Transform::translation)) {
            setVector(track.translation, {motion_.local(0, node).translation});
            return;
        }
        std::vector<Vec3> wanted(count_);
        if (!turns_[node]) {
            // Below parents that turn otherwise, what hangs on the node is as near as they keep it,
            // unless the node is put elsewhere.
            for (int f = 0; f < count_; ++f) wanted[f] = motion_.local(f, node).translation;
            const HeldPoints held = heldBy(node);
            setVector(track.translation, wanted, rowsThat([&](int from, int to, int f, double t) {
                          return follows(node, f, wanted[from] + t * (wanted[to] - wanted[from]),
                                         held);
                      }));
            return;
        }
        for (int f = 0; f < count_; ++f) {
            const WorldTransform& above = parent(f, node);
            wanted[f] =
                above.linear.partialPivLu().solve(motion_.world(f, node).position - above.position);
            if (!wanted[f].allFinite()) wanted[f] = motion_.local(f, node).translation;
        }
        const auto within = [&](int from, int to, int f, double t) {
            const Vec3 place =
                parent(f, node) * Vec3(wanted[from] + t * (wanted[to] - wanted[from]));
            return (place - motion_.world(f, node).position).norm() <= allowed_[node];
        };
        setVector(track.translation, wanted, rowsThat(within));
    }

    /// The points that a node holds, `per` for each frame.
    struct HeldPoints {
        std::size_t per = 0;
        std::vector<Vec3> inside;  ///< in the node's own space
        std::vector<Vec3> places;  ///< in the world
    };

    HeldPoints heldBy(int node) const
    {
        HeldPoints out;
        out.per = points_[node].size();
        out.inside.reserve(out.per * count_);
        out.places.reserve(out.per * count_);
        for (int f = 0; f < count_; ++f) {
            const WorldTransform& was = motion_.world(f, node);
            const Eigen::PartialPivLU<Mat3> inverse(was.linear);
            for (const Point& point : points_[node]) {
                out.places.push_back(placeOf(point, f));
                out.inside.push_back(inverse.solve(out.places.back() - was.position));
            }
        }
        return out;
    }

    /// Are the points of a node in place if its linear part and origin in the world are these?
    bool inPlace(int node, int f, const Mat3& linear, const Vec3& origin,
                 const HeldPoints& held) const
    {
        for (std::size_t p = 0; p < held.per; ++p) {
            const std::size_t at = f * held.per + p;
            const Vec3 place = origin + linear * held.inside[at];
            // Places below a scale of 0 are NaN and pass.
            if ((place - held.places[at]).norm() > points_[node][p].tolerance) return false;
        }
        return true;
    }

    /// Is a node that turns as sampled in place at this translation?
    bool follows(int node, int f, const Vec3& translation, const HeldPoints& held) const
    {
        const WorldTransform& above = parent(f, node);
        const Transform& local = motion_.local(f, node);
        const Vec3 origin = above * translation;
        if ((origin - motion_.world(f, node).position).norm() > allowed_[node]) return false;
        const Mat3 linear =
            above.linear * local.rotation.toRotationMatrix() * local.scale.asDiagonal();
        return inPlace(node, f, linear, origin, held);
    }

    void reduceScale(int node, Track& track) const
    {
        if (count_ == 1 || still(node, &Transform::scale)) {
            setVector(track.scale, {motion_.local(0, node).scale});
            return;
        }
        std::vector<Vec3> wanted(count_);
        for (int f = 0; f < count_; ++f) wanted[f] = motion_.local(f, node).scale;
        track.scale = asShared(reducedCurves(motion_.frames, wanted, kStill));
    }

    void reduceRotation(int node, Track& track) const
    {
        const HeldPoints held = heldBy(node);
        // The node's frame without its rotation.
        std::vector<Vec3> origin(count_);
        std::vector<Vec3> scale(count_);
        for (int f = 0; f < count_; ++f) {
            const Transform local = sample(&track, motion_.local(f, node), motion_.frames[f]);
            origin[f] = parent(f, node) * local.translation;
            scale[f] = local.scale;
        }
        const auto holds = [&](const Quat& rotation, int f) {
            const WorldTransform& above = parent(f, node);
            if (angleBetween(above.rotation * rotation, motion_.world(f, node).rotation) >
                tolerance_.angle)
                return false;
            const Mat3 linear = above.linear * rotation.toRotationMatrix() * scale[f].asDiagonal();
            return inPlace(node, f, linear, origin[f], held);
        };

        const Quat first = motion_.local(0, node).rotation;
        bool stands = true;
        for (int f = 0; f < count_ && stands; ++f)
            stands =
                angleBetween(first, motion_.local(f, node).rotation) <= kStill && holds(first, f);
        if (stands || count_ == 1) {
            std::vector<RotationKey> keys{{motion_.frames.front(), first}};
            if (count_ > 1) keys.push_back({motion_.frames.back(), first});
            track.rotation = RotationTrack::fromKeys(std::move(keys));
            return;
        }
        std::vector<Quat> wanted(count_);
        for (int f = 0; f < count_; ++f)
            wanted[f] = (parent(f, node).rotation.conjugate() * motion_.world(f, node).rotation)
                            .normalized();
        const auto within = [&](int from, int to, int f, double t) {
            return holds(slerp(wanted[from], wanted[to], t), f);
        };
        const std::vector<int> rows = rowsThat(within);
        std::vector<RotationKey> keys;
        keys.reserve(rows.size());
        for (const int row : rows) keys.push_back({motion_.frames[row], wanted[row]});
        track.rotation = RotationTrack::fromKeys(std::move(keys));
    }

    template <class Within>
    std::vector<int> rowsThat(const Within& within) const
    {
        return reducedRows(count_, [&](int from, int to) {
            return allBetween(motion_.frames, from, to,
                              [&](int f, double t) { return within(from, to, f, t); });
        });
    }

    static std::array<Shared<Curve>, 3> asShared(std::array<Curve, 3> curves)
    {
        return {std::move(curves[0]), std::move(curves[1]), std::move(curves[2])};
    }

    void setVector(std::array<Shared<Curve>, 3>& curves, const std::vector<Vec3>& values,
                   std::vector<int> rows = {}) const
    {
        const bool constant = rows.empty();
        if (constant) rows = count_ == 1 ? std::vector<int>{0} : std::vector<int>{0, count_ - 1};
        for (int axis = 0; axis < 3; ++axis)
            curves[axis] = linearCurve(motion_.frames, rows,
                                       [&](int row) { return values[constant ? 0 : row][axis]; });
    }

    const SampledMotion& motion_;
    const std::vector<bool>& reduce_;
    std::vector<bool> turns_;  ///< nodes that get rotation keys
    TreeTolerance tolerance_;
    int nodes_;
    int count_;
    std::vector<std::vector<WorldTransform>> strayed_;  ///< by node and frame
    std::vector<std::vector<Point>> points_;            ///< by reduced node
    std::vector<double> allowed_;                       ///< [m] by node
    std::vector<double> allowedTip_;
};

}  // namespace

std::vector<int> reducedRows(int count, const std::function<bool(int, int)>& fits)
{
    std::vector<int> rows;
    if (count <= 0) return rows;
    rows.push_back(0);
    while (rows.back() < count - 1) {
        const int from = rows.back();
        int good = from + 1;
        int bad = count;
        for (int step = 2; good < count - 1; step *= 2) {
            const int next = std::min(from + step, count - 1);
            if (!fits(from, next)) {
                bad = next;
                break;
            }
            good = next;
        }
        while (bad - good > 1 && good < count - 1) {
            const int middle = good + (bad - good) / 2;
            (fits(from, middle) ? good : bad) = middle;
        }
        rows.push_back(good);
    }
    return rows;
}

std::array<Curve, 3> reducedCurves(std::span<const double> frames, std::span<const Vec3> values,
                                   double tolerance)
{
    assert(frames.size() == values.size());
    const auto rows = reducedRows(static_cast<int>(frames.size()), [&](int from, int to) {
        return allBetween(frames, from, to, [&](int row, double t) {
            const Vec3 value = values[from] + t * (values[to] - values[from]);
            return (value - values[row]).norm() <= tolerance;
        });
    });
    std::array<Curve, 3> curves;
    for (int axis = 0; axis < 3; ++axis)
        curves[axis] = linearCurve(frames, rows, [&](int row) { return values[row][axis]; });
    return curves;
}

RotationTrack reducedRotation(std::span<const double> frames, std::span<const Quat> values,
                              double tolerance)
{
    assert(frames.size() == values.size());
    const auto rows = reducedRows(static_cast<int>(frames.size()), [&](int from, int to) {
        return allBetween(frames, from, to, [&](int row, double t) {
            return angleBetween(slerp(values[from], values[to], t), values[row]) <= tolerance;
        });
    });
    std::vector<RotationKey> keys;
    keys.reserve(rows.size());
    for (const int row : rows) keys.push_back({frames[row], values[row]});
    return RotationTrack::fromKeys(std::move(keys));
}

std::vector<Track> reducedTree(const SampledMotion& motion, const std::vector<bool>& reduce,
                               const TreeTolerance& tolerance, std::vector<bool> turns)
{
    assert(motion.parents.size() == reduce.size() && motion.tips.size() == reduce.size());
    assert(!motion.frames.empty());
    if (turns.empty())
        turns = reduce;
    else
        for (std::size_t node = 0; node < reduce.size(); ++node)
            turns[node] = turns[node] && reduce[node];
    return TreeReducer(motion, reduce, std::move(turns), tolerance).run();
}

}  // namespace posewright
