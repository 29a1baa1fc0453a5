#include "core/export/plan.h"

#include "core/export/held_keys.h"
#include "core/export/outside_keys.h"
#include "core/export/parts.h"
#include "core/export/safe_names.h"
#include "core/io/gltf/carried_parts.h"
#include "core/io/renamed.h"
#include "core/io/text.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace posewright::exports {

namespace fs = std::filesystem;

namespace {

/// The format of the path's extension. One that can hold nothing if there is none: io::write then
/// refuses the file.
io::Format formatOf(const fs::path& path)
{
    const io::Format* format = io::formatFor(path);
    return format ? *format : io::Format{};
}

/// Part of a file name, without separators or characters special to shells or file systems.
std::string filePart(std::string_view name)
{
    std::string out;
    for (const char c : io::safeName(name))
        out += std::string_view("\\?%*|\"<>'~&;$`").find(c) == std::string_view::npos ? c : '_';
    return out;
}

/// Rows of the clips to write.
std::vector<int> clipRows(const Document& doc, const Options& options)
{
    std::vector<int> rows;
    for (int row = 0; row < std::ssize(doc.clips); ++row)
        if (row == doc.playback.clip || (options.allClips && writtenRange(doc, row)))
            rows.push_back(row);
    return rows;
}

/// "walk.bvh" for the clip "Run": "walk-Run.bvh".
fs::path pathOfClip(const fs::path& path, const std::string& name)
{
    return path.parent_path() / (path.stem().string() + '-' + name + path.extension().string());
}

std::vector<fs::path> pathsOfClips(const Document& doc, const std::vector<int>& rows,
                                   const fs::path& path)
{
    if (rows.size() == 1) return {path};
    io::UniqueNames names;
    std::vector<fs::path> out;
    out.reserve(rows.size());
    for (const int row : rows)
        out.push_back(pathOfClip(path, names.make(filePart(doc.clips[row]->name))));
    return out;
}

/// @param zero  the frame at the file's time 0; none: the format has a row for every frame, the
/// first one at time 0
PlannedClip clipOf(const Document& doc, int row, const Options& options, std::optional<double> zero)
{
    const Range range = writtenRange(doc, row).value_or(Range{});
    const Clip& clip = *doc.clips[row];
    PlannedClip out{row, clip.name, range.min, range.max};
    if (options.rate) out.step = clip.rate / *options.rate;
    out.zero = zero.value_or(out.start);
    out.frames = zero ? FrameGrid::exact(out.start, out.end, out.step, out.zero)
                      : FrameGrid::even(out.start, out.end, out.step);
    return out;
}

/// Names that every reader takes: by the writer, or in the document before it is written.
void setNames(PlannedFile& file, const Options& options, const io::Abilities& can)
{
    if (can.safeNames) {
        file.writing.safeNames = options.safeNames;
    } else if (options.safeNames.value_or(false)) {
        io::Renamed renamed;
        const Document before = std::exchange(file.document, withSafeNames(file.document, renamed));
        if (!renamed.empty()) file.told.push_back(io::toldOfRenamed(renamed));
        for (PlannedClip& clip : file.clips)
            for (std::size_t row = 0; row < before.clips.size(); ++row)
                if (before.clips[row]->name == clip.name) {
                    clip.name = file.document.clips[row]->name;
                    break;
                }
    }
}

/// Of a format that has a file for each clip.
std::vector<PlannedFile> filesOfClips(const Document& doc, const Options& options,
                                      const fs::path& path, const io::Abilities& can)
{
    const std::vector<int> rows = clipRows(doc, options);
    const std::vector<fs::path> paths = pathsOfClips(doc, rows, path);
    std::vector<PlannedFile> files;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        PlannedFile file{paths[i], doc, {}, {clipOf(doc, rows[i], options, std::nullopt)}};
        file.document.playback.clip = rows[i];
        file.document.playback.start = file.clips.front().start;
        file.document.playback.end = file.clips.front().end;
        if (rows.size() > 1) file.document = withOneClip(file.document);
        if (options.eulerOrder && can.eulerOrder)
            file.document = withEulerOrder(file.document, *options.eulerOrder);
        setNames(file, options, can);
        file.writing.portable = options.portable;
        file.writing.rate = options.rate;
        file.writing.scale = options.metres.value_or(1);
        if (options.keys == Keys::Reduced) file.writing.reduce = options.tolerance;
        files.push_back(std::move(file));
    }
    return files;
}

/// Of a format that has everything in one file.
Result<PlannedFile> wholeFile(const Document& doc, const Options& options, const fs::path& path,
                              const io::Format& format, const Context& context)
{
    const io::Abilities& can = format.abilities;
    const bool moves = can.motion == io::Motion::Keys, project = isProject(options, format);
    PlannedFile file{path, doc, {}, {}};
    if (moves)
        for (const int row : clipRows(doc, options))
            file.clips.push_back(clipOf(doc, row, options, zeroOf(doc, row, options, project)));
    Document& out = file.document;
    if (!options.allClips) out = withOneClip(out);
    const bool baked = moves && !project && !doc.rig->constraints.empty();
    if (baked) {
        Result<Document> bare = withoutTargets(out, options, context);
        if (!bare) return bare.error();
        out = *std::move(bare);
    }
    if (moves && !project && options.frames) out = fromFrameZero(out);
    out = withMeshesAsked(out, options, can.meshes, file.told);
    setNames(file, options, can);
    file.writing.scale = options.metres.value_or(1);
    file.writing.plain = !project;
    file.writing.picturesBeside = options.picturesBeside;
    file.writing.ends = options.ends;
    if (!baked) {
        file.writing.rate = options.rate;
        if (options.keys == Keys::Reduced) file.writing.reduce = options.tolerance;
        file.writing.everyFrame = options.keys == Keys::EveryFrame;
    }
    return file;
}

}  // namespace

std::vector<fs::path> plannedPaths(const Document& doc, const Options& options,
                                   const fs::path& path)
{
    return plannedPaths(doc, options, path, formatOf(path));
}

std::vector<fs::path> plannedPaths(const Document& doc, const Options& options,
                                   const fs::path& path, const io::Format& format)
{
    if (format.abilities.motion != io::Motion::Frames) return {path};
    return pathsOfClips(doc, clipRows(doc, options), path);
}

PlannedFile bakedFile(const Document& doc, const Document& baked, const fs::path& path)
{
    PlannedFile file{path, baked, {}, {}};
    const io::Motion motion = formatOf(path).abilities.motion;
    if (motion == io::Motion::None) return file;
    const int row = baked.playback.clip;
    std::optional<double> zero;
    if (motion == io::Motion::Keys) zero = zeroOf(baked, row, {}, false);
    PlannedClip clip = clipOf(baked, row, {}, zero);
    clip.row = doc.playback.clip;
    file.clips.push_back(std::move(clip));
    return file;
}

Result<std::vector<PlannedFile>> plan(const Document& doc, const Options& options,
                                      const fs::path& path, const Context& context)
{
    return plan(doc, options, path, formatOf(path), context);
}

Result<std::vector<PlannedFile>> plan(const Document& doc, const Options& options,
                                      const fs::path& path, const io::Format& format,
                                      const Context& context)
{
    Document asked = doc;
    if (options.frames) {
        const Range& frames = *options.frames;
        if (!std::isfinite(frames.min) || !std::isfinite(frames.max) || frames.max < frames.min)
            return Error{"the frames to export are not a range", path.string()};
        asked.playback.start = frames.min;
        asked.playback.end = frames.max;
        asked.playback.preview.reset();
    }
    std::vector<PlannedFile> files;
    const bool project = isProject(options, format);
    if (format.abilities.motion == io::Motion::Frames) {
        files = filesOfClips(asked, options, path, format.abilities);
    } else {
        Result<PlannedFile> file = wholeFile(asked, options, path, format, context);
        if (!file) return file.error();
        if (format.abilities.motion == io::Motion::Keys)
            for (const PlannedClip& clip : file->clips)
                for (auto held : {heldMadeStraight(asked, clip.row, options),
                                  heldMadeLate(asked, clip.row, options, clip.zero)})
                    if (held) {
                        if (project) held->message = "other programs see that " + held->message;
                        file->told.push_back(*std::move(held));
                    }
        files.push_back(*std::move(file));
    }
    const bool motion = format.abilities.motion != io::Motion::None;
    if (motion && !options.frames && !project)
        for (PlannedFile& file : files)
            for (const PlannedClip& clip : file.clips)
                if (clip.row == doc.playback.clip)
                    if (auto outside = keysOutside(doc)) file.told.push_back(*std::move(outside));
    return files;
}

}  // namespace posewright::exports
