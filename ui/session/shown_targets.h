#pragma once

#include "core/evaluate/evaluate.h"

#include <memory>

namespace posewright::ui {

/// An evaluation for drawing and picking, in which targets in contacts are at the place of the
/// contact instead of their keyed place. Returns the same object if no target differs.
/// @pre evaluation is of `doc`
std::shared_ptr<const Evaluation> withTargetsAtContacts(const Document& doc,
                                                        std::shared_ptr<const Evaluation> shown);

}  // namespace posewright::ui
