#include "core/operate/go_round.h"

#include "core/edit/bend.h"
#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/motion_faults.h"
#include "core/operate/hold.h"
#include "core/operate/keys/approach.h"
#include "core/operate/keys/contact_ends.h"
#include "core/operate/row.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

namespace posewright::operate {

namespace {

constexpr double kLooksThrough = 120;  ///< to each side [frame]
constexpr double kChecked = 8;         ///< beside these frames [frame]
constexpr int kMostWayKeys = 10;  ///< some of them at one frame, as the hand turns with the arm
constexpr double kTurnStep = 0.2617993877991494;  ///< [rad] 15 degrees
constexpr int kMostTurns = 8;
constexpr double kStillTouches = 1.5;  ///< times as far off as what touches
constexpr double kClear = 200;         ///< beyond the box's side, times what a contact may slip by

/// A document at the frames that were asked for.
class Glances {
public:
    Glances(const Document& doc, const edit::Context& context,
            BoxWatch::Parts parts = BoxWatch::Parts::All) :
        doc_(doc),
        prepared_(prepare(doc, context.memo)), boxes_(doc, parts), parts_(parts),
        range_(doc.playback)
    {
    }

    const Evaluation& at(double frame)
    {
        const auto known = frames_.find(frame);
        if (known != frames_.end()) return known->second;
        return frames_.emplace(frame, evaluate(*prepared_, frame)).first->second;
    }
    std::optional<InBox> inBox(ConstraintId target, double frame)
    {
        std::optional<InBox> deepest;
        if (!isInRange(frame)) return deepest;
        const Evaluation* before = isInRange(frame - 1) ? &at(frame - 1) : nullptr;
        for (const InBox& in : boxes_.look(before, at(frame)))
            if (in.target == target && (!deepest || in.depth > deepest->depth)) deepest = in;
        return deepest;
    }
    int missesIn(double first, double last)
    {
        int count = 0;
        const int frames = static_cast<int>(last - first);
        for (int i = 0; i <= frames; ++i) {
            if (!isInRange(first + i)) continue;
            for (const TargetStatus& status : at(first + i).targets)
                count += isProblem(status.status) ? 1 : 0;
        }
        return count;
    }
    const Document& doc() const { return doc_; }
    const Playback& range() const { return range_; }
    const BoxWatch& boxes() const { return boxes_; }
    BoxWatch::Parts parts() const { return parts_; }

private:
    /// Elsewhere nothing is shown, and the limb may be somewhere else.
    bool isInRange(double frame) const { return frame >= range_.start && frame <= range_.end; }

    Document doc_;
    std::shared_ptr<const Prepared> prepared_;
    BoxWatch boxes_;
    BoxWatch::Parts parts_;
    Playback range_;
    std::map<double, Evaluation> frames_;
};

std::optional<ThroughBox> throughIn(Glances& shown, ConstraintId target, double frame)
{
    if (shown.boxes().empty()) return std::nullopt;
    const std::optional<InBox> here = shown.inBox(target, frame);
    if (!here) return std::nullopt;
    ThroughBox out = ThroughBox::at(*here, frame);
    for (const double step : {-1.0, 1.0})
        for (double at = frame + step; std::abs(at - frame) <= kLooksThrough; at += step) {
            const std::optional<InBox> in = shown.inBox(target, at);
            if (!in || in->box != out.in.box) break;
            out.add(*in, at);
        }
    return out;
}

/// The frame at which the limb is deepest in a box, within the frames and beside them.
std::optional<std::pair<double, InBox>> deepestIn(Glances& shown, ConstraintId target, double first,
                                                  double last)
{
    std::optional<std::pair<double, InBox>> out;
    const int frames = static_cast<int>(last - first + 2 * kChecked);
    for (int i = 0; i <= frames; ++i) {
        const double frame = first - kChecked + i;
        const std::optional<InBox> in = shown.inBox(target, frame);
        if (in && (!out || in->depth > out->second.depth)) out = std::pair(frame, *in);
    }
    return out;
}

/// Does the limb's end leave a box at a frame at which it is held on it?
bool isTouchLost(Glances& before, Glances& after, const Constraint& target,
                 const std::pair<double, double>& frames)
{
    const double first = std::max(frames.first, before.range().start);
    const double last = std::min(frames.second, before.range().end);
    for (int i = 0; first + i <= last; ++i) {
        const double frame = first + i;
        if (!isHeldAt(before.doc(), target, frame)) continue;
        const std::vector<BoxWatch::OnBox> is =
            after.boxes().touching(after.at(frame), kStillTouches);
        for (const BoxWatch::OnBox& was : before.boxes().touching(before.at(frame)))
            if (was.target == target.id &&
                std::ranges::none_of(is, [&was](const BoxWatch::OnBox& one) {
                    return one.target == was.target && one.box == was.box;
                }))
                return true;
    }
    return false;
}

/// Is the limb in that box at a frame, and not only on the way to it?
bool isIn(const BoxWatch& boxes, const InBox& in, const Evaluation& shown)
{
    return std::ranges::any_of(boxes.look(nullptr, shown), [&in](const InBox& one) {
        return one.target == in.target && one.box == in.box;
    });
}

/// A way that is tried.
class BoxTrial {
public:
    /// @param shown  the document
    BoxTrial(const Document& doc, Glances& shown, const Constraint& target,
             const ThroughBox& through, const edit::Context& context) :
        now_(doc),
        shown_(shown), target_(target), context_(context), end_(doc.scene->find(target.effector)),
        first_(through.start), last_(through.end),
        misses_(shown.missesIn(first_ - kChecked, last_ + kChecked))
    {
        if (const Track* track = doc.clip().track(target.target)) own_ = keyFrames(*track);
    }

    std::optional<WayRound> past(const ThroughBox& through, const BoxWatch::Side& side)
    {
        const double clear = kClear * slipTolerance(*now_.scene, target_);
        std::pair<double, InBox> worst(through.deepest, through.in);
        if (openContacts()) {
            const auto left = deepestLeft();
            if (!left) return std::nullopt;  // that is no way past this side
            worst = *left;
        }
        for (int key = 0; key < kMostWayKeys; ++key) {
            double frame = worst.first;
            const Evaluation there = evaluate(*prepare(now_, context_.memo), frame);
            if (isOwn(frame) && !isIn(shown_.boxes(), worst.second, there)) --frame;
            if (isOwn(frame) && (isLastBone(worst.second.part) || frame < worst.first)) break;
            const Evaluation pose =
                frame < worst.first ? evaluate(*prepare(now_, context_.memo), frame) : there;
            const Vec3 by = shown_.boxes().wayOut(worst.second, pose, side, clear);
            if (by.isZero() && std::ranges::count(way_.keyed, frame) > 0) break;
            if (!lead(pose, by)) break;
            const auto left = deepestLeft();
            if (!left) return done();
            worst = *left;
        }
        return std::nullopt;
    }

    /// By turning the limb's bend at its own keys there, about the line to its end.
    std::optional<WayRound> bent(const ThroughBox& through, double turn)
    {
        way_.turn = turn;
        std::vector<double> frames;
        std::ranges::copy_if(own_, std::back_inserter(frames),
                             [&](double frame) { return frame >= first_ && frame <= last_; });
        if (frames.empty()) frames.push_back(through.deepest);
        for (const double frame : frames)
            if (!add({edit::SetBend{target_.id, frame, turn}}, frame)) return std::nullopt;
        for (int key = 0; key < kMostWayKeys; ++key) {
            const auto left = deepestLeft();
            if (!left) return done();
            if (isLastBone(left->second.part)) break;
            // The hand turns with the arm, and goes out by the nearest side.
            const Evaluation pose = evaluate(*prepare(now_, context_.memo), left->first);
            std::optional<Vec3> least;
            for (int axis = 0; axis < 3; ++axis)
                for (const bool high : {false, true}) {
                    const Vec3 by = shown_.boxes().wayOut(left->second, pose, {axis, high}, 0);
                    if (!least || by.norm() < least->norm()) least = by;
                }
            if (least->isZero() || !lead(pose, *least)) break;
        }
        return std::nullopt;
    }

private:
    bool isOwn(double frame) const { return std::ranges::count(own_, frame) > 0; }
    bool isLastBone(NodeId part) const { return now_.scene->isAbove(now_.scene->find(part), end_); }
    bool add(const Edits& edits, double frame)
    {
        Result<Document> next = edit::applyEach(now_, edits, context_);
        if (!next) return false;
        now_ = *std::move(next);
        way_.edits.insert(way_.edits.end(), edits.begin(), edits.end());
        if (std::ranges::count(way_.keyed, frame) == 0) way_.keyed.push_back(frame);
        return true;
    }
    /// What contacts hold fully stays: the limb is led in their fades.
    bool openContacts()
    {
        const SpanRow* row = now_.clip().spanRow(target_.id);
        const std::vector<Span> spans = row ? row->spans : std::vector<Span>();
        bool opened = false;
        for (const Span& span : spans) {
            if (span.kind != SpanKind::Contact) continue;
            const Edits edits = fadesOpened(now_, target_, span, first_ - 1, last_ + 1, context_);
            Result<Document> next = edit::applyEach(now_, edits, context_);
            if (edits.empty() || !next) continue;
            now_ = *std::move(next);
            way_.edits.insert(way_.edits.end(), edits.begin(), edits.end());
            opened = true;
        }
        if (!opened) return false;
        own_ = keyFrames(*now_.clip().track(target_.target));
        return true;
    }
    bool lead(const Evaluation& pose, const Vec3& by)
    {
        const Span* span = spanAt(now_.clip().spanRow(target_.id), pose.frame);
        if (span && span->kind == SpanKind::Contact) return false;
        const Vec3 to = pose.world[end_].position + by;
        const Vec3 was = shown_.at(pose.frame).world[end_].position;
        way_.away = std::max(way_.away, (to - was).norm());
        if (way_.out.isZero() && by.norm() > 0) way_.out = by.normalized();
        return add(placed(holdOne(now_, pose, target_.target), pose.frame, to, std::nullopt),
                   pose.frame);
    }
    std::optional<std::pair<double, InBox>> deepestLeft()
    {
        after_.emplace(now_, context_, shown_.parts());
        return deepestIn(*after_, target_.id, first_, last_);
    }
    /// Nullopt: more is missed, or the limb's end leaves the box that it is held on.
    std::optional<WayRound> done()
    {
        if (after_->missesIn(first_ - kChecked, last_ + kChecked) > misses_) return std::nullopt;
        if (isTouchLost(shown_, *after_, target_, {first_ - kLooksThrough, last_ + kLooksThrough}))
            return std::nullopt;
        way_.keyed = targetKeysOf(way_.edits, target_.id);
        way_.whole = shown_.parts() == BoxWatch::Parts::All;
        return way_;
    }

    Document now_;
    Glances& shown_;
    const Constraint& target_;
    const edit::Context& context_;
    NodeIndex end_;
    double first_, last_;  ///< [frame]
    int misses_;
    std::vector<double> own_;  ///< keys of the target [frame]
    std::optional<Glances> after_;
    WayRound way_;
};

/// The smallest turns to both sides that help.
void addBends(const Document& doc, Glances& shown, const Constraint& target,
              const ThroughBox& through, const edit::Context& context, std::vector<WayRound>& out)
{
    for (const double side : {1.0, -1.0})
        for (int step = 1; step <= kMostTurns; ++step) {
            const double turn = side * step * kTurnStep;
            auto way = BoxTrial(doc, shown, target, through, context).bent(through, turn);
            if (!way) continue;
            out.push_back(*std::move(way));
            break;
        }
}

/// To the box that it is held on and from it, from outside.
void addApproaches(const Document& doc, Glances& shown, const Constraint& target,
                   const ThroughBox& through, const edit::Context& context,
                   std::vector<WayRound>& out)
{
    const SpanRow* row = doc.clip().spanRow(target.id);
    const double first = through.start, last = through.end;
    for (const Span& span : row ? row->spans : std::vector<Span>()) {
        if (span.kind != SpanKind::Contact || span.start > last + 1 || span.end < first - 1)
            continue;
        const std::optional<Approach> led = approach(doc, target.id, span.start, context);
        const Result<Document> then =
            led ? edit::applyEach(doc, led->edits, context) : Result<Document>(doc);
        if (!led || !then) continue;
        Glances after(*then, context, shown.parts());
        if (deepestIn(after, target.id, first, last)) continue;
        out.push_back({led->away, led->out, targetKeysOf(led->edits, target.id), 0,
                       shown.parts() == BoxWatch::Parts::All, led->edits});
    }
}

Result<Edits> goRound(const Document& doc, const GoRound& arguments, const edit::Context& context)
{
    const std::vector<WayRound> ways = waysRound(doc, arguments.target, arguments.frame, context);
    if (!ways.empty()) return ways.front().edits;
    if (!throughAround(doc, arguments.target, arguments.frame, context))
        return edit::refused("its limb is in no box at that frame", "/frame");
    return edit::refused("no way round the box is found", "/target");
}

}  // namespace

std::optional<ThroughBox> throughAround(const Document& doc, ConstraintId target, double frame,
                                        const edit::Context& context)
{
    Glances shown(doc, context);
    return throughIn(shown, target, frame);
}

std::vector<WayRound> waysRound(const Document& doc, ConstraintId target, double frame,
                                const edit::Context& context)
{
    std::vector<WayRound> out;
    const Constraint* constraint = findConstraint(*doc.rig, target);
    if (!constraint) return out;
    for (const BoxWatch::Parts parts : {BoxWatch::Parts::All, BoxWatch::Parts::WithoutLastBone}) {
        Glances shown(doc, context, parts);
        const std::optional<ThroughBox> through = throughIn(shown, target, frame);
        if (!through) return out;
        const NodeIndex part = doc.scene->find(through->in.part);
        if (doc.scene->isAbove(part, doc.scene->find(constraint->effector)))
            addBends(doc, shown, *constraint, *through, context, out);
        addApproaches(doc, shown, *constraint, *through, context, out);
        for (int axis = 0; axis < 3; ++axis)
            for (const bool high : {false, true}) {
                if (context.progress && !context.progress(0)) return {};
                BoxTrial trial(doc, shown, *constraint, *through, context);
                if (auto way = trial.past(*through, {axis, high})) out.push_back(*std::move(way));
            }
        if (!out.empty()) break;
    }
    std::ranges::stable_sort(out, {}, &WayRound::away);
    return out;
}

std::optional<WayRound> wayPast(const Document& doc, ConstraintId target, double frame,
                                const BoxWatch::Side& side, const edit::Context& context)
{
    const Constraint* constraint = findConstraint(*doc.rig, target);
    if (!constraint) return std::nullopt;
    Glances shown(doc, context, BoxWatch::Parts::WithoutLastBone);
    const std::optional<ThroughBox> through = throughIn(shown, target, frame);
    if (!through) return std::nullopt;
    return BoxTrial(doc, shown, *constraint, *through, context).past(*through, side);
}

Row row(Of<GoRound>)
{
    using O = GoRound;
    return rowOf<O>("goRound", "a target that leads its limb through a box goes round it", goRound,
                    edit::required("target", &O::target),
                    edit::required("frame", &O::frame, edit::kFrame));
}

}  // namespace posewright::operate
