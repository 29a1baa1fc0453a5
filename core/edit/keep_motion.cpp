#include "core/edit/keep_motion.h"

#include "core/edit/change.h"
#include "core/evaluate/joint_slide.h"
#include "core/evaluate/places.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace posewright::edit {

namespace {

constexpr double kOnCurve = 1e-9;  ///< tolerance relative to the value or 1 [m], [rad]

bool liesOn(const Curve& curve, double frame, double value)
{
    return !curve.empty() && !curve.find(frame) &&
           std::abs(curve.sample(frame) - value) <= kOnCurve * std::max(1.0, std::abs(value));
}

/// The joints of all limbs in the same group.
std::vector<NodeIndex> jointsTogether(const Document& doc, const Constraint& constraint)
{
    const Scene& scene = *doc.scene;
    Rig acting;
    for (const Constraint& c : doc.rig->constraints) {
        const SpanRow* row = doc.clip().spanRow(c.id);
        if (c.id == constraint.id || (row && !row->spans.empty())) acting.constraints.push_back(c);
    }
    std::set<NodeIndex> joints;
    const auto groups = constraintGroups(scene, acting, &doc.clip());
    if (groups)
        for (const std::vector<int>& group : *groups) {
            const auto isOwn = [&](int row) { return acting.constraints[row].id == constraint.id; };
            if (std::ranges::none_of(group, isOwn)) continue;
            for (const int row : group)
                for (const NodeIndex joint : jointsOf(scene, acting.constraints[row]))
                    joints.insert(joint);
        }
    if (joints.empty()) return jointsOf(scene, constraint);
    return {joints.begin(), joints.end()};
}

double travelOf(const Node& node, const Transform& local, const WorldTransform& parent)
{
    ik::Joint joint;
    joint.limit = node.bone() ? node.bone()->limit : Limit{};
    return splitSlide(node.rest, local, parent, joint).travel;
}

}  // namespace

Result<std::optional<KeyHint>> shownBend(const Document& doc, const Constraint& constraint,
                                         double frame, const Context& context)
{
    const Span* span = spanAt(doc.clip().spanRow(constraint.id), frame);
    if (!span || span->kind == SpanKind::Off) return std::optional<KeyHint>();
    const Scene& scene = *doc.scene;
    const std::vector<NodeIndex> chain = jointsTogether(doc, constraint);
    std::vector<NodeIndex> rows = chain;
    for (const NodeIndex joint : chain)
        rows.push_back(scene[joint].parent == kNoNode ? joint : scene[joint].parent);
    const Result<std::vector<Place>> shown = placesOf(doc, rows, frame, context.memo);
    if (!shown) return shown.error();
    const std::vector<Place> base = basePlacesOf(doc, chain, frame);
    KeyHint hint;
    hint.frame = frame;
    for (std::size_t j = 0; j < chain.size(); ++j) {
        const Node& node = scene[chain[j]];
        const WorldTransform above =
            node.parent == kNoNode ? WorldTransform{} : (*shown)[chain.size() + j].world;
        const Transform& with = (*shown)[j].local;
        const Transform& without = base[j].local;
        KeyHint::Joint bent;
        bent.joint = node.id;
        bent.turn = nearestSign((without.rotation.conjugate() * with.rotation).normalized(),
                                Quat::Identity());
        bent.travel = travelOf(node, with, above) - travelOf(node, without, above);
        hint.joints.push_back(bent);
        if (constraint.rootMoves && node.id == constraint.root)
            hint.root = above.linear * (with.translation - without.translation);
    }
    return std::optional(std::move(hint));
}

void putBend(const Rig& rig, Clip& clip, NodeId target, const KeyHint& hint)
{
    for (const Constraint& c : rig.constraints) {
        const Track* track = clip.track(c.target);
        const KeyHint* there = track ? hintAt(*track, hint.frame) : nullptr;
        if (c.target == target || !there || there->follows()) continue;
        KeyHint other = *there;
        for (KeyHint::Joint& bent : other.joints) {
            const auto now = std::ranges::find(hint.joints, bent.joint, &KeyHint::Joint::joint);
            if (now != hint.joints.end()) bent = *now;
        }
        Track changed = *track;
        setHint(changed, std::move(other));
        setTrack(clip, std::move(changed));
    }
    Track own = *clip.track(target);
    setHint(own, hint);
    setTrack(clip, std::move(own));
}

void insertKeys(Track& track, double frame)
{
    for (auto* curves : {&track.translation, &track.scale})
        for (Shared<Curve>& curve : *curves)
            if (!curve->empty() && !curve->find(frame))
                curve = curve.with([frame](Curve& c) { c.insert(frame); });
    if (!track.rotation->empty() && !track.rotation->find(frame))
        track.rotation = track.rotation.with([frame](RotationTrack& t) { t.insert(frame); });
}

void keepOrSet(std::array<Shared<Curve>, 3>& curves, double frame, const Vec3& value)
{
    bool on = true;
    for (int axis = 0; axis < 3; ++axis) on = on && liesOn(*curves[axis], frame, value[axis]);
    for (int axis = 0; axis < 3; ++axis)
        curves[axis] = curves[axis].with([&](Curve& curve) {
            if (on)
                curve.insert(frame);
            else
                curve.setValue(frame, value[axis]);
        });
}

void keepOrSet(Shared<RotationTrack>& track, double frame, const Quat& value)
{
    const bool on = !track->empty() && !track->find(frame) &&
                    angleBetween(track->sample(frame), value) <= kOnCurve;
    track = track.with([&](RotationTrack& t) {
        if (on)
            t.insert(frame);
        else
            t.setValue(frame, value);
    });
}

void releaseHandles(Track& track, double frame)
{
    for (Shared<Curve>& curve : track.translation) {
        const Key* there = curve->find(frame);
        if (!there || there->interpolation != Interpolation::Bezier) continue;
        Key key = *there;
        key.mode = HandleMode::AutoClamped;
        curve = curve.with([&](Curve& c) { c.set(key); });
    }
    if (const RotationKey* there = track.rotation->find(frame);
        there && there->interpolation == RotationInterpolation::Cubic) {
        const RotationKey key = *there;
        track.rotation =
            track.rotation.with([&](RotationTrack& t) { t.set(key, RotationShape{}); });
    }
}

}  // namespace posewright::edit
