#pragma once

#include "core/edit/edit.h"

#include <array>
#include <span>
#include <vector>

/// What there is to know of picked keys before they are moved in time.
namespace posewright::operate {

/// First and last frame of the keys [frame]; 0 and 0 without any.
std::array<double, 2> firstAndLast(std::span<const edit::KeyRef> keys);

/// The nodes that the keys belong to; a key of an influence belongs to its target.
std::vector<NodeId> nodesOf(const Document& doc, const std::vector<edit::KeyRef>& keys);

/// How far back a ripple can move the keys before it would overwrite others. [frame], <= 0
double farthestBack(const Document& doc, const std::vector<edit::KeyRef>& keys);

/// How far the keys must be moved to follow right behind where they are. [frame]
double stepBehind(std::span<const edit::KeyRef> keys);

/// References to the keys once they have moved by so many frames.
std::vector<edit::KeyRef> shifted(std::vector<edit::KeyRef> keys, double by);

}  // namespace posewright::operate
