#include "core/edit/change.h"
#include "core/operate/grip.h"
#include "core/operate/hold.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

namespace posewright::operate {

namespace {

Result<Edits> nudgeNodes(const Document& doc, const NudgeNodes& arguments,
                         const edit::Context& context)
{
    const Result<Quat> by = edit::unit(arguments.turn, "/turn");
    if (!by) return by.error();
    const Evaluation shown = evaluate(*prepare(doc, context.memo), arguments.frame);
    Edits edits;
    for (const NodeId node : notCarried(doc, shown, arguments.nodes)) {
        const Grip grip = gripOf(doc, shown, node);
        if (grip == Grip::None || grip == Grip::Held) continue;
        const HeldNode held = holdOne(doc, shown, node);
        const bool turns =
            grip == Grip::Joint || (arguments.turns && grip != Grip::Pole && grip != Grip::Bend);
        const auto one = turns ? placed(held, arguments.frame, {}, *by * held.rotation)
                               : placed(held, arguments.frame, held.position + arguments.by, {});
        edits.insert(edits.end(), one.begin(), one.end());
    }
    return edits;
}

}  // namespace

Row row(Of<NudgeNodes>)
{
    using O = NudgeNodes;
    return rowOf<O>("nudgeNodes", "nodes a step on; what can only be turned is turned", nudgeNodes,
                    edit::required("nodes", &O::nodes),
                    edit::required("frame", &O::frame, edit::kFrame), edit::optional("by", &O::by),
                    edit::optional("turn", &O::turn), edit::optional("turns", &O::turns));
}

}  // namespace posewright::operate
