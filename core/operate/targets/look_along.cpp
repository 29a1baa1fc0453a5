#include "core/edit/asked_kind.h"
#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

namespace posewright::operate {

namespace {

/// The new place of the aim's target if that has no key yet.
std::optional<edit::SetRest> inFront(const Document& doc, const Constraint& aim, const Vec3& axis,
                                     const Evaluation& shown)
{
    constexpr double kSameWay = 1e-9;
    const Scene& scene = *doc.scene;
    const NodeIndex target = scene.find(aim.target);
    if (scene[target].parent != kNoNode || !awaitsKey(doc, aim.id)) return std::nullopt;
    const Vec3 way = axis.normalized();
    if ((way - *aim.axis()).norm() < kSameWay) return std::nullopt;
    const WorldTransform& eye = shown.world[scene.find(aim.effector)];
    const double away = (shown.world[target].position - eye.position).norm();
    if (!(away > 0)) return std::nullopt;
    edit::SetRest out;
    out.node = aim.target;
    out.translation = eye.position + away * (eye.rotation * way);
    return out;
}

Result<Edits> lookAlong(const Document& doc, const LookAlong& arguments,
                        const edit::Context& context)
{
    const Scene& scene = *doc.scene;
    std::optional<Evaluation> shown;
    Edits edits;
    for (const ConstraintId id : arguments.targets) {
        const Constraint& aim = *findConstraint(*doc.rig, id);
        if (!aim.axis())
            return edit::refused('"' + scene[scene.find(aim.target)].name + "\" is no aim",
                                 "/targets");
        edit::SetTarget set;
        set.target = id;
        set.axis = arguments.axis.value_or(edit::axisOf(scene, scene.find(aim.effector)));
        edits.emplace_back(set);
        if (!(set.axis->norm() > 0)) continue;  // the edit reports the error
        if (!shown)
            shown =
                evaluate(*prepare(doc, context.memo), arguments.frame.value_or(doc.playback.start));
        if (auto target = inFront(doc, aim, *set.axis, *shown)) edits.emplace_back(*target);
    }
    return edits;
}

}  // namespace

Row row(Of<LookAlong>)
{
    using O = LookAlong;
    return rowOf<O>("lookAlong", "aims look along another side of their bones", lookAlong,
                    edit::required("targets", &O::targets), edit::optional("axis", &O::axis),
                    edit::optional("frame", &O::frame, edit::kFrame));
}

}  // namespace posewright::operate
