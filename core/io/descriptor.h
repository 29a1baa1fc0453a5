#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace posewright::io {

/// A file descriptor that is closed on every exit. Internal to this folder.
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

    int close() noexcept { return ::close(std::exchange(fd_, -1)); }

private:
    int fd_;
};

/// An error of the machine: what failed, and the system's message for `code`.
inline Error failed(const std::string& what, const std::filesystem::path& path, int code)
{
    return Error{what + ": " + std::generic_category().message(code), path.string(),
                 ErrorKind::Machine};
}

}  // namespace posewright::io
