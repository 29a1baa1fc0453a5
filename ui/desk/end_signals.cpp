#include "ui/desk/end_signals.h"

#include <QSocketNotifier>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace posewright::ui {

namespace {

constexpr std::array<int, 3> kEndSignals = {SIGTERM, SIGHUP, SIGINT};

/// A signal handler may do little more than write to this pipe.
volatile std::sig_atomic_t gEndPipe = -1;

void onEndSignal(int signal)
{
    const int before = errno;
    const auto byte = static_cast<char>(signal);
    if (gEndPipe >= 0 && ::write(gEndPipe, &byte, 1) < 0) ::_exit(128 + signal);
    errno = before;
}

}  // namespace

EndSignals::EndSignals(QObject* parent) : QObject(parent)
{
    if (::pipe2(pipe_.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
    gEndPipe = pipe_[1];
    auto* notifier = new QSocketNotifier(pipe_[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        char signal = 0;
        while (::read(pipe_[0], &signal, 1) == 1) emit asked(signal);
    });
    struct sigaction action = {};
    action.sa_handler = onEndSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int signal : kEndSignals) {
        // Keep ignoring SIGHUP if started under nohup.
        struct sigaction old = {};
        ::sigaction(signal, nullptr, &old);
        if (old.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
    }
}

EndSignals::~EndSignals()
{
    for (const int signal : kEndSignals) {
        struct sigaction old = {};
        ::sigaction(signal, nullptr, &old);
        if (old.sa_handler == onEndSignal) std::signal(signal, SIG_DFL);
    }
    gEndPipe = -1;
    for (const int fd : pipe_)
        if (fd >= 0) ::close(fd);
}

}  // namespace posewright::ui
