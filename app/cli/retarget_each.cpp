#include "app/cli/retarget_each.h"

#include "app/cli/talk.h"

#include <algorithm>
#include <optional>

namespace posewright::cli {

namespace {

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
                return Error{"retarget has no argument '" + name + "', or it is of another kind"};
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

}  // namespace

Exit retargetEach(Console& console, const nlohmann::json& set,
                  const std::vector<std::string>& motions,
                  const std::vector<std::filesystem::path>& outs)
{
    RetargetOptions options;
    std::string character;
    Settings settings(set);
    settings.take("character", character);
    settings.take("map", options.map);
    settings.take("clip", options.clip);
    settings.take("up", options.up);
    settings.take("characterUp", options.characterUp);
    settings.take("travel", options.travel);
    settings.take("ground", options.ground);
    settings.take("facing", options.facing);
    settings.take("reference", options.reference);
    settings.take("characterReference", options.characterReference);
    settings.take("feet", options.freeFeet, false);
    settings.take("hands", options.freeHands, false);
    settings.take("contacts", options.contacts, true);
    settings.take("forgetSource", options.forgetSource, true);
    if (const auto wrong = settings.unknown()) return misused(console, *wrong);
    if (character.empty())
        return misused(console, {.message = "--set character=FILE says whom the motions are for"});
    Exit worst = Exit::Done;
    for (std::size_t i = 0; i < motions.size(); ++i) {
        options.files = {character, motions[i]};
        options.out = outs[i].string();
        const Exit exit = retargetFiles(console, options);
        if (exit == Exit::Interrupted || exit == Exit::Machine) return exit;
        if (exit != Exit::Done) worst = exit;
    }
    return worst;
}

}  // namespace posewright::cli
