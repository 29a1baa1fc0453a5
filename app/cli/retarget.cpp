#include "core/retarget/retarget.h"

#include "app/cli/command.h"
#include "app/cli/inputs.h"
#include "app/cli/json_file.h"
#include "app/cli/left_out.h"
#include "app/cli/retarget_each.h"
#include "app/cli/retarget_how.h"
#include "app/cli/retarget_report.h"
#include "app/cli/talk.h"
#include "app/cli/text.h"
#include "core/base/closest.h"
#include "core/io/save.h"
#include "core/operate/bring_in.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace posewright::cli {

namespace {

constexpr double kKeeping = 0.1;  ///< share of the time that copying the motion takes

std::string namesOf(const std::vector<retarget::Role>& roles)
{
    std::string names;
    for (const retarget::Role role : roles)
        names += (names.empty() ? "" : ", ") + std::string(retarget::nameOf(role));
    return names;
}

/// {"character": {roles}, "motion": {roles}}; both optional.
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

/// The figure of a scene, with the roles that the map overrides.
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

/// Warns of a reference pose that is none of the motion's frames.
void warnOfReference(Console& console, const retarget::Reference& reference, const Document& doc,
                     const std::string& file)
{
    if (reference.kind == retarget::Reference::Kind::Frame)
        warnOutside(console, doc.playback, {reference.frame}, file);
}

/// The character, as it was opened and with the clips added so far. If its rest pose is not
/// standing, the opened clip shows how it stands; an added clip must not be used for that.
struct Hero {
    std::string file;
    Document opened;
    Document grown;
    bool contacts = false;     ///< held in each new clip
    bool forgets = false;      ///< drops the motions that clips were made of
    bool leavesStart = false;  ///< leaves out the first frames that jump into a motion
    /// The first motion, and what it was made into.
    std::optional<std::pair<Document, retarget::Retargeted>> first{};

    Result<void> take(const Result<operate::Edits>& edits, const edit::Context& context = {})
    {
        if (!edits) return edits.error();
        Result<Document> next = edit::applyEach(grown, *edits, context);
        if (!next) return next.error();
        grown = *std::move(next);
        return {};
    }
};

/// Adds a motion of the file to the character. All clips of a file share a skeleton, so warnings
/// about it come with the first one only.
Result<void> bringIn(Console& console, Hero& hero, const Document& motion, const std::string& file,
                     retarget::Options options, bool first)
{
    if (first) {
        warnOfReference(console, options.sourceReference, motion, file);
        warnOfReference(console, options.targetReference, hero.opened, hero.file);
    }
    options.name =
        operate::nameOfMotion(motion.clip().name, std::filesystem::path(file).stem().string());
    retarget::Retargeted made;
    const std::string name = std::filesystem::path(file).filename().string();
    const Result<void> brought = [&] {
        Progress progress(console, "retargeting");
        options.progress = [&](double share) { return progress(kKeeping * share); };
        edit::Context context;
        context.progress = [&](double share) {
            return progress(kKeeping + (1 - kKeeping) * share);
        };
        context.retargeted = [&](const retarget::Retargeted& all) { made = all; };
        return hero.take(operate::bringIn(hero.grown, motion, options, name), context);
    }();
    if (!brought) {
        Error error = brought.error();
        error.where = error.where.starts_with("/here") ? hero.file : file;
        return error;
    }
    if (first && !made.withoutSource.empty())
        warn(console, file,
             "no bone here moves these of the character: " + namesOf(made.withoutSource));
    if (first && !made.withoutTarget.empty())
        warn(console, file, "the character has none for " + namesOf(made.withoutTarget));
    warn(console, made.told, file);
    if (!hero.first) hero.first.emplace(motion, made);
    if (hero.leavesStart) {
        Result<Document> cut = withoutStart(console, file, hero.grown, console.err);
        if (!cut) return cut.error();
        hero.grown = *std::move(cut);
    }
    Diagnostics lost;
    if (hero.contacts)
        if (auto done = hero.take(operate::holdBroughtIn(hero.grown, {}, {}, &lost)); !done) {
            Error error = done.error();
            error.where = error.where == "target" ? hero.file : file;
            if (!error.advice.empty()) error.advice = "without --contacts, the motion comes in";
            return error;
        }
    warn(console, lost, file);
    if (const auto dips = operate::dipsIn(hero.grown, made.target))
        warn(console, retarget::warningsOf(*dips), file);
    return {};
}

/// The requested clips of a file, each as the active one.
std::vector<Document> motionsOf(const Document& doc, const std::string& named)
{
    std::vector<Document> out;
    for (const Shared<Clip>& clip : doc.clips) {
        if (!named.empty() && clip->name != named) continue;
        const Result<Document> shown = operate::motionIn(doc, clip->name);
        if (shown && !shown->clip().tracks.empty()) out.push_back(*shown);
    }
    return out;
}

/// Why the file gives no motion.
Error nothingIn(const Document& doc, const std::string& file, const std::string& clip)
{
    if (clip.empty()) return {.message = "there is no motion in it", .where = file};
    std::vector<std::string_view> names;
    for (const Shared<Clip>& each : doc.clips) names.push_back(each->name);
    return {.message = "there is no clip '" + clip + "' that moves",
            .where = file,
            .advice = didYouMean(clip, names)};
}

void warnOfSeveral(Console& console, const nlohmann::json& map, const char* side,
                   const Scene& scene, const std::string& file)
{
    const std::vector<retarget::Figure> figures = retarget::figuresOf(scene);
    if (figures.size() < 2 || (map.contains(side) && map[side].contains("hips"))) return;
    warn(console, file,
         std::to_string(figures.size()) + " figures are in it, and that of \"" +
             scene[figures[0].first(retarget::Role::Hips)].name +
             "\" is taken: a map with other hips takes another");
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

/// An error in the command line itself; nullopt if it is fine.
std::optional<Error> misuse(const RetargetOptions& options)
{
    if (options.files.size() < 2)
        return Error{.message = "a CHARACTER and at least one MOTION are needed"};
    if (!options.report.empty() && (options.printMap || options.files.size() > 2))
        return Error{.message = "--report is of one MOTION that is brought in"};
    if (!options.printMap) {
        if (options.out.empty()) return Error{.message = "-o OUT is needed"};
        const io::Format* format = io::formatFor(options.out);
        if (!format || !format->write)
            return Error{.message = "no format is written by this extension", .where = options.out};
        return {};
    }
    if (options.files.size() > 2) return Error{.message = "--print-map is of one MOTION"};
    if (!options.out.empty()) return Error{.message = "--print-map writes nothing: no -o"};
    if (!options.clip.empty()) return Error{.message = "--print-map is of no clip: no --clip"};
    return {};
}

Result<io::ReadOptions> reading(const std::string& up, const char* option)
{
    io::ReadOptions out;
    out.up = std::nullopt;
    if (up.empty() || up == "guess") return out;
    out.up = io::upAxisNamed(up);
    if (!out.up) return Error{.message = std::string(option) + " is y, z, x, -y, -z, -x or guess"};
    return out;
}

/// At the end: a clip that was made of a motion must not show how the character stands.
Result<void> forgetMotions(Hero& hero)
{
    operate::Edits edits;
    for (const Shared<Origin>& origin : hero.grown.origins)
        if (!originOf(hero.opened, origin->clip))
            edits.emplace_back(edit::ForgetOrigin{origin->clip});
    return hero.take(std::move(edits));
}

/// Adds the motions of all files that have one.
Result<void> bringAllIn(Console& console, Hero& hero, const RetargetOptions& options,
                        const nlohmann::json& map, retarget::Options how)
{
    const Result<io::ReadOptions> read = reading(options.up, "--up");
    int made = 0;
    std::optional<Error> nothing;
    for (std::size_t i = 1; i < options.files.size(); ++i) {
        const std::string& file = options.files[i];
        const Result<io::Import> from = open(console, file, {}, *read);
        if (!from) return from.error();
        const auto theirs = figureIn(map, "motion", *from->document.scene, options.map);
        if (!theirs) return theirs.error();
        how.source = *theirs;
        const std::vector<Document> motions = motionsOf(from->document, options.clip);
        if (motions.empty()) {
            nothing = nothingIn(from->document, file, options.clip);
            if (options.files.size() > 2) warn(console, file, nothing->message);
            continue;
        }
        warnOfSeveral(console, map, "motion", *from->document.scene, file);
        for (std::size_t clip = 0; clip < motions.size(); ++clip)
            if (Result<void> done = bringIn(console, hero, motions[clip], file, how, clip == 0);
                !done)
                return done;
        ++made;
    }
    if (made > 0) return hero.forgets ? forgetMotions(hero) : Result<void>{};
    return options.files.size() == 2 ? *nothing : Error{"none of the files has such a motion", {}};
}

Exit writeReport(Console& console, const Hero& hero, const std::string& file)
{
    const auto& [motion, made] = *hero.first;
    const Result<std::string> report = retargetReport(made, motion, hero.opened, hero.grown);
    if (!report) return fail(console, report.error(), hero.file);
    if (file == "-")
        console.out << *report;
    else if (const Result<void> done = io::writeWhole(file, *report); !done)
        return fail(console, done.error(), file);
    return Exit::Done;
}

}  // namespace

Exit retargetFiles(Console& console, const RetargetOptions& options)
{
    if (const auto wrong = misuse(options)) return misused(console, *wrong);
    Result<retarget::Options> how = howTo(options);
    if (!how) return misused(console, how.error());
    const Result<io::ReadOptions> read = reading(options.up, "--up"),
                                  readHero = reading(options.characterUp, "--character-up");
    for (const auto* each : {&read, &readHero})
        if (!*each) return misused(console, each->error());
    Result<nlohmann::json> map = nlohmann::json::object();
    if (!options.map.empty()) map = readMap(options.map);
    if (!map) return fail(console, map.error(), options.map);
    const Result<io::Import> character = open(console, options.files[0], {}, *readHero);
    if (!character) return fail(console, character.error(), options.files[0]);
    Hero hero{options.files[0], character->document,  character->document,
              options.contacts, options.forgetSource, options.leaveOutStart};
    if (options.printMap) {
        const Result<io::Import> from = open(console, options.files[1], {}, *read);
        if (!from) return fail(console, from.error(), options.files[1]);
        return printMap(console, *map, options, hero.opened, from->document);
    }
    const auto ours = figureIn(*map, "character", *hero.opened.scene, options.map);
    if (!ours) return fail(console, ours.error());
    how->target = *ours;
    warnOfSeveral(console, *map, "character", *hero.opened.scene, hero.file);
    if (const Result<void> done = bringAllIn(console, hero, options, *map, *how); !done)
        return fail(console, done.error());
    if (!options.report.empty())
        if (const Exit told = writeReport(console, hero, options.report); told != Exit::Done)
            return told;
    return writeDocument(console, hero.grown, options.out, {});
}

Action declareRetarget(CLI::App& app)
{
    auto options = std::make_shared<RetargetOptions>();
    app.add_option("FILE", options->files, "the character, then files with motions")
        ->expected(1, -1);
    app.add_option("--map", options->map, "which bones are which, where names do not tell");
    app.add_option("--clip", options->clip, "the motions' clip; default: all");
    app.add_option("--up", options->up, "the axis of a BVH that points up; default: as it stands");
    app.add_option("--character-up", options->characterUp, "the same of a character in BVH");
    app.add_option("--ground", options->ground,
                   "the motions' floor: guess (default), found where feet come down, or keep it");
    app.add_option("--facing", options->facing,
                   "as-it-is (default), front: at its first frame, or degrees to the left");
    app.add_option("--reference", options->reference,
                   "the pose in which the motions' figure stands as the character does at rest: "
                   "rest, bind or frame:N; default: the first of these that stands");
    app.add_option("--character-reference", options->characterReference,
                   "the same of the character; frame:N is of its clip");
    app.add_option("--travel", options->travel,
                   "scaled by the legs (default), as-it-is, or in-place");
    app.add_flag("--free-feet", options->freeFeet, "feet go where the legs' turns take them");
    app.add_flag("--free-hands", options->freeHands, "hands go where the arms' turns take them");
    app.add_option("--report", options->report,
                   "which bones move which, and how the feet stand, as JSON; -: to the standard "
                   "output");
    app.add_flag("--contacts", options->contacts,
                 "feet are held by targets where those of the motion stand");
    app.add_flag("--leave-out-start", options->leaveOutStart,
                 "without the first frames of a motion that jump into it, as a T-pose does");
    app.add_flag("--forget-source", options->forgetSource,
                 "the motions are not kept in the file: they cannot be brought in anew");
    app.add_flag("--print-map", options->printMap, "print the map as JSON; nothing is written");
    app.add_option("-o,--out", options->out, "the file to write");
    return [options](Console& console) { return retargetFiles(console, *options); };
}

}  // namespace posewright::cli
