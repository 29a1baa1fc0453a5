#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the lines of a journal say. The first two are the same head, so that no single byte can
/// take it away; every further line is one record: one gesture of the user.
namespace posewright::io {

/// The document that the steps of a journal begin from: a file in the journal's folder, which may
/// be a copy, still to come, of a file elsewhere.
struct JournalBase {
    std::filesystem::path file;       ///< below the folder: a checkpoint, or the copy
    std::filesystem::path elsewhere;  ///< the file that is copied; empty: `file` is a checkpoint
    std::uintmax_t size = 0;          ///< [bytes] of either
    std::string digest;               ///< of either; empty: not known
    bool plain = false;               ///< read as ReadOptions::plain does
};

struct JournalHead {
    int generation = 0;
    bool saved = true;               ///< a file holds what the records below lead to
    int records = 0;                 ///< written with the head; more may follow
    int inFile = 0;                  ///< the first of them, which `original` holds already
    std::string title;               ///< what the work is called; may be empty
    std::filesystem::path original;  ///< the file that was open; empty: never saved
    JournalBase base;
};

/// One gesture. Steps have numbers of their own, from 1; 0 stands for the base. With the numbers, a
/// record that is missing is noticed, and those behind it still mean what they meant.
struct JournalRecord {
    enum class Kind { Do, Undo, Redo };
    Kind kind = Kind::Do;
    std::int64_t step = 0;  ///< that is done, undone with all above it, or done again
    std::int64_t on = 0;    ///< the step below it
    nlohmann::json edits;   ///< of a Do: an array
    std::uint64_t ids = 0;  ///< of a Do: Document::nextId before it; 0: not known
    std::string text;       ///< of a Do: what people call it; empty: what its edits say
    std::int64_t at = 0;    ///< [ms] since 1970, UTC
};

/// One line without its end and checksum.
std::string lineOf(const JournalHead& head, std::int64_t at);
std::string lineOf(const JournalRecord& record);

/// What a whole line says; nothing where it is something else. `at`: see JournalRecord.
std::optional<JournalHead> headFrom(const nlohmann::json& line, std::int64_t& at);
std::optional<JournalRecord> recordFrom(const nlohmann::json& line);

/// Where the steps stand: those done since the base, the last one at the end, and those undone.
struct JournalStack {
    std::vector<std::int64_t> done;
    std::vector<std::int64_t> undone;

    std::int64_t top() const { return done.empty() ? 0 : done.back(); }
    /// Where a record is missing, as near as what follows tells.
    void take(const JournalRecord& record);
};

/// [ms] since 1970, UTC, and in the words of ISO 8601, to the second.
std::int64_t millisecondsNow();
std::string isoTime(std::int64_t milliseconds);

}  // namespace posewright::io
