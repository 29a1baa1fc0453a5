#include "core/edit/bend.h"

#include "core/edit/change.h"
#include "core/edit/keep_motion.h"
#include "core/evaluate/places.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <array>
#include <set>

namespace posewright::edit {

namespace {

constexpr double kStraight = 1e-6;  ///< share of the limb's length; smaller bends count as straight

/// The axis that a limb turns about.
struct Line {
    Vec3 root = Vec3::Zero();
    Vec3 axis = Vec3::Zero();  ///< unit
};

Result<Line> lineOf(const std::vector<Place>& limb)
{
    Line line;
    line.root = limb.front().world.position;
    const Vec3 way = limb.back().world.position - line.root;
    double length = 0;
    double away = 0;
    for (std::size_t i = 1; i < limb.size(); ++i) {
        const Vec3 from = limb[i].world.position - line.root;
        length += (limb[i].world.position - limb[i - 1].world.position).norm();
        if (way.norm() > 0) away = std::max(away, from.cross(way.normalized()).norm());
    }
    if (!(way.norm() > kStraight * length) || !(away > kStraight * length))
        return refused("the limb is straight or folded up there: it bends to no side", "/turn");
    line.axis = way.normalized();
    return line;
}

}  // namespace

Result<Document> make(const Document& doc, const SetBend& edit, const Context& context)
{
    const Scene& scene = *doc.scene;
    const Constraint constraint = constraintOf(doc, edit.target);
    if (constraint.pole != NodeId::None && doc.clip().track(constraint.pole))
        return refused("the pole says how the limb is bent", "/target", "move the pole");
    const std::vector<NodeIndex> path =
        scene.path(scene.find(constraint.root), scene.find(constraint.effector));
    if (!constraint.reaches() || path.size() < 3)
        return refused("the limb of this target has nothing to bend", "/target");

    SetTargetKey key;
    key.target = edit.target;
    key.frame = edit.frame;
    key.keepMotion = true;
    Result<Document> keyed = make(doc, key, context);
    if (!keyed) return keyed;
    Result<std::optional<KeyHint>> bend = shownBend(doc, constraint, edit.frame, context);
    if (!bend) return refused(bend.error().message, "/target");
    if (!*bend) return refused("the target does not act at this frame", "/frame");

    const Result<std::vector<Place>> limb = placesOf(doc, path, edit.frame, context.memo);
    if (!limb) return refused(limb.error().message, "/target");
    const Result<Line> line = lineOf(*limb);
    if (!line) return line.error();
    const Quat turn(Eigen::AngleAxisd(edit.turn, line->axis));
    KeyHint hint = **std::move(bend);
    // The limb turns as one piece; if the target controls the effector's rotation, the effector
    // does not turn along.
    const auto turned = [&](std::size_t row, const Quat& by) {
        const Quat& world = (*limb)[row].world.rotation;
        const auto joint =
            std::ranges::find(hint.joints, scene[path[row]].id, &KeyHint::Joint::joint);
        if (joint == hint.joints.end()) return;
        joint->turn = (joint->turn * (world.conjugate() * by * world)).normalized();
    };
    turned(0, turn);
    if (constraint.turnsEffector()) turned(path.size() - 1, turn.conjugate());
    changeClip(*keyed, [&](Clip& clip) { putBend(*doc.rig, clip, constraint.target, hint); });
    return keyed;
}

Result<Document> make(Document doc, const BendAsKeyed& edit)
{
    const Constraint constraint = constraintOf(doc, edit.target);
    const Track* known = doc.clip().track(constraint.target);
    if (!known) return refused("the target has no keys", "/target");
    const std::vector<double> keys = keyFrames(*known);
    const std::array<double, 2> ends = edit.frames.value_or(std::array{keys.front(), keys.back()});
    std::set<double> borders{ends[0], ends[1], keys.front(), keys.back()};
    if (const SpanRow* row = doc.clip().spanRow(constraint.id))
        for (const Span& span : row->spans) borders.insert({span.start, span.end});
    Track track = *known;
    for (const double frame : keys) {
        if (frame < ends[0] || frame > ends[1]) continue;
        KeyHint hint;
        hint.frame = frame;
        // A key without joints between two hinted ones is bent as they are.
        if (borders.contains(frame))
            for (const NodeIndex row : jointsOf(*doc.scene, constraint)) {
                KeyHint::Joint asKeyed;
                asKeyed.joint = (*doc.scene)[row].id;
                hint.joints.push_back(asKeyed);
            }
        setHint(track, std::move(hint));
    }
    changeClip(doc, [&](Clip& c) { setTrack(c, std::move(track)); });
    return doc;
}

}  // namespace posewright::edit
