#pragma once

#include "core/evaluate/evaluate.h"

#include <memory>

namespace posewright::ui {

/// An evaluation as it is drawn and taken hold of: a target in a contact is where the contact keeps
/// it, which its curve may leave. The same evaluation where no target differs.
/// @pre evaluation is of `doc`
std::shared_ptr<const Evaluation> withTargetsAtContacts(const Document& doc,
                                                        std::shared_ptr<const Evaluation> shown);

}  // namespace posewright::ui
