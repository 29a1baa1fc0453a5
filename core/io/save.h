#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace posewright::io {

/// Writes a file whole or leaves it as it was: a temporary file in the same folder is written,
/// synced, read back and compared before it is renamed; if the folder cannot be synced then, the
/// old file gets its name back. Every step is checked. Symbolic links are followed, permissions are
/// kept. Error kind Machine with the system's message; its advice says so if the old file could not
/// get its name back.
Result<void> writeWhole(const std::filesystem::path& path, std::string_view bytes);

/// As writeWhole, and the old file becomes `path~`. A save that fails leaves both unchanged.
Result<void> saveWithBackup(const std::filesystem::path& path, std::string_view bytes);
/// The same for a file of several parts.
Result<void> saveWithBackup(const std::filesystem::path& path,
                            std::span<const std::string_view> parts);

/// Syncs a folder, so that changes of names in it survive a power cut.
Result<void> syncFolder(const std::filesystem::path& folder);

/// All bytes of a regular file. Error: not there, no permission, not a regular file, larger than
/// `most` bytes.
Result<std::string> readWhole(const std::filesystem::path& path,
                              std::uintmax_t most = std::uintmax_t{4} << 30);

/// The same as a list of bytes.
Result<std::vector<std::uint8_t>> readAllBytes(const std::filesystem::path& path,
                                               std::uintmax_t most);

/// A regular file that is read in pieces. Errors as for readWhole.
class Pieces {
public:
    static Result<Pieces> open(const std::filesystem::path& path, std::uintmax_t most);
    /// Reads from the current position of a descriptor that the caller closes.
    static Result<Pieces> of(int descriptor, std::uintmax_t most,
                             const std::filesystem::path& path);
    ~Pieces();
    Pieces(Pieces&& other) noexcept;
    Pieces& operator=(Pieces&&) = delete;

    /// The size when it was opened, which may have changed since. [bytes]
    std::uintmax_t size() const noexcept { return size_; }
    /// Reads up to `size` bytes; returns how many, 0 at the end.
    Result<std::size_t> read(char* bytes, std::size_t size);

private:
    Pieces(int fd, bool ours, std::uintmax_t most, const std::filesystem::path& path) :
        fd_(fd), ours_(ours), most_(most), path_(path)
    {
    }

    int fd_;
    bool ours_;
    std::uintmax_t size_ = 0;
    std::uintmax_t have_ = 0;
    std::uintmax_t most_;
    std::filesystem::path path_;
};

/// Removes temporary files in a folder whose process is gone. A `.bin` or picture that is a hard
/// link to one of them is removed, too, unless a `.gltf` in the folder, or the backup of one,
/// refers to it: it is from a save that did not finish. Failures are ignored.
void sweepTemporaries(const std::filesystem::path& folder);

}  // namespace posewright::io
