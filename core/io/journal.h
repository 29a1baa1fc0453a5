#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/edit/edit.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Work between saves: a checkpoint (the whole document) and an append-only, checksummed journal of
/// the edits since, in a folder of their own, kept until the user saves or discards.
namespace posewright::io {

/// What one journal folder says about work that was never saved.
struct Recoverable {
    std::filesystem::path folder;
    std::filesystem::path original;  ///< the file that was open; empty: never saved
    std::string when;                ///< UTC, ISO 8601, of the last entry
    int edits = 0;                   ///< entries that can be replayed, undo and redo included
    int steps = 0;      ///< of the history, as they stood: what was undone does not count
    std::string title;  ///< what the work was called; may be empty
};

struct Recovered;

/// The journal of one open document. Not thread-safe. Going out of scope leaves the folder where
/// there is unsaved work in it, and removes it where there is none.
class Journal {
public:
    /// Starts a journal below `root` (made if missing) with a checkpoint of the document.
    /// @param title what people know the document by, for whoever is asked about it later
    static Result<Journal> start(const std::filesystem::path& root, const Document& document,
                                 const std::filesystem::path& original,
                                 const std::string& title = {});
    /// Goes on where the journal of recovered work ends, so that the work stays in one place until
    /// it is saved: steps that were replayed can be undone and redone, and where not all could be,
    /// the journal starts over from the document that was recovered. Error: another living process
    /// took it, or the disk failed; nothing changed then.
    static Result<Journal> takeOver(const Recoverable& work, const Recovered& recovered);
    ~Journal();
    Journal(Journal&&) noexcept;
    Journal& operator=(Journal&&) noexcept;

    /// One entry: an edit, or the undo or redo of one. On disk (fsync) when it returns. `joined`:
    /// one step of the history together with the edit before it.
    /// Error, and nothing is appended: the disk failed, or the undo or redo leads to a step from
    /// before the checkpoint, which replaying could not find; then call `checkpoint` with the
    /// document as it is now and `saved` false.
    Result<void> append(const edit::Edit& edit, bool joined = false);
    Result<void> appendUndo();
    Result<void> appendRedo();

    /// Start over from this document: it was saved, or (`saved` false) it was not, and counts as
    /// work to recover by itself.
    Result<void> checkpoint(const Document& document, const std::filesystem::path& original,
                            bool saved = true);

    /// The user saved and closed, or discarded: the folder goes away.
    void discard();

    const std::filesystem::path& folder() const noexcept;

private:
    Journal();
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Journals below `root` that no living process owns and that hold unsaved work, newest first.
std::vector<Recoverable> findRecoverable(const std::filesystem::path& root);

/// Removes journals below `root` that no living process owns and that hold no unsaved work: what a
/// program that was stopped leaves of a document that was saved.
void tidyJournals(const std::filesystem::path& root);

/// The document as of the last whole entry. What cannot be replayed is reported, not fatal.
/// `progress` is told the share done, and false cancels (an Error of kind Cancelled); may be empty.
struct Recovered {
    /// One step of the history: what was done, and the document after it.
    struct Step {
        std::vector<edit::Edit> edits;
        Document after;
    };

    Document start;  ///< as the journal began
    std::vector<Step> steps;
    Document document;  ///< after the last step
    std::filesystem::path original;
    bool complete = true;  ///< every entry was replayed
    Diagnostics diagnostics;
};
Result<Recovered> recover(const Recoverable& work,
                          const std::function<bool(double)>& progress = {});

/// Removes the work for good: only on the user's word.
Result<void> discard(const Recoverable& work);

}  // namespace posewright::io
