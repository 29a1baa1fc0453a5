#include "core/edit/change.h"
#include "core/operate/grip.h"
#include "core/operate/hold.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

namespace posewright::operate {

namespace {

Result<Edits> placeNode(const Document& doc, const PlaceNode& arguments,
                        const edit::Context& context)
{
    const auto& [node, frame, position, asked] = arguments;
    if (!position && !asked) return Edits{};
    std::optional<Quat> rotation;
    if (asked) {
        const Result<Quat> unit = edit::unit(*asked, "/rotation");
        if (!unit) return unit.error();
        rotation = *unit;
    }
    if (const Constraint* target = constraintOfTarget(*doc.rig, node)) {
        // In there a key would have no effect, and the limb would jump to it at the end.
        const Span* span = spanAt(doc.clip().spanRow(target->id), frame);
        if (span && span->kind == SpanKind::Contact) {
            const Evaluation shown = evaluate(*prepare(doc, context.memo), frame);
            return placed(holdOne(doc, shown, node), frame, position, rotation);
        }
        edit::SetTargetKey key;
        key.target = target->id;
        key.frame = frame;
        key.position = position;
        key.rotation = rotation;
        return Edits{key};
    }
    if (isProp(doc, node) && !isPlaceKeyed(doc, node))
        return Edits{edit::SetRest{node, position, rotation, {}, {}}};
    edit::SetJointKey key;
    key.joint = node;
    key.frame = frame;
    key.translation = position;
    key.rotation = rotation;
    return Edits{key};
}

}  // namespace

Row row(Of<PlaceNode>)
{
    using O = PlaceNode;
    return rowOf<O>("placeNode", "a node by numbers: a target in the world, all else in its parent",
                    placeNode, edit::required("node", &O::node),
                    edit::required("frame", &O::frame, edit::kFrame),
                    edit::optional("position", &O::position, "position"),
                    edit::optional("rotation", &O::rotation));
}

}  // namespace posewright::operate
