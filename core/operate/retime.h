#pragma once

#include "core/edit/edit.h"

#include <array>
#include <span>
#include <vector>

/// Queries about picked keys before they are moved in time.
namespace posewright::operate {

/// First and last frame of the keys [frame]; 0 and 0 without any.
std::array<double, 2> firstAndLast(std::span<const edit::KeyRef> keys);

/// The nodes that the keys belong to; a key of an influence belongs to its target.
std::vector<NodeId> nodesOf(const Document& doc, const std::vector<edit::KeyRef>& keys);

/// How far back a ripple can move the keys without overwriting others. [frame], <= 0
double farthestBack(const Document& doc, const std::vector<edit::KeyRef>& keys);

/// The move by which copies of the keys follow directly after them. [frame]
double stepBehind(std::span<const edit::KeyRef> keys);

/// References to the keys after they have moved by `by` frames.
std::vector<edit::KeyRef> shifted(std::vector<edit::KeyRef> keys, double by);
/// The keys where edit::ScaleKeys puts them.
std::vector<edit::KeyRef> scaled(const edit::ScaleKeys& scale);

}  // namespace posewright::operate
