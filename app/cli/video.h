#pragma once

#include "app/cli/environment.h"
#include "core/base/result.h"

#include <filesystem>
#include <memory>

namespace posewright::cli {

/// An H.264 video, encoded picture by picture by the program ffmpeg. The file gets its name in
/// `finish`; before that, and without it, nothing is left there.
class Video {
public:
    /// Error kind Machine: ffmpeg is not installed, or the folder is not writable. @pre width and
    /// height are even
    static Result<Video> start(const std::filesystem::path& path, int width, int height,
                               double rate);
    ~Video();
    Video(Video&&) noexcept;
    Video& operator=(Video&&) noexcept;

    /// Error kind Machine, with ffmpeg's message.
    Result<void> add(const Picture& picture);
    Result<void> finish();

private:
    Video();
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace posewright::cli
