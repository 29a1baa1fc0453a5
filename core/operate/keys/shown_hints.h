#pragma once

#include "core/edit/edit.h"

#include <optional>
#include <span>
#include <vector>

/// Internal to core/operate.
namespace posewright::operate {

/// The hints of keys (edit::hintData), and the bend that is shown at target keys without one, or
/// with one that follows the motion around it, so that the limb bends alike wherever these are put.
/// Not for limbs with motion of their own, whose bend is told by that. One solve per such key.
std::optional<std::vector<edit::HintData>>
shownHints(const Document& doc, std::span<const edit::KeyRef> keys, const edit::Context& context);

}  // namespace posewright::operate
