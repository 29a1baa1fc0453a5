#pragma once

#include "core/document/document.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace posewright {

class KeyMemo;
struct Evaluation;

/// How one node is shown at a frame.
struct Place {
    Transform local;
    WorldTransform world;
};

/// The same bits as `evaluate` for these rows, but solves and places only what moves them. For
/// edits that need one joint of a large scene.
/// @pre validate(doc), each row is one of its scene
/// Error: the constraints that move the rows depend on each other in a cycle.
Result<std::vector<Place>> placesOf(const Document& doc, std::span<const NodeIndex> rows,
                                    double frame, std::shared_ptr<KeyMemo> memo = nullptr);

/// The same of the tracks alone, as if no constraint acted.
std::vector<Place> basePlacesOf(const Document& doc, std::span<const NodeIndex> rows, double frame);

/// The same of the rest pose.
std::vector<Place> restPlacesOf(const Scene& scene, std::span<const NodeIndex> rows);

/// The world placement at which a contact keeps its target.
/// @param world  the placement of each row at the frame in question
WorldTransform anchorPlace(const Scene& scene, const Span& contact,
                           std::span<const WorldTransform> world);

/// Where a contact keeps a target at the frame of an evaluation, whatever the target's keys say.
/// Nullopt: it is not in a contact, or is that of a loop, whose place is the target's own.
/// @pre shown is of doc
std::optional<WorldTransform> keptPlace(const Document& doc, const Constraint& constraint,
                                        const Evaluation& shown);

/// Where a target is that waits for its first key: at the joint that it will lead, and turned as
/// that is if it will turn it. Its own place is that of the frame at which it was made. Nullopt: it
/// acts somewhere, is keyed, or brings no joint to its own place.
/// @pre shown is of doc
std::optional<WorldTransform> waitingPlace(const Document& doc, const Constraint& constraint,
                                           const Evaluation& shown);

}  // namespace posewright
