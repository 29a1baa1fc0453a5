#include "app/cli/command.h"
#include "app/cli/inputs.h"
#include "app/cli/json_file.h"
#include "app/cli/listed.h"
#include "app/cli/talk.h"
#include "core/edit/edit.h"
#include "core/io/format.h"
#include "core/operate/hung_motion.h"
#include "core/operate/operate.h"
#include "core/operate/remove_nodes.h"
#include "core/operate/shifts.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>
#include <utility>

namespace posewright::cli {

namespace {

struct ApplyOptions {
    std::vector<std::string> files;  ///< FILE EDITS.json, or EDITS.json after --new
    std::string out;
    bool fresh = false;
    bool list = false;
    bool json = false;
};

Exit apply(Console& console, const ApplyOptions& options)
{
    if (options.list) {
        std::vector<Listed> rows;
        for (const edit::Kind& kind : edit::kinds())
            rows.push_back({kind.name, kind.title, kind.arguments});
        return list(console, "edit", "title", rows, options.json);
    }
    const std::size_t wanted = options.fresh ? 1 : 2;
    if (options.files.size() != wanted)
        return misused(console, {.message = options.fresh ? "--new takes one EDITS.json"
                                                          : "a FILE and an EDITS.json are needed"});
    if (options.out.empty()) return misused(console, {.message = "-o OUT is needed"});
    const std::string& editsFile = options.files.back();

    Document document = emptyDocument();
    if (!options.fresh) {
        const Result<io::Import> import = io::read(options.files.front());
        if (!import) return fail(console, import.error(), options.files.front());
        warn(console, import->diagnostics, options.files.front());
        document = import->document;
    }
    const Result<nlohmann::json> edits = readJson(editsFile);
    if (!edits) return fail(console, edits.error(), editsFile);
    const Result<Document> edited = [&] {
        Progress progress(console, "applying");
        edit::Context context;
        context.progress = [&](double share) { return progress(share); };
        return operate::applyAll(document, *edits, context);
    }();
    if (!edited) {
        Error error = edited.error();
        error.where = editsFile + error.where;
        return fail(console, error);
    }
    if (std::string told = operate::toldOfSkins(document, *edited); !told.empty())
        note(console, options.files.front(), std::move(told));
    for (const std::string& told :
         {operate::toldOfShifts(document, *edited), operate::toldOfMotion(document, *edited)})
        if (!told.empty()) warn(console, options.files.front(), told);
    return writeDocument(console, *edited, options.out, {});
}

}  // namespace

Action declareApply(CLI::App& app)
{
    auto options = std::make_shared<ApplyOptions>();
    app.add_option("FILE", options->files, "the document, then the list of edits")->expected(0, 2);
    app.add_option("-o,--out", options->out, "the file to write");
    app.add_flag("--new", options->fresh, "start from an empty document instead of FILE");
    app.add_flag("--list", options->list, "list the edits and their arguments");
    app.add_flag("--json", options->json, "with --list: as JSON");
    return [options](Console& console) { return apply(console, *options); };
}

}  // namespace posewright::cli
