#include "core/evaluate/slips.h"

#include "core/evaluate/motion_faults.h"

namespace posewright {

std::vector<SlipAt> slipsInContact(const Document& doc, std::size_t constraint, const Span& span,
                                   int first, int last, double tolerance,
                                   const FindEvaluation& find)
{
    const Constraint& held = doc.rig->constraints[constraint];
    const SpanRow* row = doc.clip().spanRow(held.id);
    const auto heldAt = [&](int frame) -> std::shared_ptr<const Evaluation> {
        if (spanAt(row, frame) != &span) return nullptr;
        std::shared_ptr<const Evaluation> now = find(frame);
        return now && now->targets[constraint].influence >= 1 ? now : nullptr;
    };
    std::shared_ptr<const Evaluation> stood;
    bool asAsked = false;
    for (int frame = first; frame <= last && !asAsked; ++frame) {
        const auto now = heldAt(frame);
        if (!now) continue;
        asAsked = now->targets[constraint].positionError <= tolerance;
        if (asAsked || !stood) stood = now;
    }
    std::vector<SlipAt> out;
    for (int frame = first; stood && frame <= last; ++frame) {
        const auto now = heldAt(frame);
        if (!now) continue;
        const double by = slipBetween(doc, held, span, *stood, *now);
        if (by > tolerance) out.push_back({static_cast<double>(frame), by});
    }
    return out;
}

}  // namespace posewright
