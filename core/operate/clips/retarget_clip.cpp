#include "core/edit/change.h"
#include "core/edit/origin_json.h"
#include "core/operate/bring_in.h"
#include "core/operate/row.h"

namespace posewright::operate {

namespace {

using retarget::Figure;

Error at(Error error, const char* place)
{
    error.where = place;
    return error;
}

/// The figure to take the motion from.
Result<Figure> sourceOf(const Document& motion, const RetargetClip& arguments, const Figure& to)
{
    const Scene& scene = *motion.scene;
    if (arguments.from != NodeId::None) {
        Result<Figure> from = figureWith(scene, arguments.from);
        if (!from) return at(from.error(), "/from");
        if (*from == to) return edit::refused("it is the figure that is to move", "/from");
        return from;
    }
    for (const Figure& figure : retarget::figuresOf(scene))
        if (!(figure == to) && bonesMovedIn(motion, figure) > 0) return figure;
    return edit::refused("no other figure moves in it", "/clip");
}

Result<Edits> retargetClip(const Document& doc, const RetargetClip& arguments,
                           const edit::Context& context)
{
    const Result<Document> motion = motionIn(doc, arguments.clip);
    if (!motion) return at(motion.error(), "/clip");
    const Result<Figure> to = figureWith(*doc.scene, arguments.to);
    if (!to) return at(to.error(), "/to");
    const Result<Figure> from = sourceOf(*motion, arguments, *to);
    if (!from) return from.error();
    retarget::Options how;
    how.source = *from;
    how.target = *to;
    how.travel = arguments.travel;
    how.ground = arguments.ground;
    how.facing = arguments.facing;
    how.feetByGoals = arguments.feet;
    how.handsByGoals = arguments.hands;
    how.name = arguments.name;
    how.sourceReference = arguments.reference;
    how.targetReference = arguments.hereReference;
    Result<Edits> edits = bringIn(doc, *motion, how);
    if (!edits) return edits;
    auto& bring = std::get<edit::BringIn>(edits->front());
    for (const auto& [role, bones] : arguments.here) bring.here[role] = bones;
    for (const auto& [role, bones] : arguments.there) bring.there[role] = bones;
    if (!arguments.contacts) return edits;
    const Result<Document> after = edit::applyEach(doc, *edits, context);
    if (!after) return after.error();
    const Result<Edits> held = holdBroughtIn(*after, {}, context);
    if (!held) return at(held.error(), "/contacts");
    edits->insert(edits->end(), held->begin(), held->end());
    return edits;
}

}  // namespace

Row row(Of<RetargetClip>)
{
    using O = RetargetClip;
    return rowOf<O>("retargetClip", "the motion of one figure for another of the document",
                    retargetClip, edit::required("clip", &O::clip), edit::required("to", &O::to),
                    edit::optional("from", &O::from), edit::optional("name", &O::name, "name"),
                    edit::optional("travel", &O::travel), edit::optional("ground", &O::ground),
                    edit::optional("facing", &O::facing), edit::optional("feet", &O::feet),
                    edit::optional("hands", &O::hands), edit::optional("here", &O::here),
                    edit::optional("there", &O::there), edit::optional("reference", &O::reference),
                    edit::optional("hereReference", &O::hereReference),
                    edit::optional("contacts", &O::contacts));
}

}  // namespace posewright::operate
