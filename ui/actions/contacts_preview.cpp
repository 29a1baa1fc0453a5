#include "ui/actions/contacts_preview.h"

#include "core/edit/edit.h"
#include "core/operate/clean_feet.h"
#include "ui/session/session.h"

#include <memory>
#include <utility>

namespace posewright::ui {

namespace {

std::vector<contacts::Contact> partsOf(const std::vector<contacts::Stance>& stances)
{
    std::vector<contacts::Contact> out;
    for (const contacts::Stance& stance : stances)
        out.insert(out.end(), stance.parts.begin(), stance.parts.end());
    return out;
}

}  // namespace

struct ContactsPreview::Held {
    operate::Edits edits;
    Document after;
    Outcome outcome;
};

Result<ContactsPreview::Held> ContactsPreview::held(const Document& before, const Choice& choice,
                                                    const edit::Context& context)
{
    Diagnostics told;
    operate::Leading lead;
    lead.told = &told;
    Result<operate::Edits> edits =
        operate::planted(before, choice.samples, choice.accepted, choice.fade, context, lead);
    if (!edits) return edits.error();
    Result<Document> after = edit::applyEach(before, *edits, context);
    if (!after) return after.error();
    std::vector<contacts::Watch> watched;
    for (const contacts::Path& path : choice.samples.paths) watched.push_back(path.watch);
    const Result<contacts::Samples> is = contacts::sample(*after, watched, context.progress);
    if (!is) return is.error();
    const std::vector<contacts::Contact> standing = partsOf(choice.accepted);
    const Outcome outcome{choice.accepted.size(),
                          operate::contactsOf(*after, choice.accepted),
                          contacts::skateOf(choice.samples, standing).slide,
                          contacts::skateOf(*is, standing).slide,
                          contacts::movedFrom(choice.samples, *is, choice.accepted),
                          operate::hipsMovedFrom(before, *after, choice.samples),
                          std::move(told)};
    return Held{*std::move(edits), *std::move(after), outcome};
}

ContactsPreview::ContactsPreview(Session& session, QString text, QObject* parent) :
    QObject(parent), session_(session), text_(std::move(text)), before_(session.document()),
    gesture_(session.beginGesture())
{
}

ContactsPreview::~ContactsPreview()
{
    job_.cancel();
    if (gesture_ != 0) session_.cancelGesture(gesture_);
}

void ContactsPreview::show(Choice choice)
{
    choice_ = std::move(choice);
    isShown_ = false;
    stale_ = job_.running();
    stale_ ? job_.cancel() : work();
}

void ContactsPreview::work()
{
    job_.start(
        tr("Holding contacts"),
        [this, before = before_, choice = choice_](const Job::Progress& progress) -> Job::Outcome {
            auto done = std::make_shared<Result<Held>>(held(before, choice, {{}, progress, 0}));
            return [this, done](bool cancelled) {
                if (std::exchange(stale_, false))
                    QMetaObject::invokeMethod(this, &ContactsPreview::work, Qt::QueuedConnection);
                else if (!cancelled)
                    (void)take(*done);
            };
        });
}

Result<void> ContactsPreview::take(const Result<Held>& held)
{
    Result<void> done = held ? session_.commit(held->edits, text_, gesture_, held->after)
                             : Result<void>(held.error());
    isShown_ = bool(done);
    if (done) {
        outcome_ = held->outcome;
        emit shown();
    } else {
        session_.cancelGesture(gesture_);
        gesture_ = session_.beginGesture();
        emit refused(done.error());
    }
    return done;
}

Result<void> ContactsPreview::keep()
{
    stale_ = false;
    job_.cancel();
    if (!isShown_)
        if (Result<void> done = take(held(before_, choice_, {session_.memo(), {}, 0})); !done)
            return done;
    session_.finishGesture(std::exchange(gesture_, 0));
    return {};
}

}  // namespace posewright::ui
