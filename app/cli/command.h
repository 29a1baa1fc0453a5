#pragma once

#include "app/cli/environment.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

/// The command line: one file per subcommand, one row per subcommand in commands.cpp.
namespace posewright::cli {

/// Exit statuses. Scripts depend on them; they are documented in docs/cli.md.
enum class Exit : int {
    Done = 0,
    No = 1,             ///< an input was refused, a solve missed its goals, a report found errors
    Misused = 2,        ///< the command line is wrong
    Machine = 3,        ///< disk full, no permission, no OpenGL
    Interrupted = 130,  ///< by Ctrl+C, as shells count it
    Unread = 141        ///< the reader of the output has closed it (SIGPIPE, as shells count it)
};

/// A command with its parsed options.
using Action = std::function<Exit(Console&)>;

/// A subcommand: a row of the table.
struct Command {
    std::string_view name;         ///< "info"
    std::string_view usage;        ///< what follows the name: "FILE [--json]"
    std::string_view summary;      ///< for --help: "what is in a file"
    Action (*declare)(CLI::App&);  ///< adds the options; the action runs after they are parsed
    /// Text below the options in --help that needs the editor; null: none.
    std::string (*notes)(const Editor&) = nullptr;
};

/// In the order of the help text.
std::span<const Command> commands() noexcept;

/// Parses the arguments of a subcommand and runs it, or prints its usage.
Exit runCommand(const Command& command, std::span<const std::string> arguments, Console& console);

/// The whole program but main(): the arguments are argv without argv[0]. Returns the exit status.
/// Output goes to `out`, messages go to `err`. The tests call it in process.
int run(std::span<const std::string> arguments, std::ostream& out, std::ostream& err,
        const Environment& environment = {});

}  // namespace posewright::cli
