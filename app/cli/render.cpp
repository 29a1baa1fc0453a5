#include "app/cli/command.h"
#include "app/cli/frame_list.h"
#include "app/cli/inputs.h"
#include "app/cli/talk.h"
#include "app/cli/text.h"
#include "app/cli/video.h"
#include "core/base/closest.h"
#include "core/base/number.h"
#include "core/io/save.h"
#include "core/io/temporary.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <optional>
#include <ostream>

namespace posewright::cli {

namespace {

constexpr int kMostPixels = 16384;   ///< per side
constexpr double kMostExposure = 5;  ///< [stops] up or down

struct RenderOptions {
    std::string file;
    std::string out;
    std::string frames;
    std::string clip;
    std::string size = "1280x720";
    std::string camera;
    std::string from;
    std::string at;
    std::optional<double> fov;
    std::optional<std::string> overlay;
    std::optional<std::string> show;
    std::string background;
    double exposure = 0;
};

struct Size {
    int width = 0;
    int height = 0;
};

Result<Size> parseSize(std::string_view text)
{
    const std::vector<std::string_view> words = split(text, 'x');
    if (words.size() == 2) {
        const std::optional<int> width = toInteger(words[0]);
        const std::optional<int> height = toInteger(words[1]);
        if (width && height && *width > 0 && *height > 0 && *width <= kMostPixels &&
            *height <= kMostPixels)
            return Size{*width, *height};
    }
    return Error{.message = "'" + std::string(text) + "' is no size",
                 .advice = "a size is written 1280x720, each side at most " +
                           std::to_string(kMostPixels)};
}

enum class OutputKind { Picture, Pictures, Video };

/// The parts of "OUT%04d.png" before and after its number.
struct Pattern {
    OutputKind kind = OutputKind::Picture;
    std::string before;
    int digits = 0;
    std::string after;

    std::string name(double frame) const
    {
        if (kind != OutputKind::Pictures) return before;
        const auto number = static_cast<long long>(std::llround(frame));
        std::string text = std::to_string(std::abs(number));
        const int room = digits - (number < 0 ? 1 : 0);
        if (std::ssize(text) < room) text.insert(0, room - text.size(), '0');
        return before + (number < 0 ? "-" : "") + text + after;
    }
};

Result<Pattern> parsePattern(const std::string& out)
{
    const std::string extension = std::filesystem::path(out).extension().string();
    if (extension == ".mp4") return Pattern{OutputKind::Video, out, 0, {}};
    if (extension != ".png")
        return Error{.message = "'" + out + "' is neither a picture nor a video",
                     .advice = "write to OUT.png, OUT%04d.png or OUT.mp4"};
    const std::size_t percent = out.find('%');
    if (percent == std::string::npos) return Pattern{OutputKind::Picture, out, 0, {}};
    const std::size_t d = out.find('d', percent);
    std::string_view digits =
        d == std::string::npos ? "?" : std::string_view(out).substr(percent + 1, d - percent - 1);
    const std::optional<int> count = digits.empty() ? 0 : toInteger(digits);
    if (!count || *count < 0 || *count > 20 || (*count > 0 && digits.front() != '0') ||
        out.find('%', percent + 1) != std::string::npos)
        return Error{.message = "'" + out + "' is no pattern of names",
                     .advice = "number pictures as in OUT%04d.png"};
    return Pattern{OutputKind::Pictures, out.substr(0, percent), *count, out.substr(d + 1)};
}

/// "hud,names", or "all". `what` names the layers' purpose in messages.
Result<std::vector<std::string>>
parseLayers(std::string_view text, const std::vector<Overlay>& overlays, const std::string& what)
{
    std::vector<std::string> ids;
    if (text == "all") {
        for (const Overlay& overlay : overlays) ids.push_back(overlay.id);
        return ids;
    }
    std::vector<std::string_view> known{"all"};
    for (const Overlay& overlay : overlays) known.push_back(overlay.id);
    for (const std::string_view word : split(text, ',')) {
        if (std::find(known.begin() + 1, known.end(), word) == known.end()) {
            const std::string like = didYouMean(word, known);
            return Error{.message = "'" + std::string(word) + "' is no layer to " + what,
                         .advice =
                             like.empty() ? "posewright render --help lists the layers" : like};
        }
        ids.emplace_back(word);
    }
    return ids;
}

Result<std::vector<double>> chooseFrames(const RenderOptions& options, const Pattern& pattern,
                                         const Playback& playback)
{
    if (!options.frames.empty()) return parseFrames(options.frames);
    if (pattern.kind == OutputKind::Picture) return std::vector<double>{playback.start};
    return parseFrames(toText(playback.start) + ':' + toText(playback.end));
}

/// "ff8000", with or without #; nullopt if the text is empty.
Result<std::optional<std::uint32_t>> parseColor(std::string_view text)
{
    if (text.empty()) return std::optional<std::uint32_t>();
    const std::string_view digits = text.starts_with('#') ? text.substr(1) : text;
    std::uint32_t value = 0;
    const auto [end, failed] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (digits.size() == 6 && failed == std::errc() && end == digits.data() + digits.size())
        return std::optional(value);
    return Error{.message = "'" + std::string(text) + "' is no colour",
                 .advice = "a colour is written ff8000: red, green and blue"};
}

/// The camera of --from, --at and --fov; nullopt if none is given.
Result<std::optional<Camera>> parseView(const RenderOptions& options)
{
    if (options.from.empty() && options.at.empty() && !options.fov) return std::optional<Camera>();
    const std::string advice = "--from 2,1.5,3 --at 0,1,0 --fov 40: two places and degrees";
    const std::optional<Vec3> from = toVec3(options.from);
    const std::optional<Vec3> at = toVec3(options.at);
    if (!from || !at || (*from - *at).norm() < 1e-9)
        return Error{.message = "a view needs two places, --from and --at", .advice = advice};
    if (!options.camera.empty())
        return Error{.message = "a view is that of --camera, or that of --from and --at"};
    Camera camera;
    camera.pivot = *at;
    camera.distance = (*from - *at).norm();
    const Vec3 back = (*from - *at) / camera.distance;
    camera.pitch = std::asin(std::clamp(back.y(), -1.0, 1.0));
    camera.yaw = std::atan2(back.x(), back.z());
    if (options.fov) {
        if (!(*options.fov > 0 && *options.fov < 180))
            return Error{.message = "--fov is between 0 and 180 degrees", .advice = advice};
        camera.verticalFov = *options.fov * std::numbers::pi / 180;
    }
    return std::optional(camera);
}

/// What to render.
struct RenderRequest {
    Pattern pattern;
    Size size;
    std::optional<Camera> view;
    std::optional<std::uint32_t> background;  ///< 0xRRGGBB
};

/// Error: the command line is wrong.
Result<RenderRequest> requestOf(const RenderOptions& options)
{
    const Result<Pattern> pattern = parsePattern(options.out);
    if (!pattern) return pattern.error();
    const Result<Size> size = parseSize(options.size);
    if (!size) return size.error();
    if (pattern->kind == OutputKind::Video && (size->width % 2 != 0 || size->height % 2 != 0))
        return Error{.message = "both sides of a video must be even numbers"};
    const Result<std::optional<std::uint32_t>> background = parseColor(options.background);
    if (!background) return background.error();
    if (!(std::abs(options.exposure) <= kMostExposure))
        return Error{.message = "the exposure is not between -5 and 5 stops"};
    const Result<std::optional<Camera>> view = parseView(options);
    if (!view) return view.error();
    if (options.frames.empty()) return RenderRequest{*pattern, *size, *view, *background};
    const Result<std::vector<double>> frames = parseFrames(options.frames);
    if (!frames) return frames.error();
    if (pattern->kind == OutputKind::Picture && frames->size() > 1)
        return Error{.message = "one picture cannot show several frames",
                     .advice = "number them: OUT%04d.png"};
    for (const double frame : *frames)
        if (pattern->kind == OutputKind::Pictures && frame != std::floor(frame))
            return Error{.message = "numbered pictures are of whole frames"};
    return RenderRequest{*pattern, *size, *view, *background};
}

/// Renders the images of a job and writes them, to a video if one was started.
Result<void> make(Console& console, PictureJob& job, const Pattern& pattern,
                  std::optional<Video>& film)
{
    const Editor& editor = console.environment.editor;
    Progress progress(console, "rendering");
    job.take = [&](int i, const Picture& picture) -> Result<void> {
        if (!progress(static_cast<double>(i) / static_cast<double>(job.frames.size())))
            return Error{.message = "interrupted", .kind = ErrorKind::Cancelled};
        if (film) return film->add(picture);
        const Result<std::string> png = editor.encodePng(picture);
        if (!png) return png.error();
        return io::writeWhole(pattern.name(job.frames[i]), *png);
    };
    Result<void> made = editor.makePictures(job);
    if (made && film) made = film->finish();
    return made;
}

Exit render(Console& console, const RenderOptions& options)
{
    const Result<RenderRequest> request = requestOf(options);
    if (!request) return misused(console, request.error());
    const auto& [pattern, size, view, background] = *request;
    const Editor& editor = console.environment.editor;
    if (!editor.makePictures)
        return fail(console, {.message = "this program was built without the viewport",
                              .kind = ErrorKind::Machine,
                              .advice = "use a build with POSEWRIGHT_UI=ON"});

    Result<std::vector<std::string>> overlay = std::vector<std::string>();
    if (options.overlay)
        overlay = parseLayers(*options.overlay, editor.overlays, "paint over a picture");
    if (!overlay) return misused(console, overlay.error());
    Result<std::vector<std::string>> show = std::vector<std::string>();
    if (options.show) show = parseLayers(*options.show, editor.solids, "draw");
    if (!show) return misused(console, show.error());

    const Result<io::Import> import = open(console, options.file, options.clip);
    if (!import) return fail(console, import.error(), options.file);
    PictureJob job;
    job.document = import->document;
    job.width = size.width;
    job.height = size.height;
    job.camera = options.camera;
    job.view = view;
    job.overlay = *overlay;
    if (options.show) job.show = *show;
    job.background = background;
    job.exposure = options.exposure;
    const Result<std::vector<double>> frames =
        chooseFrames(options, pattern, job.document.playback);
    if (!frames) return fail(console, frames.error(), options.file);
    job.frames = *frames;
    warnOutside(console, job.document.playback, job.frames, options.file);
    if (!options.camera.empty()) {
        const NodeIndex row = job.document.scene->find(options.camera);
        if (row == kNoNode || !std::get_if<CameraPart>(&(*job.document.scene)[row].part))
            return fail(console, {.message = "there is no camera '" + options.camera + "'"},
                        options.file);
    }

    io::sweepTemporaries(std::filesystem::path(options.out).parent_path());
    std::optional<Video> film;
    if (pattern.kind == OutputKind::Video) {
        Result<Video> started =
            Video::start(options.out, size.width, size.height, job.document.clip().rate);
        if (!started) return fail(console, started.error(), options.out);
        film = *std::move(started);
    }
    const Result<void> made = make(console, job, pattern, film);
    return made ? Exit::Done : fail(console, made.error(), options.out);
}

}  // namespace

std::string noteOverlays(const Editor& editor)
{
    std::vector<std::vector<std::string>> rows;
    for (const Overlay& overlay : editor.overlays)
        rows.push_back({"  " + overlay.id, overlay.summary});
    std::string out = rows.empty() ? std::string() : "Layers for --overlay:\n" + table(rows);
    rows.clear();
    for (const Overlay& layer : editor.solids) rows.push_back({"  " + layer.id, layer.summary});
    if (!rows.empty()) out += "Layers for --show:\n" + table(rows);
    return out;
}

Action declareRender(CLI::App& app)
{
    auto options = std::make_shared<RenderOptions>();
    app.add_option("FILE", options->file, "the file to show")->required();
    app.add_option("-o,--out", options->out, "OUT.png, OUT%04d.png or OUT.mp4")->required();
    app.add_option("--frames", options->frames,
                   "A:B, both ends in; default: the first frame for one picture, else all");
    app.add_option("--clip", options->clip, "clip to show; default: the first");
    app.add_option("--size", options->size, "in pixels; default: 1280x720");
    app.add_option("--camera", options->camera,
                   "name of a camera; default: one that goes with the figure where it travels");
    app.add_option("--from", options->from, "where to look from, as x,y,z in metres; with --at");
    app.add_option("--at", options->at, "what to look at, as x,y,z in metres; with --from");
    app.add_option("--fov", options->fov,
                   "degrees that the picture is high, with --from; default: 37.2");
    app.add_option("--overlay", options->overlay,
                   "layers of the view to paint over the scene, with commas between, or all");
    app.add_option("--show", options->show,
                   "what to draw of the scene, with commas between; default: all of it");
    app.add_option("--background", options->background,
                   "colour behind the scene, as ff8000; default: that of the view");
    app.add_option("--exposure", options->exposure,
                   "stops that surfaces are brighter, or darker below 0; default: 0");
    return [options](Console& console) { return render(console, *options); };
}

}  // namespace posewright::cli
