#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <algorithm>

namespace posewright::operate {

namespace {

Result<Edits> removeNodes(const Document& doc, const RemoveNodes& arguments, const edit::Context&)
{
    Edits edits;
    for (const Constraint& constraint : doc.rig->constraints)
        if (std::any_of(arguments.nodes.begin(), arguments.nodes.end(),
                        [&](NodeId node) { return needs(constraint, node); }))
            edits.emplace_back(edit::RemoveTarget{constraint.id});
    for (const NodeId node : arguments.nodes)
        if (!constraintOfTarget(*doc.rig, node)) edits.emplace_back(edit::RemoveBone{node});
    return edits;
}

}  // namespace

Row row(Of<RemoveNodes>)
{
    using O = RemoveNodes;
    return rowOf<O>("removeNodes",
                    "bones, props and targets go, with the targets of chains that need them",
                    removeNodes, edit::required("nodes", &O::nodes));
}

}  // namespace posewright::operate
