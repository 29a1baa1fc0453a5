#include "core/operate/keys/approach.h"

#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/in_boxes.h"
#include "core/evaluate/motion_faults.h"
#include "core/evaluate/places.h"
#include "core/operate/keys/contact_ends.h"
#include "core/operate/new_span.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace posewright::operate {

namespace {

constexpr double kChainLength = 1e4;    ///< times what a contact may slip by
constexpr double kApproachFade = 0.3;   ///< [s] before the first key, and after the last
constexpr double kApproachLooks = 0.8;  ///< [s] before the contact, and after it
constexpr double kLeastFade = 2;        ///< [frame]
constexpr double kMostLooks = 100;      ///< for what it touches
constexpr std::size_t kMostEdges = 2;   ///< that are tried
constexpr double kBeyondEdge = 0.2;     ///< of the limb, off an edge
/// [s] from a key to the contact
constexpr std::array kApproachTimes{kLeadSeconds, 0.27, 0.1};
/// Of the limb, off the side.
constexpr std::array kApproachHeights{0.1, 0.16, 0.25, 0.06};

bool actsBeside(const Span& span)
{
    return span.kind != SpanKind::Off && span.start < span.end;
}

/// One end of a contact. Frames count from it outwards.
struct ContactEnd {
    bool arrives = true;   ///< the start
    double at = 0;         ///< [frame] from where, or up to where, it acts fully
    double border = 0;     ///< [frame] of the span
    double room = 0;       ///< [frame] from `at` outwards
    bool reaches = false;  ///< a Reach span goes on from it
    bool within = false;   ///< the room is the contact's own fade

    double out(double frames) const { return arrives ? at - frames : at + frames; }
};

/// How far something is from being free of what it should be free of; the least is best.
struct WayScore {
    int end = 0;  ///< frames with the limb's end in a box
    int arm = 0;  ///< frames with more of the limb in a box
    int missed = 0;
    int pops = 0;

    bool none() const { return end == 0 && arm == 0; }
    bool better(const WayScore& than) const
    {
        return missed <= than.missed && pops <= than.pops &&
               std::pair(end, arm) < std::pair(than.end, than.arm);
    }
};

class ApproachSearch {
public:
    ApproachSearch(const Document& doc, const Constraint& target, const Span& contact,
                   const edit::Context& context) :
        now_(doc),
        target_(target), contact_(contact), context_(context), boxes_(doc),
        ends_(doc, BoxWatch::Parts::WithoutLastBone),
        length_(kChainLength * slipTolerance(*doc.scene, target))
    {
    }

    /// Does the contact hold the limb's end on a box? It is looked for at all frames that it holds,
    /// since the hand turns where the body moves.
    bool touches();
    /// Nullopt: nothing can be keyed there.
    std::optional<ContactEnd> end(bool arrives) const;
    Edits opened(const ContactEnd& end) const
    {
        Edits edits = reachBeside(end, end.border);
        edits.emplace_back(targetKeyAt(target_, end.at, keptAt(end.at)));
        return edits;
    }
    /// Leads the limb there; true: that helps.
    bool lead(const ContactEnd& end, Approach& out);
    bool take(const Edits& edits)
    {
        Result<Document> next = edit::applyEach(now_, edits, context_);
        if (!next) return false;
        now_ = *std::move(next);
        return true;
    }
    /// The contact has new ends.
    void follow(const ContactEnd& end)
    {
        if (end.reaches) return;
        (end.arrives ? contact_.start : contact_.end) = end.at;
        (end.arrives ? contact_.in : contact_.out) = 0;
    }

private:
    struct OutKey {
        double frames = 0;  ///< from the contact's end
        Vec3 by = Vec3::Zero();
    };
    Evaluation shownAt(double frame) const
    {
        return evaluate(*prepare(now_, context_.memo), frame);
    }
    WorldTransform keptAt(double frame) const
    {
        return anchorPlace(*now_.scene, contact_, shownAt(frame).world);
    }
    Edits reachBeside(const ContactEnd& end, double outermost) const;
    Edits keyed(const ContactEnd& end, const WorldTransform& kept,
                const std::vector<OutKey>& keys) const;
    std::vector<std::vector<OutKey>> ways(const ContactEnd& end, const BoxWatch::Face& face) const;
    std::vector<Vec3> beyondEdges(const ContactEnd& end, const BoxWatch::Face& face) const;
    WayScore score(const Document& doc, const ContactEnd& end) const;
    int inBoxes(const BoxWatch& boxes, const std::vector<Evaluation>& shown,
                const ContactEnd& end) const;

    Document now_;
    const Constraint& target_;
    Span contact_;
    const edit::Context& context_;
    BoxWatch boxes_, ends_;
    double length_;  ///< of the limb [m]
    std::optional<BoxWatch::OnBox> touched_;
};

bool ApproachSearch::touches()
{
    if (boxes_.empty()) return false;
    const FullyHeld held = fullyHeld(contact_);
    const auto prepared = prepare(now_, context_.memo);
    const double step = std::max(1.0, std::floor((held.last - held.first) / kMostLooks));
    const double first = std::ceil(held.first);
    for (int i = 0; first + i * step <= held.last; ++i)
        for (const BoxWatch::OnBox& on : boxes_.touching(evaluate(*prepared, first + i * step)))
            if (on.target == target_.id &&
                (!touched_ || std::abs(on.off) < std::abs(touched_->off)))
                touched_ = on;
    return touched_.has_value();
}

std::optional<ContactEnd> ApproachSearch::end(bool arrives) const
{
    const FullyHeld held = fullyHeld(contact_);
    ContactEnd out;
    out.arrives = arrives;
    out.at = arrives ? held.first : held.last;
    out.border = arrives ? contact_.start : contact_.end;
    const Playback& range = now_.playback;
    out.room = arrives ? out.at - range.start : range.end - out.at;
    const auto limit = [&out](double frames) { out.room = std::min(out.room, frames); };
    out.within = std::abs(out.at - out.border) > std::round(kFadeSeconds * now_.clip().rate);
    if (out.within) limit(std::abs(out.at - out.border));
    for (const Span& span : now_.clip().spanRow(target_.id)->spans) {
        if (!actsBeside(span) || span.start == contact_.start) continue;
        if (arrives ? span.start > contact_.start : span.end < contact_.end) continue;
        const double gap = arrives ? out.at - span.end : span.start - out.at;
        if (gap > 0) {
            limit(gap - 1);
            continue;
        }
        if (span.kind != SpanKind::Reach) return std::nullopt;
        out.reaches = true;
        limit(arrives ? out.at - span.start - span.in : span.end - span.out - out.at);
    }
    if (const Track* track = now_.clip().track(target_.target))
        for (const double key : keyFrames(*track))
            if (arrives ? key < out.at : key > out.at) limit(std::abs(key - out.at) - 1);
    if (!(out.room >= 2)) return std::nullopt;
    return out;
}

/// From where the contact acts fully outwards, in place of its fade there.
Edits ApproachSearch::reachBeside(const ContactEnd& end, double outermost) const
{
    if (end.reaches) return {};
    const double fade = std::round(kApproachFade * now_.clip().rate);
    edit::MoveSpan move;
    move.target = target_.id;
    move.start = move.to = contact_.start;
    move.end = contact_.end;
    edit::SetSpan reach;
    reach.target = target_.id;
    if (end.arrives) {
        move.to = end.at;
        move.in = 0;
        reach.start = std::max(end.out(end.room), outermost - fade);
        reach.end = end.at;
        reach.in = outermost - reach.start;
        reach.out = 0;
    } else {
        move.end = end.at;
        move.out = 0;
        reach.start = end.at;
        reach.end = std::min(end.out(end.room), outermost + fade);
        reach.in = 0;
        reach.out = reach.end - outermost;
    }
    return {move, reach};
}

Edits ApproachSearch::keyed(const ContactEnd& end, const WorldTransform& kept,
                            const std::vector<OutKey>& keys) const
{
    Edits edits = reachBeside(end, end.out(keys.back().frames));
    edits.emplace_back(targetKeyAt(target_, end.at, kept));
    for (const OutKey& key : keys) {
        WorldTransform there = kept;
        there.position += key.by;
        edits.emplace_back(targetKeyAt(target_, end.out(key.frames), there));
    }
    return edits;
}

/// From the contact's place to beyond those edges of the side that are nearest to where the limb
/// comes from, or goes to.
std::vector<Vec3> ApproachSearch::beyondEdges(const ContactEnd& end,
                                              const BoxWatch::Face& face) const
{
    const NodeIndex limb = now_.scene->find(target_.effector);
    const Vec3 here = shownAt(end.at).world[limb].position;
    const double looks = std::min(std::round(kApproachLooks * now_.clip().rate), end.room);
    const Vec3 there = shownAt(end.out(looks)).world[limb].position;
    std::vector<std::pair<double, Vec3>> all;
    for (const Vec3& half : {face.along, face.across})
        for (const double side : {1.0, -1.0}) {
            const Vec3 way = side * half.normalized();
            const double far = half.norm() - way.dot(here - face.middle);
            const Vec3 by = (far + kBeyondEdge * length_) * way;
            all.emplace_back((here + by - there).norm(), by);
        }
    std::ranges::sort(all, {}, &std::pair<double, Vec3>::first);
    std::vector<Vec3> out;
    for (std::size_t i = 0; i < kMostEdges; ++i) out.push_back(all[i].second);
    return out;
}

std::vector<std::vector<ApproachSearch::OutKey>>
ApproachSearch::ways(const ContactEnd& end, const BoxWatch::Face& face) const
{
    std::vector<std::vector<OutKey>> out;
    const auto add = [&](std::vector<OutKey> keys) {
        if (keys.back().frames <= end.room) out.push_back(std::move(keys));
    };
    const auto framesIn = [&](double seconds) {
        return std::max(2.0, std::round(seconds * now_.clip().rate));
    };
    for (const double seconds : kApproachTimes)
        for (const double share : kApproachHeights)
            add({{framesIn(seconds), share * length_ * face.normal}});
    for (const Vec3& beyond : beyondEdges(end, face))
        for (const double seconds : kApproachTimes)
            for (const double share : {kApproachHeights[0], kApproachHeights[2]}) {
                const Vec3 high = share * length_ * face.normal;
                const double frames = framesIn(seconds);
                add({{frames, high}, {2 * frames, high + beyond}});
            }
    // A limb that has no time to come to the first key is there at once.
    const auto late = std::stable_partition(out.begin(), out.end(), [&](const auto& keys) {
        return end.reaches || keys.back().frames + kLeastFade <= end.room;
    });
    if (end.within) out.erase(late, out.end());
    return out;
}

/// Frames at which it is in a box. At the contact's end itself, only what is on the way to it
/// counts.
int ApproachSearch::inBoxes(const BoxWatch& boxes, const std::vector<Evaluation>& shown,
                            const ContactEnd& end) const
{
    int count = 0;
    for (std::size_t i = end.arrives ? 0 : 1; i < shown.size(); ++i)
        for (const InBox& in : boxes.look(i > 0 ? &shown[i - 1] : nullptr, shown[i]))
            if (in.target == target_.id && !(shown[i].frame == end.at && in.here > 0)) ++count;
    return count;
}

WayScore ApproachSearch::score(const Document& doc, const ContactEnd& end) const
{
    const Playback& range = doc.playback;
    const double looks = std::round((kApproachLooks + kApproachFade) * doc.clip().rate);
    const double first = std::max(range.start, end.arrives ? end.at - looks : end.at);
    const double last = std::min(range.end, end.arrives ? end.at : end.at + looks);
    const auto prepared = prepare(doc, context_.memo);
    std::vector<Evaluation> shown;
    for (int i = 0; first + i <= last; ++i) shown.push_back(evaluate(*prepared, first + i));
    std::vector<const Evaluation*> frames;
    WayScore out;
    for (const Evaluation& one : shown) {
        frames.push_back(&one);
        for (const TargetStatus& status : one.targets) out.missed += isProblem(status.status);
    }
    std::vector<Pop> pops;
    for (std::size_t later = 1; later < frames.size(); ++later)
        findPops(*doc.scene, frames, later, pops);
    out.pops = static_cast<int>(pops.size());
    out.end = inBoxes(ends_, shown, end);
    out.arm = inBoxes(boxes_, shown, end);
    return out;
}

bool ApproachSearch::lead(const ContactEnd& end, Approach& out)
{
    const Evaluation shown = shownAt(end.at);
    const auto face = boxes_.face(touched_->box, shown, touched_->side);
    const WayScore before = score(now_, end);
    if (!face || before.none()) return false;
    const WorldTransform kept = anchorPlace(*now_.scene, contact_, shown.world);
    WayScore best = before;
    std::vector<OutKey> chosen;
    for (const std::vector<OutKey>& keys : ways(end, *face)) {
        if (context_.progress && !context_.progress(0)) return false;
        const Result<Document> then = edit::applyEach(now_, keyed(end, kept, keys), context_);
        if (!then) continue;
        const WayScore left = score(*then, end);
        if (!left.better(before) || !(chosen.empty() || left.better(best))) continue;
        best = left;
        chosen = keys;
        if (best.none()) break;
    }
    if (chosen.empty()) return false;
    const Edits edits = keyed(end, kept, chosen);
    if (!take(edits)) return false;
    out.box = touched_->box;
    out.out = face->normal;
    for (const OutKey& key : chosen) {
        out.away = std::max(out.away, key.by.norm());
        (end.arrives ? out.before : out.after).push_back(end.out(key.frames));
    }
    out.edits.insert(out.edits.end(), edits.begin(), edits.end());
    return true;
}

}  // namespace

Edits fadesOpened(const Document& doc, const Constraint& target, const Span& contact, double first,
                  double last, const edit::Context& context)
{
    Edits out;
    if (!target.arrives()) return out;
    ApproachSearch search(doc, target, contact, context);
    for (const bool arrives : {true, false}) {
        const std::optional<ContactEnd> end = search.end(arrives);
        if (!end || end->reaches || end->at == end->border) continue;
        if (std::max(end->at, end->border) < first || std::min(end->at, end->border) > last)
            continue;
        const Edits edits = search.opened(*end);
        if (!search.take(edits)) continue;
        search.follow(*end);
        out.insert(out.end(), edits.begin(), edits.end());
    }
    return out;
}

std::optional<Approach> approach(const Document& doc, ConstraintId target, double start,
                                 const edit::Context& context)
{
    const Constraint* led = findConstraint(*doc.rig, target);
    const Span* contact = edit::findSpan(doc, {target, start});
    if (!led || !contact || contact->kind != SpanKind::Contact || !led->arrives())
        return std::nullopt;
    ApproachSearch search(doc, *led, *contact, context);
    if (!search.touches()) return std::nullopt;
    Approach out;
    for (const bool arrives : {true, false})
        if (const std::optional<ContactEnd> end = search.end(arrives);
            end && search.lead(*end, out))
            search.follow(*end);
    if (out.edits.empty()) return std::nullopt;
    std::ranges::sort(out.before);
    std::ranges::sort(out.after);
    return out;
}

Result<Edits> withApproaches(const Document& doc, Edits edits, const edit::Context& context)
{
    const std::vector<edit::SpanRef> spans = spansSet(edits);
    if (spans.empty()) return edits;
    // Each sees what the one before has keyed: two contacts share the time between them.
    Result<Document> now = edit::applyEach(doc, edits, context);
    for (const edit::SpanRef& span : spans) {
        if (!now) return edits;
        if (context.progress && !context.progress(0))
            return Error{"cancelled", {}, ErrorKind::Cancelled};
        const auto led = approach(*now, span.target, span.start, context);
        if (!led) continue;
        edits.insert(edits.end(), led->edits.begin(), led->edits.end());
        now = edit::applyEach(*now, led->edits, context);
    }
    return edits;
}

}  // namespace posewright::operate
