#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string_view>

namespace posewright::operate {

/// A skeleton that comes with the program (resources/templates): a list of edits, as JSON text.
struct SkeletonTemplate {
    std::string_view name;  ///< "biped": its file, without the extension
    std::string_view text;
};

/// By name. The build makes its source of the files.
std::span<const SkeletonTemplate> skeletonTemplates();

/// The list of edits. Error: there is no such template; the place is "/skeleton".
Result<nlohmann::json> skeletonList(std::string_view name);

}  // namespace posewright::operate
