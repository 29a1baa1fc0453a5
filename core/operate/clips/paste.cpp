#include "core/operate/clips/copied_json.h"
#include "core/operate/clips/pasted_keys.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <set>

namespace posewright::operate {

namespace {

/// The node that a copied key belongs to; for a target's influence, the target.
NodeId ownerOfKey(const Document& doc, const edit::KeyData& key)
{
    if (key.node != NodeId::None) return key.node;
    const Constraint* target = findConstraint(*doc.rig, key.constraint);
    return target ? target->target : NodeId::None;
}

/// Do they come from one node, and go to another one of the same kind?
bool goesElsewhere(const Document& doc, const Copied& what, NodeId to)
{
    std::set<NodeId> from;
    for (const edit::KeyData& key : what.keys)
        if (const NodeId owner = ownerOfKey(doc, key); owner != NodeId::None) from.insert(owner);
    for (const edit::SetSpan& span : what.spans)
        if (const Constraint* c = findConstraint(*doc.rig, span.target)) from.insert(c->target);
    if (from.size() != 1 || *from.begin() == to) return false;
    return (constraintOfTarget(*doc.rig, *from.begin()) != nullptr) ==
           (constraintOfTarget(*doc.rig, to) != nullptr);
}

Result<Edits> paste(const Document& doc, const Paste& arguments, const edit::Context&)
{
    Copied what = arguments.copied;
    const double by = arguments.frame - what.frame;
    const bool elsewhere = arguments.to && goesElsewhere(doc, what, *arguments.to);
    const Constraint* target = elsewhere ? constraintOfTarget(*doc.rig, *arguments.to) : nullptr;
    for (edit::KeyData& key : what.keys) {
        key.frame() += by;
        if (elsewhere && key.node != NodeId::None) key.node = *arguments.to;
        if (target && key.constraint != ConstraintId::None) key.constraint = target->id;
    }
    if (elsewhere) what.hints.reset();  // they describe another limb
    if (what.hints)
        for (edit::HintData& data : *what.hints) data.hint.frame += by;
    Edits edits = pastedKeys(doc, what);
    for (edit::SetSpan& span : what.spans) {
        span.start += by;
        span.end += by;
        if (target) span.target = target->id;
        edits.emplace_back(span);
    }
    return edits;
}

}  // namespace

Row row(Of<Paste>)
{
    using O = Paste;
    return rowOf<O>("paste", "copied keys and spans come to lie at a frame, maybe on another thing",
                    paste, edit::required("copied", &O::copied),
                    edit::required("frame", &O::frame, edit::kFrame), edit::optional("to", &O::to));
}

}  // namespace posewright::operate
