#pragma once

#include "core/base/result.h"
#include "core/io/journal_record.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

/// A journal on disk. Its folder holds `lock`; `journal-N.log`, the newest of which counts; and
/// what that one's head names as the document it begins from.
namespace posewright::io {

inline constexpr const char* kJournalLock = "lock";
inline constexpr const char* kJournalFolder = "journal-";  ///< what its name begins with

std::filesystem::path logFile(const std::filesystem::path& folder, int generation);

/// This process owns the folder from now on.
Result<void> lockFolder(const std::filesystem::path& folder);

/// Does a living process own the folder, or is one about to begin with it? A later process with the
/// same number does not, nor does one that ended and only waits to be forgotten.
bool isOwned(const std::filesystem::path& folder);

/// A new folder below `root`, which is made if missing, owned by this process and sure to be there
/// after a power cut.
Result<std::filesystem::path> makeJournalFolder(const std::filesystem::path& root);

/// Takes away what a journal consists of, and nothing else; in the second form, what the newest log
/// and its base are not part of.
void removeFolder(const std::filesystem::path& folder);
void removeOlder(const std::filesystem::path& folder, int generation, const JournalBase& base);

/// What a journal's folder holds.
struct KeptJournal {
    std::filesystem::path folder;
    int generation = 0;  ///< 0: it has no log, and never held a step
    JournalHead head;
    bool headWhole = false;
    std::vector<JournalRecord> records;
    std::vector<std::string> lines;  ///< of the records, as in the log
    std::int64_t at = 0;             ///< [ms] since 1970 of the last line
    std::size_t torn = 0;            ///< bytes of a last line that was never finished
    std::size_t whole = 0;           ///< bytes before them
    int damaged = 0;                 ///< lines that cannot be read, at least
    bool ended = true;               ///< the last line has its end

    /// Does it hold what no file does?
    bool unsaved() const;
};
KeptJournal readJournal(const std::filesystem::path& folder);

/// "what: why" of a call to the system that failed at `path`.
Error diskError(const std::string& what, const std::filesystem::path& path, int code);

}  // namespace posewright::io
