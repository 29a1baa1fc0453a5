#include "ui/models/feet_words.h"

#include "core/retarget/figure.h"
#include "core/retarget/role.h"
#include "ui/session/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

namespace posewright::ui {

namespace {

constexpr double kStepShare = 0.05;  ///< of the figure's extent, for a foot to be elsewhere

/// How far apart the keys of a target are on the ground. [m]
double stepOf(const Document& doc, const Constraint& foot)
{
    const Track* track = doc.clip().track(foot.target);
    if (!track) return 0;
    double most = 0;
    const auto placeAt = [&](double frame) {
        return std::array{track->translation[0]->sample(frame),
                          track->translation[2]->sample(frame)};
    };
    const std::vector<double> frames = keyFrames(*track);
    for (const double frame : frames) {
        const auto [x, z] = placeAt(frame);
        const auto [fromX, fromZ] = placeAt(frames.front());
        most = std::max(most, std::hypot(x - fromX, z - fromZ));
    }
    return most;
}

bool keysTarget(const std::vector<edit::Edit>& edits, ConstraintId target)
{
    return std::ranges::any_of(edits, [&](const edit::Edit& edit) {
        const auto* key = std::get_if<edit::SetTargetKey>(&edit);
        return key && key->target == target;
    });
}

bool holdsSomething(const Clip& clip)
{
    return std::ranges::any_of(clip.spans, [](const SpanRow& row) {
        return std::ranges::any_of(row.spans,
                                   [](const Span& span) { return span.kind == SpanKind::Contact; });
    });
}

}  // namespace

QString feetWords(const Document& doc, const std::vector<edit::Edit>& edits)
{
    using retarget::Role;
    if (holdsSomething(doc.clip())) return {};
    const bool any = std::ranges::any_of(edits, [](const edit::Edit& edit) {
        return std::holds_alternative<edit::SetTargetKey>(edit);
    });
    if (!any) return {};
    const retarget::Figure figure = retarget::figureOf(*doc.scene);
    const Constraint* keyed = nullptr;
    int stepping = 0;
    for (const Role role : {Role::LeftFoot, Role::RightFoot}) {
        const NodeIndex bone = figure.first(role);
        if (bone == kNoNode) return {};
        for (const Constraint& c : doc.rig->constraints) {
            if (c.effector != (*doc.scene)[bone].id) continue;
            if (stepOf(doc, c) > kStepShare * extent(*doc.scene)) ++stepping;
            if (keysTarget(edits, c.id)) keyed = &c;
        }
    }
    if (stepping < 2 || !keyed) return {};
    return QCoreApplication::translate(
               "Feet",
               "Both feet step, and slide where they should stand. Next: select two keys of "
               "%1 between which it stands, and press C")
        .arg(toQt(nodeName(*doc.scene, keyed->target)));
}

}  // namespace posewright::ui
