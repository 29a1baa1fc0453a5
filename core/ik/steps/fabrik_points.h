#pragma once

#include "core/ik/model/bodies.h"
#include "core/ik/steps/outcome.h"

/// FABRIK as published, on points: Aristidou & Lasenby, FABRIK: a fast, iterative solver for the
/// inverse kinematics problem, Graphical Models 73, 2011. If two points coincide, where the paper
/// divides by zero, the direction is x.
namespace posewright::ik {

/// First stage of an iteration (Algorithm 1): the end is put on `target`, then each point towards
/// the root follows along the line to its old place. @pre points.size() == lengths.size() + 1
void reachInwards(std::span<Vec3> points, std::span<const double> lengths, const Vec3& target);

/// Second stage: the first point is put on `root`, then each point towards the end follows.
void reachOutwards(std::span<Vec3> points, std::span<const double> lengths, const Vec3& root);

/// Called after each iteration with its number and the distance [m]; false stops.
using AfterIteration = std::function<bool(int iteration, double error)>;

/// Called after each pass; false stops after that iteration.
using AfterPass = std::function<bool(bool outwards, int iteration)>;

/// Algorithm 1: full iterations until the end is within `tolerance` [m] of `target`, or one that
/// straightens the chain if `target` is out of reach. Unlike the paper's loop, which may not end,
/// it stops after maxIterations, or if the distance has not shrunk by 1e-12 of the reach in 8
/// iterations.
Outcome reachByFabrik(std::span<Vec3> points, std::span<const double> lengths, const Vec3& target,
                      double tolerance, int maxIterations, const AfterIteration* after = nullptr,
                      const AfterPass* afterPass = nullptr);

/// Points of a tree with several targets (section 4.4, multiple end effectors).
struct PointTree {
    struct Point {
        int parent = -1;    ///< row of the parent point; -1: a root, which keeps its position
        double length = 0;  ///< to the parent [m]
        Vec3 position = Vec3::Zero();
        std::optional<Vec3> target;  ///< of an end effector
        double pull = 1;             ///< weight in the centroid at its parent
        double weight = 0;           ///< scratch
        Vec3 sum = Vec3::Zero();     ///< scratch
    };
    std::vector<Point> points;  ///< parents first
};

/// First stage on a tree: from the end effectors to the root; a sub-base goes to the weighted
/// centroid of the places that its chains give it.
void reachInwards(PointTree&);

/// Second stage: outwards from the roots, which return to their positions `roots` from before the
/// first stage. Averages nothing.
void reachOutwards(PointTree&, std::span<const Vec3> roots);

/// An iteration on rigid bodies: as on a tree of points, but the bones of one body turn together,
/// by the rotation that fits them best (in the paper their angles may change). `scratch` has one
/// point per body, then one per pull. Leaves the bodies placed. `afterInwards`, if given, is called
/// between the stages, when `scratch` holds the points.
void reachOnBodies(const Problem&, Bodies&, PointTree& scratch,
                   const std::function<void()>* afterInwards = nullptr);

}  // namespace posewright::ik
