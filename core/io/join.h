#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <optional>

namespace posewright::io {

/// A document converted to nodes that can be added to another.
struct Joining {
    edit::AddNodes edit;
    Document other;           ///< the other document, with the new names of its nodes
    Diagnostics diagnostics;  ///< what of its file is left out
};

/// The edit that adds the nodes of `other` to `doc`, with unique names, and their meshes, skins,
/// materials, pictures, cameras, lights and carried data, appended to what `doc` carries. Without
/// motion, limits and targets: read a project with ReadOptions::plain to get its motion baked.
/// Error: there are no nodes, or what `doc` carries is not from a glTF file.
/// @pre both are valid
Result<Joining> joining(const Document& doc, const Document& other);

/// Names what stays behind where only the keys of a clip's nodes go on to another document: what
/// its file says beyond them, with its place there.
/// @param clip  its row; empty: of all clips
/// @param pointers  keys that point elsewhere (KHR_animation_pointer) stay behind, too
Diagnostics leftBehind(const Document& from, std::optional<int> clip = {}, bool pointers = true);

}  // namespace posewright::io
