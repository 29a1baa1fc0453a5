#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The lines of a journal. The first two are identical heads, so that one damaged byte cannot
/// destroy it; each further line is a record of one gesture of the user.
namespace posewright::io {

/// The document that the steps of a journal start from: a file in the journal's folder, or a source
/// file elsewhere of which a copy will be made there.
struct JournalBase {
    std::filesystem::path file;       ///< below the folder: a checkpoint, or the copy
    std::filesystem::path elsewhere;  ///< the source file; empty: `file` is a checkpoint
    std::uintmax_t size = 0;          ///< [bytes] of either
    std::string digest;               ///< of either; empty: unknown
    bool plain = false;               ///< as in ReadOptions::plain
};

struct JournalHead {
    int generation = 0;
    bool saved = true;  ///< the outcome of the records below is in a file
    int records = 0;    ///< records written with the head; more may follow
    int inFile = 0;     ///< how many of them, from the first, are in `original` already
    std::string title;  ///< title of the document; may be empty
    std::filesystem::path original;  ///< the file that was open; empty: never saved
    JournalBase base;
};

/// One gesture. Steps are numbered from 1; 0 is the base. The numbers reveal missing records, and
/// keep the meaning of the records after them.
struct JournalRecord {
    enum class Kind { Do, Undo, Redo };
    Kind kind = Kind::Do;
    std::int64_t step = 0;  ///< the step that is done, undone with all above it, or redone
    std::int64_t on = 0;    ///< the step below it
    nlohmann::json edits;   ///< of a Do: an array
    std::uint64_t ids = 0;  ///< of a Do: Document::nextId before it; 0: unknown
    std::string text;       ///< of a Do: its name for people; empty: taken from its edits
    std::int64_t at = 0;    ///< [ms] since 1970, UTC
};

/// A line, without its terminator and checksum.
std::string lineOf(const JournalHead& head, std::int64_t at);
std::string lineOf(const JournalRecord& record);

/// Parses a valid line; nullopt if it is something else. `at`: as in JournalRecord.
std::optional<JournalHead> headFrom(const nlohmann::json& line, std::int64_t& at);
std::optional<JournalRecord> recordFrom(const nlohmann::json& line);

/// The undo and redo stacks: steps done since the base, the last one at the end, and steps undone.
struct JournalStack {
    std::vector<std::int64_t> done;
    std::vector<std::int64_t> undone;

    std::int64_t top() const { return done.empty() ? 0 : done.back(); }
    /// Applies a record. After a missing record, the stack is restored as far as later ones tell.
    void take(const JournalRecord& record);
};

/// Milliseconds since 1970, UTC, and such a time in ISO 8601, to the second.
std::int64_t millisecondsNow();
std::string isoTime(std::int64_t milliseconds);

}  // namespace posewright::io
