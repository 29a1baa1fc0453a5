#pragma once

#include "core/document/document.h"
#include "core/io/gltf/project/key_tables.h"
#include "core/io/gltf/text/json.h"

/// Clips in the project extension: JSON, and keys as raw doubles. Keys that are in a carried
/// animation are not written again.
namespace posewright::io::gltf {

/// Appends to the doubles of keys. @pre all tables are in the store
Json clipToJson(const Clip& clip, const Carried& carried, KeyStore& store);

/// @param hasMorphs  false: the file is older than morph keys, which are then taken from the
/// animation Throws Trouble.
Clip clipFromJson(const Json& json, const KeySource& from, const Carried& carried, bool hasMorphs);

}  // namespace posewright::io::gltf
