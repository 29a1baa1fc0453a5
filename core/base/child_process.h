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
    std::string program;                      ///< looked up in PATH if it has no slash
    std::vector<std::string> arguments{};     ///< without the program's own name
    std::chrono::milliseconds time{0};        ///< time limit [ms]; 0: none
    std::uint64_t memory = 0;                 ///< limit for each of its processes [bytes]; 0: none
    std::size_t keep = std::size_t{1} << 20;  ///< of each output, from its start [bytes]
    /// Called about 20 times a second while we wait for the child; false ends it. Null: not called.
    std::function<bool()> goOn{};
};

/// How a child ended, and what it wrote.
struct ChildEnd {
    enum class Cause {
        Exit,       ///< by itself
        Signal,     ///< a signal that is not ours
        TimeLimit,  ///< we ended it: the time limit was reached
        Cancelled,  ///< we ended it: `goOn` returned false
    };
    Cause cause = Cause::Exit;
    int status = 0;      ///< the exit status, or the number of the signal that ended it
    std::string output;  ///< standard output, the first `keep` bytes
    std::string errors;  ///< standard error, likewise

    bool well() const noexcept { return cause == Cause::Exit && status == 0; }
};

/// A program that runs beside this one and is fed through its standard input. It ends with this
/// object at the latest, and with the thread that started it, so that it does not outlive this
/// program even if that is killed. It leads a process group of its own: Ctrl+C reaches this program
/// alone, and ending the child ends whatever it started. It inherits no open files, and no blocked
/// or ignored signals. What it does when memory is refused is up to it; most programs end. Use from
/// one thread at a time.
class ChildProcess {
public:
    /// Error kind Machine: the program is not there or cannot be run.
    static Result<ChildProcess> start(ChildCommand command);

    /// Ends it, and all that it started, at once.
    ~ChildProcess();
    ChildProcess(ChildProcess&&) noexcept;
    ChildProcess& operator=(ChildProcess&&) noexcept;

    /// Returns when it has read all bytes; what it writes meanwhile is collected. False: it reads
    /// no more, because it closed its input, ended, or was ended; `finish` tells which.
    [[nodiscard]] bool feed(std::string_view bytes);

    /// Closes its input and waits for it to end, then ends any processes that it left behind.
    /// @pre called once, as the last call
    ChildEnd finish();

private:
    struct Impl;
    explicit ChildProcess(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Runs a command from its start to its end. Error kind Machine: it cannot be run.
Result<ChildEnd> runChild(ChildCommand command, std::string_view input = {});

}  // namespace posewright
