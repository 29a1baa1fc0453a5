#pragma once

#include "core/evaluate/evaluate.h"

#include <span>
#include <vector>

namespace posewright {

/// A joint that turns from one frame to the next by more than 5 degrees, by more than 3 times the
/// median of its neighbouring steps, and in a jump: by more than 2.5 times the steps right before
/// and after it, or, in a jump over two frames, by more than 4 times those before and after the
/// two. A fast smooth turn, such as that of a knee in a walk, comes and goes over more frames.
struct Pop {
    double frame = 0;  ///< the later of the two frames
    NodeId joint = NodeId::None;
    double angle = 0;       ///< [rad]
    bool recorded = false;  ///< part of the recorded motion: see isRecorded

    bool operator==(const Pop&) const = default;
};

/// How many steps before and after a pop it is compared with.
inline constexpr int kPopNeighbours = 3;

/// Appends the joints that pop from the frame before to `frames[later]` to `out`. `recorded` is
/// left false, for the caller to set.
/// @param frames consecutive evaluations of one document; steps beyond them are not compared
/// @pre 0 < later < frames.size()
void findPops(const Scene& scene, std::span<const Evaluation* const> frames, std::size_t later,
              std::vector<Pop>& out);

/// The first constraint that may cause a pop: one with the joint in its chain and with a span other
/// than Off at the frame or the one before. Null: only keys turn the joint.
const Constraint* leaderOf(const Document& doc, const Pop& pop);

/// Is a pop part of the base motion, such as a capture, a bake or a clip of whoever made the
/// figure? True if the joint's keys, without targets and layers, turn it there by as much: by 95 %
/// of the pop, or by 80 % within at least 8 keys in a row, at least one a frame (as many as a pop
/// is judged by).
bool isRecorded(const Document& doc, const Pop& pop);

/// Do the keys around a recorded pop also follow each other in a clip of `unedited`, at any frames?
/// If not, they were edited since.
/// @pre isRecorded(doc, pop)
bool isUnedited(const Document& doc, const Pop& pop, const Document& unedited);

/// Is a pop part of the motion as it was opened: recorded, and unedited there?
bool isOfTheFile(const Document& doc, const Pop& pop, const Document& unedited);

/// How far the effector of a contact is from where it was at another frame of the contact, in the
/// space that the contact sticks to. 0 for kinds other than reach: these keep no place. [m]
/// @param span a contact of the constraint
double slipBetween(const Document& doc, const Constraint& constraint, const Span& span,
                   const Evaluation& before, const Evaluation& now);

/// A contact slips if its effector moves by more than this: a share of the length of its chain at
/// rest, or of the figure if the chain has no length. [m]
double slipTolerance(const Scene& scene, const Constraint& constraint);

}  // namespace posewright
