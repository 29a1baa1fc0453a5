#pragma once

#include "core/motion/clip.h"

#include <functional>
#include <span>
#include <vector>

/// Key reduction: of a motion that is known frame by frame, few keys that come back to it within a
/// tolerance. Keys are chosen among the samples; the first and the last sample are always keys. The
/// error is the greatest over the samples, of what the keys play there; between samples nothing is
/// known, and nothing promised. Not the fewest keys possible, but within a few per cent, in one
/// pass.
namespace posewright {

/// Rows that are kept of `count` samples: from each, the farthest one that `fits(from, to)` accepts
/// as the next one, found by doubling and halving. Neighbours are not asked for; they fit.
/// O(count * log(run)) calls.
std::vector<int> reducedRows(int count, const std::function<bool(int from, int to)>& fits);

/// Linear keys within `tolerance` of every value, in the value's unit.
/// @pre frames strictly increase, as many as values
Curve reducedCurve(std::span<const double> frames, std::span<const double> values,
                   double tolerance);

/// Three curves with keys at the same frames, within `tolerance` of every vector's place [m].
std::array<Curve, 3> reducedCurves(std::span<const double> frames, std::span<const Vec3> values,
                                   double tolerance);

/// Slerp keys within the angle `tolerance` of every rotation. [rad]
RotationTrack reducedRotation(std::span<const double> frames, std::span<const Quat> values,
                              double tolerance);

/// What a tree of nodes did over consecutive frames, as Evaluation holds it.
struct SampledMotion {
    std::span<const int> parents;    ///< one per node, less than the node's row; -1: a root
    std::span<const Vec3> tips;      ///< one per node, in its own space [m]; zero: none
    std::span<const double> frames;  ///< strictly increasing, at least one
    std::function<const Transform&(int frame, int node)> local;  ///< by rows
    std::function<const WorldTransform&(int frame, int node)> world;
};

/// How far any node may stray from where it was.
struct TreeTolerance {
    double position = 1e-3;  ///< [m] world, of every origin and tip
    double angle = 0.01;     ///< [rad] world
};

/// Keys for the nodes with `reduce[node]`, as tracks without node ids; an empty track for the
/// others, which move as sampled below their parents. What never changes has two keys.
///
/// From the roots down: a node may stray as far as the length of the bones above it, against the
/// longest way down through it, says; so that something is left for those below. Its keys make up
/// for where its parent strayed, so that errors do not add up, unless it stands still and may.
/// Within the tolerance at every sample as long as the scales above a node are uniform, and a node
/// that is not reduced hangs on ones that are as it did. Changing scales keep their keys to 1e-9.
std::vector<Track> reducedTree(const SampledMotion& motion, const std::vector<bool>& reduce,
                               const TreeTolerance& tolerance);

}  // namespace posewright
