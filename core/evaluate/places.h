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

/// What `evaluate` shows of these rows, bit for bit, for the price of what moves them: nothing else
/// is solved or placed. Edits that look at one joint of a crowd ask here.
/// @pre validate(doc), each row is one of its scene
/// Error: constraints that move the rows cannot be brought in order.
Result<std::vector<Place>> placesOf(const Document& doc, std::span<const NodeIndex> rows,
                                    double frame, std::shared_ptr<KeyMemo> memo = nullptr);

/// The same of the tracks alone, as if no constraint acted.
std::vector<Place> basePlacesOf(const Document& doc, std::span<const NodeIndex> rows, double frame);

/// The same of the rest pose.
std::vector<Place> restPlacesOf(const Scene& scene, std::span<const NodeIndex> rows);

/// Where a contact keeps its target.
/// @param world  the placement of each row at the frame that is asked about
WorldTransform anchorPlace(const Scene& scene, const Span& contact,
                           std::span<const WorldTransform> world);

/// Where the contact that a target is in keeps it at the frame of an evaluation; its curve may be
/// elsewhere. Empty: it is in none, or it closes a loop, which asks the target itself.
/// @pre shown is of doc
std::optional<WorldTransform> keptPlace(const Document& doc, const Constraint& constraint,
                                        const Evaluation& shown);

}  // namespace posewright
