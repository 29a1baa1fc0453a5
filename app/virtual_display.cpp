#include "app/virtual_display.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <unistd.h>

namespace posewright::app {

namespace {

/// An unnamed file that lets only those who can read it use the display: one entry, for any host
/// and display. For the layout see Xau(3), libXau's AuFileName.
int accessFile()
{
    constexpr std::string_view kScheme = "MIT-MAGIC-COOKIE-1";
    std::array<char, 16> cookie{};
    if (::getrandom(cookie.data(), cookie.size(), 0) != std::ssize(cookie)) return -1;
    std::string entry("\xff\xff\0\0\0\0", 6);  // any host, no address, no display number
    const auto append = [&](std::string_view text) {
        entry += '\0';
        entry += static_cast<char>(text.size());
        entry += text;
    };
    append(kScheme);
    append({cookie.data(), cookie.size()});
    const int file = ::memfd_create("posewright-display", MFD_CLOEXEC);
    if (file >= 0 && ::write(file, entry.data(), entry.size()) == std::ssize(entry)) return file;
    if (file >= 0) ::close(file);
    return -1;
}

std::string pathOf(int file)
{
    return "/proc/self/fd/" + std::to_string(file);
}

/// Runs in the child between fork and exec. Not a ChildProcess, since it lives as long as this
/// program and inherits two files (decision 47).
[[noreturn]] void becomeDisplay(char* const* words, int access, int line, pid_t parent)
{
    ::setpgid(0, 0);  // Ctrl+C must not reach the display
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    const int nothing = ::open("/dev/null", O_RDWR);
    bool ready = ::getppid() == parent && nothing >= 0;
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ready = ready && ::dup2(nothing, stream) == stream;
    for (const int kept : {access, line}) ready = ready && ::fcntl(kept, F_SETFD, 0) == 0;
    if (ready) ::execvp(words[0], words);
    ::_exit(127);
}

/// The display's number, which it writes once it listens; empty if it ends instead.
std::string numberFrom(int line)
{
    std::string number;
    for (char one = 0; one != '\n';) {
        const ssize_t got = ::read(line, &one, 1);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return {};
        if (one != '\n') number += one;
    }
    return number;
}

}  // namespace

bool provideVirtualDisplay()
{
    const int access = accessFile();
    std::array<int, 2> line{-1, -1};
    if (access < 0 || ::pipe2(line.data(), O_CLOEXEC) != 0) return false;
    std::array<std::string, 11> texts{"Xvfb",  "-displayfd",   std::to_string(line[1]),
                                      "-auth", pathOf(access), "-nolisten",
                                      "tcp",   "-noreset",     "-screen",
                                      "0",     "1280x1024x24"};
    std::array<char*, texts.size() + 1> words{};
    for (std::size_t i = 0; i < texts.size(); ++i) words[i] = texts[i].data();
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) becomeDisplay(words.data(), access, line[1], parent);
    ::close(line[1]);
    const std::string number = child > 0 ? numberFrom(line[0]) : std::string();
    ::close(line[0]);
    if (number.empty()) {
        ::close(access);
        return false;
    }
    // NOLINTBEGIN(concurrency-mt-unsafe): before any thread
    ::setenv("DISPLAY", (':' + number).c_str(), 1);
    ::setenv("XAUTHORITY", pathOf(access).c_str(), 1);
    // NOLINTEND(concurrency-mt-unsafe)
    return true;
}

}  // namespace posewright::app
