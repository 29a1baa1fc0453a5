#include "core/evaluate/report.h"

#include "core/evaluate/prepared.h"

#include <algorithm>

namespace posewright {

std::vector<Pop> findPops(const Document& doc, const Bake& bake)
{
    std::vector<const Evaluation*> frames;
    frames.reserve(bake.frames.size());
    for (const Evaluation& e : bake.frames) frames.push_back(&e);
    std::vector<Pop> pops;
    constexpr std::size_t kAround = kPopNeighbours;
    for (std::size_t i = 1; i < frames.size(); ++i) {
        const std::size_t first = i - 1 > kAround ? i - 1 - kAround : 0;
        const std::size_t last = std::min(frames.size() - 1, i + kAround);
        findPops(*doc.scene, std::span(frames).subspan(first, last - first + 1), i - first, pops);
    }
    for (Pop& pop : pops) pop.recorded = isRecorded(doc, pop);
    return pops;
}

Result<MotionReport> report(const Prepared& prepared, const BakeOptions& options)
{
    Result<Bake> baked = bake(prepared, options);
    if (!baked) return baked.error();
    MotionReport out;
    out.bake = *std::move(baked);
    const Document& doc = prepared.doc;
    for (std::size_t c = 0; c < doc.rig->constraints.size(); ++c) {
        const Constraint& constraint = doc.rig->constraints[c];
        const SpanRow* row = doc.clip().spanRow(constraint.id);
        if (!row) continue;
        const double tolerance = slipTolerance(*doc.scene, constraint);
        for (const Span& span : row->spans) {
            if (span.kind != SpanKind::Contact) continue;
            ContactSlip slip{constraint.id, span.start, span.end};
            const Evaluation* first = nullptr;
            for (const Evaluation& e : out.bake.frames) {
                // While a contact fades, the effector is moving on purpose; that is no slip.
                if (e.targets[c].influence < 1 || spanAt(row, e.frame) != &span) continue;
                if (!first) first = &e;
                slip.slip = std::max(slip.slip, slipBetween(doc, constraint, span, *first, e));
                slip.distance = std::max(slip.distance, e.targets[c].positionError);
            }
            if (slip.slip > tolerance) ++out.errors;
            out.contacts.push_back(slip);
        }
    }
    for (const Evaluation& e : out.bake.frames) out.errors += isProblem(worst(e)) ? 1 : 0;
    out.pops = findPops(doc, out.bake);
    out.through = BoxWatch(doc).look(out.bake.frames);
    return out;
}

}  // namespace posewright
