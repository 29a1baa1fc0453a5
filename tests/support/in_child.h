#pragma once

#include <sys/wait.h>
#include <unistd.h>

namespace posewright::test {

/// Runs `work` in a child process of its own, so that limits and user ids do not stay, and returns
/// its answer (0..255); 1000 and the signal where one ended it.
template <class Work>
int inChild(Work&& work)
{
    const pid_t pid = ::fork();
    if (pid == 0) ::_exit(work());
    int status = 0;
    ::waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

}  // namespace posewright::test
