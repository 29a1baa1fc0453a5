#pragma once

#include "core/evaluate/evaluate.h"

#include <span>
#include <vector>

namespace posewright {

/// A joint that turns by more than 3 times the median of its neighbouring steps and more than 5
/// degrees from one frame to the next.
struct Pop {
    double frame = 0;  ///< the later of the two frames
    NodeId joint = NodeId::None;
    double angle = 0;       ///< [rad]
    bool recorded = false;  ///< it came with the motion: see isRecorded

    bool operator==(const Pop&) const = default;
};

/// A pop is told from the steps as many frames before and after it as this.
inline constexpr int kPopNeighbours = 3;

/// The joints that pop on the way to `frames[later]`, appended to `out`. `recorded` is left to
/// whoever has the document.
/// @param frames consecutive evaluations of one document; steps beyond them count for nothing
/// @pre 0 < later < frames.size()
void findPops(const Scene& scene, std::span<const Evaluation* const> frames, std::size_t later,
              std::vector<Pop>& out);

/// The first constraint that a pop may come from: its joint is of that chain, and a span other than
/// Off holds at the frame or at the one before. Null: keys alone turn the joint.
const Constraint* leaderOf(const Document& doc, const Pop& pop);

/// Does a pop come with the motion, as captures and bakes have them? No constraint leads the joint,
/// and its rotation is keyed at least once a frame all around: by at least 8 keys in a row, which
/// is as far as a pop is judged.
bool isRecorded(const Document& doc, const Pop& pop);

/// Do the two keys of a recorded pop follow each other in a clip of `came`, too, at whatever
/// frames? Else somebody keyed them since.
/// @pre isRecorded(doc, pop)
bool isAsItCame(const Document& doc, const Pop& pop, const Document& came);

/// How far the effector of a contact is from where it was at another frame of the contact, as seen
/// from what the contact sticks to. 0 for what keeps no place: aims and loops. [m]
/// @param span a contact of the constraint
double slipBetween(const Document& doc, const Constraint& constraint, const Span& span,
                   const Evaluation& before, const Evaluation& now);

/// A contact slips where its effector moves by more than this: a share of the length of its chain
/// at rest, or of the figure where the chain has none. [m]
double slipTolerance(const Scene& scene, const Constraint& constraint);

}  // namespace posewright
