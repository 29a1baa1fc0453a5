#pragma once

#include "tests/support/paths.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QStringList>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

/// The program itself, run as a process.
namespace posewright::test {

/// How a run ended.
struct Ended {
    int exit = -1;   ///< -1 where a signal ended it
    int signal = 0;  ///< the one that ended it
    QByteArray out;
    QByteArray err;
};

/// One run. Its process leads a group of its own, as what is typed into a terminal does.
class Process {
public:
    static constexpr int kHere = -1;    ///< read by this process
    static constexpr int kClosed = -2;  ///< closed from the start

    explicit Process(const QStringList& arguments) : arguments_(arguments)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove(QStringLiteral("QT_QPA_PLATFORM"));  // the tests' own, not the user's
        environment.insert(QStringLiteral("LIBGL_ALWAYS_SOFTWARE"), QStringLiteral("1"));
        process_.setProcessEnvironment(environment);
    }
    ~Process()
    {
        if (process_.state() == QProcess::NotRunning) return;
        send(SIGKILL);
        process_.waitForFinished();
    }

    /// Where standard output and standard error go: a descriptor, kHere, or kClosed.
    Process& outputTo(int descriptor)
    {
        out_ = descriptor;
        return *this;
    }
    Process& talkTo(int descriptor)
    {
        err_ = descriptor;
        return *this;
    }
    Process& withoutDisplay()
    {
        QProcessEnvironment environment = process_.processEnvironment();
        for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY"})
            environment.remove(QString::fromLatin1(variable));
        process_.setProcessEnvironment(environment);
        return *this;
    }
    Process& with(const char* variable, const QString& value)
    {
        QProcessEnvironment environment = process_.processEnvironment();
        environment.insert(QString::fromLatin1(variable), value);
        process_.setProcessEnvironment(environment);
        return *this;
    }

    void start()
    {
        process_.setChildProcessModifier([out = out_, err = err_] {
            setpgid(0, 0);
            const auto put = [](int descriptor, int at) {
                if (descriptor == kClosed) close(at);
                if (descriptor >= 0) dup2(descriptor, at);
            };
            put(out, STDOUT_FILENO);
            put(err, STDERR_FILENO);
        });
        process_.start(QString::fromUtf8(programPath()), arguments_);
        process_.waitForStarted();
        process_.closeWriteChannel();
        group_ = static_cast<pid_t>(process_.processId());
    }

    pid_t id() const { return group_; }

    /// To the whole group: what a terminal does on Ctrl+C.
    void send(int signal) const
    {
        if (group_ > 0) kill(-group_, signal);  // 0 would mean all that runs the tests
    }

    void sendToItAlone(int signal) const
    {
        if (group_ > 0) kill(group_, signal);
    }

    /// Waits so long, then gives up with neither an exit status nor a signal. [ms]
    Ended end(int most = 120'000)
    {
        Ended ended;
        if (!process_.waitForFinished(most)) return ended;
        if (process_.exitStatus() == QProcess::CrashExit)
            ended.signal = process_.exitCode();
        else
            ended.exit = process_.exitCode();
        ended.out = process_.readAllStandardOutput();
        ended.err = process_.readAllStandardError();
        return ended;
    }

    Ended run()
    {
        start();
        return end();
    }

    /// Whether no process of its group is left, within so long. [ms]
    bool leavesNobody(int most = 5000) const
    {
        QElapsedTimer clock;
        clock.start();
        while (kill(-group_, 0) == 0 && clock.elapsed() < most) usleep(10'000);
        return kill(-group_, 0) != 0 && errno == ESRCH;
    }

private:
    QProcess process_;
    QStringList arguments_;
    pid_t group_ = 0;
    int out_ = kHere;
    int err_ = kHere;
};

/// A terminal for a program to write to.
class Terminal {
public:
    Terminal() : screen_(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))
    {
        std::array<char, 64> name{};
        if (screen_ < 0 || grantpt(screen_) != 0 || unlockpt(screen_) != 0 ||
            ptsname_r(screen_, name.data(), name.size()) != 0)
            return;
        line_ = open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC);
    }
    ~Terminal()
    {
        close(line_);
        close(screen_);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    int line() const { return line_; }

    /// Reads until `what` has been shown, or for so long; false if it was not. [ms]
    bool waitFor(const char* what, int most = 60'000)
    {
        QElapsedTimer clock;
        clock.start();
        while (!shown_.contains(what) && clock.elapsed() < most) readFor(100);
        return shown_.contains(what);
    }
    /// All that has been shown.
    const QByteArray& shown()
    {
        while (readFor(0)) {
        }
        return shown_;
    }

private:
    bool readFor(int most)
    {
        pollfd there{.fd = screen_, .events = POLLIN, .revents = 0};
        if (poll(&there, 1, most) <= 0 || !(there.revents & POLLIN)) return false;
        std::array<char, 4096> some{};
        const ssize_t count = read(screen_, some.data(), some.size());
        if (count > 0) shown_.append(some.data(), count);
        return count > 0;
    }

    int screen_ = -1;
    int line_ = -1;
    QByteArray shown_;
};

/// A descriptor that is closed when it goes.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() { close(number_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }

    /// A pipe whose other end nobody reads.
    static int unread()
    {
        std::array<int, 2> ends{-1, -1};
        if (pipe2(ends.data(), O_CLOEXEC) != 0) return -1;
        close(ends[0]);
        return ends[1];
    }

private:
    int number_;
};

}  // namespace posewright::test
