#include "core/operate/operate.h"
#include "core/operate/row.h"

namespace posewright::operate {

namespace {

Result<Edits> keyInfluence(const Document& doc, const KeyInfluence& arguments, const edit::Context&)
{
    Edits edits;
    for (const ConstraintId id : arguments.targets) {
        const InfluenceTrack* influence = doc.clip().influence(id);
        const double shown = influence ? influence->curve.sample(arguments.frame) : 1;
        edits.emplace_back(
            edit::SetInfluenceKey{id, arguments.frame, arguments.value.value_or(shown)});
    }
    return edits;
}

}  // namespace

Row row(Of<KeyInfluence>)
{
    using O = KeyInfluence;
    return rowOf<O>("keyInfluence", "the influence of targets, keyed", keyInfluence,
                    edit::required("targets", &O::targets),
                    edit::required("frame", &O::frame, edit::kFrame),
                    edit::optional("value", &O::value));
}

}  // namespace posewright::operate
