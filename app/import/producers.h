#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace posewright::import {

/// The cameras of views that programs on the FBX SDK put into every file of theirs, and which
/// nobody made: "Producer Front".
inline bool isProducer(std::string_view name)
{
    constexpr std::string_view kBegin = "Producer ";
    constexpr std::array<std::string_view, 7> kViews = {"Perspective", "Front", "Back",  "Right",
                                                        "Left",        "Top",   "Bottom"};
    return name.starts_with(kBegin) &&
           std::ranges::find(kViews, name.substr(kBegin.size())) != kViews.end();
}

}  // namespace posewright::import
