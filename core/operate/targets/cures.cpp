#include "core/operate/cures.h"

#include "core/edit/change.h"
#include "core/edit/target_place.h"
#include "core/operate/hold.h"
#include "core/operate/row.h"
#include "core/operate/target_space.h"
#include "core/operate/targets/cure_case.h"
#include "core/operate/targets/cure_of_body.h"
#include "core/operate/targets/cure_of_chain.h"
#include "core/operate/targets/lower_body.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <optional>
#include <utility>

namespace posewright::operate {

namespace {

constexpr double kFade = 8;  ///< of a span next to a release [frame]
constexpr std::array kAllCures{CureBy::MoveTarget,  CureBy::LowerBody,  CureBy::MoveBody,
                               CureBy::LongerChain, CureBy::WiderLimit, CureBy::OtherBend,
                               CureBy::Stretch,     CureBy::Ease,       CureBy::LetGo};

CureKeys targetMoved(const CureCase& of)
{
    return keyedUntilMet(of, [&](const Document& doc, const Evaluation& shown, double frame) {
        const WorldTransform& there = shown.world[doc.scene->find(of.target.effector)];
        const auto turn = of.target.orientation ? std::optional(there.rotation) : std::nullopt;
        const WorldTransform& now = shown.world[doc.scene->find(of.target.target)];
        const Vec3 to = edit::servedPlace(of.target.kind, there, now).position;
        Edits edits = placed(holdOne(doc, shown, of.target.target), frame, to, turn);
        addSpanAsItIs(of, doc, frame, edits);
        return edits;
    });
}

/// Releases the target over the miss and fades the spans on both sides.
Edits lettingGo(const CureCase& of)
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

std::optional<Remedy> withEdits(const CureCase& of, CureBy by, NodeId node, const Edits& edits)
{
    CureTrial trial(of.doc, of.context);
    if (edits.empty() || !trial.take(edits)) return std::nullopt;
    return madeRemedy(of, by, node, 0, trial);
}

std::optional<Remedy> remedy(const CureCase& of, CureBy by)
{
    const Scene& scene = *of.doc.scene;
    edit::SetTarget set;
    set.target = of.target.id;
    switch (by) {
    case CureBy::MoveTarget: return madeRemedy(of, by, of.target.target, targetMoved(of));
    case CureBy::MoveBody: return bodyRemedy(of);
    case CureBy::LowerBody: return loweredBody(of);
    case CureBy::LongerChain: {
        const NodeIndex above = scene[scene.find(of.target.root)].parent;
        if (above == kNoNode || !scene[above].bone()) return std::nullopt;
        set.root = scene[above].id;
        // What is carried by its own chain could not be solved.
        Edits edits;
        if (scene.isAbove(above, scene.find(of.target.target)))
            if (const Result<Edits> hung =
                    inSpace(of.doc, of.target.id, bodyAbove(scene, set.root.value_or(NodeId::None)),
                            of.miss.asked, of.context))
                edits = *hung;
        edits.emplace_back(set);
        return withEdits(of, by, scene[above].id, edits);
    }
    case CureBy::WiderLimit: {
        const auto found = limitWidened(of);
        return found ? madeRemedy(of, by, found->joint, found->by, found->trial) : std::nullopt;
    }
    case CureBy::OtherBend: {
        auto bent = withEdits(of, by, of.target.target,
                              {edit::SetBend{of.target.id, of.miss.asked, std::numbers::pi}});
        if (bent) bent->keyed = {of.miss.asked};
        return bent;
    }
    case CureBy::Stretch: {
        const auto found = bonesStretched(of);
        return found ? madeRemedy(of, by, of.target.target, found->share, found->trial)
                     : std::nullopt;
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
         {CureBy::LowerBody, "lowerBody"},
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
    return missIn(CureTrial(doc, context), target, frame);
}

std::vector<Remedy> remedies(const Document& doc, ConstraintId target, double frame,
                             const edit::Context& context)
{
    std::vector<Remedy> out;
    const Constraint* constraint = findConstraint(*doc.rig, target);
    if (!constraint) return out;
    const CureCase of{doc, *constraint, missAround(doc, target, frame, context), context};
    if (of.miss.none()) return out;
    for (const CureBy by : kAllCures) {
        if (context.progress && !context.progress(0)) return {};
        if (auto found = remedy(of, by)) out.push_back(*std::move(found));
    }
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
