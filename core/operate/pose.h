#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/evaluate/evaluate.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

/// A stored pose, to be applied to other frames, documents and skeletons.
namespace posewright::operate {

struct PoseBone {
    std::string name;         ///< unique in its pose, not empty
    int parent = -1;          ///< row of Pose::bones, less than its own; -1: none
    Transform rest;           ///< in the parent's space, or in the world if it has none
    Transform pose;           ///< in the same space as rest
    Vec3 tip = Vec3::Zero();  ///< in its own space [m]
};

/// All bones of a document as shown at a frame, without keys or targets.
struct Pose {
    std::string name;
    std::vector<PoseBone> bones;
};

/// @pre shown is of doc
Pose poseOf(const Document& doc, const Evaluation& shown, std::string name);

/// A document with a figure in this pose at frame 0. Error: names or parents break a rule of
/// Scene::make.
Result<Document> documentOf(const Pose& pose);

/// {"posewright": "pose", "name": "Wave", "bones": [{"name", "parent"?, "rest", "pose", "tip"}]}
/// Placements are {"translation": [x,y,z], "rotation": [x,y,z,w], "scale"?: [x,y,z]}.
nlohmann::json toJson(const Pose& pose);
/// Error: the JSON is not a pose; its place is a JSON pointer.
Result<Pose> poseFromJson(const nlohmann::json& json);
Result<Pose> poseFromText(std::string_view text);

}  // namespace posewright::operate
