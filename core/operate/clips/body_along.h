#pragma once

#include "core/contacts/contacts.h"
#include "core/operate/operate.h"
#include "core/retarget/figure.h"

#include <optional>
#include <vector>

/// Moving the body so that held feet stay within reach. Internal to this folder.
namespace posewright::operate {

/// Collects edits and applies each at once, so that new ids are known to the next.
class Cleaner {
public:
    Cleaner(const Document& doc, const edit::Context& context) : doc_(doc), context_(context) {}

    std::optional<Error> take(edit::Edit next);
    /// Adds a target that leads its effector's orientation, too, and is not eased.
    Result<ConstraintId> addTarget(const std::string& name, NodeId effector, NodeId root,
                                   bool rootMoves = false);
    const Document& doc() const { return doc_; }
    const edit::Context& context() const { return context_; }
    Edits edits() && { return std::move(edits_); }

private:
    Document doc_;
    edit::Context context_;
    Edits edits_;
};

/// The bone that a body target should move: the first one from the hips to the spine.
/// @param ankles  of the held legs
/// Error: none is free for that, and why.
Result<NodeIndex> trunkOf(const Document& doc, const retarget::Figure& figure,
                          const std::vector<NodeIndex>& ankles);

/// Adds a target that moves the body, with keys where it moves.
/// @param shown  the trunk's placement, one per frame
/// @param moves  the moves to apply, one per frame [m]
std::optional<Error> follow(Cleaner& cleaner, const contacts::Samples& samples, NodeIndex trunk,
                            const std::vector<WorldTransform>& shown,
                            const std::vector<Vec3>& moves);

}  // namespace posewright::operate
