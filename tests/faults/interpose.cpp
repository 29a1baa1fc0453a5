// Long: a function for each call of the C library, all alike.
//
// Defines the names of the C library itself, so that its headers must not declare them as others.
#undef _FORTIFY_SOURCE
#include "tests/faults/interpose.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

using posewright::faults::Do;
using posewright::faults::Plan;

constexpr int kMostFiles = 4096;

struct State {
    Plan plan;
    std::string root, record;  ///< what the environment said
    std::atomic<bool> on{false};
    std::atomic<long> calls{0};
    std::array<bool, kMostFiles> watched{};
    int recordFd = -1;
};

State& state()
{
    static State* one = new State;  // never destroyed: files are closed after main()
    return *one;
}

void openRecord(State& s)
{
    if (s.recordFd >= 0) ::syscall(SYS_close, s.recordFd);
    s.recordFd = -1;
    if (s.plan.record)
        s.recordFd = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, s.plan.record,
                                                O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
}

__attribute__((constructor)) void beginByEnvironment()
{
    const char* root = std::getenv("FAULTS_ROOT");
    if (!root) return;
    State& s = state();
    s.root = root;
    s.plan.root = s.root.c_str();
    if (const char* at = std::getenv("FAULTS_AT")) s.plan.at = std::atol(at);
    if (const char* error = std::getenv("FAULTS_ERROR")) s.plan.error = std::atoi(error);
    if (const char* record = std::getenv("FAULTS_RECORD")) {
        s.record = record;
        s.plan.record = s.record.c_str();
    }
    const std::string what = std::getenv("FAULTS_DO") ? std::getenv("FAULTS_DO") : "";
    s.plan.what = what == "fail"    ? Do::Fail
                  : what == "stay"  ? Do::Stay
                  : what == "kill"  ? Do::Kill
                  : what == "short" ? Do::Short
                                    : Do::Count;
    openRecord(s);
    s.on = true;
}

__attribute__((destructor)) void tellCount()
{
    const char* file = std::getenv("FAULTS_COUNT");
    if (!file || !state().on) return;
    state().on = false;
    const int fd = static_cast<int>(
        ::syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    const std::string text = std::to_string(state().calls.load()) + '\n';
    if (fd >= 0) ::syscall(SYS_write, fd, text.data(), text.size());
    if (fd >= 0) ::syscall(SYS_close, fd);
}

bool isWatched(const char* path)
{
    const State& s = state();
    if (!s.on || !path || !s.plan.root) return false;
    const std::size_t size = std::strlen(s.plan.root);
    return std::strncmp(path, s.plan.root, size) == 0 && (path[size] == '/' || path[size] == 0);
}

bool isWatched(int fd)
{
    return state().on && fd >= 0 && fd < kMostFiles && state().watched[fd];
}

void watch(int fd, bool yes)
{
    if (fd >= 0 && fd < kMostFiles) state().watched[fd] = yes;
}

enum class Kind { Read, Write };

/// Counts the call, and says what becomes of it: 0 it is made, -1 it fails with errno set, 1 it is
/// made by half.
int meet(Kind kind)
{
    State& s = state();
    const long number = s.calls++;
    const Plan& plan = s.plan;
    const bool now = number == plan.at;
    if (plan.what == Do::Kill && now) ::syscall(SYS_kill, ::syscall(SYS_getpid), SIGKILL);
    const bool later =
        plan.what == Do::Stay && number > plan.at && plan.at >= 0 && kind == Kind::Write;
    if (plan.what == Do::Short && now && kind == Kind::Write) return 1;
    if ((now && plan.what != Do::Count) || later) {
        errno = plan.error;
        return -1;
    }
    return 0;
}

/// "NAME FIRST SECOND SIZE\n" and SIZE bytes.
void put(const std::string& text, const void* bytes = nullptr, std::size_t size = 0)
{
    const State& s = state();
    if (s.recordFd < 0) return;
    const std::string line = text + '\t' + std::to_string(size) + '\n';
    ::syscall(SYS_write, s.recordFd, line.data(), line.size());
    if (size > 0) ::syscall(SYS_write, s.recordFd, bytes, size);
}

template <class Function>
Function next(const char* name)
{
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

#define FAULTS_NEXT(name) static const auto real = next<decltype(&::name)>(#name)

int opened(int fd, const char* path, int flags)
{
    watch(fd, fd >= 0);
    if (fd >= 0 && (flags & (O_CREAT | O_TRUNC | O_WRONLY | O_RDWR | O_DIRECTORY)) != 0) {
        const bool makes = (flags & O_CREAT) != 0;
        put("open\t" + std::to_string(fd) + '\t' + path + '\t' +
            ((flags & O_TRUNC) != 0 ? "trunc"
             : makes                ? "make"
                                    : "have"));
    }
    return fd;
}

int openAs(int folder, const char* path, int flags, mode_t mode)
{
    static const auto real = next<int (*)(int, const char*, int, ...)>("openat");
    if (!isWatched(path)) {
        const int fd = real(folder, path, flags, mode);
        watch(fd, false);
        return fd;
    }
    const bool writes = (flags & (O_CREAT | O_TRUNC | O_WRONLY | O_RDWR)) != 0;
    if (meet(writes ? Kind::Write : Kind::Read) != 0) {
        errno = state().plan.error;
        return -1;
    }
    return opened(real(folder, path, flags, mode), path, flags);
}

mode_t modeOf(int flags, va_list rest)
{
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
}

#define FAULTS_MODE                                                                                \
    va_list rest;                                                                                  \
    va_start(rest, flags);                                                                         \
    const mode_t mode = modeOf(flags, rest);                                                       \
    va_end(rest)

int failed()
{
    errno = state().plan.error;
    return -1;
}

}  // namespace

namespace posewright::faults {

void faultsBegin(const Plan* plan)
{
    State& s = state();
    s.on = false;
    s.plan = *plan;
    s.calls = 0;
    s.watched.fill(false);
    openRecord(s);
    s.on = true;
}

long faultsEnd()
{
    State& s = state();
    s.on = false;
    return s.calls;
}

void faultsMark(const char* word)
{
    put(std::string("mark\t") + word);
}

}  // namespace posewright::faults

extern "C" {

int open(const char* path, int flags, ...)
{
    FAULTS_MODE;
    return openAs(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...)
{
    FAULTS_MODE;
    return openAs(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...)
{
    FAULTS_MODE;
    return openAs(folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...)
{
    FAULTS_MODE;
    return openAs(folder, path, flags, mode);
}
int __open_2(const char* path, int flags)
{
    return openAs(AT_FDCWD, path, flags, 0);
}
int __open64_2(const char* path, int flags)
{
    return openAs(AT_FDCWD, path, flags, 0);
}

int dup(int fd) noexcept
{
    FAULTS_NEXT(dup);
    if (isWatched(fd) && meet(Kind::Read) != 0) return failed();
    const int copy = real(fd);
    watch(copy, copy >= 0 && isWatched(fd));
    if (isWatched(fd)) put("dup\t" + std::to_string(copy) + '\t' + std::to_string(fd));
    return copy;
}

int close(int fd)
{
    FAULTS_NEXT(close);
    if (!isWatched(fd)) return real(fd);
    watch(fd, false);
    const bool fails = meet(Kind::Write) != 0;
    put("close\t" + std::to_string(fd));
    real(fd);
    return fails ? failed() : 0;
}

ssize_t read(int fd, void* bytes, size_t size)
{
    FAULTS_NEXT(read);
    return isWatched(fd) && meet(Kind::Read) != 0 ? failed() : real(fd, bytes, size);
}
ssize_t pread(int fd, void* bytes, size_t size, off_t at)
{
    FAULTS_NEXT(pread);
    return isWatched(fd) && meet(Kind::Read) != 0 ? failed() : real(fd, bytes, size, at);
}

ssize_t write(int fd, const void* bytes, size_t size)
{
    FAULTS_NEXT(write);
    if (!isWatched(fd)) return real(fd, bytes, size);
    const int met = meet(Kind::Write);
    if (met < 0) return failed();
    const ssize_t done = real(fd, bytes, met > 0 ? (size + 1) / 2 : size);
    if (done > 0) put("write\t" + std::to_string(fd), bytes, static_cast<std::size_t>(done));
    return done;
}
ssize_t writev(int fd, const struct iovec* pieces, int count)
{
    FAULTS_NEXT(writev);
    if (!isWatched(fd)) return real(fd, pieces, count);
    if (meet(Kind::Write) != 0) return failed();
    std::string bytes;
    for (int i = 0; i < count; ++i)
        bytes.append(static_cast<const char*>(pieces[i].iov_base), pieces[i].iov_len);
    const ssize_t done = real(fd, pieces, count);
    if (done > 0) put("write\t" + std::to_string(fd), bytes.data(), static_cast<std::size_t>(done));
    return done;
}

int fsync(int fd)
{
    FAULTS_NEXT(fsync);
    if (isWatched(fd) && meet(Kind::Write) != 0) return failed();
    const int done = real(fd);
    if (isWatched(fd)) put("sync\t" + std::to_string(fd));
    return done;
}
int fdatasync(int fd)
{
    FAULTS_NEXT(fdatasync);
    if (isWatched(fd) && meet(Kind::Write) != 0) return failed();
    const int done = real(fd);
    if (isWatched(fd)) put("sync\t" + std::to_string(fd));
    return done;
}
int ftruncate(int fd, off_t size) noexcept
{
    FAULTS_NEXT(ftruncate);
    if (isWatched(fd) && meet(Kind::Write) != 0) return failed();
    if (isWatched(fd)) put("size\t" + std::to_string(fd) + '\t' + std::to_string(size));
    return real(fd, size);
}
off_t lseek(int fd, off_t at, int from) noexcept
{
    FAULTS_NEXT(lseek);
    if (isWatched(fd) && meet(Kind::Read) != 0) return failed();
    const off_t now = real(fd, at, from);
    if (isWatched(fd)) put("seek\t" + std::to_string(fd) + '\t' + std::to_string(now));
    return now;
}

int rename(const char* from, const char* to) noexcept
{
    FAULTS_NEXT(rename);
    if (!isWatched(to)) return real(from, to);
    if (meet(Kind::Write) != 0) return failed();
    const int done = real(from, to);
    if (done == 0) put(std::string("rename\t") + from + '\t' + to);
    return done;
}
int link(const char* from, const char* to) noexcept
{
    FAULTS_NEXT(link);
    if (!isWatched(to)) return real(from, to);
    if (meet(Kind::Write) != 0) return failed();
    const int done = real(from, to);
    if (done == 0) put(std::string("link\t") + from + '\t' + to);
    return done;
}
int unlink(const char* path) noexcept
{
    FAULTS_NEXT(unlink);
    if (!isWatched(path)) return real(path);
    if (meet(Kind::Write) != 0) return failed();
    const int done = real(path);
    if (done == 0) put(std::string("unlink\t") + path);
    return done;
}
int remove(const char* path) noexcept
{
    FAULTS_NEXT(remove);
    if (!isWatched(path)) return real(path);
    if (meet(Kind::Write) != 0) return failed();
    const int done = real(path);
    if (done == 0) put(std::string("unlink\t") + path);
    return done;
}
int mkdir(const char* path, mode_t mode) noexcept
{
    FAULTS_NEXT(mkdir);
    if (!isWatched(path)) return real(path, mode);
    if (meet(Kind::Write) != 0) return failed();
    const int done = real(path, mode);
    if (done == 0) put(std::string("mkdir\t") + path);
    return done;
}

int stat(const char* path, struct stat* about) noexcept
{
    FAULTS_NEXT(stat);
    return isWatched(path) && meet(Kind::Read) != 0 ? failed() : real(path, about);
}
int lstat(const char* path, struct stat* about) noexcept
{
    FAULTS_NEXT(lstat);
    return isWatched(path) && meet(Kind::Read) != 0 ? failed() : real(path, about);
}
int fstat(int fd, struct stat* about) noexcept
{
    FAULTS_NEXT(fstat);
    return isWatched(fd) && meet(Kind::Read) != 0 ? failed() : real(fd, about);
}
int access(const char* path, int mode) noexcept
{
    FAULTS_NEXT(access);
    return isWatched(path) && meet(Kind::Read) != 0 ? failed() : real(path, mode);
}
int fchmod(int fd, mode_t mode) noexcept
{
    FAULTS_NEXT(fchmod);
    return isWatched(fd) && meet(Kind::Write) != 0 ? failed() : real(fd, mode);
}
int fchown(int fd, uid_t user, gid_t group) noexcept
{
    FAULTS_NEXT(fchown);
    return isWatched(fd) && meet(Kind::Write) != 0 ? failed() : real(fd, user, group);
}
DIR* opendir(const char* path)
{
    FAULTS_NEXT(opendir);
    if (!isWatched(path) || meet(Kind::Read) == 0) return real(path);
    failed();
    return nullptr;
}

}  // extern "C"
