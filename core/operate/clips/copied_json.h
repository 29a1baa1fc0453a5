#pragma once

#include "core/edit/json_values.h"
#include "core/operate/copied.h"

/// Copied keys as an argument. Internal to this folder.
namespace posewright::edit {

template <>
struct Codec<operate::Copied> {
    static std::string kind();
    static Result<operate::Copied> read(const nlohmann::json& json, const Document& doc);
};

}  // namespace posewright::edit

namespace posewright::operate {

/// Copied keys are checked when they are pasted.
inline std::optional<std::string> check(const Document&, const Copied&)
{
    return {};
}

}  // namespace posewright::operate
