#include "app/cli/video.h"

#include "core/base/child_process.h"
#include "core/base/number.h"
#include "core/io/temporary.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace posewright::cli {

namespace {

Error machine(const std::filesystem::path& path, std::string message, std::string advice = {})
{
    return {.message = std::move(message),
            .where = path.string(),
            .kind = ErrorKind::Machine,
            .advice = std::move(advice)};
}

std::string lastWords(const ChildEnd& ffmpeg)
{
    return ffmpeg.errors.substr(0, ffmpeg.errors.find('\n'));
}

}  // namespace

struct Video::Impl {
    std::filesystem::path path;
    std::filesystem::path partial;  ///< next to `path`, so that it can be renamed
    std::optional<ChildProcess> ffmpeg;
    int made = -1;  ///< keeps the partial file open while it grows

    ~Impl()
    {
        // An unfinished video is useless, so ffmpeg need not finish cleanly.
        ffmpeg.reset();
        if (made >= 0) close(made);
        std::error_code ignored;
        if (!partial.empty()) std::filesystem::remove(partial, ignored);
    }
};

Video::Video() : impl_(std::make_unique<Impl>()) {}
Video::~Video() = default;
Video::Video(Video&&) noexcept = default;
Video& Video::operator=(Video&&) noexcept = default;

Result<Video> Video::start(const std::filesystem::path& path, int width, int height, double rate)
{
    Video video;
    Impl& impl = *video.impl_;
    impl.path = path;
    const std::filesystem::path partial = io::temporaryName(path.parent_path(), ".mp4");
    impl.made = ::open(partial.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (impl.made < 0)
        return machine(path, std::string("cannot be written: ") + std::strerror(errno));
    io::holdTemporary(impl.made);
    impl.partial = partial;
    ChildCommand command{.program = "ffmpeg",
                         .arguments = {"-nostdin",
                                       "-loglevel",
                                       "error",
                                       "-y",
                                       "-f",
                                       "rawvideo",
                                       "-pix_fmt",
                                       "rgba",
                                       "-video_size",
                                       std::to_string(width) + 'x' + std::to_string(height),
                                       "-framerate",
                                       toText(rate),
                                       "-i",
                                       "pipe:0",
                                       "-c:v",
                                       "libx264",
                                       "-pix_fmt",
                                       "yuv420p",
                                       "-crf",
                                       "18",
                                       "-movflags",
                                       "+faststart",
                                       impl.partial.string()}};
    Result<ChildProcess> started = ChildProcess::start(std::move(command));
    if (!started)
        return machine(path, "ffmpeg: " + started.error().message, "apt-get install ffmpeg");
    impl.ffmpeg = *std::move(started);
    return video;
}

Result<void> Video::add(const Picture& picture)
{
    const std::string_view bytes(reinterpret_cast<const char*>(picture.rgba.data()),
                                 picture.rgba.size());
    if (impl_->ffmpeg->feed(bytes)) return {};
    return machine(impl_->path, "ffmpeg stopped: " + lastWords(impl_->ffmpeg->finish()));
}

Result<void> Video::finish()
{
    const ChildEnd ended = impl_->ffmpeg->finish();
    if (!ended.well()) return machine(impl_->path, "ffmpeg failed: " + lastWords(ended));
    if (fsync(impl_->made) != 0)
        return machine(impl_->path, std::string("cannot be written: ") + std::strerror(errno));
    std::error_code error;
    std::filesystem::rename(impl_->partial, impl_->path, error);
    if (error) return machine(impl_->path, "cannot be written: " + error.message());
    impl_->partial.clear();
    return {};
}

}  // namespace posewright::cli
