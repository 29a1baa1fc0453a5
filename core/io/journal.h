#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/edit/edit.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Work between saves: the document that it began from, and an append-only, checksummed journal of
/// the steps since, in a folder of their own, kept until the user saves or discards.
namespace posewright::io {

/// A file that holds just one document, and how to tell it from what it may become.
struct Source {
    std::filesystem::path path;  ///< absolute
    bool plain = false;          ///< as in ReadOptions
    std::uintmax_t size = 0;     ///< [bytes]
    std::string digest;          ///< of all bytes
    std::int64_t changed = 0;    ///< [ns] when it was written, since 1970
};
/// Reads the file once. Nothing where it cannot be read, or needs other files beside it.
std::optional<Source> sourceOf(const std::filesystem::path& path, bool plain = false);

/// What a journal begins from.
struct JournalStart {
    Document document;
    std::filesystem::path original;  ///< the file that was open; empty: never saved
    std::string title;               ///< what people know the document by
    std::optional<Source> source;    ///< the file that reads as just this document, if one does
    bool saved = true;               ///< false: the document itself is work to recover
};

/// How the file that was open compares with the work that was kept.
enum class FileState { None, Older, Newer, Gone };

/// What one journal folder says about work that was never saved.
struct Recoverable {
    std::filesystem::path folder;
    std::filesystem::path original;  ///< the file that was open; empty: never saved
    std::string when;                ///< UTC, ISO 8601, of the last record; empty: not known
    int edits = 0;                   ///< records since the last save, undo and redo included
    int steps = 0;                   ///< of the history since then: what was undone does not count
    std::string title;               ///< what the work was called; may be empty
    FileState file = FileState::None;  ///< of `original`, against the last record
    std::string fileWhen;              ///< UTC, ISO 8601: when `original` was written
    int damaged = 0;  ///< records that cannot be read, at least; the folder is then never removed
                      ///< but by discard()
};

struct Recovered;

/// The journal of one open document. Not thread-safe. Writes nothing before the first step, and
/// keeps in memory what could not be written, so that every later call, or flush(), tries again.
/// Going out of scope leaves the folder where there is unsaved work in it, and removes it where
/// there is none.
class Journal {
public:
    /// Journals live below `root`, which is made if missing.
    Journal(std::filesystem::path root, JournalStart start);
    /// Goes on where the journal of recovered work ends, so that the work stays in one place until
    /// it is saved: steps that were replayed can be undone and redone. Where not all could be, or
    /// something is damaged, a new journal starts from the document that was recovered, and the old
    /// one is set aside, whole, below the name that setAside() gives. Error: another living process
    /// took it, or the disk failed; nothing changed then.
    static Result<Journal> takeOver(const Recoverable& work, const Recovered& recovered);
    ~Journal();
    Journal(Journal&&) noexcept;
    Journal& operator=(Journal&&) noexcept;

    /// One step of the history, or the undo or redo of one: one record, whole or not at all, on
    /// disk (fsync) when it returns. `ids`: Document::nextId before the step, where it is known.
    /// `text`: what the step is called, for whoever recovers it. Error: the disk failed; pending()
    /// is true.
    Result<void> append(const std::vector<edit::Edit>& step, std::uint64_t ids = 0,
                        const std::string& text = {});
    Result<void> append(const edit::Edit& edit) { return append(std::vector{edit}); }
    Result<void> appendUndo(int steps = 1);  ///< of so many at once; @pre canUndo(steps)
    Result<void> appendRedo();               ///< @pre canRedo()
    bool canUndo(int steps = 1) const noexcept;
    bool canRedo() const noexcept;

    /// Starts over from a document that no file holds; what was kept before goes once it is safe.
    Result<void> startOver(const Document& document);

    /// A file holds the document as it is now: what is on disk here is retired, in place where that
    /// can be, or removed, for which even a full disk has room.
    Result<void> saved(const Document& document, const std::filesystem::path& original,
                       const std::string& title);

    /// A file holds an older state of the document, and it is what the work belongs to from now on.
    Result<void> renamed(const std::filesystem::path& original, const std::string& title);

    /// Is there work that is not on disk?
    bool pending() const noexcept;
    /// Tries to bring that to the disk: in a new log and from a fresh checkpoint where the old ones
    /// cannot be trusted any longer.
    Result<void> flush();

    /// A source is referred to at first and copied afterwards, piece by piece: is there more to
    /// copy? One piece. Error: the source became another file, and no checkpoint could be written
    /// in its place.
    bool copying() const noexcept;
    Result<void> copySome();

    /// The user saved and closed, or discarded: the folder goes away.
    void discard();

    /// Where it is on disk; empty while there is nothing.
    const std::filesystem::path& folder() const noexcept;

private:
    struct Impl;
    explicit Journal(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Journals below `root` that no living process owns and that hold unsaved work, newest first.
/// A damaged one holds work until the user says otherwise.
std::vector<Recoverable> findRecoverable(const std::filesystem::path& root);

/// Removes journals below `root` that no living process owns and that hold no unsaved work: what a
/// program that was stopped leaves of a document that was saved, or before its first step.
void tidyJournals(const std::filesystem::path& root);

/// The name that the folder of work gets when it is set aside: nobody looks for work there again.
std::filesystem::path setAside(const std::filesystem::path& folder);

/// The document as of the last whole record. What cannot be replayed is reported, not fatal.
struct Recovered {
    /// One step of the history: what was done, and the document after it.
    struct Step {
        std::vector<edit::Edit> edits;
        Document after;
        std::string text;  ///< what it was called; empty: not known
    };

    Document start;  ///< as the journal began
    std::vector<Step> steps;
    Document document;  ///< after the last step
    std::filesystem::path original;
    bool complete = true;  ///< every record was there and was replayed
    Diagnostics diagnostics;
};
/// `progress` is told the share done, and false cancels (an Error of kind Cancelled); may be empty.
Result<Recovered> recover(const Recoverable& work,
                          const std::function<bool(double)>& progress = {});

/// Removes the work for good: only on the user's word.
Result<void> discard(const Recoverable& work);

}  // namespace posewright::io
