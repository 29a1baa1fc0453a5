#include "app/import/lost.h"

#include "core/io/text.h"

#include <algorithm>

namespace posewright::import {

void Lost::add(const std::string& what, const std::string& name)
{
    constexpr std::size_t kNamed = 5;
    Kind& kind = kinds_[what];
    ++kind.count;
    if (name.empty() || kind.names.size() >= kNamed) return;
    if (std::find(kind.names.begin(), kind.names.end(), name) == kind.names.end())
        kind.names.push_back(name);
}

std::vector<std::string> Lost::warnings() const
{
    std::vector<std::string> out;
    for (const auto& [what, kind] : kinds_) {
        std::string line = what;
        if (kind.count > 1) line += " (" + std::to_string(kind.count) + ')';
        for (std::size_t i = 0; i < kind.names.size(); ++i)
            line += (i > 0 ? ", " : ": ") + io::inQuotes(kind.names[i]);
        out.push_back(std::move(line));
    }
    return out;
}

}  // namespace posewright::import
