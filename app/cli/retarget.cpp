#include "core/retarget/retarget.h"

#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/json_file.h"
#include "app/cli/talk.h"
#include "app/cli/text.h"
#include "core/operate/bring_in.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>

namespace posewright::cli {

namespace {

struct RetargetOptions {
    std::vector<std::string> files;  ///< the character, then motions
    std::string map;
    std::string clip;
    std::string up;
    std::string travel = "scaled";
    std::string out;
    bool freeFeet = false;
    bool freeHands = false;
    bool printMap = false;
};

std::string namesOf(const std::vector<retarget::Role>& roles)
{
    std::string names;
    for (const retarget::Role role : roles)
        names += (names.empty() ? "" : ", ") + std::string(retarget::nameOf(role));
    return names;
}

/// {"character": {roles}, "motion": {roles}}, each of which may be left out.
Result<nlohmann::json> readMap(const std::string& file)
{
    Result<nlohmann::json> map = readJson(file);
    if (!map) return map;
    if (!map->is_object()) return Error{.message = "it is not a map of bones", .where = file};
    for (const auto& [name, value] : map->items())
        if (name != "character" && name != "motion")
            return Error{.message = "a map has \"character\" and \"motion\", not \"" + name + '"',
                         .where = file};
    return map;
}

/// The figure that a scene shows, as far as the map does not say otherwise.
Result<retarget::Figure> figureIn(const nlohmann::json& map, const char* side, const Scene& scene,
                                  const std::string& file)
{
    const retarget::Figure guess = retarget::figureOf(scene);
    if (!map.contains(side)) return guess;
    Result<retarget::Figure> figure = retarget::figureFrom(map[side], scene, guess);
    if (figure) return figure;
    return Error{figure.error().message, file + "#/" + side + figure.error().where,
                 ErrorKind::Refused, figure.error().advice};
}

Result<retarget::Options> howTo(const RetargetOptions& from)
{
    retarget::Options to;
    to.feetByGoals = !from.freeFeet;
    to.handsByGoals = !from.freeHands;
    if (from.travel == "scaled")
        to.travel = retarget::Travel::Scaled;
    else if (from.travel == "as-it-is")
        to.travel = retarget::Travel::AsItIs;
    else if (from.travel == "in-place")
        to.travel = retarget::Travel::InPlace;
    else
        return Error{.message = "--travel is scaled, as-it-is or in-place"};
    return to;
}

/// A clip that bears no name of its own is called as its file is.
std::string clipName(const Clip& clip, const std::string& file)
{
    const bool plain = clip.name.empty() || clip.name == "Clip" || clip.name == "motion";
    return plain ? std::filesystem::path(file).stem().string() : clip.name;
}

Result<Document> withMotion(Console& console, Document doc, const Document& motion,
                            const std::string& file, retarget::Options options, bool first)
{
    options.name = clipName(motion.clip(), file);
    Result<retarget::Retargeted> made = [&] {
        Progress progress(console, "retargeting");
        options.progress = [&](double share) { return progress(share); };
        return retarget::retarget(motion, doc, options);
    }();
    if (!made) return made.error();
    // The clips of a file have one skeleton.
    if (first && !made->withoutSource.empty())
        warn(console, file,
             "no bone here moves these of the character: " + namesOf(made->withoutSource));
    if (first && !made->withoutTarget.empty())
        warn(console, file, "the character has none for " + namesOf(made->withoutTarget));
    const Result<operate::Edits> edits = operate::bringIn(doc, *made);
    if (!edits) return edits.error();
    return edit::applyEach(doc, *edits);
}

/// The clips of a file that are asked for, each as the active one.
std::vector<Document> motionsOf(const Document& doc, const std::string& named)
{
    std::vector<Document> out;
    for (const Shared<Clip>& clip : doc.clips) {
        if (!named.empty() && clip->name != named) continue;
        const Result<Document> shown = edit::apply(doc, edit::SetActiveClip{clip->name});
        if (shown && !shown->clip().tracks.empty()) out.push_back(*shown);
    }
    return out;
}

Exit printMap(Console& console, const nlohmann::json& map, const RetargetOptions& options,
              const Document& character, const Document& motion)
{
    const auto ours = figureIn(map, "character", *character.scene, options.map);
    if (!ours) return fail(console, ours.error());
    const auto theirs = figureIn(map, "motion", *motion.scene, options.map);
    if (!theirs) return fail(console, theirs.error());
    const nlohmann::json out{{"character", retarget::toJson(*ours, *character.scene)},
                             {"motion", retarget::toJson(*theirs, *motion.scene)}};
    console.out << out.dump(2) << '\n';
    return Exit::Done;
}

Exit retargetFiles(Console& console, const RetargetOptions& options)
{
    if (options.files.size() < 2)
        return misused(console, {.message = "a CHARACTER and at least one MOTION are needed"});
    if (options.out.empty() && !options.printMap)
        return misused(console, {.message = "-o OUT is needed"});
    Result<retarget::Options> how = howTo(options);
    if (!how) return misused(console, how.error());
    io::ReadOptions reading;
    reading.up = std::nullopt;
    if (!options.up.empty() && options.up != "guess") {
        reading.up = io::upAxisNamed(options.up);
        if (!reading.up)
            return misused(console, {.message = "--up is y, z, x, -y, -z, -x or guess"});
    }
    Result<nlohmann::json> map = nlohmann::json::object();
    if (!options.map.empty()) map = readMap(options.map);
    if (!map) return fail(console, map.error(), options.map);
    const Result<io::Import> character = open(console, options.files[0], {});
    if (!character) return fail(console, character.error(), options.files[0]);
    Document doc = character->document;
    const auto ours = figureIn(*map, "character", *doc.scene, options.map);
    if (!ours) return fail(console, ours.error());
    how->target = *ours;
    int made = 0;
    for (std::size_t i = 1; i < options.files.size(); ++i) {
        const std::string& file = options.files[i];
        const Result<io::Import> from = open(console, file, {}, reading);
        if (!from) return fail(console, from.error(), file);
        if (options.printMap) return printMap(console, *map, options, doc, from->document);
        const auto theirs = figureIn(*map, "motion", *from->document.scene, options.map);
        if (!theirs) return fail(console, theirs.error());
        how->source = *theirs;
        bool first = true;
        for (const Document& motion : motionsOf(from->document, options.clip)) {
            Result<Document> next = withMotion(console, std::move(doc), motion, file, *how, first);
            first = false;
            if (!next) return fail(console, next.error(), file);
            doc = *std::move(next);
            ++made;
        }
    }
    if (made == 0)
        return fail(console, {.message = options.clip.empty()
                                             ? "there is no motion in it"
                                             : "there is no clip '" + options.clip + "' that moves",
                              .where = options.files[1]});
    return writeDocument(console, doc, options.out, {});
}

}  // namespace

Action declareRetarget(CLI::App& app)
{
    auto options = std::make_shared<RetargetOptions>();
    app.add_option("FILE", options->files, "the character, then files with motions")
        ->expected(1, -1);
    app.add_option("--map", options->map, "which bones are which, where names do not tell");
    app.add_option("--clip", options->clip, "the motions' clip; default: all");
    app.add_option("--up", options->up, "the axis of a BVH that points up; default: as it stands");
    app.add_option("--travel", options->travel,
                   "scaled by the legs (default), as-it-is, or in-place");
    app.add_flag("--free-feet", options->freeFeet, "feet go where the legs' turns take them");
    app.add_flag("--free-hands", options->freeHands, "hands go where the arms' turns take them");
    app.add_flag("--print-map", options->printMap, "print the map as JSON; nothing is written");
    app.add_option("-o,--out", options->out, "the file to write");
    return [options](Console& console) { return retargetFiles(console, *options); };
}

}  // namespace posewright::cli
