#pragma once

#include "core/document/document.h"
#include "core/export/plan.h"

/// Documents with parts of another one: what an option leaves out, and nothing else. All are pure,
/// and nodes keep their ids.
namespace posewright::exports {

/// With the active clip only.
Document withOneClip(const Document& doc);

/// With joint keys for what targets move, and without targets, poles, spans and influences. A
/// target's node that is more than that stays. `step` is the one of the written frames, for each
/// clip. Error: cancelled.
Result<Document> withoutTargets(const Document& doc, const Options& options,
                                const Context& context);

/// Without meshes, and what is theirs alone: skins, materials, keys of morphs. What else the file
/// that it was read from held stays, as far as it is known where it names them.
Document withoutMeshes(const Document& doc);

/// With names of nodes free of characters that some readers take for something else.
Document withSafeNames(const Document& doc);

/// With this order of rotations for all bones.
Document withEulerOrder(const Document& doc, const std::array<int, 3>& order);

/// With the active clip and the range moved so that the range starts at frame 0.
/// @pre nothing constrains it: see withoutTargets
Document fromFrameZero(const Document& doc);

/// Frames that a clip has in a file: the range of the active one, what is keyed of the others;
/// nothing where there is nothing to write.
std::optional<Range> writtenRange(const Document& doc, int clip);

}  // namespace posewright::exports
