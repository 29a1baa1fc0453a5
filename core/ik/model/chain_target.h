#pragma once

#include "core/ik/model/chain.h"

namespace posewright::ik {

/// The target of a chain after its goal was eased, relative to the chain's root, and what kind of
/// answer its distance allows.
struct ChainTarget {
    enum class Kind { Within, TooFar, TooNear };
    Vec3 at = Vec3::Zero();  ///< [m]
    Kind kind = Kind::Within;
};
ChainTarget chainTarget(const Goal&, const Chain&);

/// All bones along `at`.
void straighten(Chain&, const Vec3& at);

/// The longest bone along `at`, all others against it: as near to the root as the chain can fold.
void fold(Chain&, const Vec3& at);

}  // namespace posewright::ik
