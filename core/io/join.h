#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

namespace posewright::io {

/// A document on its way into another, as nodes of that one.
struct Joining {
    edit::AddNodes edit;
    Document other;           ///< as it was, with the names that its nodes get there
    Diagnostics diagnostics;  ///< what of its file does not come along
};

/// What the nodes of `other` come to in `doc`: their names made unique there, their meshes, skins,
/// materials, pictures, cameras and lights, and what the file said of all these, put behind what
/// `doc` carries. Its motion is not in it, nor are limits and targets: read a project plain.
/// Error: there are no nodes, or `doc` carries what is not of a glTF file.
/// @pre both are valid
Result<Joining> joining(const Document& doc, const Document& other);

}  // namespace posewright::io
