#include "ui/session/shown_targets.h"

#include "core/evaluate/places.h"

#include <algorithm>
#include <optional>

namespace posewright::ui {

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
