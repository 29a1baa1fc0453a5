#include "core/operate/operate.h"

#include "app/cli/command.h"
#include "app/cli/contacts_report.h"
#include "app/cli/import_file.h"
#include "app/cli/inputs.h"
#include "app/cli/listed.h"
#include "app/cli/retarget_each.h"
#include "app/cli/talk.h"
#include "core/base/number.h"
#include "core/contacts/contacts.h"
#include "core/io/save.h"
#include "core/operate/bind_mesh.h"
#include "core/operate/clean_feet.h"
#include "core/operate/hung_motion.h"
#include "core/operate/remove_nodes.h"
#include "core/operate/roll_bones.h"
#include "core/operate/shifts.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

namespace posewright::cli {

namespace {

struct OperateOptions {
    std::vector<std::string> words;  ///< FILE NAME, or NAME FILE...
    std::vector<std::string> set;
    std::string clip;
    std::string out;
    std::string report;
    bool list = false;
    bool json = false;
};

/// Of core with keys as its argument; with a file, two documents.
constexpr std::string_view kImport = "import";
constexpr std::string_view kAboutFile =
    "with a file: its clips are added, or with `scene` its figures and props";

Exit listOperations(Console& console, bool asJson)
{
    std::vector<Listed> rows;
    for (const operate::Kind& kind : operate::kinds())
        rows.push_back({kind.name, kind.about, kind.arguments});
    const auto keys = std::ranges::find(rows, kImport, &Listed::name);
    rows.insert(keys + 1, {kImport, kAboutFile, argumentsOfFile()});
    return list(console, "operation", "about", rows, asJson);
}

/// "clean-feet" is "cleanFeet".
std::string operationName(const std::string& word)
{
    std::string name;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] != '-' || i + 1 == word.size())
            name += word[i];
        else if (const char next = word[++i]; next >= 'a' && next <= 'z')
            name += char(next - 'a' + 'A');
        else
            name += {'-', next};
    }
    return name;
}

/// {"operation": name, KEY: VALUE...}; a value that is not JSON becomes a string.
Result<nlohmann::json> operationOf(const std::string& name, const std::vector<std::string>& set)
{
    nlohmann::json operation{{"operation", operationName(name)}};
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

/// Takes two documents, so it is no operation of core.
constexpr std::string_view kRetarget = "retarget";

bool isOperation(const std::string& word)
{
    if (word == kRetarget) return true;
    const std::vector<operate::Kind>& kinds = operate::kinds();
    return std::any_of(kinds.begin(), kinds.end(), [name = operationName(word)](const auto& kind) {
        return kind.name == name;
    });
}

/// Reports how far the feet slid before and after; warns if the body does not follow them.
void tellOfFeet(Console& console, const std::string& file, const Document& before,
                const Document& after, const nlohmann::json& operation)
{
    const Result<operate::Operation> read = operate::fromJson(operation, before);
    const auto* finds = read ? std::get_if<operate::FindContacts>(&*read) : nullptr;
    const auto clean = finds && finds->apply ? std::optional(operate::cleaningOf(*finds))
                       : read && std::holds_alternative<operate::CleanFeet>(*read)
                           ? std::optional(std::get<operate::CleanFeet>(*read))
                           : std::nullopt;
    if (!clean) return;
    const auto watched = operate::watchedFor(before, *clean);
    // Feet that were not requested help to find contacts, but are left as they are.
    const auto stays = [&](const contacts::Path& path) {
        return !clean->bones.empty() && std::find(clean->bones.begin(), clean->bones.end(),
                                                  path.watch.end) == clean->bones.end();
    };
    const auto was = contacts::sample(before, watched);
    if (!was) return;
    const contacts::Thresholds by = operate::thresholdsOf(*clean);
    std::vector<contacts::Contact> found = contacts::find(*was, by);
    const auto standing =
        operate::byLimbs(contacts::stances(*was, found, by), clean->bones, clean->frame);
    warn(console, operate::bodyWarnings(before, standing), file);
    const auto is = contacts::sample(after, watched);
    if (finds || !is) return;
    std::erase_if(found, [&](const auto& of) { return stays(was->paths[of.path]); });
    if (standing.empty()) {
        console.out << file << ": no contact was found, so nothing is held\n";
        return;
    }
    const contacts::Skate a = contacts::skateOf(*was, found), b = contacts::skateOf(*is, found);
    const auto said = [](const contacts::Skate& of) {
        return "in " + toFixed(100 * of.share, 1) + "% of the time, by " +
               toFixed(1000 * of.slide, 1) + " mm at most";
    };
    console.out << file << ": in contacts parts slid " << said(a) << "; now " << said(b)
                << "; they were moved by at most "
                << toFixed(1000 * contacts::movedFrom(*was, *is, standing), 1)
                << " mm, the hips by "
                << toFixed(1000 * operate::hipsMovedFrom(before, after, *was), 1)
                << " mm (on a figure of 1.7 m); contacts held: " << standing.size()
                << ", by spans: " << operate::contactsOf(after, standing) << '\n';
}

/// Reports how each piece of a mesh was bound.
void tellOfBinding(Console& console, const std::string& file, const Document& before,
                   const nlohmann::json& operation)
{
    const Result<operate::Operation> read = operate::fromJson(operation, before);
    const auto* bind = read ? std::get_if<operate::BindMesh>(&*read) : nullptr;
    if (!bind) return;
    if (const Result<operate::MeshBinding> bound = operate::bindMesh(before, *bind))
        console.out << file << ": " << operate::told(*bound) << '\n';
}

/// Reports bones that could not be rolled.
void tellOfRolling(Console& console, const std::string& file, const Document& before,
                   const nlohmann::json& operation)
{
    const Result<operate::Operation> read = operate::fromJson(operation, before);
    const auto* roll = read ? std::get_if<operate::RollBones>(&*read) : nullptr;
    if (!roll) return;
    if (const Result<operate::Rolled> rolled = operate::rolled(before, *roll);
        rolled && !rolled->left.empty())
        console.out << file << ": " << operate::told(*rolled) << '\n';
}

Exit operateOnFile(Console& console, const OperateOptions& options, const std::string& file,
                   const nlohmann::json& operation, const std::string& out)
{
    const Result<io::Import> import = open(console, file, options.clip);
    if (!import) return fail(console, import.error(), file);
    const Result<Document> edited = [&] {
        if (operation["operation"] == kImport && operation.contains("file"))
            return withFile(console, import->document, operation);
        Progress progress(console, "working");
        edit::Context context;
        context.progress = [&](double share) { return progress(share); };
        return operate::applyAll(import->document, nlohmann::json::array({operation}), context);
    }();
    if (!edited) {
        Error error = edited.error();
        constexpr std::string_view kFirst = "#/0";  // place of the only entry
        if (error.where.starts_with(kFirst))
            error.where =
                operation["operation"].get<std::string>() + error.where.substr(kFirst.size());
        return fail(console, error);
    }
    if (const auto& name = operation["operation"]; name == "cleanFeet" || name == "findContacts")
        tellOfFeet(console, file, import->document, *edited, operation);
    if (!options.report.empty()) {
        const Result<std::string> report = contactsReport(import->document, *edited, operation);
        if (!report) return fail(console, report.error());
        if (options.report == "-")
            console.out << *report;
        else if (const Result<void> done = io::writeWhole(options.report, *report); !done)
            return fail(console, done.error(), options.report);
        if (out.empty()) return Exit::Done;
    }
    if (operation["operation"] == "bindMesh")
        tellOfBinding(console, file, import->document, operation);
    if (operation["operation"] == "rollBones")
        tellOfRolling(console, file, import->document, operation);
    if (std::string told = operate::toldOfSkins(import->document, *edited); !told.empty())
        note(console, file, std::move(told));
    for (const std::string& told : {operate::toldOfShifts(import->document, *edited),
                                    operate::toldOfMotion(import->document, *edited)})
        if (!told.empty()) warn(console, file, told);
    return writeDocument(console, *edited, out, {});
}

std::vector<std::filesystem::path> outputsOf(const std::vector<std::string>& files,
                                             const std::filesystem::path& out, bool folder)
{
    std::vector<std::filesystem::path> outs;
    outs.reserve(files.size());
    for (const std::string& file : files)
        outs.push_back(folder ? out / (std::filesystem::path(file).stem().string() + ".glb") : out);
    return outs;
}

/// Would several files become one, or one of the inputs be overwritten?
std::optional<Error> clashOf(const std::vector<std::string>& files,
                             const std::vector<std::filesystem::path>& outs)
{
    const auto same = [](const std::filesystem::path& a, const std::filesystem::path& b) {
        std::error_code error;
        return std::filesystem::weakly_canonical(a, error) ==
               std::filesystem::weakly_canonical(b, error);
    };
    for (std::size_t i = 0; i < outs.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (same(outs[i], outs[k]))
                return Error{files[k] + " and " + files[i] + " would both become " +
                             outs[i].string()};
    for (const std::filesystem::path& out : outs)
        for (const std::string& file : files)
            if (same(out, file)) return Error{file + " would be written over"};
    return std::nullopt;
}

Exit operateOn(Console& console, const OperateOptions& options)
{
    if (options.list) return listOperations(console, options.json);
    std::vector<std::string> files = options.words;
    const bool nameFirst = files.size() >= 2 && isOperation(files[0]) && !isOperation(files[1]);
    if (files.size() < 2 || (files.size() > 2 && !nameFirst))
        return misused(console, {.message = "a FILE and the NAME of an operation are needed, or a "
                                            "NAME and FILEs"});
    const auto at = nameFirst ? files.begin() : files.end() - 1;
    const std::string name = *at;
    files.erase(at);
    const Result<nlohmann::json> operation = operationOf(name, options.set);
    if (!operation) return misused(console, operation.error());
    const bool finds = (*operation)["operation"] == "findContacts",
               retargets = (*operation)["operation"] == kRetarget;
    if (!options.report.empty() && (!(finds || retargets) || files.size() > 1))
        return misused(console, {.message = "--report is what findContacts finds in one file, or "
                                            "retarget does with one"});
    if (options.out.empty() && (options.report.empty() || retargets))
        return misused(console, {.message = "-o OUT is needed"});
    const bool folder = std::filesystem::is_directory(options.out);
    if (files.size() > 1 && !folder)
        return misused(console, {.message = "of several files, -o names a folder that is there"});
    const std::vector<std::filesystem::path> outs = outputsOf(files, options.out, folder);
    if (folder)
        if (const std::optional<Error> clash = clashOf(files, outs))
            return misused(console, *clash);
    if (retargets) return retargetEach(console, *operation, files, outs, options.report);
    Exit worst = Exit::Done;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const Exit exit = operateOnFile(console, options, files[i], *operation, outs[i].string());
        if (exit == Exit::Interrupted || exit == Exit::Machine) return exit;
        if (exit != Exit::Done) worst = exit;
    }
    return worst;
}

}  // namespace

Action declareOperate(CLI::App& app)
{
    auto options = std::make_shared<OperateOptions>();
    app.add_option("FILE", options->words,
                   "the document, then the operation's name; or the name, then documents")
        ->expected(0, -1);
    app.add_option("--set", options->set, "an argument, as KEY=VALUE; the value is JSON or a text")
        ->expected(1)
        ->take_all();
    app.add_option("--clip", options->clip, "the clip to work on; default: the first");
    app.add_option("-o,--out", options->out,
                   "the file to write; of several documents, a folder that is there");
    app.add_option("--report", options->report,
                   "of findContacts and retarget: what was found, as JSON; -: to the standard "
                   "output");
    app.add_flag("--list", options->list, "list the operations and their arguments");
    app.add_flag("--json", options->json, "with --list: as JSON");
    return [options](Console& console) { return operateOn(console, *options); };
}

}  // namespace posewright::cli
