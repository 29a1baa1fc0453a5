#include "app/cli/command.h"
#include "app/cli/frame_list.h"
#include "app/cli/inputs.h"
#include "app/cli/report_json.h"
#include "app/cli/talk.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <ostream>

namespace posewright::cli {

namespace {

struct ReportOptions {
    std::string file;
    std::string frames;
    std::string clip;
    std::string jobs;
    bool json = false;
};

Exit tell(Console& console, const ReportOptions& options)
{
    const Result<BakeOptions> baking = parseBakeOptions(options.frames, options.jobs);
    if (!baking) return misused(console, baking.error());
    const Result<io::Import> import = open(console, options.file, options.clip);
    if (!import) return fail(console, import.error(), options.file);
    const Document& doc = import->document;

    if (baking->start)
        warnOutside(console, doc.playback, {*baking->start, *baking->end}, options.file);

    std::optional<Result<MotionReport>> outcome;
    {
        Progress progress(console, "solving");
        BakeOptions shown = *baking;
        shown.progress = [&](double share) { return progress(share); };
        outcome = report(*prepare(doc), shown);
    }
    if (!*outcome) return fail(console, outcome->error(), options.file);
    console.out << (options.json ? reportJson(doc, **outcome) : reportText(doc, **outcome));
    return (*outcome)->errors > 0 ? Exit::No : Exit::Done;
}

}  // namespace

Action declareReport(CLI::App& app)
{
    auto options = std::make_shared<ReportOptions>();
    app.add_option("FILE", options->file, "the file to examine")->required();
    app.add_option("--frames", options->frames, "A:B, both ends in; default: the whole range");
    app.add_option("--clip", options->clip, "clip to examine; default: the first");
    app.add_option("--jobs", options->jobs, "threads; default: one per core");
    app.add_flag("--json", options->json, "as JSON");
    return [options](Console& console) { return tell(console, *options); };
}

}  // namespace posewright::cli
