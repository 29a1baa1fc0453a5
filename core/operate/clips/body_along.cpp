#include "core/operate/clips/body_along.h"

#include "core/edit/change.h"
#include "core/operate/clips/placed_keys.h"

namespace posewright::operate {

namespace {

/// Is it a target of the kind that `follow` adds?
bool carriesBody(const Document& doc, const Constraint& c, NodeIndex trunk)
{
    const Scene& scene = *doc.scene;
    return c.rootMoves && c.orientation && c.soft == 0 && scene.find(c.effector) == trunk &&
           scene.find(c.root) == scene[trunk].parent &&
           scene[scene.find(c.target)].parent == kNoNode;
}

/// The target that carries the body; added if there is none.
Result<ConstraintId> bodyTarget(Cleaner& cleaner, NodeIndex trunk)
{
    const Scene& scene = *cleaner.doc().scene;
    for (const Constraint& c : cleaner.doc().rig->constraints)
        if (carriesBody(cleaner.doc(), c, trunk)) return c.id;
    return cleaner.addTarget("Body", scene[trunk].id, scene[scene[trunk].parent].id, true);
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

NodeIndex trunkOf(const Document& doc, const retarget::Figure& figure,
                  const std::vector<NodeIndex>& ankles)
{
    const Scene& scene = *doc.scene;
    const NodeIndex hips = figure.first(retarget::Role::Hips),
                    spine = figure.first(retarget::Role::Spine);
    if (hips == kNoNode || spine == kNoNode || scene[spine].parent != hips) return kNoNode;
    for (const NodeIndex ankle : ankles)
        if (!scene.isAbove(hips, ankle)) return kNoNode;
    for (const Constraint& c : doc.rig->constraints) {
        const SpanRow* row = doc.clip().spanRow(c.id);
        const bool idle = carriesBody(doc, c, spine) && (!row || row->spans.empty());
        if (!idle && (c.rootMoves || scene.find(c.root) == hips)) return kNoNode;
    }
    return spine;
}

std::optional<Error> follow(Cleaner& cleaner, const contacts::Samples& samples, NodeIndex trunk,
                            const std::vector<WorldTransform>& shown,
                            const std::vector<Vec3>& moves)
{
    constexpr double kStill = 1e-7;  // share of a leg's length
    const Result<ConstraintId> target = bodyTarget(cleaner, trunk);
    if (!target) return target.error();
    const NodeId node = findConstraint(*cleaner.doc().rig, *target)->target;
    const auto still = [&](std::size_t f) { return moves[f].norm() <= kStill * samples.leg; };
    edit::PutKeys keys;
    for (std::size_t f = 0; f < moves.size();) {
        if (still(f)) {
            ++f;
            continue;
        }
        edit::SetSpan span;
        span.target = *target;
        span.kind = SpanKind::Reach;
        span.start = samples.start + double(f > 0 ? f - 1 : f);
        for (f = f > 0 ? f - 1 : f; f < moves.size(); ++f) {
            const double frame = samples.start + double(f);
            addKeys(node, {frame, shown[f].position + moves[f], shown[f].rotation}, keys.keys);
            span.end = frame;
            if (frame > span.start && still(f)) break;
        }
        if (auto error = cleaner.take(span)) return error;
        if (f < moves.size()) ++f;
    }
    return keys.keys.empty() ? std::nullopt : cleaner.take(keys);
}

}  // namespace posewright::operate
