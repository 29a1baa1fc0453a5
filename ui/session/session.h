#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/near_key.h"
#include "ui/session/document_file.h"
#include "ui/session/job.h"
#include "ui/session/playhead.h"
#include "ui/session/same_place.h"
#include "ui/session/selection.h"
#include "ui/session/unkeyed_moves.h"

#include <QObject>
#include <QUndoStack>

#include <filesystem>
#include <optional>
#include <vector>

namespace posewright::ui {

/// One open document and its history: the only mutable model in the program.
///
/// Data flows one way. A tool, menu, drag or model turns a gesture into an edit and commits it; the
/// session applies it, keeps one history step per gesture, writes the journal, and tells every view
/// what changed. Nothing else changes the document. Lives on the interface's thread.
class Session : public QObject {
    Q_OBJECT

public:
    /// Journals are kept below `journalRoot`; none are written if it is empty.
    explicit Session(std::filesystem::path journalRoot = {}, QObject* parent = nullptr);
    ~Session() override;

    const Document& document() const noexcept { return document_; }
    /// The memo to be used by all who evaluate this document.
    const std::shared_ptr<KeyMemo>& memo() const noexcept { return memo_; }
    QUndoStack& history() noexcept { return history_; }
    Selection& selection() noexcept { return selection_; }
    const Selection& selection() const noexcept { return selection_; }
    Playhead& playhead() noexcept { return playhead_; }
    const Playhead& playhead() const noexcept { return playhead_; }
    /// The document's file and journal, and opening of others.
    DocumentFile& file() noexcept { return file_; }
    const DocumentFile& file() const noexcept { return file_; }
    Job& job() noexcept { return job_; }
    UnkeyedMoves& unkeyed() noexcept { return unkeyed_; }

    /// The time in which targets keyed on recorded motion act. During a gesture it applies from the
    /// next commit on.
    void setActsNear(const operate::ActsNear& acts) { actsNear_ = acts; }

    /// The document to show at a frame: with unkeyed moves as keys there.
    Document shownAt(double frame) const
    {
        return unkeyed_.over(document_, frame, open_.placed.placed);
    }

    /// Applies an edit as one undoable step of its own. An edit that changes nothing leaves no
    /// step. Error: that of `apply`; the document is unchanged.
    Result<void> commit(const edit::Edit& edit);

    /// Applies several edits one after another, all or none, as one step named `text` (translated,
    /// imperative); empty: that of stepText. `field`: the input field that the edits come from, if
    /// any; consecutive steps of a field at the same place are merged.
    Result<void> commit(const std::vector<edit::Edit>& edits, const QString& text,
                        const QString& field = {});

    /// A gesture: a drag, or stepping a spin box. Each commit has all edits of the gesture so far,
    /// applied to the document as it was when the gesture began, and replaces the commit before.
    /// The step and the journal record are made when it is finished; a cancelled gesture leaves no
    /// trace. Any other change finishes it first. `everywhere`: targets that it keys act over the
    /// whole range, regardless of actsNear. `field`: as for commit.
    int beginGesture(const QString& field = {});
    Result<void> commit(const std::vector<edit::Edit>& edits, const QString& text, int gesture,
                        bool everywhere = false);
    /// The same for edits that were already applied to the document at the beginning of the
    /// gesture: `after` is the outcome.
    Result<void> commit(const std::vector<edit::Edit>& edits, const QString& text, int gesture,
                        const Document& after);
    void finishGesture(int gesture);
    void cancelGesture(int gesture);
    bool gestureOpen() const noexcept { return gesture_ != 0; }

    void undo();
    void redo();

    /// Is there unsaved work? Switching the active clip does not count.
    bool isModified() const;

    /// Opens a document that is not on disk.
    void startNew(Document document, const QString& title);

signals:
    /// After every commit, undo and redo. `now` is document(); `what` is never none().
    void changed(const posewright::Document& now, const posewright::Changes& what);
    /// Another document was opened, created or recovered. Without changed().
    void replaced(const posewright::Document& now);
    /// A new step was added to the history. Not for undo and redo. `before` is the document that it
    /// began with.
    void stepped(const std::vector<posewright::edit::Edit>& edits,
                 const posewright::Document& before);
    void modifiedChanged(bool modified);
    /// An error on one line, with its place. Plain text.
    void failed(const QString& text);

private:
    friend class DocumentFile;
    class Step;
    struct Gesture {
        std::vector<edit::Edit> edits;
        QString text;
        Document before;
        QString field;                        ///< the input field that it came from; empty: none
        std::optional<EditPlace> place = {};  ///< for merging; of the edits as asked for
        UnkeyedMoves::Gesture placed = {};    ///< of an open one
        Document after = {};                  ///< `before` with the edits
    };

    void finishOpenGesture();
    void push(Gesture done, Document after);
    void show(const Document& next);
    void stepDone(const Step& step, bool first);
    void stepUndone(const Step& step);
    void journalUndo(int records);
    void selectChanged(const Document& from, const std::vector<edit::Edit>& edits);
    void replace(Document document, std::filesystem::path path, QString title, bool project);
    void updateModified();
    bool hasUnsavedSteps() const;
    /// Restores recovered steps as the history of the open document.
    void replay(std::vector<io::Recovered::Step> steps);
    /// The document without an open gesture.
    const Document& committed() const noexcept { return gesture_ ? open_.before : document_; }

    Document document_;
    std::shared_ptr<KeyMemo> memo_ = makeKeyMemo();
    DocumentFile file_;
    QUndoStack history_;
    Selection selection_;
    Playhead playhead_;
    UnkeyedMoves unkeyed_;
    operate::ActsNear actsNear_;
    int lastGesture_ = 0;
    int gesture_ = 0;  ///< the open one; 0: none
    Gesture open_;
    bool wasModified_ = false;
    bool recovering_ = false;  ///< the steps pushed are in the journal already
    int takenBack_ = 0;        ///< journal records undone by merging the last step
    Job job_;
};

/// As Session::commit for edits that take long (edit::takesLong): run off the interface's thread,
/// with progress and cancel. One step at the end; Session::failed() if they are refused, another
/// job is running, or the document was changed meanwhile.
void commitLong(Session& session, std::vector<edit::Edit> edits, const QString& text);

/// Keys at the playhead what was moved without a key, as one step.
Result<void> keyUnkeyed(Session& session);

}  // namespace posewright::ui
