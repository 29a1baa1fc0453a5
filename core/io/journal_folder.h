#pragma once

#include "core/base/result.h"
#include "core/io/journal_record.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

/// A journal's folder on disk. It contains `lock`; `journal-N.log`, of which the newest counts; and
/// the base document that the head of that log names.
namespace posewright::io {

inline constexpr const char* kJournalLock = "lock";
inline constexpr const char* kJournalFolder = "journal-";  ///< prefix of its name

std::filesystem::path logFile(const std::filesystem::path& folder, int generation);

/// Makes this process the owner of the folder.
Result<void> lockFolder(const std::filesystem::path& folder);

/// Does a running process own the folder, or is one just creating it? A later process with the same
/// id or a zombie does not count.
bool isOwned(const std::filesystem::path& folder);

/// Creates a folder below `root`, which is created if missing. It is owned by this process and
/// survives a power cut.
Result<std::filesystem::path> makeJournalFolder(const std::filesystem::path& root);

/// Removes a journal's own files and nothing else; removeOlder keeps the newest log and its base.
void removeFolder(const std::filesystem::path& folder);
void removeOlder(const std::filesystem::path& folder, int generation, const JournalBase& base);

/// The content of a journal's folder.
struct KeptJournal {
    std::filesystem::path folder;
    int generation = 0;  ///< 0: it has no log and never had a step
    JournalHead head;
    bool headWhole = false;
    std::vector<JournalRecord> records;
    std::vector<std::string> lines;  ///< of the records, as in the log
    std::int64_t at = 0;             ///< [ms] since 1970 of the last line
    std::size_t torn = 0;            ///< bytes of an unfinished last line
    std::size_t whole = 0;           ///< bytes before them
    int damaged = 0;                 ///< lower bound of the number of unreadable lines
    bool ended = true;               ///< the last line is terminated

    /// Does it contain work that is in no file?
    bool unsaved() const;
};
KeptJournal readJournal(const std::filesystem::path& folder);

/// The Error "what: why" for a failed system call on `path`; `code` is its errno.
Error diskError(const std::string& what, const std::filesystem::path& path, int code);

}  // namespace posewright::io
