// A library to preload: makes one call to the system fail, or ends the process at it, so that what
// a program promises can be tried for every call it makes.
//
//   FAIL_AT=n       the n-th call below FAIL_BELOW, from 1
//   FAIL_FOR=m      and the m - 1 after it; 0: all after it
//   FAIL_ERRNO=e    how it fails; 0: the process is killed there
//   FAIL_BELOW=dir  calls on files in this folder and below count
//   FAIL_FIRED=f    a file that is made when a call was reached

// The C library's headers must not declare the names below as others.
#undef _FORTIFY_SOURCE

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

namespace {

std::atomic<long> calls{0};

long number(const char* name, long otherwise)
{
    const char* text = std::getenv(name);
    return text && *text ? std::strtol(text, nullptr, 10) : otherwise;
}

bool below(const char* path)
{
    const char* folder = std::getenv("FAIL_BELOW");
    return folder && path && std::strncmp(path, folder, std::strlen(folder)) == 0;
}

bool belowFd(int fd)
{
    std::array<char, 4096> path{};
    const std::string name = "/proc/self/fd/" + std::to_string(fd);
    return ::readlink(name.c_str(), path.data(), path.size() - 1) > 0 && below(path.data());
}

/// The error of this call; 0: it goes through.
int verdict(bool counts)
{
    const long at = number("FAIL_AT", 0);
    if (!counts || at == 0) return 0;
    const long n = ++calls;
    const long count = number("FAIL_FOR", 1);
    if (n < at || (count != 0 && n >= at + count)) return 0;
    if (const char* fired = std::getenv("FAIL_FIRED")) {
        const long fd = ::syscall(SYS_openat, AT_FDCWD, fired, O_WRONLY | O_CREAT, 0600);
        if (fd >= 0) ::syscall(SYS_close, fd);
    }
    const int error = static_cast<int>(number("FAIL_ERRNO", 0));
    if (error == 0) ::kill(::getpid(), SIGKILL);
    return error;
}

template <class Function>
Function* next(const char* name)
{
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// The call itself, unless it is to fail.
template <class Call>
auto unlessItFails(bool counts, Call&& call) -> decltype(call())
{
    const int error = verdict(counts);
    if (error == 0) return call();
    errno = error;
    return -1;
}

int openedWith(const char* name, const char* path, int flags, mode_t mode)
{
    return unlessItFails(below(path),
                         [&] { return next<int(const char*, int, ...)>(name)(path, flags, mode); });
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* bytes, size_t size)
{
    const auto real = next<ssize_t(int, const void*, size_t)>("write");
    const int error = verdict(belowFd(fd));
    if (error == 0) return real(fd, bytes, size);
    // A full disk takes a part first.
    if (error == ENOSPC && size > 1 && real(fd, bytes, size / 2) < 0) return -1;
    errno = error;
    return -1;
}

int fsync(int fd)
{
    return unlessItFails(belowFd(fd), [&] { return next<int(int)>("fsync")(fd); });
}

int fdatasync(int fd)
{
    return unlessItFails(belowFd(fd), [&] { return next<int(int)>("fdatasync")(fd); });
}

int ftruncate(int fd, off_t size) noexcept
{
    return unlessItFails(belowFd(fd), [&] { return next<int(int, off_t)>("ftruncate")(fd, size); });
}

int open(const char* path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    return openedWith("open", path, flags, mode);
}

int open64(const char* path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    return openedWith("open64", path, flags, mode);
}

int close(int fd)
{
    const int error = verdict(belowFd(fd));
    const int done = next<int(int)>("close")(fd);  // a close that fails has closed all the same
    if (error == 0) return done;
    errno = error;
    return -1;
}

int rename(const char* from, const char* to) noexcept
{
    return unlessItFails(below(to),
                         [&] { return next<int(const char*, const char*)>("rename")(from, to); });
}

int link(const char* from, const char* to) noexcept
{
    return unlessItFails(below(to),
                         [&] { return next<int(const char*, const char*)>("link")(from, to); });
}

int unlink(const char* path) noexcept
{
    return unlessItFails(below(path), [&] { return next<int(const char*)>("unlink")(path); });
}

int mkdir(const char* path, mode_t mode) noexcept
{
    return unlessItFails(below(path),
                         [&] { return next<int(const char*, mode_t)>("mkdir")(path, mode); });
}

}  // extern "C"
