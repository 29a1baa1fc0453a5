#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace posewright {

/// A program to run, and what it may use. No shell reads any of it.
struct ChildCommand {
    std::string program;                   ///< sought in PATH where it has no slash
    std::vector<std::string> arguments{};  ///< without the program's own name
    std::chrono::milliseconds time{0};     ///< it may run [ms]; 0: as long as it takes
    std::uint64_t memory = 0;  ///< of its own for each of its processes [bytes]; 0: no limit
    std::size_t keep = std::size_t{1} << 20;  ///< of each of its outputs [bytes], the first ones
    /// Asked about 20 times a second while the child is waited for; false ends it. Null: never.
    std::function<bool()> goOn{};
};

/// How a child ended, and what it wrote.
struct ChildEnd {
    enum class Cause {
        Exit,       ///< by itself
        Signal,     ///< a signal that is not ours
        TimeLimit,  ///< we ended it: its time was up
        Cancelled,  ///< we ended it: `goOn` said so
    };
    Cause cause = Cause::Exit;
    int status = 0;      ///< the exit status, or the number of the signal that ended it
    std::string output;  ///< standard output, as far as it is kept
    std::string errors;  ///< standard error, likewise

    bool well() const noexcept { return cause == Cause::Exit && status == 0; }
};

/// A program that runs beside this one, is fed through its standard input, and ends with this
/// object at the latest; with the thread that started it, too, so that it is not left behind where
/// this program is killed. It leads a process group of its own: Ctrl+C reaches this program alone,
/// and ending the child ends whatever it started. It inherits no open file, no blocked and no
/// ignored signal. What it does when memory is refused is up to it; most programs end. Used by one
/// thread at a time.
class ChildProcess {
public:
    /// Error kind Machine: the program is not there or cannot be run.
    static Result<ChildProcess> start(ChildCommand command);

    /// Ends it, and all that it started, at once.
    ~ChildProcess();
    ChildProcess(ChildProcess&&) noexcept;
    ChildProcess& operator=(ChildProcess&&) noexcept;

    /// Returns when it has taken all bytes; what it writes meanwhile is collected. False: it takes
    /// no more, since it closed its input, ended, or was ended; `finish` tells.
    [[nodiscard]] bool feed(std::string_view bytes);

    /// Closes its input, and waits until it has ended. What it started and left behind is ended.
    /// @pre called once, and nothing after it
    ChildEnd finish();

private:
    struct Impl;
    explicit ChildProcess(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Runs a command from its start to its end. Error kind Machine: it cannot be run.
Result<ChildEnd> runChild(ChildCommand command, std::string_view input = {});

}  // namespace posewright
