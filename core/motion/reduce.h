#pragma once

#include "core/motion/clip.h"

#include <functional>
#include <span>
#include <vector>

/// Key reduction: from a motion that is sampled frame by frame, few keys that reproduce it within a
/// tolerance. Keys are chosen among the samples; the first and last samples are always keys. The
/// error is the largest one at any sample; between samples nothing is promised. One pass; within a
/// few per cent of the fewest keys possible.
namespace posewright {

/// Which of `count` samples are kept, as rows: after each, the farthest for which `fits(from, to)`
/// holds, found by doubling and halving. `fits` is not called for neighbours, which always fit.
/// O(count * log(run)) calls.
std::vector<int> reducedRows(int count, const std::function<bool(int from, int to)>& fits);

/// Three curves with keys at the same frames, within `tolerance` of every vector's place [m].
/// @pre frames strictly increase, as many as values
std::array<Curve, 3> reducedCurves(std::span<const double> frames, std::span<const Vec3> values,
                                   double tolerance);

/// Slerp keys within the angle `tolerance` of every rotation. [rad]
RotationTrack reducedRotation(std::span<const double> frames, std::span<const Quat> values,
                              double tolerance);

/// The motion of a tree of nodes over consecutive frames, as held by Evaluation.
struct SampledMotion {
    std::span<const int> parents;    ///< one per node, less than the node's row; -1: a root
    std::span<const Vec3> tips;      ///< one per node, in its own space [m]; zero: none
    std::span<const double> frames;  ///< strictly increasing, at least one
    std::function<const Transform&(int frame, int node)> local;  ///< by rows
    std::function<const WorldTransform&(int frame, int node)> world;
};

/// How far any node may deviate from the samples.
struct TreeTolerance {
    double position = 1e-3;  ///< [m] world, of every origin and tip
    double angle = 0.01;     ///< [rad] world
};

/// Keys for the nodes with `reduce[node]`, as tracks without node ids; an empty track for the
/// others, which move as sampled below their parents. What is constant gets two keys.
///
/// Works from the roots down. A node gets a share of the tolerance: the length of the bones above
/// it against the longest path through it, so that some is left for its descendants. Its keys
/// compensate the deviation of its parent, so that errors do not add up, unless it may stay
/// constant. The tolerance holds at every sample if the scales above a node are uniform and the
/// parents of a node that is not reduced are not reduced either. Changing scales are kept to 1e-9.
/// @param turns  which of the nodes may get rotation keys, one per node; the others turn as sampled
///               below their parents. Empty: all of them.
std::vector<Track> reducedTree(const SampledMotion& motion, const std::vector<bool>& reduce,
                               const TreeTolerance& tolerance, std::vector<bool> turns = {});

}  // namespace posewright
