#pragma once

#include "core/edit/edit.h"

#include <array>
#include <span>
#include <vector>

/// What there is to know of picked keys before they are moved in time.
namespace posewright::operate {

/// First and last frame of the keys [frame]; 0 and 0 without any.
std::array<double, 2> firstAndLast(std::span<const edit::KeyRef> keys);

/// Nodes whose rows the keys lie on; an influence lies on its target's.
std::vector<NodeId> nodesOf(const Document& doc, const std::vector<edit::KeyRef>& keys);

/// How far back a ripple can go before keys that stay are lost. [frame], <= 0
double farthestBack(const Document& doc, const std::vector<edit::KeyRef>& keys);

/// How far on copies of the keys lie that come right behind them. [frame]
double stepBehind(std::span<const edit::KeyRef> keys);

/// References where the keys are then.
std::vector<edit::KeyRef> shifted(std::vector<edit::KeyRef> keys, double by);

}  // namespace posewright::operate
