#pragma once

#include "app/cli/command.h"
#include "core/base/result.h"
#include "core/document/document.h"
#include "core/evaluate/bake.h"
#include "core/io/format.h"

#include <string>
#include <string_view>
#include <vector>

/// What several commands do with the file that they are given.
namespace posewright::cli {

/// Reads a file, prints its warnings and makes the clip named, or the first, the active one.
/// Error: as io::read; there is no such clip.
Result<io::Import> open(Console& console, const std::string& file, const std::string& clip,
                        const io::ReadOptions& options = {});

/// The document with the clip named, or the first, as the active one.
Result<Document> withClip(const Document& doc, const std::string& clip);

/// The rows that commands call joints: the bones; all nodes where there is no bone.
std::vector<NodeIndex> jointRows(const Scene& scene);

/// For each of `rows`, the position in `rows` of the nearest of them above it; -1 if there is none.
std::vector<int> jointParents(const Scene& scene, const std::vector<NodeIndex>& rows);

/// The row of a node by its name. Error: there is none; a like name is proposed.
Result<NodeIndex> findNode(const Scene& scene, std::string_view name);

/// The number that a whole word spells, `low` or more. Error: names the option.
Result<double> parseNumber(std::string_view word, std::string_view option, double low);

/// As parseNumber, greater than 0.
Result<double> parsePositive(std::string_view word, std::string_view option);

/// `--frames A:B` and `--jobs N`, each maybe empty.
Result<BakeOptions> parseBakeOptions(std::string_view frames, std::string_view jobs);

/// Warns where a frame lies outside the range of the document: nothing moves there.
void warnOutside(Console& console, const Playback& range, const std::vector<double>& frames,
                 std::string_view file);

/// Writes a document in the format that the file's name says, with progress and warnings. Where the
/// answer is not Done, the reason was printed. `told`, where given, gets what was said of it.
Exit writeDocument(Console& console, const Document& document, const std::string& file,
                   io::WriteOptions options, Diagnostics* told = nullptr);

/// Writes to the file named, whole or not at all, or to the console where none is.
Result<void> deliver(Console& console, const std::string& file, std::string_view text);

}  // namespace posewright::cli
