#include "core/operate/smooth.h"

#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/report.h"
#include "core/operate/row.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

namespace posewright::operate {

namespace {

constexpr int kLooks = 12;        ///< to each side [frame]
constexpr double kLongest = 600;  ///< longest contact that is checked [frame]
constexpr double kGone = 8;       ///< a shortened contact fades out over this [frame]
constexpr std::array kFades{4.0, 8.0, 12.0, 16.0, 24.0};  ///< [frame]
constexpr std::array kEases{0.06, 0.1, 0.15, 0.2};        ///< shares of the reach
constexpr double kBetter = 0.9;         ///< what is left of a pop or slip must be less than this
constexpr double kLongestRange = 3000;  ///< looked at as a whole [frame]
constexpr std::array kWays{SmoothBy::SofterKeys, SmoothBy::LongerFade, SmoothBy::Ease,
                           SmoothBy::ShorterContact, SmoothBy::KeyHere};

/// Counts the frames at which a contact slips although it holds fully.
void countSlips(const Document& doc, const Constraint& target, const std::vector<Evaluation>& held,
                Rough& out)
{
    const Span* span = spanAt(doc.clip().spanRow(target.id), held.front().frame);
    const double tolerance = slipTolerance(*doc.scene, target);
    for (const Evaluation& now : held) {
        const double by = slipBetween(doc, target, *span, held.front(), now);
        if (by <= tolerance) continue;
        if (out.slips++ == 0) out.firstSlip = now.frame;
        out.slipped = std::max(out.slipped, by);
    }
}

/// The evaluations that show the pops around a frame, at whole frames.
std::vector<Evaluation> shownAround(const Prepared& prepared, double frame)
{
    std::vector<Evaluation> shown;
    shown.reserve(2 * (kLooks + kPopNeighbours) + 1);
    for (int i = -kLooks - kPopNeighbours; i <= kLooks + kPopNeighbours; ++i)
        shown.push_back(evaluate(prepared, std::round(frame) + i));
    return shown;
}

void countPops(const Scene& scene, const std::vector<const Evaluation*>& frames,
               const std::vector<NodeIndex>& joints, Rough& out)
{
    std::vector<Pop> pops;
    for (std::size_t later = kPopNeighbours + 1; later + kPopNeighbours < frames.size(); ++later)
        findPops(scene, frames, later, pops);
    for (const Pop& pop : pops) {
        if (std::ranges::find(joints, scene.find(pop.joint)) == joints.end()) continue;
        ++out.pops;
        out.popped = std::max(out.popped, pop.angle);
    }
}

std::vector<const Evaluation*> pointersTo(const std::vector<Evaluation>& shown)
{
    std::vector<const Evaluation*> frames;
    frames.reserve(shown.size());
    for (const Evaluation& one : shown) frames.push_back(&one);
    return frames;
}

std::pair<int, double> costOf(const Rough& rough)
{
    return {rough.pops + rough.slips, rough.popped + rough.slipped};
}

bool isBetter(const Rough& left, const Rough& than)
{
    const auto [count, size] = costOf(left);
    const auto [before, sizeBefore] = costOf(than);
    return count < before || (count == before && size < kBetter * sizeBefore);
}

/// The request, and the document it is about.
struct PopCase {
    const Document& doc;
    const Constraint& target;
    double frame = 0;
    Rough now;
    const edit::Context& context;
};

/// The number of pops over the whole range.
int popsInRange(const Document& doc, const edit::Context& context)
{
    BakeOptions range;
    range.end = std::min(doc.playback.end, doc.playback.start + kLongestRange);
    const Result<Bake> baked = bake(*prepare(doc, context.memo), range);
    return baked ? static_cast<int>(findPops(doc, *baked).size()) : 0;
}

/// Keeps the first attempt that leaves no problem, else the one that leaves the least.
class Best {
public:
    explicit Best(const PopCase& of) : of_(of) {}

    bool perfect() const { return best_ && best_->left.none(); }
    void take(SmoothBy by, double amount, const Edits& edits)
    {
        if (edits.empty() || perfect()) return;
        const Result<Document> after = edit::applyEach(of_.doc, edits, of_.context);
        if (!after) return;
        const Rough left = roughAround(*after, of_.target.id, of_.frame, of_.context);
        if (!isBetter(left, best_ ? best_->left : of_.now)) return;
        // An ease acts in the whole clip, and may make pops elsewhere.
        if (by == SmoothBy::Ease && popsInRange(*after, of_.context) > popsBefore()) return;
        best_ = Smoothing{by, amount, edits, left};
    }
    std::optional<Smoothing> found() && { return std::move(best_); }

private:
    int popsBefore()
    {
        if (!popsBefore_) popsBefore_ = popsInRange(of_.doc, of_.context);
        return *popsBefore_;
    }

    const PopCase& of_;
    std::optional<Smoothing> best_;
    std::optional<int> popsBefore_;  ///< in the range, once asked
};

/// Does another span of the row touch this border? A fade there would release the limb between the
/// two.
bool goesOn(const SpanRow& row, const Span& span, double border)
{
    return std::ranges::any_of(row.spans, [&](const Span& other) {
        return &other != &span && other.kind != SpanKind::Off &&
               (other.start == border || other.end == border);
    });
}

/// Lengthens the fades near the frame to at least this, as far as the spans have room.
Edits fadedBy(const PopCase& of, double fade)
{
    Edits edits;
    const SpanRow* row = of.doc.clip().spanRow(of.target.id);
    if (!row) return edits;
    for (const Span& span : row->spans) {
        if (span.kind == SpanKind::Off || span.start == span.end) continue;
        const double room = std::floor((span.end - span.start) / 2);
        edit::MoveSpan move{of.target.id, span.start, span.start, span.end, {}, {}};
        const double longest = std::min(fade, room);
        const bool in = std::abs(span.start + span.in / 2 - of.frame) <= kLooks &&
                        !goesOn(*row, span, span.start);
        const bool out =
            std::abs(span.end - span.out / 2 - of.frame) <= kLooks && !goesOn(*row, span, span.end);
        if (in && span.in < longest) move.in = longest;
        if (out && span.out < longest) move.out = longest;
        if (move.in || move.out) edits.emplace_back(move);
    }
    return edits;
}

/// Gives automatic handles to the keys around the frame, and to `more` keys on each side of them.
Edits softened(const PopCase& of, int more)
{
    const Track* track = of.doc.clip().track(of.target.target);
    if (!track) return {};
    const std::vector<double> frames = keyFrames(*track);
    const auto after = std::upper_bound(frames.begin(), frames.end(), of.frame) - frames.begin();
    edit::SetInterpolation soft;
    for (auto row = std::max<std::ptrdiff_t>(0, after - 1 - more);
         row < std::min(std::ssize(frames), after + 1 + more); ++row)
        soft.keys.push_back({of.target.target, ConstraintId::None, {}, frames[row]});
    if (soft.keys.empty()) return {};
    return {soft};
}

/// Ends the contact before it slips.
Edits letGo(const PopCase& of, double& by)
{
    const Span* span = spanAt(of.doc.clip().spanRow(of.target.id), of.now.firstSlip);
    if (of.now.slips == 0 || !span || span->kind != SpanKind::Contact) return {};
    const double held = of.now.firstSlip - 1;  // the last frame of full hold
    if (held <= span->start + span->in) return {};
    edit::MoveSpan move{of.target.id, span->start, span->start, span->end, {}, {}};
    move.end = std::min(span->end, held + kGone);
    move.out = move.end - held;
    by = span->end - span->out - held;
    return {move};
}

/// Keys the target as it is shown; at an end of a contact, where the contact keeps it: what its own
/// keys say there may have been carried away since, with the body that it goes along with.
Edits keyedAt(const PopCase& of, double frame)
{
    const Result<Edits> edits =
        operate::edits(of.doc, KeyPose{{of.target.target}, frame}, of.context);
    return edits ? *edits : Edits{};
}

/// The frame, the one before, and the ends of contacts beside them: the nearest first.
std::vector<double> framesToKey(const PopCase& of)
{
    std::vector<double> out{of.frame, of.frame - 1};
    if (const SpanRow* row = of.doc.clip().spanRow(of.target.id))
        for (const Span& span : row->spans)
            for (const double end : {span.start, span.end})
                if (span.kind == SpanKind::Contact && std::abs(end - of.frame) <= kLooks &&
                    std::ranges::count(out, end) == 0)
                    out.push_back(end);
    std::ranges::stable_sort(out, {}, [&of](double at) { return std::abs(at - of.frame); });
    return out;
}

std::optional<Smoothing> smoothed(const PopCase& of, SmoothBy by)
{
    Best best(of);
    switch (by) {
    case SmoothBy::LongerFade:
        for (const double fade : kFades) best.take(by, fade, fadedBy(of, fade));
        break;
    case SmoothBy::Ease:
        for (const double soft : kEases) {
            if (soft <= of.target.soft) continue;
            edit::SetTarget set;
            set.target = of.target.id;
            set.soft = soft;
            best.take(by, soft, {set});
        }
        break;
    case SmoothBy::KeyHere:
        for (const double frame : framesToKey(of)) best.take(by, frame, keyedAt(of, frame));
        break;
    case SmoothBy::SofterKeys:
        for (const int more : {0, 1}) best.take(by, 0, softened(of, more));
        break;
    case SmoothBy::ShorterContact: {
        double cut = 0;
        const Edits edits = letGo(of, cut);
        best.take(by, cut, edits);
        break;
    }
    }
    return std::move(best).found();
}

Result<Edits> smooth(const Document& doc, const Smooth& arguments, const edit::Context& context)
{
    const Rough now = roughAround(doc, arguments.target, arguments.frame, context);
    if (now.none()) return edit::refused("nothing pops or slips around that frame", "/frame");
    const Constraint& target = *findConstraint(*doc.rig, arguments.target);
    const auto found = smoothed({doc, target, arguments.frame, now, context}, arguments.by);
    if (!found) return edit::refused("that does not help here", "/by");
    return found->edits;
}

}  // namespace

std::span<const Word<SmoothBy>> words(SmoothBy)
{
    static constexpr std::array<Word<SmoothBy>, kWays.size()> kWords{
        {{SmoothBy::LongerFade, "longerFade"},
         {SmoothBy::Ease, "ease"},
         {SmoothBy::ShorterContact, "shorterContact"},
         {SmoothBy::SofterKeys, "softerKeys"},
         {SmoothBy::KeyHere, "keyHere"}}};
    return kWords;
}

Rough roughAround(const Document& doc, ConstraintId id, double frame, const edit::Context& context)
{
    Rough out;
    const Constraint* target = findConstraint(*doc.rig, id);
    if (!target) return out;
    const auto prepared = prepare(doc, context.memo);
    const std::vector<Evaluation> shown = shownAround(*prepared, frame);
    const std::vector<const Evaluation*> frames = pointersTo(shown);
    countPops(*doc.scene, frames, jointsOf(*doc.scene, *target), out);
    const SpanRow* row = doc.clip().spanRow(id);
    const Span* last = nullptr;
    for (const Evaluation* now : frames) {
        const Span* span = spanAt(row, now->frame);
        if (!span || span->kind != SpanKind::Contact || span == last) continue;
        last = span;
        const double first = std::ceil(span->start + span->in);
        const double end = std::min(span->end - span->out, first + kLongest);
        std::vector<Evaluation> held;
        const int count = static_cast<int>(std::floor(end - first)) + 1;
        held.reserve(static_cast<std::size_t>(std::max(count, 0)));
        for (int i = 0; i < count; ++i) held.push_back(evaluate(*prepared, first + i));
        if (!held.empty()) countSlips(doc, *target, held, out);
    }
    return out;
}

Rough popsAround(const Document& doc, NodeId joint, double frame, const edit::Context& context)
{
    Rough out;
    const std::vector<Evaluation> shown = shownAround(*prepare(doc, context.memo), frame);
    countPops(*doc.scene, pointersTo(shown), {doc.scene->find(joint)}, out);
    return out;
}

std::vector<Smoothing> smoothings(const Document& doc, ConstraintId target, double frame,
                                  const edit::Context& context)
{
    std::vector<Smoothing> out;
    const Constraint* constraint = findConstraint(*doc.rig, target);
    if (!constraint) return out;
    const PopCase of{doc, *constraint, frame, roughAround(doc, target, frame, context), context};
    if (of.now.none()) return out;
    for (const SmoothBy by : kWays)
        if (auto found = smoothed(of, by)) out.push_back(*std::move(found));
    std::ranges::stable_sort(out, {}, [](const Smoothing& s) { return costOf(s.left); });
    return out;
}

Row row(Of<Smooth>)
{
    using O = Smooth;
    return rowOf<O>("smooth", "a limb that pops, or a contact that slips, around a frame is helped",
                    smooth, edit::required("target", &O::target),
                    edit::required("frame", &O::frame, edit::kFrame), edit::required("by", &O::by));
}

}  // namespace posewright::operate
