#include "core/edit/change.h"
#include "core/edit/mirror.h"
#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"
#include "core/operate/poses/pose_json.h"
#include "core/operate/poses/posed_keys.h"
#include "core/operate/row.h"
#include "core/retarget/retarget.h"

#include <algorithm>
#include <optional>
#include <set>

namespace posewright::operate {

namespace {

/// A pose, mapped to the bones of the document.
struct Given {
    std::vector<std::optional<Quat>> rotations;  ///< local, one per node; nullopt: not in the pose
    NodeIndex hips = kNoNode;                    ///< the bone that the body moves with
    WorldTransform place;                        ///< of the hips
};

NodeIndex hipsOf(const Scene& scene)
{
    const NodeIndex hips = retarget::figureOf(scene).first(retarget::Role::Hips);
    if (hips != kNoNode) return hips;
    for (NodeIndex row = 0; row < scene.size(); ++row)
        if (scene[row].bone()) return row;
    return kNoNode;
}

/// Nullopt if the skeletons differ.
std::optional<Given> byNames(const Document& doc, const Document& kept)
{
    constexpr double kSameRest = 1e-3;  ///< [rad]
    constexpr double kMost = 0.9;       ///< share of the bones that must be the same
    const Scene& scene = *doc.scene;
    const Scene& from = *kept.scene;
    const Evaluation pose = evaluate(kept, 0);
    Given out;
    out.rotations.resize(static_cast<std::size_t>(scene.size()));
    int same = 0, bones = 0;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        if (!scene[row].bone()) continue;
        ++bones;
        const NodeIndex at = from.find(scene[row].name);
        if (at == kNoNode) continue;
        const bool top = from[at].parent == kNoNode;
        if (!top && angleBetween(from[at].rest.rotation, scene[row].rest.rotation) > kSameRest)
            continue;
        ++same;
        if (!top) out.rotations[row] = pose.local[at].rotation;
    }
    if (same < kMost * std::min(bones, from.size())) return std::nullopt;
    out.hips = hipsOf(scene);
    const NodeIndex hips = out.hips == kNoNode ? kNoNode : from.find(scene[out.hips].name);
    if (hips == kNoNode) return std::nullopt;
    out.place = pose.world[hips];
    return out;
}

Result<Given> byRoles(const Document& doc, const Document& kept)
{
    const Scene& scene = *doc.scene;
    // A pose is how limbs point; where their ends go is said by a motion.
    retarget::Options options;
    options.feetByGoals = options.handsByGoals = false;
    const Result<retarget::Retargeted> moved = retarget::retarget(kept, doc, options);
    if (!moved) return moved.error();
    Given out;
    out.rotations.resize(static_cast<std::size_t>(scene.size()));
    out.hips = moved->target.first(retarget::Role::Hips);
    std::vector<Transform> local = restPose(scene);
    for (const Shared<Track>& track : moved->clip.tracks) {
        const NodeIndex row = scene.find(track->node);
        local[row] = sample(&*track, scene[row].rest, 0);
        out.rotations[row] = local[row].rotation;
    }
    out.place = worldTransforms(scene, local)[out.hips];
    return out;
}

/// Mirrors the pose on the same bones, whose two sides may have different axes.
Given mirrored(const Document& doc, const Given& given)
{
    const Scene& scene = *doc.scene;
    const std::vector<WorldTransform> rest = edit::restWorld(scene);
    std::vector<Transform> local = restPose(scene);
    for (NodeIndex row = 0; row < scene.size(); ++row)
        if (given.rotations[row]) local[row].rotation = *given.rotations[row];
    const NodeIndex above = scene[given.hips].parent;
    local[given.hips].rotation = above == kNoNode
                                     ? given.place.rotation
                                     : rest[above].rotation.conjugate() * given.place.rotation;
    const std::vector<WorldTransform> world = worldTransforms(scene, local);
    std::vector<Quat> turned;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const NodeIndex partner = edit::partnerOf(scene, row);
        const Quat turn = world[partner].rotation * rest[partner].rotation.conjugate();
        turned.push_back(scene[row].bone() ? edit::mirrored(turn) * rest[row].rotation
                                           : world[row].rotation);
    }
    Given out = given;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const NodeIndex parent = scene[row].parent;
        out.rotations[row].reset();
        if (!given.rotations[edit::partnerOf(scene, row)]) continue;
        const Quat to = parent == kNoNode ? turned[row] : turned[parent].conjugate() * turned[row];
        out.rotations[row] = to.normalized();
    }
    out.place.position = edit::mirrored(given.place.position);
    out.place.rotation = turned[given.hips].normalized();
    return out;
}

/// The hips of the pose, turned and moved to the figure.
WorldTransform hipsHere(const WorldTransform& pose, const WorldTransform& shown)
{
    WorldTransform out = shown;
    const Quat turn = swingTwist(shown.rotation * pose.rotation.conjugate(), Vec3::UnitY()).twist;
    out.rotation = (turn * pose.rotation).normalized();
    out.position.y() = pose.position.y();
    return out;
}

Evaluation posedBy(const Document& doc, const Evaluation& shown, const Given& given,
                   const PastePose& paste)
{
    const Scene& scene = *doc.scene;
    const std::set<NodeId> asked(paste.bones.begin(), paste.bones.end());
    const auto takes = [&](NodeIndex row) {
        return asked.empty() || asked.contains(scene[row].id);
    };
    const auto towards = [&](const Quat& from, const Quat& to) -> Quat {
        const Quat way = nearestSign(from.conjugate() * to, Quat::Identity());
        return (from * fromRotationVector(paste.amount * rotationVector(way))).normalized();
    };
    Evaluation out = shown;
    for (NodeIndex row = 0; row < scene.size(); ++row)
        if (row != given.hips && given.rotations[row] && takes(row))
            out.local[row].rotation =
                towards(shown.local[row].rotation.normalized(), *given.rotations[row]);
    if (takes(given.hips)) {
        const WorldTransform to = hipsHere(given.place, shown.world[given.hips]);
        const NodeIndex parent = scene[given.hips].parent;
        const WorldTransform above = parent == kNoNode ? WorldTransform{} : shown.world[parent];
        Transform& local = out.local[given.hips];
        local.rotation =
            towards(local.rotation.normalized(), above.rotation.conjugate() * to.rotation);
        local.translation += paste.amount * (above.matrix().inverse() * to.position -
                                             shown.local[given.hips].translation);
    }
    out.world = worldTransforms(scene, out.local);
    return out;
}

Result<Edits> pastePose(const Document& doc, const PastePose& arguments,
                        const edit::Context& context)
{
    const Result<Document> kept = documentOf(arguments.pose);
    if (!kept) return kept.error();
    std::optional<Given> given = byNames(doc, *kept);
    if (!given) {
        Result<Given> roles = byRoles(doc, *kept);
        if (!roles) return edit::refused(roles.error().message, "/pose", roles.error().advice);
        given = *std::move(roles);
    }
    if (arguments.mirrored) given = mirrored(doc, *given);
    const Evaluation shown = evaluate(*prepare(doc, context.memo), arguments.frame);
    return posedKeys(doc, shown, posedBy(doc, shown, *given, arguments), arguments.frame);
}

}  // namespace

Row row(Of<PastePose>)
{
    using O = PastePose;
    return rowOf<O>("pastePose", "bones keyed in a pose that was kept, of this or another skeleton",
                    pastePose, edit::required("pose", &O::pose),
                    edit::required("frame", &O::frame, edit::kFrame),
                    edit::optional("bones", &O::bones), edit::optional("amount", &O::amount),
                    edit::optional("mirrored", &O::mirrored));
}

}  // namespace posewright::operate
