#include "app/cli/retarget_each.h"

#include "app/cli/settings.h"
#include "app/cli/talk.h"

namespace posewright::cli {

namespace {

/// "root" says how far the figure travels, as "travel" does.
void takeRoot(RetargetOptions& options, Settings& settings)
{
    std::string root;
    settings.take("root", root);
    if (root.empty()) return;
    options.travel = root == "asIs" ? "as-it-is" : root == "inPlace" ? "in-place" : root;
}

}  // namespace

Exit retargetEach(Console& console, const nlohmann::json& set,
                  const std::vector<std::string>& files,
                  const std::vector<std::filesystem::path>& outs, const std::string& report)
{
    RetargetOptions options;
    options.report = report;
    std::string character, motion;
    Settings settings(set);
    settings.take("character", character);
    settings.take("motion", motion);
    takeRoot(options, settings);
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
    settings.take("leaveOutStart", options.leaveOutStart, true);
    if (const auto wrong = settings.unknown()) return misused(console, *wrong);
    if (character.empty() == motion.empty())
        return misused(console,
                       {.message = "--set character=FILE says whom the motions are for, or "
                                   "--set motion=FILE what moves the characters"});
    Exit worst = Exit::Done;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (motion.empty())
            options.files = {character, files[i]};
        else
            options.files = {files[i], motion};
        options.out = outs[i].string();
        const Exit exit = retargetFiles(console, options);
        if (exit == Exit::Interrupted || exit == Exit::Machine) return exit;
        if (exit != Exit::Done) worst = exit;
    }
    return worst;
}

}  // namespace posewright::cli
