#pragma once

#include "core/ik/model/bodies.h"
#include "core/ik/steps/outcome.h"

/// FABRIK as published, on points: Aristidou & Lasenby, FABRIK: a fast, iterative solver for the
/// inverse kinematics problem, Graphical Models 73, 2011. Where two points coincide, and the paper
/// divides by zero, the point goes along x.
namespace posewright::ik {

/// First stage of an iteration (Algorithm 1): the end goes to `target`, then each point towards the
/// root follows on the line to where it was. points.size() == lengths.size() + 1.
void reachInwards(std::span<Vec3> points, std::span<const double> lengths, const Vec3& target);

/// Second stage: the first point goes to `root`, then each point towards the end follows.
void reachOutwards(std::span<Vec3> points, std::span<const double> lengths, const Vec3& root);

/// Called after each iteration with its number and the distance [m]; false stops.
using AfterIteration = std::function<bool(int iteration, double error)>;

/// Called after each half of an iteration; false stops after that iteration.
using AfterPass = std::function<bool(bool outwards, int iteration)>;

/// Algorithm 1: full iterations until the end is within `tolerance` [m] of `target`, or one,
/// straight along the line, where that is out of reach. Deviations: it stops after maxIterations,
/// and where the distance has not shrunk by 1e-12 of the reach in 8 iterations; the paper's loop
/// has no end.
Outcome reachByFabrik(std::span<Vec3> points, std::span<const double> lengths, const Vec3& target,
                      double tolerance, int maxIterations, const AfterIteration* after = nullptr,
                      const AfterPass* afterPass = nullptr);

/// Points of a tree with several targets (section 4.4, multiple end effectors).
struct PointTree {
    struct Point {
        int parent = -1;    ///< row of a point above; -1: a root, which keeps its position
        double length = 0;  ///< to the parent [m]
        Vec3 position = Vec3::Zero();
        std::optional<Vec3> target;  ///< of an end effector
        double pull = 1;             ///< what it weighs in the centroid at its parent; 0: nothing
        double weight = 0;           ///< scratch
        Vec3 sum = Vec3::Zero();     ///< scratch
    };
    std::vector<Point> points;  ///< parents first
};

/// First stage on a tree: from the end effectors to the root; a sub-base goes to the weighted
/// centroid of where its chains want it.
void reachInwards(PointTree&);

/// Second stage: outwards from the roots, each at the position that it had before the first stage.
/// Averages nothing.
void reachOutwards(PointTree&, std::span<const Vec3> roots);

/// An iteration on rigid bodies: as on a tree of points, but where several bones leave one body
/// they turn as one, by the rotation that fits them best (the paper lets them part). One point per
/// body, then one per pull. Leaves bodies placed.
/// `afterInwards`, where it is given, is called between the stages, with the points in `scratch`.
void reachOnBodies(const Problem&, Bodies&, PointTree& scratch,
                   const std::function<void()>* afterInwards = nullptr);

}  // namespace posewright::ik
