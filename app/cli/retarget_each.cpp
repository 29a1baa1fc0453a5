#include "app/cli/retarget_each.h"

#include "app/cli/settings.h"
#include "app/cli/talk.h"

namespace posewright::cli {

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
