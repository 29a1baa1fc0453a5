#pragma once

#include "core/document/document.h"
#include "core/evaluate/frame_grid.h"
#include "core/export/options.h"
#include "core/io/format.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace posewright::exports {

/// A clip to be written.
struct PlannedClip {
    int row = 0;       ///< of the clip in the exported document
    std::string name;  ///< in the file
    double start = 0;  ///< [frame] of that clip
    double end = 0;    ///< included
    double step = 1;   ///< [frame] from one written frame to the next
    double zero = 0;   ///< the frame at the file's time 0
    FrameGrid frames = FrameGrid::exact(0, 0, 1, 0);  ///< that are written, where each is
};

/// A file to be written, and the input of its writer.
struct PlannedFile {
    std::filesystem::path path;
    Document document;  ///< nodes have the same ids as in the exported document
    io::WriteOptions writing;
    std::vector<PlannedClip> clips;  ///< none in formats without motion
    Diagnostics told{};              ///< what was lost with parts that are left out
};

/// How long-running work is executed.
struct Context {
    int jobs = 0;                          ///< threads; 0: one per core
    std::function<bool(double)> progress;  ///< share done in [0, 1]; false cancels; may be empty
    std::optional<Document> unedited{};  ///< the document as it was read: pops in its clips are not
                                         ///< reported as pops. Default: the exported document
};

/// The files for these options: one, or in formats with a row for every frame one per clip, with
/// the clip's name in its name. Nothing is written yet. Targets that are left out are baked, which
/// takes time. Error: the range is invalid; cancelled. What cannot be written io::write refuses.
Result<std::vector<PlannedFile>> plan(const Document& doc, const Options& options,
                                      const std::filesystem::path& path,
                                      const Context& context = {});
/// In that format, whatever the path's extension is.
Result<std::vector<PlannedFile>> plan(const Document& doc, const Options& options,
                                      const std::filesystem::path& path, const io::Format& format,
                                      const Context& context = {});

/// For `examine`: the file of `baked`, which is `doc` with its active clip baked over its range.
PlannedFile bakedFile(const Document& doc, const Document& baked,
                      const std::filesystem::path& path);

/// The paths of the files that `plan` would make, without its work.
std::vector<std::filesystem::path> plannedPaths(const Document& doc, const Options& options,
                                                const std::filesystem::path& path);
/// In that format, whatever the path's extension is.
std::vector<std::filesystem::path> plannedPaths(const Document& doc, const Options& options,
                                                const std::filesystem::path& path,
                                                const io::Format& format);

}  // namespace posewright::exports
