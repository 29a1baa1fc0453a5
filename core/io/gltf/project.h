#pragma once

#include "core/document/document.h"
#include "core/io/gltf/carried_form.h"
#include "core/io/gltf/checks.h"
#include "core/io/gltf/gltf_file.h"

#include <string>

/// What only this editor knows, as the glTF extension POSEWRIGHT_animation: numbers of keys as raw
/// doubles in one bufferView, everything else as JSON. Reading gives back the very same document,
/// bit for bit. docs/file-format.md has the schema.
namespace posewright::io::gltf {

/// The newest version of the schema: projects whose keys have hints. Older ones are read, newer
/// ones refused.
inline constexpr int kSchema = 6;
/// Projects with layers, and no hints.
inline constexpr int kLayerSchema = 5;
/// Projects whose meshes have morphs, and no layers.
inline constexpr int kMorphSchema = 4;
/// What other projects are written as, so that readers from before read them: those that carry a
/// glTF file's rest, on the disk kShortSchema (short_form.h), and all others.
inline constexpr int kCarryingSchema = 2;
inline constexpr int kPlainSchema = 1;

/// The root extension with its checksums; doubles of keys are appended to `data`. The caller adds
/// where they lie. @param form  of what the document carries of a glTF file, if it does
Json projectToJson(const Document& doc, const CarriedForm* form, std::string& data);

/// The extension of a node: its id, and what hangs on it beyond glTF. The caller adds its checksum.
Json nodeToJson(const Node& node);

/// Does the file carry a document of ours?
bool isProject(const GltfFile& file);

/// What of the root extension is not as it was saved. Throws Trouble.
Damage projectDamage(const GltfFile& file);

/// The document. Throws Trouble. The parts that are plain glTF (meshes, skins, rest transforms)
/// come from there; `damage` gets the nodes that are not as they were saved.
Document projectFromJson(GltfFile& file, Damage& damage);

/// A warning for each place, of the first few.
void tellDamage(GltfFile& file, const Document& doc, const Damage& damage);

}  // namespace posewright::io::gltf
