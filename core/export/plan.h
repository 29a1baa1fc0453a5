#pragma once

#include "core/document/document.h"
#include "core/export/options.h"
#include "core/io/format.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace posewright::exports {

/// A clip on its way into a file.
struct PlannedClip {
    int row = 0;  ///< in the document that is handed on
    std::string name;
    double start = 0;  ///< [frame] of that clip
    double end = 0;    ///< included
    double step = 1;   ///< [frame] from one written frame to the next
    double zero = 0;   ///< the frame that is at the file's time 0
};

/// A file, and what a writer makes it of.
struct PlannedFile {
    std::filesystem::path path;
    Document document;  ///< nodes keep the ids of the document that is handed on
    io::WriteOptions writing;
    std::vector<PlannedClip> clips;
};

/// How long work is done.
struct Context {
    int jobs = 0;                          ///< threads; 0: one per core
    std::function<bool(double)> progress;  ///< share done in [0, 1]; false cancels; may be empty
    std::optional<Document> came{};  ///< clips that nobody made here: pops in them are no leaps.
                                     ///< Default: all of the document
};

/// What has to be written for these options: one file, or for BVH one a clip, whose names get the
/// clip's then. Nothing is written. Targets that stay behind are baked, which takes time.
/// Error: the path's ending is of no format that is written; the range is none; there is no bone
/// where the format needs one; cancelled.
Result<std::vector<PlannedFile>> plan(const Document& doc, const Options& options,
                                      const std::filesystem::path& path,
                                      const Context& context = {});

/// The file of a document whose active clip was baked over its range, made of `doc`: for `examine`.
PlannedFile bakedFile(const Document& doc, const Document& baked,
                      const std::filesystem::path& path);

/// Names of the files that `plan` would make, without the work of it.
std::vector<std::filesystem::path> plannedPaths(const Document& doc, const Options& options,
                                                const std::filesystem::path& path);

}  // namespace posewright::exports
