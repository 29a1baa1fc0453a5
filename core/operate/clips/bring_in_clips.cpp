#include "core/operate/bring_in_clips.h"

#include "core/edit/described.h"
#include "core/operate/bring_in.h"
#include "core/retarget/keep.h"

#include <algorithm>
#include <utility>

namespace posewright::operate {

namespace {

/// The request's setup for a motion that starts at this frame.
RetargetSetup setupFor(const BringInRequest& wish, double start)
{
    RetargetSetup out = wish.how;
    const bool frame = out.reference.kind == retarget::Reference::Kind::Frame;
    out.reference.frame = frame ? start + out.reference.frame : 0;
    return out;
}

edit::Retarget anew(const BringInRequest& wish)
{
    edit::Retarget out;
    out.clip = wish.again;
    edit::give(setupFor(wish, wish.from.playback.start), out);
    return out;
}

edit::BringIn fresh(const BringInRequest& wish, int row, const BroughtIn& before)
{
    edit::BringIn out;
    out.motion = before.kept.at(row);
    const std::string file = wish.file.substr(0, wish.file.rfind('.'));
    out.name = freeClipName(before.after, nameOfMotion(wish.from.clips[row]->name, file));
    out.file = wish.file;
    edit::give(setupFor(wish, out.motion->playback.start), out);
    return out;
}

/// Makes the document that keeps the row's motion, unless it exists already.
Result<void> keep(const BringInRequest& wish, int row,
                  const std::function<bool(double share)>& progress, BroughtIn& out)
{
    if (out.kept.contains(row)) return {};
    const Result<Document> motion = motionIn(wish.from, wish.from.clips[row]->name);
    if (!motion) return motion.error();
    Result<Document> kept = retarget::keptMotion(*motion, progress);
    if (!kept) return kept.error();
    out.kept.emplace(row, *std::move(kept));
    return {};
}

/// Adds what there is to say about the motion of the active clip.
void tellOf(BroughtIn& out)
{
    const Origin* origin = originOf(out.after, out.after.clip().name);
    if (!origin) return;
    // One frame takes little, and says the same.
    const auto there = retarget::carriedOver(out.after, *origin, {}, 0.0);
    if (!there) return;
    for (const Diagnostic& each : there->told) {
        const bool known = std::ranges::any_of(
            out.told, [&](const Diagnostic& told) { return told.message == each.message; });
        const bool matters = each.severity == Diagnostic::Severity::Warning || !each.option.empty();
        if (matters && !known) out.told.push_back(each);
    }
}

/// Adds what parts of the figure's skin are where they should not be.
void tellOfDips(BroughtIn& out, const std::function<bool(double share)>& progress)
{
    const Origin* origin = originOf(out.after, out.after.clip().name);
    if (!origin) return;
    const auto dips =
        dipsIn(out.after, retarget::figureHere(origin->how, *out.after.scene), progress);
    if (!dips) return;
    for (Diagnostic& each : retarget::warningsOf(*dips)) out.told.push_back(std::move(each));
}

}  // namespace

Result<void> BroughtIn::take(const Result<Edits>& more)
{
    if (!more) return more.error();
    Result<Document> next = edit::applyEach(after, *more);
    if (!next) return next.error();
    after = *std::move(next);
    edits.insert(edits.end(), more->begin(), more->end());
    return {};
}

std::optional<Document> glanceAt(const Document& shown, const BringInRequest& wish, double frame)
{
    const Origin* known = originOf(shown, shown.clip().name);
    if (!known || !(shown.clip().rate > 0)) return {};
    Origin origin = *known;
    origin.how = setupFor(wish, origin.motion->playback.start);
    const double slower = origin.motion->clip().rate / shown.clip().rate;
    Result<retarget::Retargeted> there = retarget::carriedOver(shown, origin, {}, frame * slower);
    if (!there) return {};
    Document out = shown;
    Shared<Clip>& clip = out.clips[static_cast<std::size_t>(out.playback.clip)];
    clip = clip.with([&](Clip& c) {
        std::erase_if(c.tracks, [&](const Shared<Track>& track) {
            return std::ranges::binary_search(known->made, track->node);
        });
        for (Shared<Track>& track : there->clip.tracks) setTrack(c, std::move(track).take());
    });
    return out;
}

Result<BroughtIn> broughtIn(const BringInRequest& wish,
                            const std::function<bool(double share)>& progress)
{
    BroughtIn out{{}, wish.base, wish.kept, {}};
    const double count = double(wish.clips.size());
    for (std::size_t i = 0; i < wish.clips.size(); ++i) {
        const int row = wish.clips[i];
        const auto part = [&](double share) { return progress((double(i) + share) / count); };
        Result<void> done;
        if (wish.again.empty()) {
            done = keep(wish, row, part, out);
            if (done) done = out.take(Edits{fresh(wish, row, out)});
        } else {
            done = out.take(Edits{anew(wish)});
        }
        if (done) tellOf(out);
        if (done && wish.contacts && !wish.loose.contains(row))
            done = out.take(holdBroughtIn(out.after, {}, {}, &out.told));
        if (!done) return done.error();
        tellOfDips(out, part);
        if (!part(1)) return Error{"cancelled", {}, ErrorKind::Cancelled};
    }
    return out;
}

bool holdsAnything(const Clip& clip)
{
    return std::ranges::any_of(clip.spans, [](const SpanRow& row) {
        return std::ranges::any_of(row.spans,
                                   [](const Span& span) { return span.kind == SpanKind::Contact; });
    });
}

}  // namespace posewright::operate
