#include "core/io/save.h"

#include "core/io/descriptor.h"
#include "core/io/temporary.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace posewright::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

fs::path folderOf(const fs::path& path)
{
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Follows links; for a dangling link, the path that it names.
Result<fs::path> followed(fs::path path)
{
    std::error_code ec;
    for (int hops = 0;; ++hops) {
        const fs::file_status status = fs::symlink_status(path, ec);
        if (status.type() == fs::file_type::none)
            return failed("cannot write the file", path, ec.value());
        if (!fs::is_symlink(status)) break;
        if (hops == 40) return failed("cannot follow the links", path, ELOOP);
        const fs::path next = fs::read_symlink(path, ec);
        if (ec) return failed("cannot follow the link", path, ec.value());
        path = next.is_absolute() ? next : folderOf(path) / next;
    }
    return path;
}

using Parts = std::span<const std::string_view>;

Result<void> writeAll(int fd, std::string_view bytes, const fs::path& path)
{
    while (!bytes.empty()) {
        // In pieces: one write of a hundred megabytes takes ten times as long on ext4, which looks
        // for large free blocks of memory.
        const ssize_t written = ::write(fd, bytes.data(), std::min(bytes.size(), kPiece));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return failed("cannot write the file", path, errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
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
        std::error_code none;
        const fs::path folder = target.path.parent_path();
        if (!folder.empty() && !fs::exists(folder, none))
            return Error{"cannot write the file: there is no folder \"" + folder.string() + '"',
                         path.string(), ErrorKind::Machine};
        return target;
    }
    target.exists = true;
    if (S_ISDIR(target.state.st_mode)) return failed("cannot write the file", path, EISDIR);
    if (!S_ISREG(target.state.st_mode))
        return Error{"cannot write the file: it is not a regular file", path.string(),
                     ErrorKind::Machine};
    // Renaming does not need write access to the old file; respect a file made read-only.
    if (::access(target.path.c_str(), W_OK) != 0)
        return failed("cannot write the file", path, errno);
    return target;
}

/// Does the open file contain exactly these bytes?
Result<bool> holds(int fd, Parts parts, const fs::path& path)
{
    std::uintmax_t size = 0;
    for (const std::string_view part : parts) size += part.size();
    auto file = Pieces::of(fd, size, path);
    if (!file) return file.error();
    std::string piece(kPiece, '\0');
    for (std::string_view part : parts)
        while (!part.empty()) {
            const auto got = file->read(piece.data(), std::min(piece.size(), part.size()));
            if (!got) return got.error();
            if (*got == 0) return false;
            if (!part.starts_with(std::string_view(piece).substr(0, *got))) return false;
            part.remove_prefix(*got);
        }
    const auto more = file->read(piece.data(), 1);
    if (!more) return more.error();
    return *more == 0;
}

/// Everything that can fail before any name changes: writes the temporary file to the disk and
/// reads it back.
Result<void> writeChecked(const Descriptor& fd, const Target& target, Parts parts,
                          const fs::path& shown)
{
    if (target.exists) {
        // Only root can change the owner; for others the saver becomes the owner.
        if (::fchown(fd.get(), target.state.st_uid, target.state.st_gid) != 0) errno = 0;
        if (::fchmod(fd.get(), target.state.st_mode & 07777) != 0)
            return failed("cannot keep the permissions of the file", shown, errno);
    }
    for (const std::string_view part : parts)
        if (auto done = writeAll(fd.get(), part, shown); !done) return done;
    if (::fsync(fd.get()) != 0) return failed("cannot write the file to the disk", shown, errno);
    // Some file systems report a failed write only when a descriptor is closed.
    Descriptor copy(::dup(fd.get()));
    if (!copy || copy.close() != 0) return failed("cannot write the file", shown, errno);
    if (::lseek(fd.get(), 0, SEEK_SET) != 0)
        return failed("what was written cannot be read back", shown, errno);
    const auto same = holds(fd.get(), parts, shown);
    if (!same)
        return Error{"what was written cannot be read back (" + same.error().message + ')',
                     shown.string(), ErrorKind::Machine};
    if (!*same)
        return Error{"the disk does not hold what was written", shown.string(), ErrorKind::Machine};
    return {};
}

/// Gives a file a second, free name; copies it if there are no hard links.
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

/// Renames that can be undone until they are on the disk. First `path~` becomes the previous file,
/// then `path` the new one.
class Placement {
public:
    Placement(const Target& target, bool backedUp) :
        target_(target), folder_(folderOf(target.path)), old_(temporaryName(folder_)),
        older_(temporaryName(folder_))
    {
        if (backedUp) backup_ = target.path.string() + '~';
    }

    Result<void> make(Temporary& fresh, const fs::path& shown)
    {
        if (auto kept = keepNames(); !kept) return kept;
        if (!backup_.empty() && target_.exists) {
            // If both names are links to one file, rename does nothing.
            if (::rename(old_.path().c_str(), backup_.c_str()) != 0)
                return failed("cannot keep the file of before", backup_, errno);
            backedUp_ = true;
        }
        if (::rename(fresh.path().c_str(), target_.path.c_str()) != 0)
            return takeBack(failed("cannot put the file in its place", shown, errno));
        fresh.keep();
        placed_ = true;
        if (auto synced = syncFolder(folder_); !synced) return takeBack(synced.error());
        return {};
    }

private:
    Result<void> keepNames()
    {
        if (!target_.exists) return {};
        struct stat state {};
        if (!backup_.empty() && ::lstat(backup_.c_str(), &state) != 0) {
            if (errno == ENAMETOOLONG)
                backup_.clear();
            else if (errno != ENOENT)
                return failed("cannot keep the file of before", backup_, errno);
        } else if (!backup_.empty()) {
            if (S_ISDIR(state.st_mode))
                return failed("cannot keep the file of before", backup_, EISDIR);
            if (auto kept = nameAgain(backup_, older_); !kept) return kept;
            hadBackup_ = true;
        }
        return nameAgain(target_.path, old_);
    }

    Error takeBack(Error error)
    {
        bool whole = true;
        if (placed_ && !target_.exists) whole = ::unlink(target_.path.c_str()) == 0;
        if (placed_ && target_.exists)
            whole =
                ::rename((backedUp_ ? backup_ : old_.path()).c_str(), target_.path.c_str()) == 0;
        if (whole && backedUp_ && hadBackup_)
            whole = ::rename(older_.path().c_str(), backup_.c_str()) == 0;
        else if (whole && backedUp_ && !placed_)
            whole = ::unlink(backup_.c_str()) == 0;
        (void)syncFolder(folder_);  // this may be what failed
        if (!whole)
            error.advice = "the file of before could not be put back; " +
                           (backedUp_ ? backup_.string() + " holds it" : "the new one is there");
        return error;
    }

    const Target& target_;
    fs::path folder_;
    fs::path backup_;
    Temporary old_;
    Temporary older_;
    bool hadBackup_ = false;
    bool backedUp_ = false;
    bool placed_ = false;
};

Result<void> saveWhole(const fs::path& path, Parts parts, bool backedUp)
{
    const auto target = examine(path);
    if (!target) return target.error();
    Temporary fresh(temporaryName(folderOf(target->path)));
    // Keep it open until it has its name: the lock shows others that it is in use.
    const Descriptor fd(::open(fresh.path().c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!fd) {
        const int code = errno;
        fresh.keep();  // not ours
        return failed("cannot write the file", path, code);
    }
    holdTemporary(fd.get());
    if (auto done = writeChecked(fd, *target, parts, path); !done) return done;
    return Placement(*target, backedUp).make(fresh, path);
}

}  // namespace

Result<void> writeWhole(const fs::path& path, std::string_view bytes)
{
    return saveWhole(path, Parts(&bytes, 1), false);
}

Result<void> saveWithBackup(const fs::path& path, std::string_view bytes)
{
    return saveWhole(path, Parts(&bytes, 1), true);
}

Result<void> saveWithBackup(const fs::path& path, std::span<const std::string_view> parts)
{
    return saveWhole(path, parts, true);
}

Result<void> syncFolder(const fs::path& folder)
{
    const Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return failed("cannot open the folder", folder, errno);
    // Some file systems cannot sync folders and report EINVAL.
    if (::fsync(fd.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
        return failed("cannot write the folder to the disk", folder, errno);
    return {};
}

}  // namespace posewright::io
