#include "ui/session/session.h"

#include "core/operate/adapted.h"
#include "core/operate/prop_ends.h"
#include "ui/session/same_place.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/session/touched.h"

#include <QSignalBlocker>
#include <QUndoCommand>

#include <algorithm>
#include <utility>

namespace posewright::ui {

namespace {

/// About a day's work. Versions share their parts, so a step costs only what it changed: some tens
/// of kilobytes.
constexpr int kUndoLimit = 10000;

/// Applies the played range, in whole frames.
void followPlayback(Playhead& playhead, const Document& doc)
{
    const Playback& playback = doc.playback;
    playhead.setRange(playback.preview ? playback.preview->min : playback.start,
                      playback.preview ? playback.preview->max : playback.end, doc.clip().rate,
                      playback.loop);
}

/// Is it a step that makes a clip of keys from elsewhere and shows it?
bool bringsClip(const std::vector<edit::Edit>& edits)
{
    const auto has = [&edits](auto isIt) { return std::ranges::any_of(edits, isIt); };
    return has([](const edit::Edit& edit) {
               return std::holds_alternative<edit::AddClip>(edit);
           }) &&
           has([](const edit::Edit& edit) { return std::holds_alternative<edit::PutKeys>(edit); });
}

}  // namespace

/// The only undo command: a step's edits, with the documents before and after.
class Session::Step final : public QUndoCommand {
public:
    Step(Session& session, Gesture done, Document after) :
        QUndoCommand(done.text), session_(session), edits_(std::move(done.edits)),
        before_(std::move(done.before)), after_(std::move(after)), field_(std::move(done.field)),
        place_(std::move(done.place))
    {
    }

    int id() const override { return field_.isEmpty() ? -1 : kFieldStep; }
    bool mergeWith(const QUndoCommand* next) override
    {
        const auto& step = static_cast<const Step&>(*next);
        if (step.field_ != field_ || !place_ || !step.place_ ||
            place_->after != step.place_->before)
            return false;
        edits_.insert(edits_.end(), step.edits_.begin(), step.edits_.end());
        after_ = step.after_;
        place_->after = step.place_->after;
        // One changed X, then Z: the step is neither along X nor along Z.
        if (step.text() != text())
            setText(onLayerText(stepText(step.edits_, before_), step.edits_));
        setObsolete(before_ == after_);
        if (isObsolete())
            session_.takenBack_ = records_;
        else
            records_ += step.records_;
        return true;
    }

    const std::vector<edit::Edit>& edits() const noexcept { return edits_; }
    const Document& before() const noexcept { return before_; }
    const Document& after() const noexcept { return after_; }

    /// Number of journal records that make up the step; one after a redo.
    int records() const noexcept { return records_; }

    void undo() override
    {
        session_.show(before_);
        session_.stepUndone(*this);
    }
    void redo() override
    {
        session_.show(after_);
        session_.stepDone(*this, std::exchange(first_, false));
        records_ = 1;
    }

private:
    static constexpr int kFieldStep = 1;

    Session& session_;
    std::vector<edit::Edit> edits_;
    Document before_;
    Document after_;
    QString field_;
    std::optional<EditPlace> place_;
    bool first_ = true;
    int records_ = 1;
};

Session::Session(std::filesystem::path journalRoot, QObject* parent) :
    QObject(parent), document_(emptyDocument()), file_(*this, std::move(journalRoot))
{
    history_.setUndoLimit(kUndoLimit);
    connect(&history_, &QUndoStack::cleanChanged, this, &Session::updateModified);
    // Some steps are no work, so that the first ones after saving may leave it unmodified.
    connect(&history_, &QUndoStack::indexChanged, this, &Session::updateModified);
    connect(&playhead_, &Playhead::moved, &selection_, &Selection::age);
    startNew(emptyDocument(), tr("Untitled"));
}

Session::~Session() = default;

Result<void> Session::commit(const edit::Edit& edit)
{
    return commit(std::vector{edit}, {});
}

Result<void> Session::commit(const std::vector<edit::Edit>& edits, const QString& text,
                             const QString& field)
{
    finishOpenGesture();
    const std::vector<edit::Edit> keyed = unkeyed_.empty() ? edits : unkeyed_.keyed(edits);
    std::vector<edit::Edit> whole = operate::adapted(document_, keyed, actsNear_, {memo_, {}, 0});
    Result<Document> after = operate::applyWithEnds(document_, whole, {memo_, {}, 0});
    if (!after) return after.error();
    unkeyed_.settle(keyed);
    const QString step = text.isEmpty() ? stepText(keyed, document_) : text;
    push({whole, onLayerText(step, whole), document_, field, placeOf(edits)}, *std::move(after));
    return {};
}

int Session::beginGesture(const QString& field)
{
    finishOpenGesture();
    gesture_ = ++lastGesture_;
    open_ = {{}, {}, document_, field, {}, {}, document_};
    return gesture_;
}

Result<void> Session::commit(const std::vector<edit::Edit>& edits, const QString& text, int gesture,
                             bool everywhere)
{
    if (gesture != gesture_) return Error{"the gesture is over", {}, ErrorKind::Cancelled};
    operate::ActsNear acts = actsNear_;
    acts.everywhere = acts.everywhere || everywhere;
    UnkeyedMoves::Gesture parts = unkeyed_.parted(edits, playhead_.frame());
    std::vector<edit::Edit> whole =
        operate::adapted(open_.before, parts.done, acts, {memo_, {}, 0});
    Result<Document> after = operate::applyWithEnds(open_.before, whole, {memo_, {}, 0});
    if (!after) return after.error();
    const Result<Document> shown =
        parts.keys ? after : edit::applyEach(*after, parts.placed, {memo_, {}, 0});
    if (!shown) return shown.error();
    const bool named = !text.isEmpty() && parts.done.size() == edits.size();
    open_.place = placeOf(parts.done);
    open_.text = onLayerText(named ? text : stepText(parts.done, open_.before), whole);
    open_.edits = std::move(whole);
    open_.placed = std::move(parts);
    open_.after = *std::move(after);
    show(*shown);
    updateModified();
    return {};
}

Result<void> Session::commit(const std::vector<edit::Edit>& edits, const QString& text, int gesture,
                             const Document& after)
{
    if (gesture != gesture_) return Error{"the gesture is over", {}, ErrorKind::Cancelled};
    open_.edits = edits;
    open_.text = text.isEmpty() ? stepText(edits, open_.before) : text;
    open_.placed = {};
    open_.after = after;
    show(after);
    updateModified();
    return {};
}

void Session::finishGesture(int gesture)
{
    if (gesture == gesture_) finishOpenGesture();
}

void Session::finishOpenGesture()
{
    if (!std::exchange(gesture_, 0)) return;
    Gesture done = std::exchange(open_, {});
    unkeyed_.finish(done.placed);
    show(done.after);
    if (!done.edits.empty()) push(done, done.after);
    updateModified();
}

void Session::cancelGesture(int gesture)
{
    if (gesture == 0 || gesture != gesture_) return;
    gesture_ = 0;
    show(std::exchange(open_, {}).before);
    updateModified();
}

void Session::undo()
{
    finishOpenGesture();
    history_.undo();
}

void Session::redo()
{
    finishOpenGesture();
    history_.redo();
}

bool Session::isModified() const
{
    return file_.recovered_ || hasUnsavedSteps() || (gesture_ != 0 && !open_.edits.empty());
}

bool Session::hasUnsavedSteps() const
{
    const int saved = history_.cleanIndex(), now = history_.index();
    if (saved < 0) return true;
    const auto isWork = [](const edit::Edit& edit) {
        return !std::holds_alternative<edit::SetActiveClip>(edit);
    };
    for (int i = std::min(saved, now); i < std::max(saved, now); ++i) {
        const auto& edits = static_cast<const Step*>(history_.command(i))->edits();
        if (std::any_of(edits.begin(), edits.end(), isWork)) return true;
    }
    return false;
}

void Session::startNew(Document document, const QString& title)
{
    replace(std::move(document), {}, title, false);
}

void Session::replay(std::vector<io::Recovered::Step> steps)
{
    recovering_ = true;
    for (io::Recovered::Step& step : steps)
        push({step.edits,
              step.text.empty() ? stepText(step.edits, document_) : toQt(step.text),
              document_,
              {}},
             std::move(step.after));
    recovering_ = false;
    followPlayback(playhead_, document_);
    emit replaced(document_);
    updateModified();
}

void Session::push(Gesture done, Document after)
{
    if (done.before == after) return;
    const std::vector<edit::Edit> edits = done.edits;
    const Document before = done.before;
    const QString text = done.text;
    takenBack_ = 0;
    if (bringsClip(edits)) file_.noteImported(after.clips[std::size_t(after.playback.clip)]);
    history_.push(new Step(*this, std::move(done), std::move(after)));
    // Only now is it known whether the step merged with the last one or vanished.
    if (takenBack_ > 0)
        journalUndo(takenBack_);
    else if (!recovering_)
        file_.journal_.append(edits, before.nextId, text);
    updateModified();
    if (!recovering_) emit stepped(edits, before);
}

void Session::show(const Document& next)
{
    const Document before = std::exchange(document_, next);
    // Who shows the scene knows it by its storage, and hears of no change where there is none.
    if (before.scene == document_.scene) document_.scene = before.scene;
    file_.noteBroughtIn();
    if (recovering_) return;  // everything is shown at the end
    const Changes what = diff(before, document_);
    if (what.none()) return;
    followPlayback(playhead_, document_);
    // Another clip may end before the frame at which one looked at the last.
    if (before.playback.clip != document_.playback.clip)
        playhead_.setFrame(std::clamp(playhead_.frame(), playhead_.start(), playhead_.end()));
    selection_.keepWhatExists(document_);
    emit changed(document_, what);
}

void Session::stepDone(const Step& step, bool first)
{
    if (!file_.journal_.started()) file_.startJournal(step.before(), true);
    if (first) return;
    // The journal's redo covers a single record.
    if (step.records() > 1)
        file_.journal_.append(step.edits(), step.before().nextId, step.text());
    else
        file_.journal_.appendRedo(step.edits(), step.before().nextId, step.text());
    selectChanged(step.before(), step.edits());
}

void Session::stepUndone(const Step& step)
{
    journalUndo(step.records());
    selectChanged(step.after(), step.edits());
}

void Session::journalUndo(int records)
{
    if (!file_.journal_.started()) return file_.startJournal(document_, false);
    file_.journal_.appendUndo(document_, records);
}

void Session::selectChanged(const Document& from, const std::vector<edit::Edit>& edits)
{
    Touched what = touched(from, document_, diff(from, document_), edits);
    if (isPosing(edits))
        selectPosed(selection_, std::move(what));
    else
        selectTouched(selection_, std::move(what));
}

void Session::replace(Document document, std::filesystem::path path, QString title, bool project)
{
    ++file_.replacements_;
    memo_ = makeKeyMemo();
    gesture_ = 0;
    open_ = {};
    playhead_.setPlaying(false);
    selection_.clear();
    unkeyed_.clear();
    file_.discardJournal();
    document_ = std::move(document);
    file_.unedited_ = document_;
    file_.openedClips_ = document_.clips.size();
    history_.clear();
    file_.keep(std::move(path), std::move(title), project);
    followPlayback(playhead_, document_);
    const double before = playhead_.frame();
    {
        // Listeners to `replaced` must find the new document at its own first frame.
        const QSignalBlocker quiet(playhead_);
        playhead_.setFrame(document_.playback.start);
    }
    emit replaced(document_);
    if (playhead_.frame() != before) emit playhead_.moved(playhead_.frame());
    updateModified();
    emit file_.titleChanged(file_.title());
}

void Session::updateModified()
{
    const bool modified = isModified();
    if (std::exchange(wasModified_, modified) != modified) emit modifiedChanged(modified);
}

void commitLong(Session& session, std::vector<edit::Edit> edits, const QString& text)
{
    const auto work = [&session, text, edits = std::move(edits), before = session.document(),
                       memo = session.memo()](const Job::Progress& progress) -> Job::Outcome {
        auto after =
            std::make_shared<Result<Document>>(edit::applyEach(before, edits, {memo, progress, 0}));
        return [&session, text, edits, before, after](bool) {
            if (!*after) {
                if (after->error().kind != ErrorKind::Cancelled)
                    emit session.failed(errorText(after->error()));
                return;
            }
            const int gesture = session.beginGesture();  // finishes any other gesture
            const bool overtaken = !(session.document() == before);
            if (!overtaken) (void)session.commit(edits, text, gesture, **after);
            session.finishGesture(gesture);
            if (overtaken)
                emit session.failed(
                    Session::tr("%1: not done, the document was changed meanwhile").arg(text));
        };
    };
    if (!session.job().start(text, work))
        emit session.failed(Session::tr("%1: not done, other work is still under way").arg(text));
}

Result<void> keyUnkeyed(Session& session)
{
    const std::vector<edit::Edit> keys = session.unkeyed().keysAt(session.playhead().frame());
    return keys.empty() ? Result<void>() : session.commit(keys, {});
}

}  // namespace posewright::ui
