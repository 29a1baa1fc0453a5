#include "app/cli/video.h"

#include "core/base/number.h"
#include "core/io/temporary.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

extern char** environ;

namespace posewright::cli {

namespace {

Error machine(const std::filesystem::path& path, std::string message, std::string advice = {})
{
    return {.message = std::move(message),
            .where = path.string(),
            .kind = ErrorKind::Machine,
            .advice = std::move(advice)};
}

}  // namespace

struct Video::Impl {
    std::filesystem::path path;
    std::filesystem::path partial;  ///< beside `path`, so that it can be renamed
    pid_t child = -1;
    int pictures = -1;  ///< socket to ffmpeg's standard input: its end is no signal to us
    int made = -1;      ///< the partial file, held while it grows
    int words = -1;     ///< unlinked file that takes ffmpeg's errors

    int wait()
    {
        if (pictures >= 0) close(std::exchange(pictures, -1));
        int status = 0;
        if (child > 0)
            while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
            }
        child = -1;
        return status;
    }

    std::string lastWords() const
    {
        std::array<char, 400> buffer{};
        const ssize_t n = pread(words, buffer.data(), buffer.size(), 0);
        std::string text(buffer.data(), n > 0 ? n : 0);
        return text.substr(0, text.find('\n'));
    }

    ~Impl()
    {
        // What was not finished is of no use to anyone: ffmpeg need not end it well.
        if (child > 0) kill(child, SIGKILL);
        wait();
        if (made >= 0) close(made);
        if (words >= 0) close(words);
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
    impl.made = open(partial.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (impl.made < 0)
        return machine(path, std::string("cannot be written: ") + std::strerror(errno));
    io::holdTemporary(impl.made);
    impl.partial = partial;
    const std::filesystem::path words = io::temporaryName(path.parent_path());
    impl.words = open(words.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    unlink(words.c_str());
    std::array<int, 2> ends{-1, -1};
    if (impl.words < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return machine(path, std::string("cannot be written: ") + std::strerror(errno));
    impl.pictures = ends[0];

    std::vector<std::string> arguments{"ffmpeg",
                                       "-nostdin",
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
                                       impl.partial.string()};
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, impl.words, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, impl.words, STDERR_FILENO);
    // In a group of its own: Ctrl+C is for us, who then end it.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const int failed =
        posix_spawnp(&impl.child, "ffmpeg", &actions, &attributes, argv.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failed) {
        impl.child = -1;
        return machine(path, "the program ffmpeg cannot be run", "apt-get install ffmpeg");
    }
    return video;
}

Result<void> Video::add(const Picture& picture)
{
    const std::uint8_t* data = picture.rgba.data();
    std::size_t left = picture.rgba.size();
    while (left > 0) {
        const ssize_t sent = send(impl_->pictures, data, left, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) {
            impl_->wait();
            return machine(impl_->path, "ffmpeg stopped: " + impl_->lastWords());
        }
        data += sent;
        left -= static_cast<std::size_t>(sent);
    }
    return {};
}

Result<void> Video::finish()
{
    const int status = impl_->wait();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return machine(impl_->path, "ffmpeg failed: " + impl_->lastWords());
    if (fsync(impl_->made) != 0)
        return machine(impl_->path, std::string("cannot be written: ") + std::strerror(errno));
    std::error_code error;
    std::filesystem::rename(impl_->partial, impl_->path, error);
    if (error) return machine(impl_->path, "cannot be written: " + error.message());
    impl_->partial.clear();
    return {};
}

}  // namespace posewright::cli
