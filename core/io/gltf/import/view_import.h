#pragma once

#include "core/io/gltf/text/json.h"
#include "core/scene/scene.h"

#include <optional>

/// Cameras and lights of a file's nodes (glTF 2.0, section 3.10; KHR_lights_punctual).
namespace posewright::io::gltf {

/// The camera of a node; nullopt if it has none or an invalid one, which is carried and shown as a
/// plain node. Lengths are multiplied by `scale`.
std::optional<CameraPart> cameraOf(const Json& file, const Json& node, double scale);

/// The light of a node, as above.
std::optional<LightPart> lightOf(const Json& file, const Json& node);

}  // namespace posewright::io::gltf
