#pragma once

#include <QProcess>

#include <csignal>

namespace posewright::test {

/// Sends a signal to a process that runs; false where it has ended. Number 0, which a process that
/// has ended has, would mean everything in the group of the caller, all that runs the tests too.
inline bool sendSignal(const QProcess& process, int signal)
{
    const auto pid = static_cast<pid_t>(process.processId());
    return pid > 0 && ::kill(pid, signal) == 0;
}

}  // namespace posewright::test
