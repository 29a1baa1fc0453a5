#pragma once

#include "core/document/document.h"

namespace posewright::io::gltf {

/// The document without textures, in its materials and in the carried glTF data, where their bytes
/// are removed, too, unless an unknown extension may refer to them.
Document withoutTextures(const Document& doc);

/// The document's carried glTF data without meshes and what only they use: skins, materials,
/// pictures, morph keys and all their bytes. Empty if an unknown extension may refer to them.
Carried withoutMeshes(const Document& doc);

}  // namespace posewright::io::gltf
