#pragma once

#include <filesystem>
#include <string>

/// Names that files bear until they are whole: `.posewright-PID-BEGAN-N.tmp` in the folder that
/// they are meant for. They say whose they are, so that those of a process that is gone can be
/// told.
namespace posewright::io {

/// A name that nothing bears yet, short whatever the file will be called, so that a name of 255
/// bytes can be saved, too.
std::filesystem::path temporaryName(const std::filesystem::path& folder,
                                    const std::string& extension = ".tmp");

/// A file that is taken away again unless it reached its name.
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

/// Takes what this process writes to out of the reach of `sweepTemporaries` elsewhere: another
/// machine or container cannot tell whether our process lives, but sees our lock. Held until the
/// descriptor and its copies are closed.
void holdTemporary(int descriptor);

}  // namespace posewright::io
