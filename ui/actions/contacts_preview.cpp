#include "ui/actions/contacts_preview.h"

#include "core/edit/edit.h"
#include "core/operate/clean_feet.h"
#include "ui/session/session.h"

#include <memory>
#include <utility>

namespace posewright::ui {

namespace {

struct Held {
    Result<operate::Edits> edits;
    Result<Document> after;
};

Held held(const Document& before, const ContactsPreview::Choice& choice,
          const edit::Context& context)
{
    Held out{operate::planted(before, choice.samples, choice.accepted, choice.fade, context),
             Error{}};
    if (out.edits) out.after = edit::applyEach(before, *out.edits, context);
    return out;
}

}  // namespace

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
            auto done = std::make_shared<Held>(held(before, choice, {{}, progress, 0}));
            return [this, done](bool cancelled) {
                if (std::exchange(stale_, false))
                    QMetaObject::invokeMethod(this, &ContactsPreview::work, Qt::QueuedConnection);
                else if (!cancelled)
                    (void)take(done->edits, done->after);
            };
        });
}

Result<void> ContactsPreview::take(const Result<operate::Edits>& edits,
                                   const Result<Document>& after)
{
    Result<void> done = !edits   ? Result<void>(edits.error())
                        : !after ? Result<void>(after.error())
                                 : session_.commit(*edits, text_, gesture_, *after);
    isShown_ = bool(done);
    if (done) {
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
    if (!isShown_) {
        const Held now = held(before_, choice_, {session_.memo(), {}, 0});
        if (Result<void> done = take(now.edits, now.after); !done) return done;
    }
    session_.finishGesture(std::exchange(gesture_, 0));
    return {};
}

}  // namespace posewright::ui
