#include "core/io/save.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace posewright::io {

namespace fs = std::filesystem;

namespace {

Error failed(const std::string& what, const fs::path& path, int code)
{
    return Error{what + ": " + std::generic_category().message(code), path.string(),
                 ErrorKind::Machine};
}

/// A descriptor that is closed on every way out.
class Descriptor {
public:
    explicit Descriptor(int fd) noexcept : fd_(fd) {}
    ~Descriptor()
    {
        if (fd_ >= 0) ::close(fd_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    explicit operator bool() const noexcept { return fd_ >= 0; }
    int get() const noexcept { return fd_; }

    /// Some file systems report a failed write only here, so that the answer counts.
    int close() noexcept { return ::close(std::exchange(fd_, -1)); }

private:
    int fd_;
};

/// A file that is taken away again unless it reached its name.
class Temporary {
public:
    explicit Temporary(fs::path path) : path_(std::move(path)) {}
    ~Temporary()
    {
        if (!path_.empty()) ::unlink(path_.c_str());
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;

    const fs::path& path() const noexcept { return path_; }
    void keep() noexcept { path_.clear(); }

private:
    fs::path path_;
};

fs::path folderOf(const fs::path& path)
{
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Short whatever the file is called, so that a name of 255 bytes can be saved, too.
fs::path temporaryName(const fs::path& folder)
{
    static std::atomic<unsigned> counter{0};
    return folder / (".posewright-" + std::to_string(::getpid()) + '-' +
                     std::to_string(counter.fetch_add(1)) + ".tmp");
}

/// What the path means once links are followed; a link to nothing means the place it names.
Result<fs::path> followed(fs::path path)
{
    std::error_code ec;
    for (int hops = 0; fs::is_symlink(fs::symlink_status(path, ec)); ++hops) {
        if (hops == 40) return failed("cannot follow the links", path, ELOOP);
        const fs::path next = fs::read_symlink(path, ec);
        if (ec) return failed("cannot follow the link", path, ec.value());
        path = next.is_absolute() ? next : folderOf(path) / next;
    }
    return path;
}

Result<void> writeAll(int fd, std::string_view bytes, const fs::path& path)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return failed("cannot write the file", path, errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

/// Makes the names in a folder survive a power cut.
Result<void> syncFolder(const fs::path& folder)
{
    Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return failed("cannot open the folder", folder, errno);
    // Some file systems have nothing to sync in a folder and say so with EINVAL.
    if (::fsync(fd.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
        return failed("cannot write the folder to the disk", folder, errno);
    return {};
}

struct Target {
    fs::path path;  ///< links followed
    bool exists = false;
    struct stat state {};
};

Result<Target> examine(const fs::path& path)
{
    auto real = followed(path);
    if (!real) return real.error();
    Target target;
    target.path = std::move(*real);
    if (::stat(target.path.c_str(), &target.state) != 0) {
        if (errno != ENOENT) return failed("cannot write the file", path, errno);
        return target;
    }
    target.exists = true;
    if (S_ISDIR(target.state.st_mode)) return failed("cannot write the file", path, EISDIR);
    if (!S_ISREG(target.state.st_mode))
        return Error{"cannot write the file: it is not a regular file", path.string(),
                     ErrorKind::Machine};
    // Renaming needs no right to write to the old file; whoever took that right away meant it.
    if (::access(target.path.c_str(), W_OK) != 0)
        return failed("cannot write the file", path, errno);
    return target;
}

Result<void> replace(const Target& target, std::string_view bytes, const fs::path& shown)
{
    const fs::path folder = folderOf(target.path);
    Temporary temporary(temporaryName(folder));
    Descriptor fd(::open(temporary.path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!fd) {
        const int code = errno;
        temporary.keep();  // not ours
        return failed("cannot write the file", shown, code);
    }
    if (target.exists) {
        // Only root can give a file away; for anyone else the saver becomes the owner.
        if (::fchown(fd.get(), target.state.st_uid, target.state.st_gid) != 0) errno = 0;
        if (::fchmod(fd.get(), target.state.st_mode & 07777) != 0)
            return failed("cannot keep the permissions of the file", shown, errno);
    }
    if (auto done = writeAll(fd.get(), bytes, shown); !done) return done;
    if (::fsync(fd.get()) != 0) return failed("cannot write the file to the disk", shown, errno);
    if (fd.close() != 0) return failed("cannot write the file", shown, errno);
    if (::rename(temporary.path().c_str(), target.path.c_str()) != 0)
        return failed("cannot put the file in its place", shown, errno);
    temporary.keep();
    return syncFolder(folder);
}

Result<std::string> readDescriptor(int fd, const struct stat& state, std::uintmax_t most,
                                   const fs::path& path)
{
    std::string bytes;
    bytes.resize(static_cast<std::size_t>(state.st_size));
    std::size_t have = 0;
    for (;;) {
        if (have == bytes.size()) {
            // The size was a snapshot: the file may grow while it is read.
            char probe = 0;
            const ssize_t got = ::read(fd, &probe, 1);
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) return failed("cannot read the file", path, errno);
            if (got == 0) break;
            if (have >= most) return Error{"the file is larger than can be read", path.string()};
            bytes.push_back(probe);
            ++have;
            bytes.resize(have + std::min<std::size_t>(have + 4096, std::size_t{1} << 20));
            continue;
        }
        const ssize_t got = ::read(fd, bytes.data() + have, bytes.size() - have);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failed("cannot read the file", path, errno);
        if (got == 0) break;
        have += static_cast<std::size_t>(got);
    }
    bytes.resize(have);
    if (bytes.size() > most) return Error{"the file is larger than can be read", path.string()};
    return bytes;
}

/// The file under another name, which must be free; a copy where there are no hard links.
Result<void> nameAgain(const fs::path& path, Temporary& name)
{
    if (::link(path.c_str(), name.path().c_str()) == 0) return {};
    if (errno == EEXIST) {
        name.keep();  // not ours
        return failed("cannot keep the file of before", path, EEXIST);
    }
    const auto bytes = readWhole(path);
    if (!bytes) return bytes.error();
    return writeWhole(name.path(), *bytes);
}

}  // namespace

Result<void> writeWhole(const fs::path& path, std::string_view bytes)
{
    const auto target = examine(path);
    if (!target) return target.error();
    return replace(*target, bytes, path);
}

Result<void> saveWithBackup(const fs::path& path, std::string_view bytes)
{
    const auto target = examine(path);
    if (!target) return target.error();
    if (!target->exists) return replace(*target, bytes, path);

    const fs::path backup = target->path.string() + '~';
    Temporary before(temporaryName(folderOf(target->path)));
    if (auto held = nameAgain(target->path, before); !held) return held;
    if (auto done = replace(*target, bytes, path); !done) return done;
    // Where both names mean one file already, rename does nothing and leaves ours to be removed.
    if (::rename(before.path().c_str(), backup.c_str()) != 0 && errno != ENAMETOOLONG) {
        const int code = errno;
        if (::rename(before.path().c_str(), target->path.c_str()) == 0) before.keep();
        return failed("cannot keep the file of before", backup, code);
    }
    return syncFolder(folderOf(target->path));
}

Result<std::string> readWhole(const fs::path& path, std::uintmax_t most)
{
    // Without O_NONBLOCK, a pipe that nobody writes to would block the reader for ever.
    const Descriptor fd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (!fd) {
        const int code = errno;
        Error error = failed("cannot open the file", path, code);
        if (code == ENOENT) error.kind = ErrorKind::Refused;
        return error;
    }
    struct stat state {};
    if (::fstat(fd.get(), &state) != 0) return failed("cannot read the file", path, errno);
    if (S_ISDIR(state.st_mode)) return Error{"this is a folder, not a file", path.string()};
    if (!S_ISREG(state.st_mode)) return Error{"this is not a regular file", path.string()};
    if (static_cast<std::uintmax_t>(state.st_size) > most)
        return Error{"the file is larger than can be read", path.string()};
    return readDescriptor(fd.get(), state, most, path);
}

}  // namespace posewright::io
