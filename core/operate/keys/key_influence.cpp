#include "core/operate/operate.h"
#include "core/operate/row.h"

namespace posewright::operate {

namespace {

Result<Edits> keyInfluence(const Document& doc, const KeyInfluence& arguments, const edit::Context&)
{
    Edits edits;
    for (const ConstraintId id : arguments.targets) {
        const InfluenceTrack* influence = doc.clip().influence(id);
        edits.emplace_back(edit::SetInfluenceKey{
            id, arguments.frame, influence ? influence->curve.sample(arguments.frame) : 1});
    }
    return edits;
}

}  // namespace

Row row(Of<KeyInfluence>)
{
    using O = KeyInfluence;
    return rowOf<O>("keyInfluence", "the influence of targets, keyed as it is", keyInfluence,
                    edit::required("targets", &O::targets),
                    edit::required("frame", &O::frame, edit::kFrame));
}

}  // namespace posewright::operate
