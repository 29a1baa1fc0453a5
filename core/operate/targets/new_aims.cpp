#include "core/edit/change.h"
#include "core/operate/new_targets.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"
#include "core/retarget/reference_pose.h"

#include <cmath>
#include <optional>

namespace posewright::operate {

namespace {

/// The side of a figure's head that its face is on, in the head's own axes; nullopt if the bone is
/// no head. Axes are as their programs made them, so one that nearly points there is meant.
std::optional<Vec3> faceOf(const Document& doc, NodeId bone)
{
    constexpr double kNearly = 0.9;  // cosine
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(bone);
    for (const retarget::Figure& figure : retarget::figuresOf(scene)) {
        if (figure.last(retarget::Role::Head) != row || !figure.has(retarget::Role::Hips)) continue;
        const retarget::ReferencePose pose =
            retarget::referencePoseOf(scene, figure, retarget::standingPose(doc, figure));
        const Vec3 front = pose.world[row].rotation.conjugate() * Vec3(pose.body.col(2));
        Eigen::Index axis = 0;
        const double most = front.cwiseAbs().maxCoeff(&axis);
        return most > kNearly ? Vec3(std::copysign(1.0, front[axis]) * Vec3::Unit(axis)) : front;
    }
    return std::nullopt;
}

Result<Edits> newAims(const Document& doc, const NewAims& arguments, const edit::Context& context)
{
    Result<Edits> made = newAimEdits(doc, arguments);
    if (!made) return made;
    Result<Document> now = edit::applyEach(doc, *made, context);
    if (!now) return now.error();
    for (std::size_t i = doc.rig->constraints.size(); i < now->rig->constraints.size(); ++i) {
        const Constraint aim = now->rig->constraints[i];
        const std::optional<Vec3> face = faceOf(doc, aim.effector);
        if (!face) continue;
        const Result<Edits> along =
            plainEdits(*now, LookAlong{{aim.id}, *face, arguments.frame}, context);
        if (!along) return along.error();
        Result<Document> next = edit::applyEach(*now, *along, context);
        if (!next) return next.error();
        now = *std::move(next);
        made->insert(made->end(), along->begin(), along->end());
    }
    return made;
}

}  // namespace

Row row(Of<NewAims>)
{
    using O = NewAims;
    return rowOf<O>("newAims", "something to look at for each bone; heads turn their faces to it",
                    newAims, edit::required("bones", &O::bones),
                    edit::optional("frame", &O::frame, edit::kFrame));
}

}  // namespace posewright::operate
