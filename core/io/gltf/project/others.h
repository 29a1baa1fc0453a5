#pragma once

#include "core/io/gltf/text/json.h"

#include <string>

/// What other programs did to a project's file since it was saved.
namespace posewright::io::gltf {

/// Sets the root extension's checksum of all the rest of the file (`whole`), and its own `crc`
/// anew. @param read  the file's JSON, as it is read @param data  that the keys refer to
/// @param written  the same file's JSON that gets them
void addWholeCheck(const Json& read, std::string_view data, Json& written);

/// Is the file other than it was saved? False for files of versions that did not check it.
bool isTouched(const Json& read);

/// What the file has beyond what would be written of the project now, such as "2 materials, 1
/// camera, extras"; empty: nothing. Buffers, views and accessors do not count.
std::string addedBeyond(const Json& read, const Json& written);

}  // namespace posewright::io::gltf
