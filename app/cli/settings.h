#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace posewright::cli {

/// Reads strings, numbers and booleans of the settings by name, and notes which names are known.
class Settings {
public:
    explicit Settings(const nlohmann::json& set) : set_(set) {}

    void take(const char* name, std::string& to)
    {
        const nlohmann::json* at = find(name);
        if (!at || !(at->is_string() || at->is_number())) return;
        to = at->is_string() ? at->get<std::string>() : at->dump();
        known_.emplace_back(name);
    }
    /// @param taken  the value of `to` if the setting is true
    void take(const char* name, bool& to, bool taken)
    {
        const nlohmann::json* at = find(name);
        if (!at || !at->is_boolean()) return;
        to = at->get<bool>() ? taken : !taken;
        known_.emplace_back(name);
    }
    std::optional<Error> unknown() const
    {
        for (const auto& [name, value] : set_.items())
            if (name != "operation" && std::ranges::find(known_, name) == known_.end())
                return Error{set_["operation"].get<std::string>() + " has no argument '" + name +
                             "', or it is of another kind"};
        return {};
    }

private:
    const nlohmann::json* find(const char* name) const
    {
        const auto at = set_.find(name);
        return at == set_.end() ? nullptr : &*at;
    }

    const nlohmann::json& set_;
    std::vector<std::string> known_;
};

}  // namespace posewright::cli
