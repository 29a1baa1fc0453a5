#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

/// A journal on disk. Its folder holds `lock`, and of each generation N `checkpoint-N.glb`,
/// `journal-N.log` and `original-N`. A generation counts from the moment its checkpoint has its
/// name; the newest counts.
namespace posewright::io {

inline constexpr const char* kJournalLock = "lock";
inline constexpr const char* kJournalFolder = "journal-";  ///< what its name begins with

std::filesystem::path checkpointFile(const std::filesystem::path& folder, int generation);
std::filesystem::path logFile(const std::filesystem::path& folder, int generation);
std::filesystem::path originalFile(const std::filesystem::path& folder, int generation);

/// The time of day, UTC, ISO 8601, to the second.
std::string timeStamp();

/// This process owns the folder from now on.
Result<void> lockFolder(const std::filesystem::path& folder);

/// Does a living process own the folder? A later process with the same number does not, nor does
/// one that ended and only waits to be forgotten.
bool isOwned(const std::filesystem::path& folder);

/// The newest generation with a checkpoint; 0 if there is none.
int newestGeneration(const std::filesystem::path& folder);

/// Takes away what a journal consists of, and nothing else.
void removeFolder(const std::filesystem::path& folder);
void removeGeneration(const std::filesystem::path& folder, int generation);

/// The entries of a log. The first line only says how the generation began.
struct JournalSteps {
    std::vector<nlohmann::json> entries;
    std::string when;       ///< of the last one
    std::string title;      ///< of the work
    bool saved = true;      ///< the checkpoint is what a file holds
    std::size_t whole = 0;  ///< bytes of the log that can be read
    std::size_t torn = 0;   ///< bytes behind them
};

/// Up to where the log is torn; nothing where there is no log.
JournalSteps readSteps(const std::filesystem::path& folder, int generation);

/// "what: why" of a call to the system that failed at `path`.
Error diskError(const std::string& what, const std::filesystem::path& path, int code);

}  // namespace posewright::io
