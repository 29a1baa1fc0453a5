#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/listed.h"
#include "app/cli/talk.h"
#include "core/edit/edit.h"
#include "core/io/doubled_member.h"
#include "core/io/format.h"
#include "core/io/save.h"
#include "core/operate/operate.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <ostream>

namespace posewright::cli {

namespace {

struct ApplyOptions {
    std::vector<std::string> files;  ///< FILE EDITS.json, or EDITS.json after --new
    std::string out;
    bool fresh = false;
    bool list = false;
    bool json = false;
};

/// Error: cannot be read, is no JSON (the place names the line), or has a member twice.
Result<nlohmann::json> readEdits(const std::string& file)
{
    Result<std::string> text = io::readWhole(file);
    if (!text) return text.error();
    try {
        nlohmann::json edits = nlohmann::json::parse(*text);
        if (const auto pointer = io::doubledMember(*text))
            return Error{.message = std::string(io::kDoubledMember),
                         .where = file + '#' + *pointer};
        return edits;
    } catch (const nlohmann::json::parse_error& error) {
        const auto end =
            text->begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text->size()));
        const auto line = 1 + std::count(text->begin(), end, '\n');
        // What the parser says of it stands behind its own numbering of the place.
        const std::string_view said = error.what();
        const std::size_t dash = said.rfind(" - ");
        return Error{.message = "this is no valid JSON: " +
                                std::string(dash == said.npos ? said : said.substr(dash + 3)),
                     .where = file + ':' + std::to_string(line)};
    } catch (const nlohmann::json::exception&) {
        return Error{.message = "a number in this JSON is too large", .where = file};
    }
}

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
    const Result<nlohmann::json> edits = readEdits(editsFile);
    if (!edits) return fail(console, edits.error(), editsFile);
    const Result<Document> edited = [&] {
        Progress progress(console, "applying");
        edit::Means means;
        means.progress = [&](double share) { return progress(share); };
        return operate::applyAll(document, *edits, means);
    }();
    if (!edited) {
        Error error = edited.error();
        error.where = editsFile + error.where;
        return fail(console, error);
    }
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
