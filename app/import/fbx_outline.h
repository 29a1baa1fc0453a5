#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace posewright::import {

/// An object of an FBX file by its heading: Geometry: 12, "Geometry::Smile", "Shape".
struct FbxObject {
    std::int64_t id = 0;
    std::string kind;                  ///< "Geometry"
    std::string name;                  ///< "Smile"
    std::string subclass;              ///< "Shape"
    std::optional<double> percent;     ///< DeformPercent
    std::optional<double> projection;  ///< CameraProjectionType
    bool muted = false;                ///< Mute, of layers of animation
    std::vector<double> postRotation;  ///< of models: x, y, z [degree]; empty: none
    std::vector<double> transform;     ///< of clusters: column by column; empty: not read
    std::vector<double> keyFlags;      ///< KeyAttrFlags, of curves; empty: not read
};

/// What animates what: a curve a curve node, and that a property of a model.
struct FbxDrive {
    std::int64_t part = 0;
    std::int64_t whole = 0;
    std::string property;  ///< "Lcl Rotation"
};

/// What an FBX file says of its objects and their links, as far as assimp does not pass it on.
struct FbxOutline {
    std::vector<FbxObject> objects;
    std::vector<std::pair<std::int64_t, std::int64_t>>
        links;  ///< of objects, from a part to its whole
    std::vector<FbxDrive> drives;
    std::map<std::string, std::string> about;  ///< MetaData of SceneInfo, without what is empty
    std::optional<double> timeMode;            ///< of GlobalSettings
    std::optional<double> customRate;          ///< CustomFrameRate, of GlobalSettings
};

/// From the bytes of a file in binary or in text. What is broken ends it early: assimp has the word
/// on that. O(bytes).
FbxOutline outlineOf(std::string_view fbx);

}  // namespace posewright::import
