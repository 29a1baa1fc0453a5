#pragma once

#include "core/operate/operate.h"

namespace posewright::operate {

/// The keys at both ends of contacts on props that were moved, so that limbs arrive and leave
/// without a jump. A contact is said in the space of the prop and goes along by itself, in all
/// clips; keys of its target are said in the world, and only those of the shown clip are put.
/// Contacts that were changed themselves are left alone, and so are ends whose key was.
Edits propEnds(const Document& before, const Document& after,
               const std::shared_ptr<KeyMemo>& memo = nullptr);

/// As edit::applyEach, with those keys; they are added to the edits.
Result<Document> applyWithEnds(const Document& doc, Edits& edits,
                               const edit::Context& context = {});

}  // namespace posewright::operate
