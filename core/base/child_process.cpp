#include "core/base/child_process.h"

#include <climits>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace posewright {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kAskAgain{50};
constexpr std::size_t kPiece = 65536;  ///< bytes read at once

/// An open file of this process.
class OpenFile {
public:
    OpenFile() = default;
    /// Takes the result of a system call. Numbers below 3 are moved up: they become the child's
    /// standard streams, and are free if this program was started with its own closed.
    explicit OpenFile(int fd) : fd_(fd)
    {
        if (fd_ < 0 || fd_ > STDERR_FILENO) return;
        fd_ = ::fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        ::close(fd);
    }
    ~OpenFile() { close(); }
    OpenFile(OpenFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    OpenFile& operator=(OpenFile&& other) noexcept
    {
        std::swap(fd_, other.fd_);
        return *this;
    }

    int fd() const noexcept { return fd_; }
    bool open() const noexcept { return fd_ >= 0; }
    void close() noexcept
    {
        if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    }

private:
    int fd_ = -1;
};

/// The two ends of a pipe or socket.
struct Line {
    OpenFile ours;
    OpenFile theirs;
    bool open() const noexcept { return ours.open() && theirs.open(); }
};

/// The child writes, we read.
Line pipeFromChild()
{
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
    Line line{OpenFile(ends[0]), OpenFile(ends[1])};
    return line;
}

/// We write, the child reads. A socket, because a closed pipe would raise SIGPIPE.
Line lineToChild()
{
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return {};
    Line line{OpenFile(ends[0]), OpenFile(ends[1])};
    return line;
}

Error notRun(const std::string& program, int error)
{
    return {.message = "the program " + program + " cannot be run: " + std::strerror(error),
            .kind = ErrorKind::Machine};
}

/// Runs in the child between fork and exec. Other threads of the parent may have held any lock, so
/// only async-signal-safe calls are allowed.
[[noreturn]] void becomeProgram(char* const* words, std::uint64_t memory,
                                const std::array<int, 3>& streams, int failure, pid_t parent)
{
    ::setpgid(0, 0);
    // A killed parent cannot end its children; one still starting up would create its output file
    // after the next start has swept.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(126);
    for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    bool ready = true;
    if (memory > 0) {
        // Not RLIMIT_AS: programs reserve far more address space than they touch.
        rlimit now{};
        ready = ::getrlimit(RLIMIT_DATA, &now) == 0;
        const rlim_t most = std::min<rlim_t>(memory, now.rlim_max);
        const rlimit limit{most, most};
        ready = ready && ::setrlimit(RLIMIT_DATA, &limit) == 0;
    }
    for (int i = 0; i < 3; ++i) ready = ready && ::dup2(streams[i], i) == i;
    if (ready && ::syscall(SYS_close_range, STDERR_FILENO + 1, UINT_MAX,
                           4U /* CLOSE_RANGE_CLOEXEC */) != 0) {
        // Fallback for kernels before 5.11 and sandboxes that forbid the call.
        rlimit files{};
        ready = ::getrlimit(RLIMIT_NOFILE, &files) == 0;
        const int end = static_cast<int>(std::min<rlim_t>(files.rlim_cur, 1 << 20));
        for (int file = STDERR_FILENO + 1; ready && file < end; ++file)
            ::fcntl(file, F_SETFD, FD_CLOEXEC);
    }
    if (ready) ::execvp(words[0], words);
    const int error = errno;
    if (::write(failure, &error, sizeof error) < 0) ::_exit(126);
    ::_exit(127);
}

/// Reads what is available, and closes the pipe at its end. True: something was read.
bool readSome(OpenFile& from, std::string& to, std::size_t keep)
{
    if (!from.open()) return false;
    std::array<char, kPiece> piece;
    const ssize_t got = ::read(from.fd(), piece.data(), piece.size());
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (got <= 0) {
        from.close();
        return false;
    }
    to.append(piece.data(), std::min<std::size_t>(got, keep - std::min(keep, to.size())));
    return true;
}

}  // namespace

struct ChildProcess::Impl {
    ChildCommand command;
    std::optional<Clock::time_point> deadline;
    pid_t pid = -1;  ///< of the child, until `forget`
    OpenFile life;   ///< readable once the child has ended
    OpenFile input;
    OpenFile output;
    OpenFile errors;
    ChildEnd ended;
    bool over = false;  ///< it has ended, or was stopped

    ~Impl()
    {
        if (pid > 0) forget();
    }

    Result<void> start();
    void wait(std::string_view& unsent);
    int forget();

private:
    bool gone() const;
    int patience() const;
    void stop(ChildEnd::Cause cause);
};

Result<void> ChildProcess::Impl::start()
{
    std::vector<char*> words{command.program.data()};
    for (std::string& argument : command.arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    Line in = lineToChild();
    Line out = pipeFromChild();
    Line err = pipeFromChild();
    Line failure = pipeFromChild();
    if (!in.open() || !out.open() || !err.open() || !failure.open())
        return notRun(command.program, errno);
    if (command.time.count() > 0) deadline = Clock::now() + command.time;
    const pid_t parent = ::getpid();
    pid = ::fork();
    if (pid < 0) return notRun(command.program, errno);
    if (pid == 0)
        becomeProgram(words.data(), command.memory,
                      {in.theirs.fd(), out.theirs.fd(), err.theirs.fd()}, failure.theirs.fd(),
                      parent);
    failure.theirs.close();
    int error = 0;
    ssize_t got = 0;
    do got = ::read(failure.ours.fd(), &error, sizeof error);
    while (got < 0 && errno == EINTR);
    if (got == sizeof error) return notRun(command.program, error);
    // Old kernels have no pidfd; without one, `patience` polls.
    life = OpenFile(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    for (const OpenFile* file : {&out.ours, &err.ours})
        ::fcntl(file->fd(), F_SETFL, ::fcntl(file->fd(), F_GETFL) | O_NONBLOCK);
    input = std::move(in.ours);
    output = std::move(out.ours);
    errors = std::move(err.ours);
    return {};
}

/// Has the child ended? It is not reaped, so that its pid is not reused.
bool ChildProcess::Impl::gone() const
{
    siginfo_t about = {};
    return ::waitid(P_PID, pid, &about, WEXITED | WNOHANG | WNOWAIT) == 0 && about.si_pid == pid;
}

/// The longest wait [ms]; -1: no limit.
int ChildProcess::Impl::patience() const
{
    std::chrono::milliseconds most = std::chrono::milliseconds::max();
    if (command.goOn || !life.open()) most = kAskAgain;
    if (deadline)
        most =
            std::min(most, std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now()));
    if (most == std::chrono::milliseconds::max()) return -1;
    return static_cast<int>(std::clamp<std::int64_t>(most.count(), 0, INT_MAX));
}

void ChildProcess::Impl::stop(ChildEnd::Cause cause)
{
    ended.cause = cause;
    over = true;
}

/// Waits for an event or for `patience`, reads what the child has written, and sends from `unsent`
/// what it accepts.
void ChildProcess::Impl::wait(std::string_view& unsent)
{
    if (command.goOn && !command.goOn()) return stop(ChildEnd::Cause::Cancelled);
    if (deadline && Clock::now() >= *deadline) return stop(ChildEnd::Cause::TimeLimit);
    std::array<pollfd, 4> lines{pollfd{life.fd(), POLLIN, 0}, pollfd{output.fd(), POLLIN, 0},
                                pollfd{errors.fd(), POLLIN, 0},
                                pollfd{unsent.empty() ? -1 : input.fd(), POLLOUT, 0}};
    ::poll(lines.data(), lines.size(), patience());
    readSome(output, ended.output, command.keep);
    readSome(errors, ended.errors, command.keep);
    if (!unsent.empty() && input.open()) {
        const ssize_t sent =
            ::send(input.fd(), unsent.data(), unsent.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0)
            unsent.remove_prefix(sent);
        else if (errno != EAGAIN && errno != EINTR)
            input.close();
    }
    over = gone();
}

/// Kills what still runs of the child and its descendants; returns its `waitpid` status.
int ChildProcess::Impl::forget()
{
    if (pid <= 0) return 0;  // kill with -1 would end every process of the user
    ::kill(-pid, SIGKILL);
    ::kill(pid, SIGKILL);  // it may not lead its own group yet
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    pid = -1;
    return status;
}

ChildProcess::ChildProcess(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ChildProcess::~ChildProcess() = default;
ChildProcess::ChildProcess(ChildProcess&&) noexcept = default;
ChildProcess& ChildProcess::operator=(ChildProcess&&) noexcept = default;

Result<ChildProcess> ChildProcess::start(ChildCommand command)
{
    auto impl = std::make_unique<Impl>();
    impl->command = std::move(command);
    if (Result<void> started = impl->start(); !started) return started.error();
    return ChildProcess(std::move(impl));
}

bool ChildProcess::feed(std::string_view bytes)
{
    while (!bytes.empty() && impl_->input.open() && !impl_->over) impl_->wait(bytes);
    return bytes.empty();
}

ChildEnd ChildProcess::finish()
{
    Impl& impl = *impl_;
    impl.input.close();
    std::string_view nothing;
    while (!impl.over) impl.wait(nothing);
    const int status = impl.forget();
    // Read what is left in the pipes, within bounds: a program that left the group may write
    // forever.
    constexpr int kPieces = 32;
    for (int i = 0; i < kPieces; ++i) {
        readSome(impl.output, impl.ended.output, impl.command.keep);
        readSome(impl.errors, impl.ended.errors, impl.command.keep);
    }
    if (impl.ended.cause == ChildEnd::Cause::Exit && WIFSIGNALED(status))
        impl.ended.cause = ChildEnd::Cause::Signal;
    impl.ended.status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    return std::move(impl.ended);
}

Result<ChildEnd> runChild(ChildCommand command, std::string_view input)
{
    Result<ChildProcess> child = ChildProcess::start(std::move(command));
    if (!child) return child.error();
    // A child that does not read all its input may still succeed.
    (void)child->feed(input);
    return child->finish();
}

}  // namespace posewright
