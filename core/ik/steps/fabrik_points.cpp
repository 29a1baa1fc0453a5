#include "core/ik/steps/fabrik_points.h"

#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>

namespace posewright::ik {
namespace {

constexpr int kFabrikPointsPatience = 8;
constexpr double kFabrikPointsProgress = 1e-12;  // of the reach
constexpr double kFabrikPointsTiny = 1e-290;     // [m^2] below this, quotients are infinite
constexpr int kFits = 4;                         // Gauss-Newton steps for the rotation of a sub-
                                                 // base

// The point at `length` from `from` on the line to `to`; the paper's (1 - lambda) from + lambda to.
// Root and quotient are computed in parallel, to shorten the dependency between points.
inline Vec3 fabrikPointsFollow(const Vec3& from, const Vec3& to, double length)
{
    Vec3 line = to - from;
    double square = line.squaredNorm();
    if (!(square > kFabrikPointsTiny)) [[unlikely]] {
        line = Vec3::UnitX();
        square = 1;
    }
    return from + (length / square * std::sqrt(square)) * line;
}

// One point per body, then one per pull.
void takePoints(const Bodies& bodies, PointTree& tree)
{
    const int count = static_cast<int>(bodies.list.size());
    tree.points.assign(count + bodies.pulls.size(), {});
    for (int b = 0; b < count; ++b) {
        const Body& body = bodies.list[b];
        auto& point = tree.points[b];
        point.parent = body.parent;
        point.length = body.offset.norm();
        point.position = body.position;
        point.pull = 0;
    }
    // A body pulls at its parent with the mean weight of the goals that may turn the parent.
    for (int b = 0; b < count; ++b) {
        double sum = 0;
        int goals = 0;
        for (const Pull& pull : bodies.pulls)
            for (int i = pull.pathBegin; i + 1 < pull.ownEnd; ++i)
                if (bodies.levers[i].body == b) {
                    sum += pull.weight;
                    ++goals;
                }
        if (goals > 0) tree.points[b].pull = sum / goals;
    }
    for (std::size_t k = 0; k < bodies.pulls.size(); ++k) {
        const Pull& pull = bodies.pulls[k];
        auto& point = tree.points[count + k];
        point.parent = pull.body;
        point.length = pull.offset.norm();
        point.position = pull.position;
        point.target = pull.target;
        point.pull = pull.ownEnd > pull.pathBegin ? pull.weight : 0;
    }
}

// Turns a body about its origin so that its bones follow their points.
void fitToPoints(Bodies& bodies, int b, const PointTree& tree)
{
    Body& body = bodies.list[b];
    const std::size_t count = bodies.list.size();
    const auto offsetOf = [&](std::size_t i) -> const Vec3& {
        return i < count ? bodies.list[i].offset : bodies.pulls[i - count].offset;
    };
    int children = 0;
    for (std::size_t i = 0; i < tree.points.size(); ++i) {
        const auto& point = tree.points[i];
        if (point.parent != b || point.length <= 0) continue;
        if (!(point.pull > 0)) continue;
        ++children;
    }
    if (children == 0) return;
    for (int fit = 0; fit < kFits; ++fit) {
        Mat3 normal = Mat3::Zero();
        Vec3 torque = Vec3::Zero();
        double weights = 0;
        for (std::size_t i = 0; i < tree.points.size(); ++i) {
            const auto& point = tree.points[i];
            if (point.parent != b || point.length <= 0 || !(point.pull > 0)) continue;
            const Vec3 now = body.rotation * offsetOf(i);
            const Vec3 to =
                fabrikPointsFollow(body.position, point.position, point.length) - body.position;
            if (children == 1) {
                const Quat arc = leastArc(now.normalized(), to.normalized());
                body.rotation = (arc * body.rotation).normalized();
                break;
            }
            const double scale = point.pull / (point.length * point.length);
            normal += scale * (now.squaredNorm() * Mat3::Identity() - now * now.transpose());
            torque += scale * now.cross(to);
            weights += point.pull;
        }
        if (children == 1) break;
        normal += 1e-9 * weights * Mat3::Identity();
        Vec3 step = normal.inverse() * torque;
        if (step.norm() > 1) step.normalize();
        bodies.turn(b, step);
    }
}

}  // namespace

void reachInwards(std::span<Vec3> points, std::span<const double> lengths, const Vec3& target)
{
    Vec3 at = target;
    points.back() = at;
    for (std::size_t i = lengths.size(); i-- > 0;)
        points[i] = at = fabrikPointsFollow(at, points[i], lengths[i]);
}

void reachOutwards(std::span<Vec3> points, std::span<const double> lengths, const Vec3& root)
{
    Vec3 at = root;
    points.front() = at;
    for (std::size_t i = 0; i < lengths.size(); ++i)
        points[i + 1] = at = fabrikPointsFollow(at, points[i + 1], lengths[i]);
}

Outcome reachByFabrik(std::span<Vec3> points, std::span<const double> lengths, const Vec3& target,
                      double tolerance, int maxIterations, const AfterIteration* after,
                      const AfterPass* afterPass)
{
    const Vec3 root = points.front();
    double reach = 0;
    for (double d : lengths) reach += d;
    Outcome outcome;
    outcome.error = (points.back() - target).norm();
    const auto cancelled = [&] {
        if (!after || (*after)(outcome.iterations, outcome.error)) return false;
        outcome.stop = Stop::Cancelled;
        return true;
    };

    if ((target - root).norm() > reach) {
        for (std::size_t i = 0; i < lengths.size(); ++i)
            points[i + 1] = fabrikPointsFollow(points[i], target, lengths[i]);
        outcome.iterations = 1;
        outcome.error = (points.back() - target).norm();
        (void)cancelled();
        return outcome;
    }
    double best = outcome.error;
    int since = 0;
    while (outcome.error > tolerance) {
        if (outcome.iterations >= maxIterations) {
            outcome.stop = Stop::Exhausted;
            break;
        }
        reachInwards(points, lengths, target);
        bool go = !afterPass || (*afterPass)(false, outcome.iterations + 1);
        reachOutwards(points, lengths, root);
        ++outcome.iterations;
        go = go && (!afterPass || (*afterPass)(true, outcome.iterations));
        outcome.error = (points.back() - target).norm();
        if (!go) {
            outcome.stop = Stop::Cancelled;
            break;
        }
        if (cancelled()) break;
        since = outcome.error < best - kFabrikPointsProgress * reach ? 0 : since + 1;
        best = std::min(best, outcome.error);
        if (since >= kFabrikPointsPatience && outcome.error > tolerance) {
            outcome.stop = Stop::Stagnated;
            break;
        }
    }
    return outcome;
}

void reachInwards(PointTree& tree)
{
    for (auto& point : tree.points) {
        point.sum.setZero();
        point.weight = 0;
    }
    for (std::size_t i = tree.points.size(); i-- > 0;) {
        auto& point = tree.points[i];
        if (point.target)
            point.position = *point.target;
        else if (point.weight > 0)
            point.position = point.sum / point.weight;
        else
            continue;
        if (point.parent < 0 || point.pull <= 0) continue;
        auto& parent = tree.points[point.parent];
        parent.sum +=
            point.pull * fabrikPointsFollow(point.position, parent.position, point.length);
        parent.weight += point.pull;
    }
}

void reachOutwards(PointTree& tree, std::span<const Vec3> roots)
{
    std::size_t root = 0;
    for (auto& point : tree.points)
        point.position = point.parent < 0 ? roots[root++]
                                          : fabrikPointsFollow(tree.points[point.parent].position,
                                                               point.position, point.length);
}

void reachOnBodies(const Problem& problem, Bodies& bodies, PointTree& tree,
                   const std::function<void()>* afterInwards)
{
    const int count = static_cast<int>(bodies.list.size());
    takePoints(bodies, tree);
    reachInwards(tree);
    if (afterInwards) (*afterInwards)();

    if (bodies.slides) {
        // The root, which is the group's first body, stays where the inward pass left it.
        if (count > 0) bodies.slide += tree.points[0].position - bodies.list[0].position;
        if (count == 0) bodies.slide += bodies.pulls.front().error();
    }
    for (int b = 0; b < count; ++b) {
        Body& body = bodies.list[b];
        body.position = body.parent < 0 ? Vec3(body.offset + bodies.slide)
                                        : Vec3(bodies.list[body.parent].position +
                                               bodies.list[body.parent].rotation * body.offset);
        if (body.pinned) continue;
        fitToPoints(bodies, b, tree);
    }
    bodies.place(problem);
}

}  // namespace posewright::ik
