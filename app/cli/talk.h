#pragma once

#include "app/cli/command.h"
#include "core/base/result.h"

#include <string_view>

/// Messages of commands.
namespace posewright::cli {

/// Prints `posewright: WHERE: what is wrong`, and the advice on a line of its own; returns the
/// matching exit status. `where` is used if the error has no place.
Exit fail(Console& console, const Error& error, std::string_view where = {});

/// As fail, for a mistake on the command line itself; the usage line follows.
Exit misused(Console& console, const Error& error);

/// Prints `posewright: WHERE: warning: what` for each; notes are not printed. `file` is put before
/// a place that does not name it.
void warn(Console& console, const Diagnostics& diagnostics, std::string_view file);
/// The same, with notes: for what was written.
void tellOfWriting(Console& console, const Diagnostics& diagnostics, std::string_view file);

/// One warning or note about a file.
void warn(Console& console, std::string_view file, std::string message);
void note(Console& console, std::string_view file, std::string message);

/// A progress line on standard error; only on a terminal.
class Progress {
public:
    /// `what` in a word: "solving".
    Progress(Console& console, std::string_view what);
    ~Progress();  ///< clears the line
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// @param share done, in [0, 1]
    /// @returns false once the user has pressed Ctrl+C
    bool operator()(double share);

private:
    Console& console_;
    std::string_view what_;
    int shown_ = -1;  ///< percent; -1: nothing yet
};

}  // namespace posewright::cli
