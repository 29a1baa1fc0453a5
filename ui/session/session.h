#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/io/journal.h"
#include "ui/session/job.h"
#include "ui/session/journal_writer.h"
#include "ui/session/loose.h"
#include "ui/session/playhead.h"
#include "ui/session/selection.h"

#include <QObject>
#include <QUndoStack>

#include <filesystem>
#include <optional>
#include <vector>

namespace posewright::ui {

/// One open document and its history: the only mutable model in the program.
///
/// Data goes one way round. A tool, menu, drag or model turns a gesture into an edit and commits
/// it; the session applies it, keeps one history step a gesture, writes the journal, and tells
/// every view what changed. Nothing else changes the document. Lives on the interface's thread;
/// reading and writing files run off it.
class Session : public QObject {
    Q_OBJECT

public:
    /// Journals are kept below `journalRoot`; none are written where it is empty.
    explicit Session(std::filesystem::path journalRoot = {}, QObject* parent = nullptr);
    ~Session() override;

    const Document& document() const noexcept { return document_; }
    /// The document before its first step: as it was opened, made, or kept for recovery.
    const Document& beginning() const noexcept { return beginning_; }
    /// What poses of this document were worked out from, for all who evaluate it.
    const std::shared_ptr<KeyMemo>& memo() const noexcept { return memo_; }
    QUndoStack& history() noexcept { return history_; }
    Selection& selection() noexcept { return selection_; }
    const Selection& selection() const noexcept { return selection_; }
    Playhead& playhead() noexcept { return playhead_; }
    const Playhead& playhead() const noexcept { return playhead_; }
    Job& job() noexcept { return job_; }
    Loose& loose() noexcept { return loose_; }

    /// The document, with what is loose keyed at the frame: what is to be seen there.
    Document shownAt(double frame) const { return loose_.over(document_, frame, open_.edits); }
    /// Keys at the playhead what is loose, as one step.
    Result<void> keyLoose();

    /// Applies an edit as one undoable step of its own. An edit that changes nothing leaves none.
    /// Error: what `apply` says; the document stays as it was.
    Result<void> commit(const edit::Edit& edit);

    /// Several edits, each applied to the outcome of the one before, whole or not at all, as one
    /// step named `text` (translated, imperative); empty: what stepText says of them.
    Result<void> commit(const std::vector<edit::Edit>& edits, const QString& text);

    /// As above, for a field that the edits are typed into or chosen in: where it did the step
    /// before, too, at the same place, the two become one step.
    Result<void> commit(const std::vector<edit::Edit>& edits, const QString& text,
                        const QString& field);

    /// As above for edits that take long (edit::isLong): made off the interface's thread, with
    /// progress and cancel. One step when it is over; failed() where it cannot be made, another job
    /// is under way, or the document was changed meanwhile.
    void commitLong(std::vector<edit::Edit> edits, const QString& text);

    /// A gesture: a drag, or the turning of a spin box. Each commit of a gesture says the whole of
    /// what the gesture does, applied to the document as it was when it began, and takes the place
    /// of the commit before. The step is pushed, and the journal written, when it is finished;
    /// a cancelled gesture leaves no trace. Whatever else happens finishes it first.
    /// With `field`, the gesture may become one step with the one before, as commit says.
    int beginGesture(const QString& field = {});
    Result<void> commit(const edit::Edit& edit, int gesture);
    Result<void> commit(const std::vector<edit::Edit>& edits, const QString& text, int gesture);
    void finishGesture(int gesture);
    void cancelGesture(int gesture);
    bool gestureOpen() const noexcept { return gesture_ != 0; }

    void undo();
    void redo();

    /// The file on disk that the document came from or was last saved to; empty: never saved.
    const std::filesystem::path& path() const noexcept { return path_; }
    /// Save can write to path(): the file carries this editor's own data.
    bool hasProjectFile() const noexcept { return project_ && !path_.empty(); }
    /// The file at path() is not the one that was read or written here last.
    bool changedOnDisk() const;
    /// What the window shows as the name of the document.
    QString title() const;
    bool isModified() const;

    /// Starts a job that replays unsaved work; recovered() or failed() follows.
    void recover(const io::Recoverable& work);

    /// A document of which nothing is on disk yet.
    void startNew(Document document, const QString& title);
    /// Work that a journal kept, with its steps to undo: modified from the start. The journal
    /// `keptIn` goes on with it, and is removed once the work is saved, or let go. Saving asks for
    /// a name: what the original held besides is not known.
    void adoptRecovered(io::Recovered work, const io::Recoverable& keptIn);

    /// Each starts a job; opened(), saved(), exported() or failed() follow. A document that cannot
    /// be read, or during whose reading the open one was changed, leaves the open one alone.
    /// `plain` reads a project as other programs do; changedElsewhere() says when to ask for it.
    void open(const std::filesystem::path& path, bool plain = false);
    void save();                                     ///< @pre hasProjectFile()
    void saveAs(const std::filesystem::path& path);  ///< writes to projectPath(path)
    /// Where a project of this name goes: the name, with ".glb" added unless it has an extension of
    /// the project's own format, since other formats cannot carry all of a project.
    static std::filesystem::path projectPath(const std::filesystem::path& path);
    void exportTo(const std::filesystem::path& path);

    /// The user saved or let the work go: the journal is removed.
    void discardJournal();
    /// Returns when the journal is on disk, as far as the disk takes it.
    void flushJournal();
    /// The program is about to end unasked: whatever is half done becomes a step, and the journal
    /// has it.
    void keepForLater();

signals:
    /// After every commit, undo and redo. `now` is document(); `what` is never none().
    void changed(const posewright::Document& now, const posewright::Changes& what);
    /// Another document altogether: opened, new or recovered. No changed() comes with it.
    void replaced(const posewright::Document& now);
    /// What the user did just became a step of the history. Not for undo and redo.
    void stepped(const std::vector<posewright::edit::Edit>& edits);
    void modifiedChanged(bool modified);
    void titleChanged(const QString& title);

    void opened(const QString& path, const posewright::Diagnostics& diagnostics);
    /// After opened(): another program changed the motion in this project, and what is shown is as
    /// it was saved here. Which of the two to keep is the user's choice.
    void changedElsewhere(const QString& path);
    void recovered(const QString& title, const posewright::Diagnostics& diagnostics);
    void saved(const QString& path);
    void exported(const QString& path, const posewright::Diagnostics& diagnostics);
    /// One line that names the place. Plain text.
    void failed(const QString& text);
    /// The journal cannot be written, and why; it is tried again until protectedAgain().
    void unprotected(const QString& text);
    void protectedAgain();

private:
    class Step;
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
    struct Gesture {
        std::vector<edit::Edit> edits;
        QString text;
        Document before;
        QString field;  ///< that made it; empty: none
    };

    void finishOpenGesture();
    void push(Gesture done, Document after);
    void show(const Document& next);
    void stepDone(const Step& step, bool first);
    void stepUndone(const Step& step);
    void journalUndo(int records);
    void startJournal(const Document& from, bool saved);
    void selectChanged(const Document& from, const std::vector<edit::Edit>& edits);
    void replace(Document document, std::filesystem::path path, QString title, bool project);
    void updateModified();
    void write(const std::filesystem::path& path, bool project);

    Document document_;
    Document beginning_;
    std::shared_ptr<KeyMemo> memo_ = makeKeyMemo();
    QUndoStack history_;
    Selection selection_;
    Playhead playhead_;
    Loose loose_;
    int lastGesture_ = 0;
    int gesture_ = 0;  ///< the open one; 0: none
    Gesture open_;
    std::filesystem::path path_;
    QString title_;
    bool project_ = false;
    std::optional<OnDisk> onDisk_;  ///< of path_, when it was read or written
    bool wasModified_ = false;
    int replacements_ = 0;      ///< counts the documents shown: is a late save's the shown one?
    bool recovered_ = false;    ///< recovered work is shown, and was not saved since
    bool recovering_ = false;   ///< the steps pushed are in the journal already
    int takenBack_ = 0;         ///< records that the step just pushed took back, by merging
    std::optional<Held> held_;  ///< as it was opened
    JournalWriter journal_;
    Job job_;
};

}  // namespace posewright::ui
