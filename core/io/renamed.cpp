#include "core/io/renamed.h"

#include "core/io/text.h"

#include <algorithm>

namespace posewright::io {

std::string listedNames(const std::vector<std::string>& names)
{
    constexpr std::size_t kMost = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
        text += (i == 0 ? ": " : ", ") + inQuotes(names[i]);
    return names.size() > kMost ? text + ", ..." : text;
}

Diagnostic toldOfRenamed(const std::vector<std::string>& names)
{
    return {Diagnostic::Severity::Warning,
            std::to_string(names.size()) + (names.size() == 1 ? " name has" : " names have") +
                " _ in place of characters that other programs misread" + listedNames(names),
            {}};
}

Diagnostic toldOfRenamed(const Renamed& names)
{
    std::vector<std::string> before;
    before.reserve(names.size());
    for (const auto& [was, is] : names) before.push_back(was);
    return toldOfRenamed(before);
}

}  // namespace posewright::io
