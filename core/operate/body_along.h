#pragma once

#include "core/contacts/contacts.h"
#include "core/operate/operate.h"
#include "core/retarget/figure.h"

#include <optional>
#include <vector>

/// How a body goes along with feet that are held. Not for use outside core/operate.
namespace posewright::operate {

/// Edits, each made on the outcome of those before, so that ids are known.
class Cleaner {
public:
    Cleaner(const Document& doc, const edit::Context& context) : doc_(doc), context_(context) {}

    std::optional<Error> take(edit::Edit next);
    const Document& doc() const { return doc_; }
    const edit::Context& context() const { return context_; }
    Edits edits() && { return std::move(edits_); }

private:
    Document doc_;
    edit::Context context_;
    Edits edits_;
};

/// The bone by which a target carries the whole body: the one above the hips. kNoNode: none that
/// is free to.
/// @param ankles  of the legs that are held
NodeIndex trunkOf(const Document& doc, const retarget::Figure& figure,
                  const std::vector<NodeIndex>& ankles);

/// Makes the body follow: a target that carries it, keyed where it moves.
/// @param shown  where the trunk is, one a frame
/// @param moves  by how much it is to be moved, one a frame [m]
std::optional<Error> follow(Cleaner& cleaner, const contacts::Samples& samples, NodeIndex trunk,
                            const std::vector<WorldTransform>& shown,
                            const std::vector<Vec3>& moves);

}  // namespace posewright::operate
