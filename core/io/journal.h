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

/// Crash recovery: the document at the start of a session and an append-only, checksummed journal
/// of the steps since, in a folder of its own that is kept until the user saves or discards.
namespace posewright::io {

/// A file that contains exactly the document, and the data to detect changes to it.
struct Source {
    std::filesystem::path path;  ///< absolute
    bool plain = false;          ///< as in ReadOptions
    std::uintmax_t size = 0;     ///< [bytes]
    std::string digest;          ///< of all bytes
    std::int64_t changed = 0;    ///< [ns] time of its last change, since 1970
};
/// Reads the file once. Nullopt if it cannot be read or needs other files beside it.
std::optional<Source> sourceOf(const std::filesystem::path& path, bool plain = false);

/// What a journal begins from.
struct JournalStart {
    Document document;
    std::filesystem::path original;  ///< the file that was open; empty: never saved
    std::string title;               ///< the document's title, for people
    std::optional<Source> source;    ///< the file that reads as exactly this document, if any
    bool saved = true;               ///< false: the document itself is work to recover
};

/// How the file that was open compares with the journal's last record.
enum class FileState { None, Older, Newer, Gone };

/// Unsaved work in a journal folder.
struct Recoverable {
    std::filesystem::path folder;
    std::filesystem::path original;  ///< the file that was open; empty: never saved
    std::string when;                ///< UTC, ISO 8601, of the last record; empty: not known
    int edits = 0;                   ///< records since the last save, undo and redo included
    int steps = 0;      ///< steps of the history since then, without those that were undone
    std::string title;  ///< title of the document; may be empty
    FileState file = FileState::None;  ///< of `original`, compared with the last record
    std::string fileWhen;              ///< UTC, ISO 8601: last change of `original`
    int damaged = 0;  ///< lower bound of the number of unreadable records; if not 0, only discard()
                      ///< removes the folder
};

struct Recovered;

/// The journal of one open document. Not thread-safe. Writes nothing before the first step, and
/// keeps in memory what could not be written, so that every later call, or flush(), tries again.
/// Its destructor removes the folder if there is no unsaved work in it.
class Journal {
public:
    /// Journals are folders below `root`, which is created if missing.
    Journal(std::filesystem::path root, JournalStart start);
    /// Continues the journal of recovered work, so that the work stays in one place until it is
    /// saved and replayed steps can be undone and redone. If some could not be replayed, or
    /// something is damaged, a new journal starts from the recovered document, and the old one is
    /// kept whole under the name from setAside(). Error: another running process owns it, or the
    /// disk failed; nothing is changed then.
    static Result<Journal> takeOver(const Recoverable& work, const Recovered& recovered);
    ~Journal();
    Journal(Journal&&) noexcept;
    Journal& operator=(Journal&&) noexcept;

    /// Appends a step of the history as one record, written whole or not at all, and on disk
    /// (fsync) when this returns. `ids`: Document::nextId before the step, 0 if unknown. `text`:
    /// name of the step, for recovery. Error: the disk failed; pending() is true.
    Result<void> append(const std::vector<edit::Edit>& step, std::uint64_t ids = 0,
                        const std::string& text = {});
    Result<void> append(const edit::Edit& edit) { return append(std::vector{edit}); }
    Result<void>
    appendUndo(int steps = 1);  ///< records one undo of so many steps; @pre canUndo(steps)
    Result<void> appendRedo();  ///< @pre canRedo()
    bool canUndo(int steps = 1) const noexcept;
    bool canRedo() const noexcept;

    /// Starts again from a document that is in no file; the old content is removed once the new one
    /// is on disk.
    Result<void> startOver(const Document& document);

    /// Call when a file contains the current document: marks the journal as saved, in place if
    /// possible; otherwise removes it, which works on a full disk, too.
    Result<void> saved(const Document& document, const std::filesystem::path& original,
                       const std::string& title);

    /// Call when a file with an older state of the document becomes its file.
    Result<void> renamed(const std::filesystem::path& original, const std::string& title);

    /// Is there work that is not on disk?
    bool pending() const noexcept;
    /// Tries to write pending work, to a new log with a new checkpoint if the old ones are no
    /// longer reliable.
    Result<void> flush();

    /// A source file is only referred to at first and copied afterwards in pieces. copying(): is
    /// there more to copy? copySome() copies one piece. Error: the source file has changed, and no
    /// checkpoint could be written instead.
    bool copying() const noexcept;
    Result<void> copySome();

    /// Removes the folder, after the user saved and closed, or discarded.
    void discard();

    /// Its folder; empty while nothing was written.
    const std::filesystem::path& folder() const noexcept;

private:
    struct Impl;
    explicit Journal(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Journals below `root` with unsaved work that no running process owns, newest first. A damaged
/// journal counts as unsaved work.
std::vector<Recoverable> findRecoverable(const std::filesystem::path& root);

/// Removes journals below `root` without unsaved work that no running process owns, as left by a
/// program that was killed.
void tidyJournals(const std::filesystem::path& root);

/// The name for a journal folder that is set aside, which findRecoverable ignores.
std::filesystem::path setAside(const std::filesystem::path& folder);

/// The document as of the last whole record. Records that cannot be replayed are reported in
/// `diagnostics`.
struct Recovered {
    /// One step of the history: what was done, and the document after it.
    struct Step {
        std::vector<edit::Edit> edits;
        Document after;
        std::string text;  ///< name of the step; empty: unknown
    };

    Document start;  ///< as the journal began
    std::vector<Step> steps;
    Document document;  ///< after the last step
    std::filesystem::path original;
    bool complete = true;  ///< every record was there and was replayed
    Diagnostics diagnostics;
};
/// `progress` gets the share done in [0, 1]; returning false cancels (Error of kind Cancelled). May
/// be empty.
Result<Recovered> recover(const Recoverable& work,
                          const std::function<bool(double)>& progress = {});

/// Removes the work permanently. Only for when the user asks for it.
Result<void> discard(const Recoverable& work);

}  // namespace posewright::io
