#pragma once

#include "core/evaluate/evaluate.h"

#include <functional>
#include <memory>
#include <vector>

namespace posewright {

/// A frame at which the effector of a contact is off the place that it should keep.
struct SlipAt {
    double frame = 0;
    double by = 0;  ///< distance from its place at the first frame of the contact [m]
};

/// The evaluation of a whole frame; null if it is not available.
using FindEvaluation = std::function<std::shared_ptr<const Evaluation>(int)>;

/// The whole frames from first to last at which a contact slips by more than a tolerance although
/// it holds fully, ascending. Measured from the first frame that reaches its place, if there is
/// one: then frames that miss count as slips, not all the others.
/// @param constraint  row of Rig::constraints
/// @param span        a contact of it, in doc
std::vector<SlipAt> slipsInContact(const Document& doc, std::size_t constraint, const Span& span,
                                   int first, int last, double tolerance,
                                   const FindEvaluation& find);

}  // namespace posewright
