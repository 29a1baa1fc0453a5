#pragma once

#include "core/edit/json_values.h"
#include "core/operate/pose.h"

/// A pose as an argument. Internal to this folder.
namespace posewright::edit {

template <>
struct Codec<operate::Pose> {
    static std::string kind();
    static Result<operate::Pose> read(const nlohmann::json& json, const Document& doc);
};

}  // namespace posewright::edit

namespace posewright::operate {

/// Poses are checked when they are read.
inline std::optional<std::string> check(const Document&, const Pose&)
{
    return {};
}

}  // namespace posewright::operate
