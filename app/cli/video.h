#pragma once

#include "app/cli/environment.h"
#include "core/base/result.h"

#include <filesystem>
#include <memory>

namespace posewright::cli {

/// An H.264 video file that grows picture by picture, encoded by the program ffmpeg. The file is
/// put in its place by `finish`; until then, and without it, nothing is there.
class Video {
public:
    /// Error kind Machine: there is no ffmpeg, or no place to write. Width and height are even.
    static Result<Video> start(const std::filesystem::path& path, int width, int height,
                               double rate);
    ~Video();
    Video(Video&&) noexcept;
    Video& operator=(Video&&) noexcept;

    /// Error kind Machine, with ffmpeg's own words.
    Result<void> add(const Picture& picture);
    Result<void> finish();

private:
    Video();
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace posewright::cli
