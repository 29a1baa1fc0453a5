#include "core/io/temporary.h"

#include "core/base/process.h"
#include "core/io/save.h"
#include "core/io/text.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace posewright::io {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kTemporary = ".posewright-";

struct Owner {
    int pid = 0;
    std::optional<std::uint64_t> began;  ///< missing in names of earlier versions
};

template <class Number>
bool numberAt(std::string_view& text, Number& number)
{
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (ec != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

/// The owner in a temporary file's name; nullopt for other files.
std::optional<Owner> ownerOf(std::string_view name)
{
    if (!name.starts_with(kTemporary)) return std::nullopt;
    name.remove_prefix(kTemporary.size());
    Owner owner;
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    if (!numberAt(name, owner.pid) || !name.starts_with('-')) return std::nullopt;
    name.remove_prefix(1);
    if (!numberAt(name, first)) return std::nullopt;
    if (name.starts_with('-')) {
        name.remove_prefix(1);
        if (!numberAt(name, second)) return std::nullopt;
        owner.began = first;
    }
    return name == ".tmp" || name == ".mp4" ? std::optional(owner) : std::nullopt;
}

bool isGone(const Owner& owner)
{
    const auto began = processBegan(owner.pid);
    return !began || (owner.began && *began != 0 && *owner.began != 0 && *began != *owner.began);
}

/// Does a .gltf in the folder, or a backup of one, name the file? If in doubt, yes.
bool isNamed(const fs::path& folder, const std::string& name)
{
    std::error_code failed;
    fs::directory_iterator entry(folder, failed);
    for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        const std::string other = entry->path().filename().string();
        if (!other.ends_with(".gltf") && !other.ends_with(".gltf~")) continue;
        const auto text = readWhole(entry->path());
        if (!text || text->find(name) != std::string::npos ||
            text->find(percentEncoded(name)) != std::string::npos)
            return true;
    }
    return static_cast<bool>(failed);
}

/// May it be a file that lies beside a .gltf?
bool isBeside(const fs::path& path)
{
    static constexpr std::array kEndings{".bin", ".png", ".jpg", ".webp", ".ktx2"};
    return std::ranges::find(kEndings, path.extension().string()) != kEndings.end();
}

/// Other names in the folder of a file with a temporary name.
std::vector<fs::path> otherBinaries(const fs::path& folder, const fs::path& temporary,
                                    const struct stat& state)
{
    std::vector<fs::path> found;
    std::error_code failed;
    fs::directory_iterator entry(folder, failed);
    for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        struct stat other {};
        if (isBeside(entry->path()) && entry->path() != temporary &&
            ::lstat(entry->path().c_str(), &other) == 0 && other.st_ino == state.st_ino &&
            other.st_dev == state.st_dev)
            found.push_back(entry->path());
    }
    return found;
}

void sweepOne(const fs::path& path)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return;
    struct stat state {};
    const bool held = ::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!held && ::fstat(fd, &state) == 0 && S_ISREG(state.st_mode)) {
        if (state.st_nlink > 1)
            for (const fs::path& binary : otherBinaries(path.parent_path(), path, state))
                if (!isNamed(path.parent_path(), binary.filename().string()))
                    ::unlink(binary.c_str());
        ::unlink(path.c_str());
    }
    ::close(fd);
}

}  // namespace

fs::path temporaryName(const fs::path& folder, const std::string& extension)
{
    static std::atomic<unsigned> counter{0};
    const pid_t pid = ::getpid();
    return folder / (std::string(kTemporary) + std::to_string(pid) + '-' +
                     std::to_string(processBegan(pid).value_or(0)) + '-' +
                     std::to_string(counter.fetch_add(1)) + extension);
}

Temporary::~Temporary()
{
    if (!path_.empty()) ::unlink(path_.c_str());
}

void holdTemporary(int descriptor)
{
    // On file systems without locks, the process number has to suffice.
    const int before = errno;
    (void)::flock(descriptor, LOCK_EX | LOCK_NB);
    errno = before;
}

void sweepTemporaries(const fs::path& folder)
{
    const fs::path place = folder.empty() ? fs::path(".") : folder;
    std::vector<fs::path> strays;
    std::error_code failed;
    fs::directory_iterator entry(place, failed);
    for (; !failed && entry != fs::directory_iterator(); entry.increment(failed))
        if (const auto owner = ownerOf(entry->path().filename().string()); owner && isGone(*owner))
            strays.push_back(entry->path());
    for (const fs::path& stray : strays) sweepOne(stray);
}

}  // namespace posewright::io
