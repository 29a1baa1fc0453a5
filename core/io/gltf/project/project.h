#pragma once

#include "core/document/document.h"
#include "core/io/gltf/carried_form.h"
#include "core/io/gltf/gltf_file.h"
#include "core/io/gltf/project/checks.h"
#include "core/io/gltf/project/key_tables.h"
#include "core/scene/kind.h"

#include <algorithm>
#include <span>

/// Data that only this editor reads, as the glTF extension POSEWRIGHT_animation: keys as raw
/// doubles in one bufferView, everything else as JSON. Reading restores the same document bit for
/// bit. The schema is in docs/file-format.md.
namespace posewright::io::gltf {

/// Projects with tables of captured numbers.
inline constexpr int kTableSchema = 8;
/// Projects whose keys have hints.
inline constexpr int kHintSchema = 6;
/// The newest version of the schema. Older ones are read, newer ones refused. The kinds of a
/// project's constraints may ask for a version of their own.
inline constexpr int kSchema = std::max(kTableSchema, newestKind());
/// Projects with layers, and no hints.
inline constexpr int kLayerSchema = 5;
/// Projects whose meshes have morphs, and no layers.
inline constexpr int kMorphSchema = 4;
/// For projects without these features, so that older versions can read them: with carried glTF
/// data (kShortSchema on disk, see short_form.h), and without.
inline constexpr int kCarryingSchema = 2;
inline constexpr int kPlainSchema = 1;

/// The root extension with its checksums. Fills `store`; the caller adds where its doubles and the
/// cells of its tables are. @param form of the carried glTF data; null: there is none
Json projectToJson(const Document& doc, const CarriedForm* form, KeyStore& store);

/// The extension of a node: its id and the data of its part that glTF lacks. The caller adds its
/// checksum.
Json nodeToJson(const Node& node);

/// Does the file carry a document of ours?
bool isProject(const GltfFile& file);

/// Damaged parts of the root extension. Throws Trouble.
Damage projectDamage(const GltfFile& file);

/// The document. Throws Trouble. The parts that are plain glTF (meshes, skins, rest transforms)
/// come from there; Damaged nodes are added to `damage`. Empty if `damage.keysAreGone` afterwards.
/// @param known  tables that are shared where the file's are equal
Document projectFromJson(GltfFile& file, Damage& damage,
                         std::span<const Shared<SpelledRows>> known = {});

/// Drops what a document carries of its file, and all references to it.
void forgetCarried(Document& doc);

/// Adds warnings for the first few places of damage.
void tellDamage(GltfFile& file, const Document& doc, const Damage& damage);

}  // namespace posewright::io::gltf
