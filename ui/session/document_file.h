#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/export/bake_report.h"
#include "core/io/format.h"
#include "core/io/journal.h"
#include "ui/session/job.h"
#include "ui/session/journal_writer.h"

#include <QObject>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace posewright::ui {

class Session;

/// The file that the open document was read from or saved to, the journal of its unsaved work, and
/// its motion before any edit. Part of a session; reading and writing run
/// off the interface's thread.
class DocumentFile : public QObject {
    Q_OBJECT

public:
    /// @pre the session owns it
    DocumentFile(Session& session, std::filesystem::path journalRoot);

    /// How to read a file that is not a project.
    struct Reading {
        std::optional<io::UpAxis>
            up;  ///< for files that do not state it; nullopt: guessed from the figure
        std::optional<double>
            metres;        ///< length of the unit [m]; nullopt: as the file states, if it does
        std::string clip;  ///< only this clip; empty: all
        std::optional<double> rate;  ///< for all clips [frames/s]; nullopt: those of the file
        bool operator==(const Reading&) const = default;
    };
    struct ReadAs {
        Reading reading;  ///< with the up axis that was used
        io::PlacingGuess guess;
        bool unplaced = false;                ///< the file states neither the up axis nor the unit
        std::vector<io::Import::Clip> clips;  ///< all clips of the file
    };

    /// The file that the document was read from or last saved to; empty: never saved.
    const std::filesystem::path& path() const noexcept { return path_; }
    /// save() can write to path(): the file carries this editor's own data.
    bool isProject() const noexcept { return project_ && !path_.empty(); }
    /// The file at path() is not the one that was read or written here last.
    bool changedOnDisk() const;
    /// Nullopt: a project is open, or no file.
    const std::optional<ReadAs>& readAs() const noexcept { return readAs_; }
    /// The unedited motion: the document before its first step, plus clips that were brought in
    /// since, as they came. Only for telling what was edited.
    const Document& unedited() const noexcept { return unedited_; }
    /// How many clips the document had when it was opened.
    std::size_t openedClips() const noexcept { return openedClips_; }
    /// The document's title for the window.
    const QString& title() const noexcept { return title_; }

    /// Each starts a job, followed by opened(), saved(), exported() or Session::failed(). If
    /// reading fails, or the open document was changed meanwhile, the open one stays. `plain` reads
    /// a project as other programs do: see changedElsewhere().
    void open(const std::filesystem::path& path, bool plain = false);
    /// Reads a file again with other settings. @pre readAs() was there when it was opened
    void reopen(const std::filesystem::path& path, const Reading& reading);
    void save();                                     ///< @pre isProject()
    void saveAs(const std::filesystem::path& path);  ///< writes to projectPath(path)
    /// Exports, reads back and compares; the document is not changed.
    void exportTo(const std::filesystem::path& path, const exports::Options& options = {});

    /// Starts a job that replays unsaved work; recovered() or Session::failed() follows.
    void recover(const io::Recoverable& work);
    /// Opens recovered work with its undo steps, as modified. The journal `keptIn` continues with
    /// it and is removed once the work is saved or discarded. Saving asks for a path, since it is
    /// unknown what else the original file contained.
    void adoptRecovered(io::Recovered work, const io::Recoverable& keptIn);

    /// Removes the journal, after the work was saved or discarded.
    void discardJournal();
    /// Returns when the journal was written, or writing was tried.
    void flushJournal();
    /// For when the program is ended by a signal: finishes an open gesture as a step and writes the
    /// journal.
    void keepForLater();

signals:
    void titleChanged(const QString& title);
    void opened(const QString& path, const posewright::Diagnostics& diagnostics);
    /// After opened(): another program has changed the motion in this project. The version saved
    /// here is shown; the user has to choose between the two.
    void changedElsewhere(const QString& path);
    void recovered(const QString& title, const posewright::Diagnostics& diagnostics);
    void saved(const QString& path);
    void exported(const QString& path, const posewright::exports::BakeReport& report);
    /// The journal cannot be written, with the reason; retried until protectedAgain().
    void unprotected(const QString& text);
    void protectedAgain();

private:
    friend class Session;
    /// Detects changes of a file on disk.
    struct OnDisk {
        std::filesystem::file_time_type changed;
        std::uintmax_t size = 0;
        bool operator==(const OnDisk&) const = default;
    };
    static std::optional<OnDisk> onDisk(const std::filesystem::path& path);
    /// A document that is in a file, so that the journal need not write it.
    struct SavedState {
        Document document;
        io::Source source;
    };
    /// The result of reading a file.
    struct Read;
    static Read read(const std::filesystem::path& path, bool plain, const Reading& reading,
                     std::function<bool()> goOn);
    void open(const std::filesystem::path& path, bool plain, const Reading& reading);

    void take(const std::filesystem::path& path, Read& read);
    void write(const std::filesystem::path& path);
    void written(const Document& document, const std::filesystem::path& path);
    void startJournal(const Document& from, bool saved);
    /// The clip comes with its keys from elsewhere.
    void noteImported(const Shared<Clip>& clip) { unedited_.clips.push_back(clip); }
    void noteBroughtIn();
    /// Sets path and title for another document.
    void keep(std::filesystem::path path, QString title, bool project);

    Session& session_;
    std::filesystem::path path_;
    QString title_;
    Document unedited_;
    std::size_t openedClips_ = 1;
    bool project_ = false;
    std::optional<ReadAs> readAs_;
    std::optional<OnDisk> onDisk_;  ///< of path_, when it was read or written
    int replacements_ =
        0;  ///< counts documents, to tell whether a finished save was of the open one
    bool recovered_ = false;          ///< recovered work is open and not saved yet
    std::optional<SavedState> held_;  ///< as opened
    JournalWriter journal_;
};

/// The path with ".glb" added unless it has an extension of the project format, since other formats
/// cannot store a whole project.
std::filesystem::path projectPath(const std::filesystem::path& path);

}  // namespace posewright::ui
