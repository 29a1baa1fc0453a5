#include "app/cli/command.h"

#ifdef POSEWRIGHT_UI
#include "app/editor.h"
#endif

#include <csignal>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

volatile std::sig_atomic_t gInterrupted = 0;

/// Ctrl+C, a request to end, and a terminal that is closed ask long work to stop; a second one ends
/// the program at once.
void listenForInterrupt()
{
    struct sigaction action = {};
    action.sa_handler = [](int) { gInterrupted = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    struct sigaction before = {};
    // Who started us under nohup wants us to outlive the terminal.
    if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, nullptr);
}

}  // namespace

int main(int argc, char** argv)
{
    posewright::cli::Surroundings surroundings;
    surroundings.terminal = isatty(STDERR_FILENO) != 0;
    surroundings.interrupted = [] { return gInterrupted != 0; };
#ifdef POSEWRIGHT_UI
    surroundings.editor = posewright::app::editor(argc, argv);
#endif
    const std::vector<std::string> arguments(argv + 1, argv + argc);
#ifdef POSEWRIGHT_UI
    if (!arguments.empty() && arguments.front() == "render") posewright::app::seekDisplay(argv);
#endif
    for (const posewright::cli::Command& command : posewright::cli::commands())
        if (!arguments.empty() && command.name == arguments.front()) listenForInterrupt();
    return posewright::cli::run(arguments, std::cout, std::cerr, surroundings);
}
