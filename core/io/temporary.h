#pragma once

#include <filesystem>
#include <string>

/// Names of files until they are complete: `.posewright-PID-BEGAN-N.tmp` in the target folder. The
/// name identifies the process, so that files of processes that are gone can be found.
namespace posewright::io {

/// An unused name. Its length does not depend on the final name, so that names of 255 bytes can be
/// saved.
std::filesystem::path temporaryName(const std::filesystem::path& folder,
                                    const std::string& extension = ".tmp");

/// A file that is removed by the destructor unless keep() was called.
class Temporary {
public:
    explicit Temporary(std::filesystem::path path) : path_(std::move(path)) {}
    ~Temporary();
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;

    const std::filesystem::path& path() const noexcept { return path_; }
    void keep() noexcept { path_.clear(); }

private:
    std::filesystem::path path_;
};

/// Locks a file against `sweepTemporaries` on other machines or containers, which cannot see
/// whether our process runs but see the lock. Held until the descriptor and its copies are closed.
void holdTemporary(int descriptor);

}  // namespace posewright::io
