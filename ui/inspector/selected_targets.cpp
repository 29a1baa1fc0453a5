#include "ui/inspector/selected_targets.h"

namespace posewright::ui {

std::vector<const Constraint*> selectedTargets(const Session& session)
{
    const Rig& rig = *session.document().rig;
    const std::vector<NodeId>& nodes = session.selection().nodes();
    std::vector<const Constraint*> out;
    if (nodes.empty() || !constraintOfTarget(rig, nodes.back())) return out;
    for (const NodeId node : nodes)
        if (const Constraint* target = constraintOfTarget(rig, node)) out.push_back(target);
    return out;
}

}  // namespace posewright::ui
