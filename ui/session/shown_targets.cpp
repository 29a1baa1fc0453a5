#include "ui/session/shown_targets.h"

#include "core/evaluate/places.h"

#include <algorithm>
#include <optional>

namespace posewright::ui {

namespace {

/// The place of the joint that it will lead. Nullopt: it acts somewhere, is keyed, or does not
/// bring a joint to its own place.
std::optional<WorldTransform> waitingPlace(const Document& doc, const Constraint& constraint,
                                           const Evaluation& shown)
{
    const NodeIndex row = doc.scene->find(constraint.target);
    const NodeIndex led = doc.scene->find(constraint.effector);
    if (row == kNoNode || led == kNoNode || !constraint.reaches() ||
        !awaitsKey(doc, constraint.id) || doc.clip().track(constraint.target))
        return std::nullopt;
    const auto status = std::ranges::find(shown.targets, constraint.id, &TargetStatus::constraint);
    // A move that is not keyed yet acts, and is seen where it went.
    if (status != shown.targets.end() && status->status != ik::Status::Inactive)
        return std::nullopt;
    WorldTransform place = shown.world[row];
    place.position = shown.world[led].position;
    return place;
}

}  // namespace

std::shared_ptr<const Evaluation> withTargetsPlaced(const Document& doc,
                                                    std::shared_ptr<const Evaluation> shown)
{
    const Scene& scene = *doc.scene;
    if (!shown || std::ssize(shown->world) != scene.size()) return shown;
    std::shared_ptr<Evaluation> placed;
    for (const Constraint& constraint : doc.rig->constraints) {
        const NodeIndex row = scene.find(constraint.target);
        std::optional<WorldTransform> kept = keptPlace(doc, constraint, *shown);
        if (!kept) kept = waitingPlace(doc, constraint, *shown);
        if (!kept || row == kNoNode) continue;
        const WorldTransform& drawn = shown->world[row];
        if (kept->position == drawn.position && kept->rotation.coeffs() == drawn.rotation.coeffs())
            continue;
        if (!placed) placed = std::make_shared<Evaluation>(*shown);
        WorldTransform& star = placed->world[row];
        const Quat turn = kept->rotation * star.rotation.conjugate();
        star.position = kept->position;
        star.linear = turn.toRotationMatrix() * star.linear;
        star.rotation = kept->rotation;
    }
    if (placed) return placed;
    return shown;
}

}  // namespace posewright::ui
