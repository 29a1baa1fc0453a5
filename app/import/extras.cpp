#include "app/import/extras.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace posewright::import {

namespace {

using io::gltf::Json;

/// Names that nodes of FBX files have without anybody's doing (FBX SDK, FbxNode), and those that
/// assimp adds. With a star: beginnings of names.
constexpr std::array<std::string_view, 26> kOfNodes = {
    "IsNull",         "DefaultAttributeIndex",
    "InheritType",    "QuaternionInterpolate",
    "Rotation*",      "Scaling*",
    "Translation*",   "PreRotation",
    "PostRotation",   "Geometric*",
    "MinDamp*",       "MaxDamp*",
    "PreferedAngle*", "PreferredAngle*",
    "LookAtProperty", "UpVectorProperty",
    "Show",           "NegativePercentShapeSupport",
    "Freeze",         "LODBox",
    "Lcl *",          "Visibility*",
    "AxisLen",        "lockInfluenceWeights",
    "currentUVSet",   "filmboxTypeID"};

/// The same of cameras and lights (FbxCamera, FbxLight), whose properties assimp gives to the node.
constexpr std::array<std::string_view, 45> kOfSights = {
    "Aspect*",        "Background*",  "Foreground*",
    "ResolutionMode", "View*",        "Film*",
    "Aperture*",      "Gate*",        "FieldOf*",
    "Focal*",         "Focus*",       "Optical*",
    "Near*",          "Far*",         "Camera*",
    "UseFrame*",      "FrameColor",   "Pixel*",
    "UseReal*",       "UseDepth*",    "UseAnti*",
    "Anti*",          "UseAccu*",     "Frame*",
    "Front*",         "Back*",        "Display*",
    "Ortho*",         "Safe*",        "Lock*",
    "Squeeze*",       "AutoCompute*", "Crop*",
    "Center*",        "Roll*",        "Turn*",
    "Position",       "UpVector",     "InterestPosition",
    "Light*",         "Draw*",        "Cast*",
    "Use*",           "Show*",        "Audio*"};

template <std::size_t size>
bool isAmong(const std::array<std::string_view, size>& names, std::string_view name)
{
    return std::any_of(names.begin(), names.end(), [name](std::string_view one) {
        return one.ends_with('*') ? name.starts_with(one.substr(0, one.size() - 1)) : name == one;
    });
}

Json number(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

Json valueOf(const aiMetadataEntry& entry)
{
    switch (entry.mType) {
    case AI_BOOL: return *static_cast<const bool*>(entry.mData);
    case AI_INT32: return *static_cast<const std::int32_t*>(entry.mData);
    case AI_UINT64: return *static_cast<const std::uint64_t*>(entry.mData);
    case AI_FLOAT: return number(*static_cast<const float*>(entry.mData));
    case AI_DOUBLE: return number(*static_cast<const double*>(entry.mData));
    case AI_AISTRING: {
        const auto& text = *static_cast<const aiString*>(entry.mData);
        return text.length > 0 ? Json(text.C_Str()) : Json();
    }
    case AI_AIVECTOR3D: {
        const auto& v = *static_cast<const aiVector3D*>(entry.mData);
        return {number(v.x), number(v.y), number(v.z)};
    }
    default: return {};
    }
}

}  // namespace

Json extrasOf(const aiNode& node, bool sight)
{
    Json out;
    const aiMetadata* data = node.mMetaData;
    for (unsigned i = 0; data && i < data->mNumProperties; ++i) {
        const std::string_view name = data->mKeys[i].C_Str();
        if (name.empty() || isAmong(kOfNodes, name) || (sight && isAmong(kOfSights, name)))
            continue;
        Json value = valueOf(data->mValues[i]);
        if (!value.is_null()) out[std::string(name)] = std::move(value);
    }
    return out;
}

}  // namespace posewright::import
