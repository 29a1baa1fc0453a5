#include "app/cli/commands.h"
#include "app/cli/frame_list.h"
#include "app/cli/inputs.h"
#include "app/cli/talk.h"
#include "core/io/format.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace posewright::cli {

namespace {

struct ConvertOptions {
    std::string in;
    std::string out;
    std::string clip;
    std::string fps;
    std::string scale;
    std::string reduce;
    bool plain = false;
    bool safeNames = false;
    bool portable = false;
};

Exit convert(Console& console, const ConvertOptions& options)
{
    io::ReadOptions reading;
    io::WriteOptions writing;
    reading.plain = options.plain;
    if (options.safeNames) writing.safeNames = true;
    writing.portable = options.portable;
    if (!options.scale.empty()) {
        const Result<double> scale = parsePositive(options.scale, "--scale");
        if (!scale) return misused(console, scale.error());
        reading.scale = *scale;
    }
    if (!options.fps.empty()) {
        const Result<double> fps = parsePositive(options.fps, "--fps");
        if (!fps) return misused(console, fps.error());
        writing.rate = *fps;
    }
    if (!options.reduce.empty()) {
        const Result<double> reduce = parseNumber(options.reduce, "--reduce", 0);
        if (!reduce) return misused(console, reduce.error());
        writing.reduce = *reduce;
    }
    const Result<io::Import> import = open(console, options.in, options.clip, reading);
    if (!import) return fail(console, import.error(), options.in);
    if (writing.rate) {
        const Playback& range = import->document.playback;
        const double frames =
            (range.end - range.start) / import->document.clip().rate * *writing.rate;
        if (!(frames < kMostFrames))
            return misused(console, {.message = "--fps " + options.fps + " makes more than " +
                                                std::to_string(kMostFrames) + " frames"});
    }
    return writeDocument(console, import->document, options.out, writing);
}

}  // namespace

Action declareConvert(CLI::App& app)
{
    auto options = std::make_shared<ConvertOptions>();
    app.add_option("IN", options->in, "the file to read")->required();
    app.add_option("OUT", options->out, "the file to write; its extension chooses the format")
        ->required();
    app.add_option(
        "--clip", options->clip,
        "clip that BVH gets, and that glTF opens with, which holds them all; default: the first");
    app.add_option("--fps", options->fps, "frames per second to write; default: the clip's");
    app.add_option("--scale", options->scale, "multiply all lengths by this (0.01: cm to m)");
    app.add_option("--reduce", options->reduce,
                   "drop keys within this tolerance, a share of the skeleton's size");
    app.add_flag("--plain", options->plain,
                 "read a project as other programs do: its joints and baked motion");
    app.add_flag("--safe-names", options->safeNames,
                 "BVH: replace what some programs cannot read in names by _");
    app.add_flag("--portable", options->portable,
                 "BVH: write it as all known programs read it, whatever the source was like");
    return [options](Console& console) { return convert(console, *options); };
}

}  // namespace posewright::cli
