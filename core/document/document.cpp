#include "core/document/document.h"

#include <algorithm>

namespace posewright {

Document emptyDocument()
{
    Document doc;
    Clip clip;
    clip.name = "Clip";
    doc.clips.emplace_back(std::move(clip));
    doc.playback.end = 48;
    return doc;
}

bool Origin::operator==(const Origin& o) const
{
    return clip == o.clip && file == o.file && motion == o.motion && how == o.how &&
           standsIn == o.standsIn && standsAt == o.standsAt && made == o.made;
}

const Origin* originOf(const Document& doc, std::string_view clip)
{
    const auto at = std::find_if(doc.origins.begin(), doc.origins.end(),
                                 [clip](const auto& origin) { return origin->clip == clip; });
    return at == doc.origins.end() ? nullptr : &**at;
}

std::string_view symbolOf(LengthUnit unit) noexcept
{
    return unit == LengthUnit::Metre ? "m" : "units";
}

NodeId newNodeId(Document& doc)
{
    return NodeId{doc.nextId++};
}

ConstraintId newConstraintId(Document& doc)
{
    return ConstraintId{doc.nextId++};
}

bool makesChain(const Scene& scene, const ConstraintKind& kind, NodeIndex root, NodeIndex effector)
{
    return scene.isAbove(root, effector) || (rulesOf(kind).turnsEffector && root == effector);
}

const Constraint* findConstraint(const Rig& rig, ConstraintId id)
{
    const auto at = std::find_if(rig.constraints.begin(), rig.constraints.end(),
                                 [id](const Constraint& c) { return c.id == id; });
    return at == rig.constraints.end() ? nullptr : &*at;
}

const Constraint* findConstraint(const Document& doc, std::string_view targetName)
{
    const NodeIndex row = doc.scene->find(targetName);
    return row == kNoNode ? nullptr : constraintOfTarget(*doc.rig, (*doc.scene)[row].id);
}

bool awaitsKey(const Document& doc, ConstraintId target)
{
    const SpanRow* row = doc.clip().spanRow(target);
    return !row || row->spans.empty();
}

bool needs(const Constraint& constraint, NodeId node)
{
    return constraint.target == node || constraint.effector == node || constraint.root == node ||
           constraint.meets() == node;
}

const Constraint* constraintOfTarget(const Rig& rig, NodeId target)
{
    const auto at = std::find_if(rig.constraints.begin(), rig.constraints.end(),
                                 [target](const Constraint& c) { return c.target == target; });
    return at == rig.constraints.end() ? nullptr : &*at;
}

}  // namespace posewright
