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
#include <optional>
#include <string>
#include <vector>

namespace posewright::ui {

class Session;

/// Where the open document is kept: the file that it came from or was saved to, and the journal of
/// what is in no file yet. Part of a session; reading and writing run off the interface's thread.
class DocumentFile : public QObject {
    Q_OBJECT

public:
    /// @pre the session owns it
    DocumentFile(Session& session, std::filesystem::path journalRoot);

    /// How a file is read that is no project.
    struct Reading {
        std::optional<io::UpAxis> up;  ///< of one that does not say; none: as the figure stands
        std::optional<double> metres;  ///< of a unit; none: as the file says, if it does
        std::string clip;              ///< this one alone; empty: all
        std::optional<double> rate;    ///< of all clips; none: theirs [frames/s]
        bool operator==(const Reading&) const = default;
    };
    struct ReadAs {
        Reading reading;  ///< with what was taken to point up
        io::PlacingGuess guess;
        bool unplaced = false;  ///< the file says neither what is up nor what its unit is
        std::vector<io::Import::Clip> clips;  ///< all that the file has
    };

    /// The file on disk that the document came from or was last saved to; empty: never saved.
    const std::filesystem::path& path() const noexcept { return path_; }
    /// save() can write to path(): the file carries this editor's own data.
    bool isProject() const noexcept { return project_ && !path_.empty(); }
    /// The file at path() is not the one that was read or written here last.
    bool changedOnDisk() const;
    /// None: a project is open, or no file.
    const std::optional<ReadAs>& readAs() const noexcept { return readAs_; }
    /// What the window shows as the name of the document.
    const QString& title() const noexcept { return title_; }

    /// Each starts a job; opened(), saved(), exported() or Session::failed() follow. A document
    /// that cannot be read, or during whose reading the open one was changed, leaves the open one
    /// alone. `plain` reads a project as other programs do; changedElsewhere() says when to ask for
    /// it.
    void open(const std::filesystem::path& path, bool plain = false);
    /// Reads a file anew, otherwise. @pre readAs() was there when it was opened
    void readAnew(const std::filesystem::path& path, const Reading& reading);
    void save();                                     ///< @pre isProject()
    void saveAs(const std::filesystem::path& path);  ///< writes to projectPath(path)
    /// Writes what the options say, reads it back and compares; the document stays as it is.
    void exportTo(const std::filesystem::path& path, const exports::Options& options = {});

    /// Starts a job that replays unsaved work; recovered() or Session::failed() follows.
    void recover(const io::Recoverable& work);
    /// Work that a journal kept, with its steps to undo: modified from the start. The journal
    /// `keptIn` goes on with it, and is removed once the work is saved, or let go. Saving asks for
    /// a name: what the original held besides is not known.
    void adoptRecovered(io::Recovered work, const io::Recoverable& keptIn);

    /// The user saved or let the work go: the journal is removed.
    void discardJournal();
    /// Returns when the journal is on disk, as far as the disk takes it.
    void flushJournal();
    /// The program is about to end unasked: whatever is half done becomes a step, and the journal
    /// has it.
    void keepForLater();

signals:
    void titleChanged(const QString& title);
    void opened(const QString& path, const posewright::Diagnostics& diagnostics);
    /// After opened(): another program changed the motion in this project, and what is shown is as
    /// it was saved here. Which of the two to keep is the user's choice.
    void changedElsewhere(const QString& path);
    void recovered(const QString& title, const posewright::Diagnostics& diagnostics);
    void saved(const QString& path);
    void exported(const QString& path, const posewright::exports::BakeReport& report);
    /// The journal cannot be written, and why; it is tried again until protectedAgain().
    void unprotected(const QString& text);
    void protectedAgain();

private:
    friend class Session;
    /// What tells a file from a later one of its name.
    struct OnDisk {
        std::filesystem::file_time_type changed;
        std::uintmax_t size = 0;
        bool operator==(const OnDisk&) const = default;
    };
    static std::optional<OnDisk> onDisk(const std::filesystem::path& path);
    /// A document that a file holds already, so that a journal need not write it.
    struct Held {
        Document document;
        io::Source source;
    };
    /// What is read when a file is opened.
    struct Read;
    static Read read(const std::filesystem::path& path, bool plain, const Reading& reading);
    void open(const std::filesystem::path& path, bool plain, const Reading& reading);

    void take(const std::filesystem::path& path, Read& read);
    void write(const std::filesystem::path& path);
    void written(const Document& document, const std::filesystem::path& path);
    void startJournal(const Document& from, bool saved);
    /// Another document is kept now, at this place.
    void keep(std::filesystem::path path, QString title, bool project);

    Session& session_;
    std::filesystem::path path_;
    QString title_;
    bool project_ = false;
    std::optional<ReadAs> readAs_;
    std::optional<OnDisk> onDisk_;  ///< of path_, when it was read or written
    int replacements_ = 0;          ///< counts the documents kept: is a late save's the open one?
    bool recovered_ = false;        ///< recovered work is open, and was not saved since
    std::optional<Held> held_;      ///< as it was opened
    JournalWriter journal_;
};

/// Where a project of this name goes: the name, with ".glb" added unless it has an extension of
/// the project's own format, since other formats cannot carry all of a project.
std::filesystem::path projectPath(const std::filesystem::path& path);

}  // namespace posewright::ui
