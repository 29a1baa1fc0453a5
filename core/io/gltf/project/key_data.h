#pragma once

#include "core/io/gltf/text/json.h"
#include "core/motion/curve.h"
#include "core/motion/rotation_track.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Curves and rotation tracks as JSON that refers to binary doubles: one per key for a curve of
/// motion capture, four for a rotation.
namespace posewright::io::gltf {

/// Appends doubles to `data`; null if there are no keys.
Json curveToJson(const Curve& curve, std::string& data);
Json rotationToJson(const RotationTrack& track, std::string& data);

/// Throws Trouble. @param data as filled by the functions above
Curve curveFromJson(const Json& json, std::string_view data);
RotationTrack rotationFromJson(const Json& json, std::string_view data);

/// The pieces of `data` that an object made by these functions refers to; none for other objects.
/// Nullopt if it refers beyond the data. Never throws.
std::optional<std::vector<std::string_view>> keyBytes(const Json& json, std::string_view data);

}  // namespace posewright::io::gltf
