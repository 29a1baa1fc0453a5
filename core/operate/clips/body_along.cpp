#include "core/operate/clips/body_along.h"

#include "core/edit/change.h"
#include "core/operate/clips/placed_keys.h"
#include "core/operate/limbs.h"

#include <algorithm>

namespace posewright::operate {

namespace {

/// Is it a target of the kind that `follow` adds?
bool carriesBody(const Document& doc, const Constraint& c, NodeIndex trunk)
{
    const Scene& scene = *doc.scene;
    return c.rootMoves && c.orientation && scene.find(c.effector) == trunk &&
           scene.find(c.root) == scene[trunk].parent &&
           scene[scene.find(c.target)].parent == kNoNode;
}

/// Do its keys alone decide wherever the target acts?
bool followsKeys(const Document& doc, const Constraint& c)
{
    const InfluenceTrack* influence = doc.clip().influence(c.id);
    if (influence && !influence->curve.empty()) return false;
    const SpanRow* row = doc.clip().spanRow(c.id);
    return !row || std::ranges::all_of(row->spans, [](const Span& span) {
        return span.kind == SpanKind::Reach && span.inbetween == Inbetween::Resolve &&
               span.in == 0 && span.out == 0;
    });
}

/// The target that carries the body; added if there is none.
Result<ConstraintId> bodyTarget(Cleaner& cleaner, NodeIndex trunk)
{
    const Scene& scene = *cleaner.doc().scene;
    for (const Constraint& c : cleaner.doc().rig->constraints) {
        if (!carriesBody(cleaner.doc(), c, trunk)) continue;
        edit::SetTarget exact;
        exact.target = c.id;
        exact.soft = 0;
        const bool eased = c.soft != 0;
        if (auto error = eased ? cleaner.take(exact) : std::nullopt) return *error;
        return exact.target;
    }
    return cleaner.addTarget("Body", scene[trunk].id, scene[scene[trunk].parent].id, true);
}

std::optional<Error> removeKeys(Cleaner& cleaner, NodeId node, const contacts::Samples& samples)
{
    const double end = samples.start + double(samples.frames()) - 1;
    edit::DeleteKeys old;
    if (const Track* track = cleaner.doc().clip().track(node))
        for (const double frame : keyFrames(*track))
            if (frame >= samples.start && frame <= end) old.keys.push_back({node, {}, {}, frame});
    return old.keys.empty() ? std::nullopt : cleaner.take(old);
}

}  // namespace

Result<ConstraintId> Cleaner::addTarget(const std::string& name, NodeId effector, NodeId root,
                                        bool rootMoves)
{
    edit::AddTarget add;
    add.name = uniqueName(*doc_.scene, name);
    add.effector = effector;
    add.root = root;
    edit::SetTarget as;
    const std::string given = add.name;
    if (auto error = take(std::move(add))) return *error;
    as.target = findConstraint(doc_, given)->id;
    as.orientation = true;
    if (rootMoves) as.rootMoves = true;
    as.soft = 0;
    if (auto error = take(as)) return *error;
    return as.target;
}

std::optional<Error> Cleaner::take(edit::Edit next)
{
    Result<Document> after = edit::apply(doc_, next, context_);
    if (!after) return after.error();
    doc_ = *std::move(after);
    edits_.push_back(std::move(next));
    return {};
}

Result<NodeIndex> trunkOf(const Document& doc, const retarget::Figure& figure,
                          const std::vector<NodeIndex>& ankles)
{
    const Scene& scene = *doc.scene;
    const NodeIndex hips = figure.first(retarget::Role::Hips),
                    spine = figure.first(retarget::Role::Spine), trunk = trunkAbove(scene, figure);
    const auto named = [&](NodeIndex row) { return '"' + scene[row].name + '"'; };
    if (hips == kNoNode) return Error{"no bone is found to be the hips"};
    if (spine == kNoNode) return Error{"no bone is found to be the spine"};
    if (trunk == kNoNode) return Error{named(spine) + " is not below " + named(hips)};
    for (const NodeIndex ankle : ankles)
        if (!scene.isAbove(hips, ankle))
            return Error{named(ankle) + " is not below " + named(hips)};
    for (const Constraint& c : doc.rig->constraints) {
        const bool follows = carriesBody(doc, c, trunk) && followsKeys(doc, c);
        if (!follows && (c.rootMoves || scene.find(c.root) == hips))
            return Error{"the target " + named(scene.find(c.target)) + " moves " +
                         named(scene.find(c.root)) + " already"};
    }
    return trunk;
}

std::optional<Error> follow(Cleaner& cleaner, const contacts::Samples& samples, NodeIndex trunk,
                            const std::vector<WorldTransform>& shown,
                            const std::vector<Vec3>& moves)
{
    constexpr double kStill = 1e-7;  // share of a leg's length
    const Result<ConstraintId> target = bodyTarget(cleaner, trunk);
    if (!target) return target.error();
    const NodeId node = findConstraint(*cleaner.doc().rig, *target)->target;
    const std::size_t frames = moves.size();
    std::vector<bool> acted(frames), acts(frames);
    bool moved = false;
    for (std::size_t f = 0; f < frames; ++f) {
        acted[f] = spanAt(cleaner.doc().clip().spanRow(*target), samples.start + double(f));
        acts[f] = acts[f] || acted[f];
        if (moves[f].norm() <= kStill * samples.leg) continue;
        moved = true;
        for (std::size_t near = f > 0 ? f - 1 : f; near <= std::min(f + 1, frames - 1); ++near)
            acts[near] = true;
    }
    if (!moved) return {};
    // Where it acted before, it stays as shown: new keys would bend the curves between old ones.
    edit::PutKeys keys;
    for (std::size_t f = 0; f < frames;) {
        if (!acts[f]) {
            ++f;
            continue;
        }
        edit::SetSpan span;
        span.target = *target;
        span.kind = SpanKind::Reach;
        span.start = samples.start + double(f);
        bool longer = false;
        for (; f < frames && acts[f]; ++f) {
            span.end = samples.start + double(f);
            longer = longer || !acted[f];
            addKeys(node, {span.end, shown[f].position + moves[f], shown[f].rotation}, keys.keys);
        }
        if (!longer) continue;
        if (auto error = cleaner.take(span)) return error;
    }
    if (auto error = removeKeys(cleaner, node, samples)) return error;
    if (auto error = cleaner.take(keys)) return error;
    return cleaner.take(edit::BendAsKeyed{*target, {}});
}

}  // namespace posewright::operate
