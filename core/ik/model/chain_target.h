#pragma once

#include "core/ik/model/chain.h"

namespace posewright::ik {

/// The target of a chain after easing, relative to the chain's root, and whether its distance can
/// be reached.
struct ChainTarget {
    enum class Kind { Within, TooFar, TooNear };
    Vec3 at = Vec3::Zero();  ///< [m]
    Kind kind = Kind::Within;
};
ChainTarget chainTarget(const Goal&, const Chain&);

/// Points all bones along `at`.
void straighten(Chain&, const Vec3& at);

/// Points the longest bone along `at` and all others against it: the tightest fold.
void fold(Chain&, const Vec3& at);

}  // namespace posewright::ik
