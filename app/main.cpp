#include "app/cli/command.h"

#ifdef POSEWRIGHT_UI
#include "app/editor.h"
#endif

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <iostream>
#include <malloc.h>
#include <poll.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

/// The heap grows in steps of this size. Reading a file allocates hundreds of thousands of small
/// blocks; growing by single pages would spend a quarter of the time in the kernel (decision 92).
/// [bytes]
constexpr int kHeapStep = 16 << 20;

volatile std::sig_atomic_t gInterrupted = 0;

/// SIGINT, SIGTERM and SIGHUP ask long work to stop; a second signal ends the program at once.
void listenForInterrupt()
{
    struct sigaction action = {};
    action.sa_handler = [](int) { gInterrupted = 1; };
    // A write to the terminal that a signal interrupts would fail, and with it all that follow: the
    // line of progress would stay.
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    struct sigaction before = {};
    // Started under nohup, we have to outlive the terminal.
    if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, nullptr);
}

/// If a standard descriptor is closed at the start, the next file opened would get its number, and
/// output would end up in that file.
void fillClosedDescriptors()
{
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/// Whether the other end of a pipe is closed.
bool isUnread(int fd)
{
    pollfd end{.fd = fd, .events = POLLOUT, .revents = 0};
    return poll(&end, 1, 0) > 0 && (end.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace

int main(int argc, char** argv)
{
    mallopt(M_TOP_PAD, kHeapStep);
    fillClosedDescriptors();
    // A file that is larger than the limit (ulimit -f) is a failed write with its message.
    std::signal(SIGXFSZ, SIG_IGN);
    posewright::cli::Environment environment;
    environment.terminal = isatty(STDERR_FILENO) != 0;
    environment.interrupted = [] { return gInterrupted != 0; };
    environment.unread = [] { return isUnread(STDOUT_FILENO); };
#ifdef POSEWRIGHT_UI
    environment.editor = posewright::app::editor(argc, argv);
#endif
    const std::vector<std::string> arguments(argv + 1, argv + argc);
#ifdef POSEWRIGHT_UI
    if (!arguments.empty() && arguments.front() == "render") posewright::app::seekDisplay(argv);
#endif
    // Broken pipes of warnings must not stop work. A program started by seekDisplay() sets its own
    // handling.
    std::signal(SIGPIPE, SIG_IGN);
    for (const posewright::cli::Command& command : posewright::cli::commands())
        if (!arguments.empty() && command.name == arguments.front()) listenForInterrupt();
    return posewright::cli::run(arguments, std::cout, std::cerr, environment);
}
