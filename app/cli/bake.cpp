#include "app/cli/command.h"
#include "app/cli/export_report.h"
#include "app/cli/inputs.h"
#include "app/cli/report_json.h"
#include "app/cli/talk.h"
#include "core/edit/edit.h"
#include "core/export/held_keys.h"
#include "core/io/format.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <ostream>

namespace posewright::cli {

namespace {

struct BakeCommandOptions {
    std::string file;
    std::string out;
    std::string frames;
    std::string clip;
    std::string reduce;
    std::string jobs;
    std::string report;
};

exports::BakeReport emptyReport(const Document& document)
{
    exports::BakeReport report;
    report.size = extent(*document.scene);
    report.unit = document.unit;
    return report;
}

/// Examines the written file by reading it back.
Result<exports::BakeReport> readBack(const Document& document, const exports::PlannedFile& file,
                                     const Diagnostics& notes, const exports::Context& context)
{
    exports::BakeReport report = emptyReport(document);
    Result<exports::FileReport> told = exports::examine(document, file, notes, context);
    if (!told) return told.error();
    report.files.push_back(*std::move(told));
    return report;
}

/// Writes the baked document, and adds the examination of the file to the report that was written
/// before.
/// @param solves  content of that report; nullopt: none was requested
Exit writeBaked(Console& console, const BakeCommandOptions& options, const Document& document,
                const Document& baked, const BakeOptions& baking,
                const std::optional<std::string>& solves)
{
    io::WriteOptions writing;
    writing.jobs = baking.jobs;
    // Motion from targets has been reduced already; reducing it again would double the error.
    if (document.rig->constraints.empty()) writing.reduce = baking.reduce;
    Diagnostics notes;
    const Exit done = writeDocument(console, baked, options.out, writing, &notes);
    if (done != Exit::Done || !solves) return done;
    const exports::PlannedFile file = exports::bakedFile(document, baked, options.out);
    Progress progress(console, "reading back");
    const exports::Context looking{baking.jobs, [&](double share) { return progress(share); }};
    finishReport(console, options.report, readBack(document, file, notes, looking), *solves);
    return done;
}

Exit bakeFile(Console& console, const BakeCommandOptions& options)
{
    Result<BakeOptions> parsed = parseBakeOptions(options.frames, options.jobs);
    if (!parsed) return misused(console, parsed.error());
    BakeOptions& baking = *parsed;
    if (!options.reduce.empty()) {
        const Result<double> reduce = parseNumber(options.reduce, "--reduce", 0);
        if (!reduce) return misused(console, reduce.error());
        baking.reduce = *reduce;
    }
    if (const Result<void> named = checkReport(options.report); !named)
        return misused(console, named.error());
    const Result<io::Import> import = open(console, options.file, options.clip);
    if (!import) return fail(console, import.error(), options.file);
    const Document& document = import->document;
    if (baking.start)
        warnOutside(console, document.playback, {*baking.start, *baking.end}, options.file);
    edit::Context context;
    context.memo = makeKeyMemo();
    context.jobs = baking.jobs;
    edit::BakeToKeys keys;
    keys.reduce = baking.reduce;
    if (baking.start) keys.frames = {*baking.start, *baking.end};

    std::optional<Result<Document>> baked;
    std::optional<std::string> reportText;
    {
        Progress progress(console, "solving");
        baking.progress = [&](double share) { return progress(share); };
        if (!options.report.empty()) {
            const Result<MotionReport> outcome = report(*prepare(document, context.memo), baking);
            if (!outcome) return fail(console, outcome.error(), options.file);
            reportText = reportJson(document, *outcome);
        }
        context.progress = baking.progress;
        baked = edit::apply(document, keys, context);
    }
    // Cut the range last: what acts beyond the baked frames keeps acting there.
    if (*baked && baking.start)
        baked = edit::apply(**baked, edit::SetRange{*baking.start, *baking.end});
    if (!*baked) return fail(console, baked->error(), options.file);
    if (const io::Format* format = io::formatFor(options.out);
        baking.reduce > 0 && format && format->abilities.motion == io::Motion::Frames)
        warn(console, options.out,
             std::string(format->endings.front().name) +
                 " has a row for every frame: --reduce makes the motion simpler here, not the file "
                 "smaller");

    if (const auto held = exports::heldMadeStraight(document, document.playback.clip, {}))
        warn(console, {*held}, options.file);

    // First, so that the file stays unchanged if the report cannot be written.
    if (reportText) {
        const Result<void> told = writeReport(options.report, emptyReport(document), *reportText);
        if (!told) return fail(console, told.error(), options.report);
    }
    return writeBaked(console, options, document, **baked, baking, reportText);
}

}  // namespace

Action declareBake(CLI::App& app)
{
    auto options = std::make_shared<BakeCommandOptions>();
    app.add_option("FILE", options->file, "the document to bake")->required();
    app.add_option("-o,--out", options->out, "the file to write")->required();
    app.add_option("--frames", options->frames, "A:B, both ends in; default: the whole range");
    app.add_option("--clip", options->clip, "clip to bake; default: the first");
    app.add_option("--reduce", options->reduce,
                   "drop keys within this tolerance, a share of the skeleton's size");
    app.add_option("--jobs", options->jobs, "threads; default: one per core");
    app.add_option(
        "--report", options->report,
        "write how the solves went, and how the file reads back: FILE.json or FILE.html");
    return [options](Console& console) { return bakeFile(console, *options); };
}

}  // namespace posewright::cli
