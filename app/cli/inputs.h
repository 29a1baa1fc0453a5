#pragma once

#include "app/cli/command.h"
#include "core/base/result.h"
#include "core/document/document.h"
#include "core/evaluate/bake.h"
#include "core/io/format.h"

#include <string>
#include <string_view>
#include <vector>

/// Helpers for files and options that several commands share.
namespace posewright::cli {

/// Reads a file and prints its warnings. Error: as for io::read.
Result<io::Import> openAsSaved(Console& console, const std::string& file,
                               const io::ReadOptions& options = {});

/// Reads a file, prints its warnings and makes the named clip, or the first, the active one. Error:
/// as for io::read; there is no such clip.
Result<io::Import> open(Console& console, const std::string& file, const std::string& clip,
                        const io::ReadOptions& options = {});

/// The document with the named clip, or the first, as the active one.
Result<Document> withClip(const Document& doc, const std::string& clip);

/// The rows that commands treat as joints: the bones, or all nodes if there is no bone.
std::vector<NodeIndex> jointRows(const Scene& scene);

/// For each of `rows`, the position in `rows` of the nearest of them above it; -1 if there is none.
std::vector<int> jointParents(const Scene& scene, const std::vector<NodeIndex>& rows);

/// The row of a node by its name. Error: there is none; suggests a similar name.
Result<NodeIndex> findNode(const Scene& scene, std::string_view name);

/// The number that a whole word spells, >= `low`. The Error names the option.
Result<double> parseNumber(std::string_view word, std::string_view option, double low);

/// As parseNumber, greater than 0.
Result<double> parsePositive(std::string_view word, std::string_view option);

/// `--frames A:B` and `--jobs N`; each may be empty.
Result<BakeOptions> parseBakeOptions(std::string_view frames, std::string_view jobs);

/// Warns if a frame is outside the document's range, where nothing moves.
void warnOutside(Console& console, const Playback& range, const std::vector<double>& frames,
                 std::string_view file);

/// Writes a document in the format of the file's extension, with progress and warnings. If the
/// result is not Done, the reason was printed. `told`, if given, gets the diagnostics.
Exit writeDocument(Console& console, const Document& document, const std::string& file,
                   io::WriteOptions options, Diagnostics* told = nullptr);

/// Writes to a file, whole or not at all, or to the console if `file` is empty.
Result<void> deliver(Console& console, const std::string& file, std::string_view text);

}  // namespace posewright::cli
