#include "app/editor.h"

#include "app/virtual_display.h"
#include "ui/desk/run_editor.h"
#include "ui/viewport/render.h"

#include <QBuffer>
#include <QGuiApplication>
#include <QImage>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>

namespace posewright::app {

namespace {

bool given(const char* variable)
{
    const char* value = std::getenv(variable);
    return value && *value;
}

/// Is there a server at ":7" or "unix:7.0"? If not, Qt would end the program. Displays on other
/// machines are assumed to exist.
bool listens(std::string_view display)
{
    if (display.starts_with("unix:")) display.remove_prefix(4);
    if (!display.starts_with(':')) return true;
    const std::string number(display.substr(1, display.find('.') - 1));
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    const std::string path = "/tmp/.X11-unix/X" + number;
    for (const bool abstract : {true, false}) {
        if (path.size() + 2 > sizeof address.sun_path) return true;
        std::memset(address.sun_path, 0, sizeof address.sun_path);
        path.copy(address.sun_path + (abstract ? 1 : 0), path.size());
        const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd < 0) return true;
        const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1);
        const bool there = ::connect(fd, reinterpret_cast<const sockaddr*>(&address), size) == 0;
        ::close(fd);
        if (there) return true;
    }
    return false;
}

bool hasDisplay()
{
    if (given("WAYLAND_DISPLAY") || given("QT_QPA_PLATFORM")) return true;
    const char* display = std::getenv("DISPLAY");
    return display && *display && listens(display);
}

/// Without XDG_RUNTIME_DIR, as in containers, Qt prints a warning. A private folder will do. Call
/// before starting threads.
void provideRuntimeFolder()
{
    if (given("XDG_RUNTIME_DIR")) return;
    std::error_code failed;
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path(failed) / ("posewright-" + std::to_string(::getuid()));
    if (failed) return;
    struct stat about = {};
    if ((::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST) &&
        ::lstat(folder.c_str(), &about) == 0 && S_ISDIR(about.st_mode) &&
        about.st_uid == ::getuid() && (about.st_mode & 0777) == 0700)
        ::setenv("XDG_RUNTIME_DIR", folder.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
}

Error noDisplay(std::string advice)
{
    return {
        .message = "there is no display", .kind = ErrorKind::Machine, .advice = std::move(advice)};
}

cli::Picture toPicture(const QImage& image)
{
    const QImage rgba = image.convertToFormat(QImage::Format_RGBA8888);
    cli::Picture out{rgba.width(), rgba.height(), {}};
    const std::size_t row = 4 * static_cast<std::size_t>(rgba.width());
    out.rgba.reserve(row * rgba.height());
    for (int y = 0; y < rgba.height(); ++y)
        out.rgba.insert(out.rgba.end(), rgba.constScanLine(y), rgba.constScanLine(y) + row);
    return out;
}

Result<std::string> encodePng(const cli::Picture& picture)
{
    const QImage image(picture.rgba.data(), picture.width, picture.height,
                       qsizetype{4} * picture.width, QImage::Format_RGBA8888);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "PNG"))
        return Error{.message = "the picture cannot be encoded", .kind = ErrorKind::Machine};
    return bytes.toStdString();
}

Result<void> makePictures(int& argc, char** argv, const cli::PictureJob& job)
{
    if (!hasDisplay())
        return noDisplay("apt-get install xvfb: a virtual display is then found by itself");
    provideRuntimeFolder();
    ui::prepareGraphics();
    const QGuiApplication application(argc, argv);
    ui::RenderJob pictures;
    pictures.document = job.document;
    pictures.frames = job.frames;
    pictures.size = QSize(job.width, job.height);
    pictures.camera = job.camera;
    pictures.view = job.view;
    pictures.overlay = job.overlay;
    pictures.show = job.show;
    pictures.exposure = job.exposure;
    if (job.background) pictures.background = QColor::fromRgb(*job.background);
    pictures.take = [&](int i, const QImage& image) { return job.take(i, toPicture(image)); };
    return ui::renderImages(pictures);
}

}  // namespace

cli::Editor editor(int& argc, char** argv)
{
    // Process lists show this name instead of the one used to start the program.
    ::prctl(PR_SET_NAME, "posewright");
    cli::Editor out;
    out.open = [&argc, argv](const std::filesystem::path& file) -> Result<int> {
        if (!hasDisplay()) return noDisplay("posewright render makes pictures without one");
        provideRuntimeFolder();
        return ui::runEditor(argc, argv, file);
    };
    out.makePictures = [&argc, argv](const cli::PictureJob& job) {
        return makePictures(argc, argv, job);
    };
    out.encodePng = encodePng;
    for (const ui::Overlay& overlay : ui::overlays())
        out.overlays.push_back({std::string(overlay.id), std::string(overlay.summary)});
    for (const ui::Overlay& layer : ui::solidLayers())
        out.solids.push_back({std::string(layer.id), std::string(layer.summary)});
    return out;
}

void seekDisplay(char**)
{
    if (!hasDisplay()) (void)provideVirtualDisplay();
}

}  // namespace posewright::app
