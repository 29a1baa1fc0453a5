#pragma once

#include "core/io/gltf/project/key_tables.h"
#include "core/io/gltf/text/json.h"
#include "core/motion/curve.h"
#include "core/motion/rotation_track.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Curves and rotation tracks as JSON that refers to binary doubles, or, as long as they are those
/// of a capture, to columns of a table.
namespace posewright::io::gltf {

/// Appends to the doubles; null if there are no keys. @pre tables of rows are in the store
Json curveToJson(const Curve& curve, KeyStore& store);
Json rotationToJson(const RotationTrack& track, KeyStore& store);

/// Throws Trouble. @param from  as filled by the functions above
Curve curveFromJson(const Json& json, const KeySource& from);
RotationTrack rotationFromJson(const Json& json, const KeySource& from);

/// The pieces of `data` that an object made by these functions refers to; none for other objects.
/// Nullopt if it refers beyond the data. Never throws.
std::optional<std::vector<std::string_view>> keyBytes(const Json& json, std::string_view data);

}  // namespace posewright::io::gltf
