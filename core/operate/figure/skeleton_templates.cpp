#include "core/operate/skeleton_templates.h"

#include "core/base/closest.h"
#include "core/edit/change.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace posewright::operate {

/// In a source that the build makes of the files (core/CMakeLists.txt).
using MakeTemplates = std::span<const SkeletonTemplate>();
MakeTemplates madeTemplates;

std::span<const SkeletonTemplate> skeletonTemplates()
{
    return madeTemplates();
}

Result<nlohmann::json> skeletonList(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const SkeletonTemplate& each : skeletonTemplates()) {
        if (each.name == name) return nlohmann::json::parse(each.text, nullptr, false);
        names.push_back(each.name);
    }
    std::string all;
    for (const std::string_view each : names) all += (all.empty() ? "" : ", ") + std::string(each);
    const std::string near = didYouMean(name, names);
    return edit::refused("there is no skeleton " + edit::quoted(std::string(name)), "/skeleton",
                         near.empty() ? "they are " + all : near);
}

}  // namespace posewright::operate
