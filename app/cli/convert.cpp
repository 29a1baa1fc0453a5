#include "app/cli/add_clips.h"
#include "app/cli/add_scene.h"
#include "app/cli/command.h"
#include "app/cli/export_report.h"
#include "app/cli/frame_list.h"
#include "app/cli/inputs.h"
#include "app/cli/left_out.h"
#include "app/cli/reading.h"
#include "app/cli/talk.h"
#include "app/cli/units.h"
#include "core/base/closest.h"
#include "core/base/number.h"
#include "core/edit/edit.h"
#include "core/io/chosen_clips.h"
#include "core/io/format.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace posewright::cli {

namespace {

struct ConvertOptions {
    std::string in;
    std::string out;
    std::string clip;
    std::string clips;
    std::string fps;
    ReadWords reading;
    std::string reduce;
    std::string frames;
    std::string preset;
    std::string eulerOrder;
    std::string report;
    std::string images;
    std::vector<std::string> add;
    std::string addClip;
    std::vector<std::string> addScene;
    std::vector<std::string> withoutMeshes;
    bool plain = false;
    bool safeNames = false;
    bool portable = false;
    bool everyFrame = false;
    bool noEnds = false;
    bool noMeshes = false;
    bool noTextures = false;
    bool noTargets = false;
    bool leaveOutStart = false;
};

Error unknownPreset(const std::string& name)
{
    std::vector<std::string_view> ids;
    std::string all;
    for (const exports::Preset& preset : exports::presets()) {
        ids.push_back(preset.id);
        all += (all.empty() ? "" : ", ") + std::string(preset.id);
    }
    const std::string_view like = closest(name, ids);
    return Error{.message = "there is no preset '" + name + "'",
                 .advice = like.empty() ? "presets: " + all
                                        : "did you mean '" + std::string(like) + "'?"};
}

/// Parses the options that are numbers or ranges.
Result<void> addNumbers(const ConvertOptions& from, exports::Options& to)
{
    if (!from.fps.empty()) {
        const Result<double> fps = parsePositive(from.fps, "--fps");
        if (!fps) return fps.error();
        to.rate = *fps;
    }
    if (!from.reduce.empty()) {
        const Result<double> reduce = parseNumber(from.reduce, "--reduce", 0);
        if (!reduce) return reduce.error();
        to.keys = exports::Keys::Reduced;
        to.tolerance = *reduce;
    }
    if (!from.frames.empty()) {
        const Result<Range> frames = parseFrameRange(from.frames);
        if (!frames) return frames.error();
        to.frames = *frames;
    }
    if (!from.eulerOrder.empty()) {
        const auto order = exports::eulerOrderOf(from.eulerOrder);
        if (!order) return order.error();
        to.eulerOrder = *order;
    }
    return {};
}

/// Reads where the pictures of the file `out` are to be.
Result<void> placeImages(const std::string& images, const std::string& out, exports::Options& to)
{
    if (images.empty()) return {};
    if (images != "inside" && images != "outside")
        return Error{.message = "--images is inside or outside"};
    to.picturesBeside = images == "outside";
    if (!to.picturesBeside || exports::mayLieBeside(to, out)) return {};
    return Error{.message = "--images outside is for a .gltf with textures that is no project",
                 .advice = "name the output NAME.gltf, and add --no-targets or --preset engine"};
}

Result<exports::Options> exportOptions(const ConvertOptions& from)
{
    exports::Options to;
    const io::Format* format = io::formatFor(from.out);
    to.allClips = !format || format->abilities.motion != io::Motion::Frames;
    if (!from.preset.empty()) {
        const exports::Preset* preset = exports::findPreset(from.preset);
        if (!preset) return unknownPreset(from.preset);
        to = preset->options;
    }
    if (from.everyFrame) to.keys = exports::Keys::EveryFrame;
    if (const Result<void> done = addNumbers(from, to); !done) return done.error();
    // A file that does not say its rate gets the one that was asked for.
    if (!to.rate && !from.reading.rate.empty() && format &&
        format->abilities.motion == io::Motion::Frames)
        if (const Result<double> rate = parsePositive(from.reading.rate, "--rate"); rate)
            to.rate = *rate;
    if (!from.clips.empty()) to.allClips = from.clips == "all";
    if (from.safeNames) to.safeNames = true;
    to.portable = to.portable || from.portable;
    to.ends = to.ends && !from.noEnds;
    to.meshes = to.meshes && !from.noMeshes;
    to.textures = to.textures && !from.noTextures;
    to.targets = to.targets && !from.noTargets;
    if (const Result<void> done = placeImages(from.images, from.out, to); !done)
        return done.error();
    return to;
}

/// Error: a name is not that of a node with a mesh.
Result<std::vector<NodeId>> meshesNamed(const Scene& scene, const std::vector<std::string>& names)
{
    std::vector<NodeId> out;
    std::vector<std::string_view> known;
    for (const Node& node : scene.nodes())
        if (std::holds_alternative<MeshPart>(node.part)) known.push_back(node.name);
    for (const std::string& name : names) {
        if (std::ranges::count(known, name) == 0)
            return Error{.message = "no node with a mesh is named '" + name + "'",
                         .advice = didYouMean(name, known)};
        for (const Node& node : scene.nodes())
            if (node.name == name && std::holds_alternative<MeshPart>(node.part))
                out.push_back(node.id);
    }
    return out;
}

/// Refuses a rate that gives more frames than a command may ask for.
Result<void> countFrames(const Document& doc, const exports::Options& options,
                         const std::string& fps)
{
    if (!options.rate) return {};
    const double start = options.frames ? options.frames->min : doc.playback.start;
    const double end = options.frames ? options.frames->max : doc.playback.end;
    if ((end - start) / doc.clip().rate * *options.rate < kMostFrames) return {};
    return Error{.message = "--fps " + fps + " makes more than " + std::to_string(kMostFrames) +
                            " frames"};
}

/// The document with the clips of other files added.
Result<Document> completed(Console& console, Document doc, const ConvertOptions& options,
                           const io::ReadOptions& reading)
{
    io::ReadOptions added = reading;
    added.clip = options.addClip;
    for (const std::string& file : options.add) {
        Result<Document> next = withClipsOf(console, doc, file, added);
        if (!next) return next;
        doc = *std::move(next);
    }
    for (const std::string& file : options.addScene) {
        Result<Document> next = withSceneOf(console, doc, file, reading, options.reading);
        if (!next) return next;
        doc = *std::move(next);
    }
    return doc;
}

Result<io::ReadOptions> readOptions(const ConvertOptions& from)
{
    Result<io::ReadOptions> to = readOptionsOf(from.reading);
    if (!to) return to;
    to->plain = from.plain;
    if (!from.addClip.empty() && from.add.empty())
        return Error{.message = "--add-clip is a clip of the files of --add"};
    return to;
}

/// Opens the file; without a unit, what is written in metres may need one.
Result<io::Import> openInUnit(Console& console, const ConvertOptions& options,
                              io::ReadOptions reading)
{
    Result<io::Import> import = openAsSaved(console, options.in, reading);
    if (!import) return import;
    if (options.reading.unit == "guess") {
        reading.scale = guessUnit(console, options.in, import->document);
        return openAsSaved(console, options.in, reading);
    }
    const io::Format* format = io::formatFor(options.out);
    if (options.reading.unit.empty() && options.reading.scale.empty() && format && format->write &&
        !format->unplaced)
        warnOfHeight(console, options.in, *import);
    return import;
}

/// Options that files of this format cannot follow.
void warnOfIdle(Console& console, const ConvertOptions& options)
{
    const io::Format* format = io::formatFor(options.out);
    if (!format) return;
    const io::Abilities& can = format->abilities;
    const bool frames = can.motion == io::Motion::Frames;
    const std::array<std::pair<bool, const char*>, 8> idle{
        {{!options.eulerOrder.empty() && !can.eulerOrder, "--euler-order"},
         {options.portable && !can.portable, "--portable"},
         {options.noEnds && !can.ends, "--no-ends"},
         {options.noMeshes && !can.meshes, "--no-meshes"},
         {options.noTextures && !can.meshes, "--no-textures"},
         {!options.withoutMeshes.empty() && !can.meshes, "--without-mesh"},
         {options.noTargets && !can.targets, "--no-targets"},
         {options.everyFrame && frames, "--every-frame"}}};
    for (const auto& [is, flag] : idle)
        if (is)
            warn(console, options.out,
                 std::string(flag) + " changes nothing in a file of this format");
    const exports::Preset* preset =
        options.preset.empty() ? nullptr : exports::findPreset(options.preset);
    if (preset && io::formatFor("a." + preset->options.ending) != format)
        warn(console, options.out,
             "--preset " + options.preset + " is meant for ." + preset->options.ending + " files");
}

/// If the file is farther from what is shown than --reduce allows.
void warnOfTolerance(Console& console, const std::string& out, const exports::Options& wanted,
                     const exports::BakeReport& report)
{
    const double worst = exports::worstShare(report);
    constexpr double kRounding = 1e-6;  // of float32 in files
    if (worst > wanted.tolerance + kRounding)
        warn(console, out,
             "joints are off by up to " + toText(std::round(worst * 1e6) / 1e6) +
                 " of the skeleton's size, and not by " + toText(wanted.tolerance) +
                 " as --reduce asks" +
                 (wanted.rate ? ": keys are at the frames of --fps alone" : ""));
}

/// Writes the files and, if it is asked for, the report.
Exit exported(Console& console, const ConvertOptions& options, const exports::Options& wanted,
              const Document& doc)
{
    warnOfIdle(console, options);
    Progress progress(console, "writing");
    exports::Context context;
    context.progress = [&](double share) { return progress(share); };
    const io::Format* format = io::formatFor(options.out);
    const bool reduced = wanted.keys == exports::Keys::Reduced && format &&
                         format->abilities.motion == io::Motion::Keys;
    // Keys at the frames of another rate may not be enough to keep within the tolerance.
    const bool examined = !options.report.empty() || (reduced && wanted.rate);
    const Result<exports::Exported> done =
        exports::exportDocument(doc, wanted, options.out, examined, context);
    if (!done) return fail(console, done.error(), options.out);
    for (const exports::FileReport& file : done->report.files)
        tellOfWriting(console, file.diagnostics, file.path.string());
    if (reduced && examined && !done->unexamined)
        warnOfTolerance(console, options.out, wanted, done->report);
    if (!options.report.empty())
        finishReport(console, options.report,
                     done->unexamined ? Result<exports::BakeReport>(*done->unexamined)
                                      : done->report);
    return Exit::Done;
}

Exit convert(Console& console, const ConvertOptions& options)
{
    if (options.out.empty()) return misused(console, {.message = "OUT is required"});
    if (!options.clip.empty() && !options.clips.empty() && options.clips != "all")
        return misused(console, {.message = "--clip and --clips each name a clip"});
    const Result<io::ReadOptions> reading = readOptions(options);
    if (!reading) return misused(console, reading.error());
    Result<exports::Options> wanted = exportOptions(options);
    if (!wanted) return misused(console, wanted.error());
    if (const Result<void> named = checkReport(options.report); !named)
        return misused(console, named.error());
    const bool named = !options.clips.empty() && options.clips != "all";
    const std::string& clip = named ? options.clips : options.clip;
    const Result<io::Import> import = openInUnit(console, options, *reading);
    if (!import) return fail(console, import.error(), options.in);
    Result<Document> whole = completed(console, import->document, options, *reading);
    // A project shows the clip that it showed.
    const io::Format* format = io::formatFor(options.out);
    const bool project = format && exports::isProject(*wanted, *format);
    if (whole && !(clip.empty() && project)) whole = withClip(*whole, clip);
    if (whole && options.leaveOutStart)
        whole = withoutStart(console, options.in, *std::move(whole), console.out);
    // Who names a clip need not be told of the others.
    if (whole && !clip.empty() && format && format->abilities.motion == io::Motion::Frames)
        whole = io::withOnlyClip(*whole, clip);
    if (!whole) return fail(console, whole.error(), options.in);
    const Document& doc = *whole;
    if (!options.reading.up.empty() && !import->unplaced)
        return misused(console, {.message = "--up is for files that do not say which way is up, "
                                            "as BVH; " +
                                            options.in + " does"});
    if (const Result<void> few = countFrames(doc, *wanted, options.fps); !few)
        return misused(console, few.error());
    Result<std::vector<NodeId>> meshes = meshesNamed(*doc.scene, options.withoutMeshes);
    if (!meshes) return misused(console, meshes.error());
    wanted->withoutMeshes = *std::move(meshes);
    if (wanted->frames)
        warnOutside(console, doc.playback, {wanted->frames->min, wanted->frames->max}, options.in);
    // First, so that the file stays unchanged if the report cannot be written.
    if (!options.report.empty())
        if (const Result<void> told = writeReport(options.report, exports::BakeReport{}); !told)
            return fail(console, told.error(), options.report);

    return exported(console, options, *wanted, doc);
}

void declareParts(CLI::App& app, const std::shared_ptr<ConvertOptions>& options)
{
    app.add_flag("--every-frame", options->everyFrame,
                 "glTF: straight keys, one a frame, of all that moves");
    app.add_flag("--safe-names", options->safeNames,
                 "replace what some programs cannot read in names by _");
    app.add_flag("--portable", options->portable,
                 "BVH: write it as all known programs read it, whatever the source was like");
    app.add_option("--euler-order", options->eulerOrder,
                   "BVH: order of all rotations, as ZXY; default: each joint's own");
    app.add_flag("--no-ends", options->noEnds, "glTF: no nodes at the tips of leaf bones");
    app.add_flag("--no-meshes", options->noMeshes, "glTF: skeleton and motion alone");
    app.add_option("--without-mesh", options->withoutMeshes,
                   "glTF: leave out the mesh of this node; as often as wanted")
        ->allow_extra_args(false);
    app.add_flag("--no-textures", options->noTextures, "glTF: meshes without pictures");
    app.add_option("--images", options->images,
                   "glTF: outside puts pictures beside a .gltf, as files of their own; inside "
                   "(default) into it");
    app.add_flag("--no-targets", options->noTargets,
                 "glTF: bake what targets move, and leave out what only Posewright reads");
}

}  // namespace

Action declareConvert(CLI::App& app)
{
    auto options = std::make_shared<ConvertOptions>();
    app.add_option("IN", options->in, "the file to read")->required();
    app.add_option("-o,--out,OUT", options->out,
                   "the file to write; its extension chooses the format");
    app.add_option("--clips", options->clips,
                   "all (BVH: a file for each), or the name of the only one to write");
    app.add_option(
        "--clip", options->clip,
        "clip that BVH gets, and that glTF opens with, which holds them all; default: the first");
    app.add_option("--frames", options->frames, "A:B, both ends in; default: the whole range");
    app.add_option("--fps", options->fps, "frames per second to write; default: the clip's");
    app.add_option("--up", options->reading.up,
                   "BVH: the axis that points up in the file: y (default), z, x, -y, -z, -x, or "
                   "guess: as the figure stands");
    app.add_option("--scale", options->reading.scale,
                   "multiply all lengths by this (0.01: cm to m)");
    app.add_option("--unit", options->reading.unit,
                   "the unit of the file's lengths: metre, centimetre, inch..., a number of "
                   "metres, or guess: as the figure is tall");
    app.add_option("--reduce", options->reduce,
                   "drop keys within this tolerance, a share of the skeleton's size");
    app.add_option("--preset", options->preset,
                   "editor, engine or three: options that suit it, before all others");
    app.add_option("--add", options->add,
                   "a file whose clips are added, on the joints of the same names")
        ->allow_extra_args(false);
    app.add_option("--add-clip", options->addClip,
                   "with --add: this clip of the file alone; default: all");
    app.add_option("--add-scene", options->addScene,
                   "a file whose figures and props come beside those that are there")
        ->allow_extra_args(false);
    app.add_option("--rate", options->reading.rate,
                   "frames per second that clips are read at, all at their times; default: theirs");
    app.add_flag("--plain", options->plain,
                 "read a project as other programs do: its joints and baked motion");
    app.add_flag("--leave-out-start", options->leaveOutStart,
                 "leave out first frames that jump into the motion, such as a T-pose");
    declareParts(app, options);
    app.add_option("--report", options->report,
                   "how the file reads back: FILE.json, or a page FILE.html");
    return [options](Console& console) { return convert(console, *options); };
}

}  // namespace posewright::cli
