#include "core/evaluate/figure_size.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

namespace posewright::operate {

namespace {

/// Largest deviation of a fitted limb, as a share of the figure's size.
constexpr double kFitWithin = 0.01;

Result<Edits> fitTargets(const Document& doc, const FitTargets& arguments, const edit::Context&)
{
    std::vector<ConstraintId> targets = arguments.targets;
    if (targets.empty())
        for (const Constraint& c : doc.rig->constraints) targets.push_back(c.id);
    const double within =
        arguments.within ? *arguments.within : kFitWithin * figureSize(doc).length;
    Edits edits;
    for (const ConstraintId target : targets) edits.emplace_back(edit::FitTarget{target, within});
    return edits;
}

}  // namespace

Row row(Of<FitTargets>)
{
    using O = FitTargets;
    return rowOf<O>("fitTargets", "targets are keyed along the motion that is there without them",
                    fitTargets, edit::optional("targets", &O::targets),
                    edit::optional("within", &O::within, "length"));
}

}  // namespace posewright::operate
