#include "app/cli/command.h"
#include "app/cli/talk.h"
#include "app/cli/text.h"
#include "core/base/closest.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace posewright::cli {

namespace {

void printHelp(std::ostream& out)
{
    out << "Posewright, a keyframe animation editor built around inverse kinematics\n\n"
           "usage: posewright [FILE]            opens the editor\n"
           "       posewright COMMAND ...       works without it\n"
           "       posewright COMMAND --help    says how\n"
           "       posewright --version\n\n";
    std::vector<std::vector<std::string>> rows;
    for (const Command& c : commands())
        rows.push_back({"  " + std::string(c.name), std::string(c.summary)});
    out << table(rows);
}

void printUsage(std::ostream& err, const Command& command)
{
    err << "usage: posewright " << command.name << ' ' << command.usage << '\n';
}

/// CLI11 starts with a capital; our messages start in lower case, except with a name in capitals.
std::string inOurStyle(std::string text)
{
    if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a' && text[1] <= 'z')
        text[0] = static_cast<char>(text[0] - 'A' + 'a');
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

/// A first word that is no command: a file for the editor, unless it looks like a typo.
Exit openEditor(std::span<const std::string> arguments, Console& console)
{
    const std::string file = arguments.empty() ? std::string() : arguments.front();
    if (arguments.size() > 1 || file.starts_with('-')) {
        misused(console, {.message = "'" + (file.starts_with('-') ? file : arguments[1]) +
                                     "' is not understood here"});
        printHelp(console.err);
        return Exit::Misused;
    }
    std::error_code ignored;
    if (!file.empty() && !std::filesystem::exists(file, ignored)) {
        if (file.find_first_of("./") != std::string::npos)
            return fail(console, {.message = "there is no such file", .where = file});
        std::vector<std::string_view> names;
        for (const Command& c : commands()) names.push_back(c.name);
        const std::string_view like = closest(file, names);
        return misused(console,
                       {.message = "'" + file + "' is neither a command nor a file",
                        .advice = like.empty() ? "posewright --help lists the commands"
                                               : "did you mean '" + std::string(like) + "'?"});
    }
    if (!console.environment.editor.open)
        return fail(console, {.message = "this program was built without the editor",
                              .kind = ErrorKind::Machine,
                              .advice = "posewright --help lists the commands"});
    const Result<int> closed = console.environment.editor.open(file);
    return closed ? static_cast<Exit>(*closed) : fail(console, closed.error());
}

Exit dispatch(std::span<const std::string> arguments, Console& console)
{
    if (arguments.empty()) return openEditor(arguments, console);
    const std::string& word = arguments.front();
    if (word == "--help" || word == "-h") {
        printHelp(console.out);
        return Exit::Done;
    }
    if (word == "--version") {
        console.out << "posewright " POSEWRIGHT_VERSION "\n";
        return Exit::Done;
    }
    for (const Command& command : commands())
        if (command.name == word) return runCommand(command, arguments.subspan(1), console);
    return openEditor(arguments, console);
}

}  // namespace

Exit runCommand(const Command& command, std::span<const std::string> arguments, Console& console)
{
    CLI::App app(std::string(command.summary), "posewright " + std::string(command.name));
    app.add_flag("--quiet", console.quiet, "show no progress");
    const Action action = command.declare(app);
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
        app.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        if (command.notes) app.footer(command.notes(console.environment.editor));
        printUsage(console.out, command);
        console.out << '\n' << app.help();
        return Exit::Done;
    } catch (const CLI::ParseError& error) {
        misused(console, {.message = inOurStyle(error.what())});
        printUsage(console.err, command);
        return Exit::Misused;
    }
    const Exit exit = action(console);
    if (exit == Exit::Misused) printUsage(console.err, command);
    return exit;
}

int run(std::span<const std::string> arguments, std::ostream& out, std::ostream& err,
        const Environment& environment)
{
    Console console{out, err, environment};
    Exit exit = Exit::Machine;
    try {
        exit = dispatch(arguments, console);
    } catch (const std::bad_alloc&) {
        exit = fail(console, {.message = "out of memory", .kind = ErrorKind::Machine});
    } catch (const std::exception& error) {
        exit = fail(console, {.message = std::string("internal error: ") + error.what(),
                              .kind = ErrorKind::Machine});
    }
    if (exit != Exit::Machine && !out.flush())
        exit = environment.unread() ? Exit::Unread
                                    : fail(console, {.message = "cannot be written",
                                                     .where = "standard output",
                                                     .kind = ErrorKind::Machine});
    return static_cast<int>(exit);
}

}  // namespace posewright::cli
