#pragma once

#include "core/io/gltf/json.h"
#include "core/motion/curve.h"
#include "core/motion/rotation_track.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Curves and rotation tracks as a little JSON and many doubles. A curve of motion capture costs
/// one double a key, a rotation four.
namespace posewright::io::gltf {

/// Doubles are appended to `data`; null for what has no keys.
Json curveToJson(const Curve& curve, std::string& data);
Json rotationToJson(const RotationTrack& track, std::string& data);

/// Throws Trouble. `data` is what was appended to.
Curve curveFromJson(const Json& json, std::string_view data);
RotationTrack rotationFromJson(const Json& json, std::string_view data);

/// What an object that these functions made takes of `data`, in pieces; none for other objects.
/// Nothing where it points outside the data. Never throws.
std::optional<std::vector<std::string_view>> keyBytes(const Json& json, std::string_view data);

}  // namespace posewright::io::gltf
