#include "core/io/descriptor.h"
#include "core/io/save.h"

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

/// Opens regular files only: opening a pipe would wake its other end, and opening a device may have
/// effects. Going through O_PATH ensures that the checked file is the opened one.
int openFile(const fs::path& path)
{
    const Descriptor place(::open(path.c_str(), O_PATH | O_CLOEXEC));
    struct stat state {};
    if (!place || ::fstat(place.get(), &state) != 0) return -1;
    if (!S_ISREG(state.st_mode)) return ::dup(place.get());  // `of` reports the kind
    const std::string name = "/proc/self/fd/" + std::to_string(place.get());
    const int fd = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
    // Without /proc only the name is left, which may be a pipe by now; do not block.
    if (fd < 0 && errno == ENOENT) return ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    return fd;
}

}  // namespace

Result<Pieces> Pieces::open(const fs::path& path, std::uintmax_t most)
{
    const int fd = openFile(path);
    if (fd < 0) {
        const int code = errno;
        Error error = failed("cannot open the file", path, code);
        if (code == ENOENT) error.kind = ErrorKind::Refused;
        return error;
    }
    auto opened = of(fd, most, path);
    if (opened)
        opened->ours_ = true;
    else
        ::close(fd);
    return opened;
}

Result<Pieces> Pieces::of(int fd, std::uintmax_t most, const fs::path& path)
{
    struct stat state {};
    if (::fstat(fd, &state) != 0) return failed("cannot read the file", path, errno);
    if (S_ISDIR(state.st_mode)) return Error{"this is a folder, not a file", path.string()};
    if (!S_ISREG(state.st_mode)) return Error{"this is not a regular file", path.string()};
    Pieces file(fd, false, most, path);
    file.size_ = static_cast<std::uintmax_t>(state.st_size);
    if (file.size_ > most) return Error{"the file is larger than can be read", path.string()};
    return file;
}

Pieces::Pieces(Pieces&& other) noexcept :
    fd_(other.fd_), ours_(std::exchange(other.ours_, false)), size_(other.size_),
    have_(other.have_), most_(other.most_), path_(std::move(other.path_))
{
}

Pieces::~Pieces()
{
    if (ours_) ::close(fd_);
}

Result<std::size_t> Pieces::read(char* bytes, std::size_t size)
{
    for (;;) {
        const ssize_t got = ::read(fd_, bytes, size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failed("cannot read the file", path_, errno);
        have_ += static_cast<std::uintmax_t>(got);
        // The file may grow while it is read.
        if (have_ > most_) return Error{"the file is larger than can be read", path_.string()};
        return static_cast<std::size_t>(got);
    }
}

namespace {

/// @tparam Bytes  a container of bytes
template <class Bytes>
Result<Bytes> readInto(const fs::path& path, std::uintmax_t most)
{
    auto file = Pieces::open(path, most);
    if (!file) return file.error();
    Bytes bytes;
    bytes.resize(static_cast<std::size_t>(file->size()));
    std::size_t have = 0;
    for (;;) {
        // Read one more byte to see whether the file has grown.
        if (have == bytes.size()) {
            char probe = 0;
            const auto got = file->read(&probe, 1);
            if (!got) return got.error();
            if (*got == 0) break;
            bytes.push_back(static_cast<typename Bytes::value_type>(probe));
            ++have;
            bytes.resize(have + std::min<std::size_t>(have + 4096, std::size_t{1} << 20));
            continue;
        }
        const auto got =
            file->read(reinterpret_cast<char*>(bytes.data()) + have, bytes.size() - have);
        if (!got) return got.error();
        if (*got == 0) break;
        have += *got;
    }
    bytes.resize(have);
    return bytes;
}

}  // namespace

Result<std::string> readWhole(const fs::path& path, std::uintmax_t most)
{
    return readInto<std::string>(path, most);
}

Result<std::vector<std::uint8_t>> readAllBytes(const fs::path& path, std::uintmax_t most)
{
    return readInto<std::vector<std::uint8_t>>(path, most);
}

}  // namespace posewright::io
