#pragma once

#include "core/document/document.h"

namespace posewright::io::gltf {

/// The document without the pictures on its surfaces: they leave the materials, those that it
/// carries of a glTF file as well, with their bytes. Those stay where an extension that nobody here
/// knows may name them.
Document withoutTextures(const Document& doc);

/// What the document carries of a glTF file without its meshes, and what is theirs alone: skins,
/// materials, pictures, keys of morphs, and all bytes of them. Nothing of it where an extension
/// that nobody here knows may name them.
Carried withoutMeshes(const Document& doc);

}  // namespace posewright::io::gltf
