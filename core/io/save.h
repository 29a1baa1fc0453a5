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
/// synced, read back and compared before it takes the name, and where the folder cannot be synced
/// then, the file of before gets its name back. Every step is checked. Symbolic links are followed,
/// permissions are kept. Error kind Machine with the system's words; its advice says so where not
/// even the name could be given back.
Result<void> writeWhole(const std::filesystem::path& path, std::string_view bytes);

/// As writeWhole, and the file of before becomes `path~`: a save that fails leaves both as they
/// were.
Result<void> saveWithBackup(const std::filesystem::path& path, std::string_view bytes);

/// Makes the names in a folder survive a power cut.
Result<void> syncFolder(const std::filesystem::path& folder);

/// All bytes of a regular file. Error: not there, no permission, not a regular file, larger than
/// `most` bytes.
Result<std::string> readWhole(const std::filesystem::path& path,
                              std::uintmax_t most = std::uintmax_t{4} << 30);

/// A regular file that is read piece by piece. Errors as those of readWhole.
class Pieces {
public:
    static Result<Pieces> open(const std::filesystem::path& path, std::uintmax_t most);
    /// Of a descriptor that somebody else closes, from where it stands.
    static Result<Pieces> of(int descriptor, std::uintmax_t most,
                             const std::filesystem::path& path);
    ~Pieces();
    Pieces(Pieces&& other) noexcept;
    Pieces& operator=(Pieces&&) = delete;

    /// As the system said when it was opened; it may have grown or shrunk since. [bytes]
    std::uintmax_t size() const noexcept { return size_; }
    /// Up to `size` of the next bytes; 0 at the end.
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

/// Removes temporary files in a folder whose process is gone. A `.bin` that one of them is another
/// name of goes, too, unless a `.gltf` beside it (or the backup of one) names it: it was put there
/// by a save that never ended. What cannot be removed is left.
void sweepTemporaries(const std::filesystem::path& folder);

}  // namespace posewright::io
