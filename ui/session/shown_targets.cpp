#include "ui/session/shown_targets.h"

#include "core/evaluate/places.h"

#include <variant>
#include <vector>

namespace posewright::ui {

std::shared_ptr<const Evaluation> withTargetsAtContacts(const Document& doc,
                                                        std::shared_ptr<const Evaluation> shown)
{
    const Scene& scene = *doc.scene;
    if (!shown || std::ssize(shown->world) != scene.size()) return shown;
    std::shared_ptr<Evaluation> placed;
    for (const Constraint& constraint : doc.rig->constraints) {
        const Span* span = spanAt(doc.clip().spanRow(constraint.id), shown->frame);
        const NodeIndex row = scene.find(constraint.target);
        if (!span || span->kind != SpanKind::Contact || row == kNoNode) continue;
        if (!std::holds_alternative<Reach>(constraint.kind)) continue;
        const WorldTransform at = anchorPlace(scene, *span, shown->world);
        const WorldTransform& drawn = shown->world[row];
        if (at.position == drawn.position && at.rotation.coeffs() == drawn.rotation.coeffs())
            continue;
        if (!placed) placed = std::make_shared<Evaluation>(*shown);
        placed->world[row].position = at.position;
        placed->world[row].rotation = at.rotation;
    }
    if (placed) return placed;
    return shown;
}

}  // namespace posewright::ui
