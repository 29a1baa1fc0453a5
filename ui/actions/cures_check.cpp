#include "ui/actions/cures_check.h"

#include "ui/session/session.h"

#include <utility>

namespace posewright::ui {

namespace {

/// What a remedy does; `before` is made with the first.
struct JudgedRemedy {
    std::shared_ptr<const operate::Judged> before;
    std::optional<operate::Aftermath> what;
};

}  // namespace

CuresCheck::CuresCheck(const Session& session, NodeId root, const operate::Needed& needed,
                       QObject* parent) :
    QObject(parent),
    before_(session.document()), unedited_(session.file().unedited()), memo_(session.memo()),
    root_(root), needed_(needed)
{
    connect(&job_, &Job::finished, this, &CuresCheck::next);
}

void CuresCheck::start(std::vector<operate::Edits> remedies)
{
    remedies_ = std::move(remedies);
    row_ = 0;
    next();
}

void CuresCheck::next()
{
    if (row_ >= std::ssize(remedies_)) return;
    // The interface needs the other cores: what is picked is shown meanwhile.
    job_.start(
        {},
        [before = before_, unedited = unedited_, memo = memo_, root = root_, needed = needed_,
         edits = remedies_[row_], known = judged_,
         this](const Job::Progress& progress) -> Job::Outcome {
            const edit::Context context{memo, progress, 1};
            JudgedRemedy out{known, {}};
            if (!out.before)
                if (Result<operate::Judged> now =
                        operate::judged(before, unedited, needed, context))
                    out.before = std::make_shared<const operate::Judged>(*std::move(now));
            if (out.before)
                if (const Result<Document> after = edit::applyEach(before, edits, {memo, {}, 1}))
                    if (const auto then = operate::judged(*after, unedited, needed, context))
                        out.what = operate::aftermath(*after, *out.before, *then, root, needed);
            return [this, out = std::move(out)](bool cancelled) {
                if (cancelled) return;
                judged_ = out.before;
                const int row = row_++;
                if (out.what) emit judged(row, *out.what);
            };
        });
}

}  // namespace posewright::ui
