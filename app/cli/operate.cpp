#include "core/operate/operate.h"

#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/listed.h"
#include "app/cli/talk.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>

namespace posewright::cli {

namespace {

struct OperateOptions {
    std::vector<std::string> words;  ///< FILE NAME
    std::vector<std::string> set;
    std::string clip;
    std::string out;
    bool list = false;
    bool json = false;
};

Exit listOperations(Console& console, bool asJson)
{
    std::vector<Listed> rows;
    for (const operate::Kind& kind : operate::kinds())
        rows.push_back({kind.name, kind.about, kind.arguments});
    return list(console, "operation", "about", rows, asJson);
}

/// {"operation": name, KEY: VALUE...}; a value that is no JSON is a text.
Result<nlohmann::json> operationOf(const std::string& name, const std::vector<std::string>& set)
{
    nlohmann::json operation{{"operation", name}};
    for (const std::string& pair : set) {
        const std::size_t at = pair.find('=');
        if (at == std::string::npos || at == 0)
            return Error{.message = "--set takes KEY=VALUE, not '" + pair + "'"};
        const std::string key = pair.substr(0, at), text = pair.substr(at + 1);
        if (operation.contains(key)) return Error{.message = "--set says '" + key + "' twice"};
        nlohmann::json value = nlohmann::json::parse(text, nullptr, false);
        operation[key] = value.is_discarded() ? nlohmann::json(text) : std::move(value);
    }
    return operation;
}

Exit operateOn(Console& console, const OperateOptions& options)
{
    if (options.list) return listOperations(console, options.json);
    if (options.words.size() != 2)
        return misused(console, {.message = "a FILE and the NAME of an operation are needed"});
    if (options.out.empty()) return misused(console, {.message = "-o OUT is needed"});
    const Result<nlohmann::json> operation = operationOf(options.words[1], options.set);
    if (!operation) return misused(console, operation.error());
    const Result<io::Import> import = open(console, options.words[0], options.clip);
    if (!import) return fail(console, import.error(), options.words[0]);
    const Result<Document> edited = [&] {
        Progress progress(console, "working");
        edit::Means means;
        means.progress = [&](double share) { return progress(share); };
        return operate::applyAll(import->document, nlohmann::json::array({*operation}), means);
    }();
    if (!edited) {
        Error error = edited.error();
        constexpr std::string_view kFirst = "#/0";  // of the list that it alone makes
        if (error.where.starts_with(kFirst))
            error.where = options.words[1] + error.where.substr(kFirst.size());
        return fail(console, error);
    }
    return writeDocument(console, *edited, options.out, {});
}

}  // namespace

Action declareOperate(CLI::App& app)
{
    auto options = std::make_shared<OperateOptions>();
    app.add_option("FILE", options->words, "the document, then the operation's name")
        ->expected(0, 2);
    app.add_option("--set", options->set, "an argument, as KEY=VALUE; the value is JSON or a text")
        ->expected(1)
        ->take_all();
    app.add_option("--clip", options->clip, "the clip to work on; default: the first");
    app.add_option("-o,--out", options->out, "the file to write");
    app.add_flag("--list", options->list, "list the operations and their arguments");
    app.add_flag("--json", options->json, "with --list: as JSON");
    return [options](Console& console) { return operateOn(console, *options); };
}

}  // namespace posewright::cli
