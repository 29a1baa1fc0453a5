// Long: every remedy has its own search.
#include "core/operate/cures.h"

#include "core/edit/change.h"
#include "core/edit/target_place.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/dense_key.h"
#include "core/operate/hold.h"
#include "core/operate/row.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace posewright::operate {

namespace {

constexpr double kLooksFar = 120;  ///< to each side of a miss, to find its frames [frame]
constexpr double kBeside = 8;      ///< also checked next to the miss
constexpr int kMostRounds = 8;     ///< per remedy
constexpr double kHelps = 0.98;    ///< a remedy must leave at most this share of the miss
constexpr double kMet = 0.1;       ///< a stretch leaves at most this share of it
constexpr double kHipsFade = 16;   ///< of the offset that moves the hips [frame]
constexpr double kFade = 8;        ///< of a span next to a release [frame]
constexpr double kWidest = 0.97 * std::numbers::pi;  ///< largest opening of a cone [rad]
constexpr double kMostStretch = 0.3;
constexpr std::array kAllCures{CureBy::MoveTarget, CureBy::MoveBody,  CureBy::LongerChain,
                               CureBy::WiderLimit, CureBy::OtherBend, CureBy::Stretch,
                               CureBy::Ease,       CureBy::LetGo};

/// A document to try edits on and look at frames of.
class Trial {
public:
    Trial(const Document& doc, const edit::Context& context) :
        context_(context), doc_(doc), prepared_(prepare(doc, context.memo))
    {
    }

    const Document& doc() const noexcept { return doc_; }
    Evaluation at(double frame) const { return evaluate(*prepared_, frame); }
    /// False: an edit was refused, and the document is unchanged.
    bool take(const Edits& edits)
    {
        Document next = doc_;
        for (const edit::Edit& edit : edits) {
            Result<Document> made = edit::apply(next, edit, context_);
            if (!made) return false;
            next = *std::move(made);
        }
        doc_ = std::move(next);
        prepared_ = prepare(doc_, context_.memo);
        edits_.insert(edits_.end(), edits.begin(), edits.end());
        return true;
    }
    const Edits& edits() const noexcept { return edits_; }

private:
    edit::Context context_;
    Document doc_;
    std::shared_ptr<const Prepared> prepared_;
    Edits edits_;
};

const TargetStatus* statusIn(const Evaluation& shown, ConstraintId target)
{
    const auto at = std::ranges::find(shown.targets, target, &TargetStatus::constraint);
    return at == shown.targets.end() ? nullptr : &*at;
}

bool missedIn(const Evaluation& shown, ConstraintId target)
{
    const TargetStatus* status = statusIn(shown, target);
    return status && isProblem(status->status);
}

/// The miss over frames first to last and some to each side.
Miss counted(const Trial& trial, ConstraintId target, double first, double last)
{
    Miss out{.first = first, .last = last, .worst = first};
    double most = -1;
    const int frames = static_cast<int>(last - first + 2 * kBeside);
    for (int i = 0; i <= frames; ++i) {
        const double frame = first - kBeside + i;
        const Evaluation shown = trial.at(frame);
        for (const TargetStatus& status : shown.targets) {
            if (!isProblem(status.status)) continue;
            ++out.problems;
            if (status.constraint != target) continue;
            ++out.frames;
            out.off = std::max(out.off, status.positionError);
            out.turned = std::max(out.turned, status.orientationError);
            const double size = status.positionError + 1e-3 * status.orientationError;
            if (size <= most) continue;
            most = size;
            out.worst = frame;
        }
    }
    return out;
}

Miss missIn(const Trial& trial, ConstraintId target, double frame)
{
    if (!missedIn(trial.at(frame), target)) return {.first = frame, .last = frame};
    double first = frame, last = frame;
    while (first > frame - kLooksFar && missedIn(trial.at(first - 1), target)) --first;
    while (last < frame + kLooksFar && missedIn(trial.at(last + 1), target)) ++last;
    Miss out = counted(trial, target, first, last);
    out.asked = frame;
    return out;
}

/// The miss to cure, and the document that has it.
struct Case {
    const Document& doc;
    const Constraint& target;
    Miss miss;
    const edit::Context& context;

    Miss left(const Trial& trial) const { return counted(trial, target.id, miss.first, miss.last); }
};

struct Keyed {
    Trial trial;
    std::vector<double> frames;  ///< ascending
};

/// Adds keys one by one: the first at the requested frame, each further one at the frame that
/// misses most by then.
template <class Put>
Keyed keyedUntilMet(const Case& of, Put&& put)
{
    Keyed out{Trial(of.doc, of.context), {}};
    double frame = of.miss.asked;
    for (int round = 0; round < kMostRounds; ++round) {
        const Edits edits = put(out.trial.doc(), out.trial.at(frame), frame);
        if (edits.empty() || !out.trial.take(edits)) break;
        out.frames.push_back(frame);
        const Miss left = of.left(out.trial);
        if (left.none()) break;
        frame = left.worst;
    }
    std::ranges::sort(out.frames);
    out.frames.erase(std::unique(out.frames.begin(), out.frames.end()), out.frames.end());
    return out;
}

Keyed targetMoved(const Case& of)
{
    return keyedUntilMet(of, [&](const Document& doc, const Evaluation& shown, double frame) {
        const WorldTransform& there = shown.world[doc.scene->find(of.target.effector)];
        const auto turn = of.target.orientation ? std::optional(there.rotation) : std::nullopt;
        const WorldTransform& now = shown.world[doc.scene->find(of.target.target)];
        const Vec3 to = edit::servedPlace(of.target.kind, there, now).position;
        Edits edits = placed(holdOne(doc, shown, of.target.target), frame, to, turn);
        // A span that these edits set is not extended for their keys (near_key.h).
        const Span* span = spanAt(doc.clip().spanRow(of.target.id), frame);
        if (span && frame == of.miss.asked)
            edits.emplace_back(edit::MoveSpan{of.target.id, span->start, span->start, span->end,
                                              std::nullopt, std::nullopt});
        return edits;
    });
}

/// The target that carries the chain's root, else the topmost bone above the root.
NodeId bodyOf(const Document& doc, const Constraint& target)
{
    const Scene& scene = *doc.scene;
    const NodeIndex root = scene.find(target.root);
    for (const Constraint& c : doc.rig->constraints) {
        const NodeIndex held = scene.find(c.effector);
        if (c.id != target.id && held != kNoNode && c.arrives() &&
            (held == root || scene.isAbove(held, root)))
            return c.target;
    }
    NodeId top = NodeId::None;
    for (NodeIndex up = root; up != kNoNode; up = scene[up].parent)
        if (scene[up].bone()) top = scene[up].id;
    return top;
}

/// How far the body moves along, as shares of the distance that its limb misses by.
struct Following {
    double level = 1;    ///< horizontal
    double upright = 1;  ///< vertical
    double drop = 0;     ///< downwards, as a share of the level distance, for legs that are
                         ///< straight
};
constexpr std::array kFollowing{Following{1.02, 1.02, 0}, Following{1.1, 0, 0},
                                Following{1.1, 0, 0.2},   Following{1.1, 0, 0.4},
                                Following{1.1, 0, 0.7},   Following{1.1, 0, 1.1},
                                Following{0.5, 0, 0.2},   Following{0.5, 0, 0.5}};

Edits followed(const Case& of, NodeId body, const Following& how, const Document& doc,
               const Evaluation& shown, double frame)
{
    const Scene& scene = *doc.scene;
    Vec3 way = shown.world[scene.find(of.target.target)].position -
               shown.world[scene.find(of.target.effector)].position;
    const double far = std::hypot(way.x(), way.z());
    way = Vec3(how.level * way.x(), how.upright * way.y() - how.drop * far, how.level * way.z());
    return onLayers(doc, moved(hold(doc, shown, Handling::Move, {body}), frame, way),
                    kHipsFade / doc.clip().rate);
}

int problemsIn(const Evaluation& shown)
{
    return static_cast<int>(std::ranges::count_if(
        shown.targets, [](const TargetStatus& status) { return isProblem(status.status); }));
}

/// Widens a limit on both sides.
struct Wider {
    double by;  ///< [rad]

    void operator()(Range& range) const
    {
        range.min = std::max(range.min - by, std::min(range.min, -std::numbers::pi));
        range.max = std::min(range.max + by, std::max(range.max, std::numbers::pi));
    }
    void operator()(std::string_view, Range& range) const { (*this)(range); }
    void operator()(std::string_view, std::string_view, Range& range) const { (*this)(range); }
    void operator()(std::string_view, std::array<double, 4>& openings) const
    {
        for (double& angle : openings) angle = std::max(angle, std::min(angle + by, kWidest));
    }
    void operator()(std::string_view, const auto&) const {}
};

/// The limit widened by this angle on both sides; nullopt if it does not limit a rotation.
std::optional<Limit> widened(const Limit& limit, double by)
{
    bool bounds = false;
    limits::eachArgument(limit, [&](const auto&...) { bounds = true; });
    if (!bounds || limits::slides(limit)) return std::nullopt;
    Limit out = limit;
    limits::eachArgument(out, Wider{by});
    return out;
}

const Limit* limitOf(const Document& doc, NodeIndex joint)
{
    const BonePart* bone = (*doc.scene)[joint].bone();
    return bone ? &bone->limit : nullptr;
}

/// The error at the worst frame with the edit applied; nullopt if the edit is refused.
std::optional<double> offWith(const Case& of, const edit::Edit& edit)
{
    Trial trial(of.doc, of.context);
    if (!trial.take({edit})) return std::nullopt;
    const Evaluation shown = trial.at(of.miss.worst);
    const TargetStatus* status = statusIn(shown, of.target.id);
    if (!status || !isProblem(status->status)) return 0;
    return status->positionError + 1e-3 * status->orientationError;
}

struct Widened {
    NodeId joint = NodeId::None;
    double by = 0;
    Trial trial;
};

/// The joint whose limit contributes most to the miss, widened by as few degrees as needed.
std::optional<Widened> limitWidened(const Case& of)
{
    NodeIndex best = kNoNode;
    double least = kHelps * (of.miss.off + 1e-3 * of.miss.turned);
    for (const NodeIndex joint : jointsOf(*of.doc.scene, of.target)) {
        const Limit* limit = limitOf(of.doc, joint);
        if (!limit || !widened(*limit, 0)) continue;
        const auto off = offWith(
            of, edit::limitEdit((*of.doc.scene)[joint].id, *widened(*limit, std::numbers::pi)));
        if (!off || *off >= least) continue;
        least = *off;
        best = joint;
    }
    if (best == kNoNode) return std::nullopt;
    const NodeId id = (*of.doc.scene)[best].id;
    const auto edit = [&](int degrees) {
        return edit::limitEdit(id,
                               *widened(*limitOf(of.doc, best), degrees * std::numbers::pi / 180));
    };
    int low = 0, high = 180;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        const auto off = offWith(of, edit(middle));
        (off && *off <= least * (1 + 1e-3) + 1e-9 ? high : low) = middle;
    }
    Widened out{id, high * std::numbers::pi / 180, Trial(of.doc, of.context)};
    if (!out.trial.take({edit(high)})) return std::nullopt;
    return out;
}

struct Stretched {
    double share = 0;
    Trial trial;
};

std::optional<Stretched> boneStretched(const Case& of)
{
    const auto edit = [&](int percent) {
        edit::SetTarget set;
        set.target = of.target.id;
        set.stretch = percent / 100.0;
        return set;
    };
    // Eased is not enough: the bones become longer so that the target is met.
    const auto meets = [&](int percent) {
        Trial trial(of.doc, of.context);
        if (!trial.take({edit(percent)})) return false;
        const Evaluation shown = trial.at(of.miss.worst);
        const TargetStatus* status = statusIn(shown, of.target.id);
        return status && !isProblem(status->status) && status->positionError <= kMet * of.miss.off;
    };
    int low = static_cast<int>(std::floor(100 * of.target.stretch));
    int high = static_cast<int>(100 * kMostStretch);
    if (!meets(high)) return std::nullopt;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        (meets(middle) ? high : low) = middle;
    }
    Stretched out{high / 100.0, Trial(of.doc, of.context)};
    if (!out.trial.take({edit(high)})) return std::nullopt;
    return out;
}

/// Releases the target over the miss and fades the spans on both sides.
Edits lettingGo(const Case& of)
{
    edit::SetSpan off;
    off.target = of.target.id;
    off.start = of.miss.first;
    off.end = std::max(of.miss.last, of.miss.first + 1);
    off.kind = SpanKind::Off;
    Edits edits{off};
    const Result<Document> cut = edit::apply(of.doc, off, of.context);
    const SpanRow* row = cut ? cut->clip().spanRow(of.target.id) : nullptr;
    if (!row) return {};
    for (const Span& span : row->spans) {
        if (span.kind == SpanKind::Off) continue;
        edit::MoveSpan move;
        move.target = of.target.id;
        move.start = move.to = span.start;
        move.end = span.end;
        const double most = (span.end - span.start) / 2;
        if (span.end == off.start) move.out = std::max(span.out, std::min(kFade, most));
        if (span.start == off.end) move.in = std::max(span.in, std::min(kFade, most));
        if (move.in || move.out) edits.emplace_back(move);
    }
    return edits;
}

double farMoved(const Case& of, const Trial& trial, NodeId node)
{
    const NodeIndex row = of.doc.scene->find(node);
    const Trial before(of.doc, of.context);
    double far = 0;
    const int frames = static_cast<int>(of.miss.last - of.miss.first);
    for (int i = 0; i <= frames; ++i) {
        const double frame = of.miss.first + i;
        far = std::max(
            far,
            (trial.at(frame).world[row].position - before.at(frame).world[row].position).norm());
    }
    return far;
}

std::optional<Remedy> made(const Case& of, CureBy by, NodeId node, double amount,
                           const Trial& trial)
{
    if (trial.edits().empty()) return std::nullopt;
    const Miss left = of.left(trial);
    const double before = of.miss.off + 1e-3 * of.miss.turned;
    // Who helps one target by pulling another off its place only moves the miss.
    if (left.problems - left.frames > of.miss.problems - of.miss.frames) return std::nullopt;
    const bool helps =
        left.problems < of.miss.problems ||
        (left.problems == of.miss.problems && left.off + 1e-3 * left.turned < kHelps * before);
    if (!helps) return std::nullopt;
    return Remedy{by, node, amount, trial.edits(), left};
}

std::optional<Remedy> made(const Case& of, CureBy by, NodeId node, const Keyed& keyed)
{
    std::optional<Remedy> out = made(of, by, node, farMoved(of, keyed.trial, node), keyed.trial);
    if (out) out->keyed = keyed.frames;
    return out;
}

std::optional<Remedy> withEdits(const Case& of, CureBy by, NodeId node, const Edits& edits)
{
    Trial trial(of.doc, of.context);
    if (edits.empty() || !trial.take(edits)) return std::nullopt;
    return made(of, by, node, 0, trial);
}

std::optional<Remedy> bodyRemedy(const Case& of)
{
    const NodeId body = bodyOf(of.doc, of.target);
    if (body == NodeId::None || of.miss.off == 0) return std::nullopt;
    const Evaluation before = Trial(of.doc, of.context).at(of.miss.asked);
    const double off = statusIn(before, of.target.id)->positionError;
    std::optional<Remedy> best;
    for (const Following& how : kFollowing) {
        const auto put = [&](const Document& doc, const Evaluation& shown, double frame) {
            return followed(of, body, how, doc, shown, frame);
        };
        // If the requested frame does not improve, skip the other frames.
        Trial once(of.doc, of.context);
        if (!once.take(put(of.doc, before, of.miss.asked))) continue;
        const Evaluation after = once.at(of.miss.asked);
        if (problemsIn(after) > problemsIn(before) ||
            statusIn(after, of.target.id)->positionError >= kHelps * off)
            continue;
        auto found = made(of, CureBy::MoveBody, body, keyedUntilMet(of, put));
        if (!found) continue;
        const auto key = [](const Remedy& r) { return std::pair(r.left.problems, r.left.off); };
        if (!best || key(*found) < key(*best)) best = std::move(found);
        if (best->left.problems == 0) break;
    }
    return best;
}

std::optional<Remedy> remedy(const Case& of, CureBy by)
{
    const Scene& scene = *of.doc.scene;
    edit::SetTarget set;
    set.target = of.target.id;
    switch (by) {
    case CureBy::MoveTarget: return made(of, by, of.target.target, targetMoved(of));
    case CureBy::MoveBody: return bodyRemedy(of);
    case CureBy::LongerChain: {
        const NodeIndex above = scene[scene.find(of.target.root)].parent;
        if (above == kNoNode || !scene[above].bone()) return std::nullopt;
        set.root = scene[above].id;
        return withEdits(of, by, scene[above].id, {set});
    }
    case CureBy::WiderLimit: {
        const auto found = limitWidened(of);
        return found ? made(of, by, found->joint, found->by, found->trial) : std::nullopt;
    }
    case CureBy::OtherBend: {
        auto bent = withEdits(of, by, of.target.target,
                              {edit::SetBend{of.target.id, of.miss.asked, std::numbers::pi}});
        if (bent) bent->keyed = {of.miss.asked};
        return bent;
    }
    case CureBy::Stretch: {
        const auto found = boneStretched(of);
        return found ? made(of, by, of.target.target, found->share, found->trial) : std::nullopt;
    }
    case CureBy::Ease:
        set.soft = std::max(0.1, 2 * of.target.soft);
        return withEdits(of, by, of.target.target, {set});
    case CureBy::LetGo: break;
    }
    return withEdits(of, by, of.target.target, lettingGo(of));
}

Result<Edits> cure(const Document& doc, const Cure& arguments, const edit::Context& context)
{
    const Miss miss = missAround(doc, arguments.target, arguments.frame, context);
    if (miss.none()) return edit::refused("the target does not miss at that frame", "/frame");
    const Constraint& target = *findConstraint(*doc.rig, arguments.target);
    const auto found = remedy({doc, target, miss, context}, arguments.by);
    if (!found) return edit::refused("that does not help here", "/by");
    return found->edits;
}

}  // namespace

std::span<const Word<CureBy>> words(CureBy)
{
    static constexpr std::array<Word<CureBy>, kAllCures.size()> kWords{
        {{CureBy::MoveTarget, "moveTarget"},
         {CureBy::MoveBody, "moveBody"},
         {CureBy::LongerChain, "longerChain"},
         {CureBy::WiderLimit, "widerLimit"},
         {CureBy::OtherBend, "otherBend"},
         {CureBy::Stretch, "stretch"},
         {CureBy::Ease, "ease"},
         {CureBy::LetGo, "letGo"}}};
    return kWords;
}

Miss missAround(const Document& doc, ConstraintId target, double frame,
                const edit::Context& context)
{
    return missIn(Trial(doc, context), target, frame);
}

std::vector<Remedy> remedies(const Document& doc, ConstraintId target, double frame,
                             const edit::Context& context)
{
    std::vector<Remedy> out;
    const Constraint* constraint = findConstraint(*doc.rig, target);
    if (!constraint) return out;
    const Case of{doc, *constraint, missAround(doc, target, frame, context), context};
    if (of.miss.none()) return out;
    for (const CureBy by : kAllCures)
        if (auto found = remedy(of, by)) out.push_back(*std::move(found));
    std::ranges::stable_sort(out, {}, [](const Remedy& r) { return r.left.problems; });
    // Letting go gives the target up, so it comes last, however few problems it leaves.
    std::stable_partition(out.begin(), out.end(),
                          [](const Remedy& r) { return r.by != CureBy::LetGo; });
    return out;
}

Row row(Of<Cure>)
{
    using O = Cure;
    return rowOf<O>("cure", "a target that misses is helped, there and on the frames around", cure,
                    edit::required("target", &O::target),
                    edit::required("frame", &O::frame, edit::kFrame), edit::required("by", &O::by));
}

}  // namespace posewright::operate
