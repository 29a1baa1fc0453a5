#pragma once

#include "core/operate/operate.h"

namespace posewright::operate {

/// The keys at both ends of contacts on props that were moved, so that limbs arrive and leave
/// without a jump. Contacts are stored in the prop's space and move with it in all clips; target
/// keys are in the world, so only those of the shown clip are set.
/// Contacts that were changed themselves are left alone, and so are ends
/// whose key these edits changed.
Edits propEnds(const Document& before, const Document& after,
               const std::shared_ptr<KeyMemo>& memo = nullptr);

/// As edit::applyEach, with those keys; they are added to the edits.
Result<Document> applyWithEnds(const Document& doc, Edits& edits,
                               const edit::Context& context = {});

}  // namespace posewright::operate
