#include "app/cli/talk.h"

#include <algorithm>
#include <ostream>
#include <utility>

namespace posewright::cli {

namespace {

void printError(Console& console, const Error& error, std::string_view where)
{
    const std::string_view place = error.where.empty() ? where : std::string_view(error.where);
    console.err << "posewright: ";
    if (!place.empty()) console.err << place << ": ";
    console.err << error.message << '\n';
    if (!error.advice.empty()) console.err << "    " << error.advice << '\n';
}

/// "safeNames" as a command line option: "--safe-names".
std::string flagOf(std::string_view option)
{
    std::string flag = "--";
    for (const char c : option) {
        const bool upper = c >= 'A' && c <= 'Z';
        if (upper) flag += '-';
        flag += upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return flag;
}

}  // namespace

Exit fail(Console& console, const Error& error, std::string_view where)
{
    printError(console, error, where);
    switch (error.kind) {
    case ErrorKind::Refused: return Exit::No;
    case ErrorKind::Machine: return Exit::Machine;
    case ErrorKind::Cancelled: return Exit::Interrupted;
    }
    return Exit::No;
}

Exit misused(Console& console, const Error& error)
{
    printError(console, error, {});
    return Exit::Misused;
}

namespace {

void tell(Console& console, const Diagnostic& d, std::string_view file, const char* kind)
{
    console.err << "posewright: ";
    if (d.where.find(file) == std::string::npos)
        console.err << file
                    << (d.where.starts_with('/')                      ? "#"
                        : d.where.empty() || d.where.starts_with('#') ? ""
                                                                      : ": ");
    console.err << d.where << ": " << kind << ": " << d.message;
    if (!d.option.empty()) console.err << " (" << flagOf(d.option) << ' ' << d.effect << ')';
    console.err << '\n';
}

}  // namespace

void warn(Console& console, const Diagnostics& diagnostics, std::string_view file)
{
    for (const Diagnostic& d : diagnostics)
        if (d.severity == Diagnostic::Severity::Warning) tell(console, d, file, "warning");
}

void tellOfWriting(Console& console, const Diagnostics& diagnostics, std::string_view file)
{
    for (const Diagnostic& d : diagnostics)
        tell(console, d, file, d.severity == Diagnostic::Severity::Warning ? "warning" : "note");
}

void warn(Console& console, std::string_view file, std::string message)
{
    warn(console, {{Diagnostic::Severity::Warning, std::move(message), {}}}, file);
}

void note(Console& console, std::string_view file, std::string message)
{
    tellOfWriting(console, {{Diagnostic::Severity::Note, std::move(message), {}}}, file);
}

Progress::Progress(Console& console, std::string_view what) : console_(console), what_(what) {}

Progress::~Progress()
{
    if (shown_ >= 0) console_.err << "\r\x1b[K" << std::flush;
}

bool Progress::operator()(double share)
{
    if (console_.environment.terminal && !console_.quiet) {
        const int percent = static_cast<int>(100 * std::clamp(share, 0.0, 1.0));
        if (percent != shown_) {
            shown_ = percent;
            console_.err << '\r' << what_ << ' ' << percent << "% " << std::flush;
        }
    }
    return !console_.environment.interrupted();
}

}  // namespace posewright::cli
