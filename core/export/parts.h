#pragma once

#include "core/document/document.h"
#include "core/export/plan.h"

/// Documents with parts left out, one function for each export option. All are pure, and nodes keep
/// their ids.
namespace posewright::exports {

/// The document over the frames that are asked for.
Document asAsked(const Document& doc, const Options& options);

/// With the active clip only.
Document withOneClip(const Document& doc);

/// With joint keys for what targets move, and without targets, poles, spans and influences. A
/// target's node stays if it is more than a target. Error: cancelled.
Result<Document> withoutTargets(const Document& doc, const Options& options,
                                const Context& context);

/// The same without the keys: nothing is baked.
Document withoutRig(const Document& doc);

/// Without meshes and what only they use: skins, materials, morph keys. Other carried data is kept
/// only if every place that may refer to a mesh is known; else all of it is dropped.
/// @param told  gets the carried keys that go with them
Document withoutMeshes(const Document& doc, Diagnostics& told);

/// Without the meshes of these nodes, and without these nodes where nothing needs them.
Document withoutMeshesOf(const Document& doc, const std::vector<NodeId>& nodes);

/// With the meshes and textures that are asked for.
/// @param can   does the format hold meshes?
/// @param told  gets the carried keys that go
Document withMeshesAsked(const Document& doc, const Options& options, bool can, Diagnostics& told);

/// With this Euler order for all bones.
Document withEulerOrder(const Document& doc, const std::array<int, 3>& order);

/// With the active clip and the range moved so that the range starts at frame 0.
/// @pre it has no constraints: see withoutTargets
Document fromFrameZero(const Document& doc);

/// The frames of a clip in a file: the range for the active clip, the keyed range for others;
/// nullopt if there is nothing to write.
std::optional<Range> writtenRange(const Document& doc, int clip);

/// The frame of a clip at time 0 of a file of keys: 0, or the start of its range if that is
/// earlier, or if frames of the active clip are asked for in a file that is no project.
double zeroOf(const Document& doc, int clip, const Options& options, bool project);

/// Are all keys of the active clip at one frame, and does no span begin or end in its range? Then
/// nothing moves.
bool isStill(const Document& doc);

/// The frame within the range after which the active clip stands still: its last key, or the end of
/// its last span. Nullopt: it moves up to the end, or nothing is keyed up to there.
std::optional<double> stillFrom(const Document& doc);

}  // namespace posewright::exports
