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
    /// Journals are kept below `journalRoot`; none are written where it is empty.
    explicit Session(std::filesystem::path journalRoot = {}, QObject* parent = nullptr);
    ~Session() override;

    const Document& document() const noexcept { return document_; }
    /// The motion that nobody made here: the document before its first step, as it was opened, made
    /// or kept for recovery, and the clips that were brought in since, as they came. Only for
    /// telling what was edited.
    const Document& came() const noexcept { return came_; }
    /// What poses of this document were worked out from, for all who evaluate it.
    const std::shared_ptr<KeyMemo>& memo() const noexcept { return memo_; }
    QUndoStack& history() noexcept { return history_; }
    Selection& selection() noexcept { return selection_; }
    const Selection& selection() const noexcept { return selection_; }
    Playhead& playhead() noexcept { return playhead_; }
    const Playhead& playhead() const noexcept { return playhead_; }
    /// Where the document is kept, and how another one is opened.
    DocumentFile& file() noexcept { return file_; }
    const DocumentFile& file() const noexcept { return file_; }
    Job& job() noexcept { return job_; }
    UnkeyedMoves& unkeyed() noexcept { return unkeyed_; }

    /// Where targets act that are keyed on recorded motion. Of a gesture the next commit takes it.
    const operate::ActsNear& actsNear() const noexcept { return actsNear_; }
    void setActsNear(const operate::ActsNear& acts) { actsNear_ = acts; }

    /// The document as it is to be seen at the frame: unkeyed moves are keyed there.
    Document shownAt(double frame) const { return unkeyed_.over(document_, frame, open_.edits); }

    /// Applies an edit as one undoable step of its own. An edit that changes nothing leaves none.
    /// Error: what `apply` says; the document stays as it was.
    Result<void> commit(const edit::Edit& edit);

    /// Several edits, each applied to the outcome of the one before, whole or not at all, as one
    /// step named `text` (translated, imperative); empty: what stepText says of them. `field` is
    /// the field that the edits are typed into or chosen in, where it is one: when the step before
    /// came from it, too, and has the same place, the two become one step.
    Result<void> commit(const std::vector<edit::Edit>& edits, const QString& text,
                        const QString& field = {});

    /// As above for edits that take long (edit::isLong): made off the interface's thread, with
    /// progress and cancel. One step when it is over; failed() where it cannot be made, another job
    /// is under way, or the document was changed meanwhile.
    void commitLong(std::vector<edit::Edit> edits, const QString& text);

    /// A gesture: a drag, or the turning of a spin box. Each commit of a gesture says the whole of
    /// what the gesture does, applied to the document as it was when it began, and takes the place
    /// of the commit before. The step is pushed, and the journal written, when it is finished;
    /// a cancelled gesture leaves no trace. Whatever else happens finishes it first.
    /// `everywhere`: what it keys acts over the whole range, whatever actsNear says.
    /// With `field`, the gesture may become one step with the one before, as commit says.
    int beginGesture(const QString& field = {});
    Result<void> commit(const edit::Edit& edit, int gesture);
    Result<void> commit(const std::vector<edit::Edit>& edits, const QString& text, int gesture,
                        bool everywhere = false);
    /// The same of edits which, elsewhere, were applied to the document as it was when the gesture
    /// began: `after` is what came of it.
    Result<void> commit(const std::vector<edit::Edit>& edits, const QString& text, int gesture,
                        const Document& after);
    void finishGesture(int gesture);
    void cancelGesture(int gesture);
    bool gestureOpen() const noexcept { return gesture_ != 0; }

    void undo();
    void redo();

    /// There is work that is in no file. To look at another clip is no work.
    bool isModified() const;

    /// A document of which nothing is on disk yet.
    void startNew(Document document, const QString& title);

signals:
    /// After every commit, undo and redo. `now` is document(); `what` is never none().
    void changed(const posewright::Document& now, const posewright::Changes& what);
    /// Another document altogether: opened, new or recovered. No changed() comes with it.
    void replaced(const posewright::Document& now);
    /// What the user did just became a step of the history. Not for undo and redo.
    void stepped(const std::vector<posewright::edit::Edit>& edits);
    void modifiedChanged(bool modified);
    /// One line that names the place. Plain text.
    void failed(const QString& text);

private:
    friend class DocumentFile;
    class Step;
    struct Gesture {
        std::vector<edit::Edit> edits;
        QString text;
        Document before;
        QString field;                        ///< that made it; empty: none
        std::optional<EditPlace> place = {};  ///< of what was asked for, wherever that is written
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
    void noteBroughtIn();
    bool hasUnsavedSteps() const;
    /// Steps that a journal kept, as the history of the document that is open.
    void replay(std::vector<io::Recovered::Step> steps);
    /// The document without what an open gesture does to it.
    const Document& committed() const noexcept { return gesture_ ? open_.before : document_; }

    Document document_;
    Document came_;
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
    int takenBack_ = 0;        ///< records that the step just pushed took back, by merging
    Job job_;
};

/// Keys at the playhead what was moved without a key, as one step.
Result<void> keyUnkeyed(Session& session);

}  // namespace posewright::ui
