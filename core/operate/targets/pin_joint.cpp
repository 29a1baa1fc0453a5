#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <algorithm>

namespace posewright::operate {

namespace {

Result<Edits> pinJoint(const Document& doc, const PinJoint& arguments, const edit::Context&)
{
    Edits edits;
    for (const ConstraintId id : arguments.targets) {
        std::vector<NodeId> pins = findConstraint(*doc.rig, id)->pins;
        const auto at = std::ranges::find(pins, arguments.joint);
        if ((at != pins.end()) == arguments.held) continue;
        if (arguments.held)
            pins.push_back(arguments.joint);
        else
            pins.erase(at);
        edit::SetTarget set;
        set.target = id;
        set.pins = std::move(pins);
        edits.emplace_back(std::move(set));
    }
    return edits;
}

}  // namespace

Row row(Of<PinJoint>)
{
    using O = PinJoint;
    return rowOf<O>("pinJoint", "a joint keeps its place while targets pull, or moves again",
                    pinJoint, edit::required("targets", &O::targets),
                    edit::required("joint", &O::joint), edit::optional("held", &O::held));
}

}  // namespace posewright::operate
