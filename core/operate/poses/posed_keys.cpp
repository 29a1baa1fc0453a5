#include "core/operate/poses/posed_keys.h"

#include "core/math/rotation.h"
#include "core/operate/grip.h"
#include "core/operate/hold.h"

namespace posewright::operate {

namespace {

constexpr double kSameTurn = 1e-10;  ///< [rad]

bool turned(const Quat& a, const Quat& b)
{
    return angleBetween(a, b) > kSameTurn;
}

}  // namespace

Edits posedKeys(const Document& doc, const Evaluation& shown, const Evaluation& pose, double frame,
                const std::function<bool(NodeIndex effector)>& kept)
{
    const Scene& scene = *doc.scene;
    Edits edits;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const Transform& was = shown.local[row];
        const Transform& is = pose.local[row];
        const bool moves = is.translation != was.translation;
        const bool turns = turned(was.rotation, is.rotation);
        if ((!moves && !turns) || ownerOf(doc, shown, row)) continue;
        edit::SetJointKey key;
        key.joint = scene[row].id;
        key.frame = frame;
        key.keepMotion = true;
        if (moves) key.translation = is.translation;
        if (turns) key.rotation = is.rotation.normalized();
        edits.emplace_back(key);
    }
    for (const Constraint& constraint : doc.rig->constraints) {
        const NodeIndex end = scene.find(constraint.effector);
        if (!actingOn(doc, shown, constraint.effector) || (kept && kept(end))) continue;
        const WorldTransform& was = shown.world[end];
        const WorldTransform& is = pose.world[end];
        if (is.position == was.position && !turned(was.rotation, is.rotation)) continue;
        std::optional<Quat> rotation;
        if (constraint.orientation) rotation = is.rotation;
        for (edit::Edit& edit :
             placed(holdOne(doc, shown, constraint.target), frame, is.position, rotation))
            edits.push_back(std::move(edit));
    }
    return edits;
}

}  // namespace posewright::operate
