#include "core/evaluate/report.h"

#include "core/evaluate/prepared.h"
#include "core/math/rotation.h"

#include <algorithm>

namespace posewright {

namespace {

constexpr double kPopAngle = 5 * 3.14159265358979323846 / 180;
constexpr double kPopRatio = 3;
constexpr int kNeighbours = 3;  ///< steps looked at on either side
/// A contact slips where the effector strays by more than this share of its chain's length.
constexpr double kSlipTolerance = 1e-4;

double chainLength(const Scene& scene, const std::vector<Transform>& rest, const Constraint& c)
{
    const std::vector<WorldTransform> world = worldTransforms(scene, rest);
    double length = 0;
    const std::vector<NodeIndex> chain = scene.path(scene.find(c.root), scene.find(c.effector));
    for (std::size_t i = 1; i < chain.size(); ++i)
        length += (world[chain[i]].position - world[chain[i - 1]].position).norm();
    return length;
}

}  // namespace

std::vector<Pop> findPops(const Document& doc, const Bake& bake)
{
    std::vector<Pop> pops;
    const int count = static_cast<int>(bake.frames.size()) - 1;
    const Scene& scene = *doc.scene;
    std::vector<double> steps(std::max(count, 0));
    for (NodeIndex node = 0; node < scene.size(); ++node) {
        if (!scene[node].bone()) continue;
        for (int i = 0; i < count; ++i)
            steps[i] = angleBetween(bake.frames[i].local[node].rotation,
                                    bake.frames[i + 1].local[node].rotation);
        for (int i = 0; i < count; ++i) {
            if (steps[i] <= kPopAngle) continue;
            std::vector<double> near;
            for (int k = std::max(0, i - kNeighbours); k <= std::min(count - 1, i + kNeighbours);
                 ++k)
                if (k != i) near.push_back(steps[k]);
            if (near.empty()) continue;
            std::nth_element(near.begin(), near.begin() + std::ssize(near) / 2, near.end());
            if (steps[i] > kPopRatio * near[near.size() / 2])
                pops.push_back({bake.frames[i + 1].frame, scene[node].id, steps[i]});
        }
    }
    std::stable_sort(pops.begin(), pops.end(),
                     [](const Pop& a, const Pop& b) { return a.frame < b.frame; });
    return pops;
}

Result<MotionReport> report(const Prepared& prepared, const BakeOptions& options)
{
    Result<Bake> baked = bake(prepared, options);
    if (!baked) return baked.error();
    MotionReport out;
    out.bake = *std::move(baked);
    const Document& doc = prepared.doc;
    const std::vector<Transform> rest = restPose(*doc.scene);
    for (std::size_t c = 0; c < doc.rig->constraints.size(); ++c) {
        const Constraint& constraint = doc.rig->constraints[c];
        const SpanRow* row = doc.clip().spanRow(constraint.id);
        if (!row) continue;
        for (const Span& span : row->spans) {
            if (span.kind != SpanKind::Contact) continue;
            ContactSlip slip{constraint.id, span.start, span.end, 0};
            for (const Evaluation& e : out.bake.frames)
                // Where it fades in or out the effector is on its way, which is no slip.
                if (e.targets[c].influence >= 1 && spanAt(row, e.frame) == &span)
                    slip.slip = std::max(slip.slip, e.targets[c].positionError);
            if (slip.slip > kSlipTolerance * chainLength(*doc.scene, rest, constraint))
                ++out.errors;
            out.contacts.push_back(slip);
        }
    }
    for (const Evaluation& e : out.bake.frames) out.errors += isProblem(worst(e)) ? 1 : 0;
    out.pops = findPops(doc, out.bake);
    return out;
}

}  // namespace posewright
