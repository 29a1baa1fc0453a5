#pragma once

#include "core/evaluate/evaluate.h"

#include <memory>

namespace posewright::ui {

/// An evaluation for drawing, picking and dragging, in which targets in contacts are at the place
/// of the contact instead of their keyed place, and targets that wait for their first key are at
/// the joint that they will lead: their own place is that of the frame at which they were made.
/// Returns the same object if no target differs.
/// @pre evaluation is of `doc`
std::shared_ptr<const Evaluation> withTargetsPlaced(const Document& doc,
                                                    std::shared_ptr<const Evaluation> shown);

}  // namespace posewright::ui
