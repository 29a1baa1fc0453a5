#pragma once

#include "core/document/document.h"
#include "core/io/renamed.h"

namespace posewright::io::gltf {

/// The document without textures, in its materials and in the carried glTF data, where their bytes
/// are removed, too, unless an unknown extension may refer to them.
/// @param told  if given, gets the carried keys that go with them
Document withoutTextures(const Document& doc, Diagnostics* told = nullptr);

/// With safeNames of the carried meshes, materials, cameras, lights and skins, each list for
/// itself.
/// @param renamed  gets the names that changed; loses those that the file does not have
Document withSafeNames(const Document& doc, Renamed& renamed);

/// The document's carried glTF data without meshes and what only they use: skins, materials,
/// pictures, morph keys and all their bytes. What extensions hold that are not known goes, too, as
/// it may refer to them.
/// @param told  gets what goes with them: keys that point at them, and these extensions
Carried withoutMeshes(const Document& doc, Diagnostics& told);

}  // namespace posewright::io::gltf
