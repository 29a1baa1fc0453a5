#pragma once

#include "core/evaluate/evaluate.h"

namespace posewright {

/// A miss of less than this share of the chain's length at rest, in the world, cannot be seen.
inline constexpr double kSmallMiss = 1e-4;
/// Nor can a turn of less than this. [rad]
inline constexpr double kSmallTurn = 2e-3;

/// Is the effector that near to the place of its target? False if only a turn is asked for.
/// @param doc the evaluated document
bool isSmallOffset(const Document& doc, const TargetStatus& status);

/// Is it missed (out of reach, limited or in conflict), but by less than can be seen? Such misses
/// are told in words and in reports, but do not look like problems (decision 168).
bool isSmallMiss(const Document& doc, const TargetStatus& status);

}  // namespace posewright
