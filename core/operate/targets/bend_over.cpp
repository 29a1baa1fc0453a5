#include "core/operate/bend_over.h"

#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/dense_key.h"
#include "core/operate/hold.h"
#include "core/operate/row.h"
#include "core/retarget/figure.h"
#include "core/retarget/role.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <optional>

namespace posewright::operate {

namespace {

constexpr double kStraightLimb = 1e-4;  ///< share of its length that it bends by

/// A limb as it is shown.
struct ShownLimb {
    Vec3 root = Vec3::Zero();  ///< [m] world
    Vec3 axis = Vec3::Zero();  ///< unit, to its end; zero: it is straight or folded up
};

ShownLimb limbIn(const Scene& scene, const Evaluation& shown, const BendableLimb& limb)
{
    const std::vector<NodeIndex> chain = scene.path(scene.find(limb.root), scene.find(limb.end));
    ShownLimb out;
    out.root = shown.world[chain.front()].position;
    const Vec3 way = shown.world[chain.back()].position - out.root;
    double length = 0, away = 0;
    for (std::size_t i = 1; i < chain.size(); ++i) {
        const Vec3 at = shown.world[chain[i]].position;
        length += (at - shown.world[chain[i - 1]].position).norm();
        if (way.norm() > 0) away = std::max(away, (at - out.root).cross(way.normalized()).norm());
    }
    if (way.norm() > kStraightLimb * length && away > kStraightLimb * length)
        out.axis = way.normalized();
    return out;
}

bool actsAt(const Document& doc, ConstraintId id, double frame)
{
    const Span* span = spanAt(doc.clip().spanRow(id), frame);
    return span && span->kind != SpanKind::Off;
}

/// The pole of a limb's target, if it acts.
NodeId actingPoleOf(const Document& doc, const BendableLimb& limb)
{
    const Constraint* target = findConstraint(*doc.rig, limb.target);
    if (!target || target->pole == NodeId::None || !doc.clip().track(target->pole))
        return NodeId::None;
    return target->pole;
}

/// The pole on the other side, keyed, and half way round where it comes from and goes to: straight
/// ways would lead through the limb, which would pop there.
void turnPole(const Document& doc, NodeId pole, const BendableLimb& limb, double frame,
              const edit::Context& context, Edits& out)
{
    const auto prepared = prepare(doc, context.memo);
    const NodeIndex row = doc.scene->find(pole);
    const auto put = [&](double at, double angle) {
        const Evaluation shown = evaluate(*prepared, at);
        const ShownLimb line = limbIn(*doc.scene, shown, limb);
        if (line.axis.isZero()) return;
        const Vec3 from = shown.world[row].position - line.root;
        const Vec3 to = line.root + Eigen::AngleAxisd(angle, line.axis) * from;
        const Edits keyed = placed(holdOne(doc, shown, pole), at, to, std::nullopt);
        out.insert(out.end(), keyed.begin(), keyed.end());
    };
    const std::vector<double> keys = keyFrames(*doc.clip().track(pole));
    const auto after = std::ranges::upper_bound(keys, frame);
    const auto from = std::ranges::lower_bound(keys, frame);
    put(frame, std::numbers::pi);
    if (from != keys.begin())
        if (const double middle = std::round((*std::prev(from) + frame) / 2);
            middle > *std::prev(from) && middle < frame)
            put(middle, std::numbers::pi / 2);
    if (after != keys.end())
        if (const double middle = std::round((*after + frame) / 2);
            middle > frame && middle < *after)
            put(middle, std::numbers::pi / 2);
}

/// Where the middle of the limb is beside its line, in the space of what the limb hangs on; zero:
/// it is straight.
Vec3 bendSideOf(const Scene& scene, const Evaluation& shown, const BendableLimb& limb)
{
    const ShownLimb line = limbIn(scene, shown, limb);
    if (line.axis.isZero()) return Vec3::Zero();
    const std::vector<NodeIndex> chain = scene.path(scene.find(limb.root), scene.find(limb.end));
    const Vec3 way = shown.world[chain[chain.size() / 2]].position - line.root;
    const Vec3 beside = way - way.dot(line.axis) * line.axis;
    const NodeIndex above = scene[chain.front()].parent;
    return above == kNoNode ? beside : shown.world[above].rotation.conjugate() * beside;
}

/// The keys of the limb's target around a frame, in its span with both ends, at all of which the
/// limb bends to the side that it bends to at the frame, or follows keys of its joints more than
/// the target; the frame itself if there are none.
std::vector<double> keysOfThatSide(const Document& doc, const BendableLimb& limb, double frame,
                                   const edit::Context& context)
{
    const Constraint* target = findConstraint(*doc.rig, limb.target);
    const Track* track = target ? doc.clip().track(target->target) : nullptr;
    const SpanRow* spans = doc.clip().spanRow(limb.target);
    const auto prepared = prepare(doc, context.memo);
    const Vec3 side = bendSideOf(*doc.scene, evaluate(*prepared, frame), limb);
    std::vector<double> keys = track ? keyFrames(*track) : std::vector<double>();
    if (const Span* span = spanAt(spans, frame))
        std::erase_if(keys, [&](double at) { return at < span->start || at > span->end; });
    const auto place = std::ranges::find(doc.rig->constraints, limb.target, &Constraint::id) -
                       doc.rig->constraints.begin();
    const auto bendsThere = [&](double at) {
        const Evaluation shown = evaluate(*prepared, at);
        return shown.targets[static_cast<std::size_t>(place)].influence < 1 ||
               bendSideOf(*doc.scene, shown, limb).dot(side) > 0;
    };
    const auto here = std::ranges::lower_bound(keys, frame);
    auto last = here, first = here;
    while (last != keys.end() && bendsThere(*last)) ++last;
    while (first != keys.begin() && bendsThere(*std::prev(first))) --first;
    return first == last ? std::vector<double>{frame} : std::vector<double>(first, last);
}

/// The limb's joints turned about its line, as one piece but for its end.
void turnJoints(const Document& doc, const BendableLimb& limb, const Evaluation& shown,
                const Vec3& axis, Edits& out)
{
    const Scene& scene = *doc.scene;
    const std::vector<NodeIndex> chain = scene.path(scene.find(limb.root), scene.find(limb.end));
    const Quat turn(Eigen::AngleAxisd(std::numbers::pi, axis));
    const auto aboveOf = [&](NodeIndex row) {
        return scene[row].parent == kNoNode ? Quat::Identity()
                                            : shown.world[scene[row].parent].rotation;
    };
    Edits keys;
    const auto key = [&](NodeIndex row, const Quat& local) {
        edit::SetJointKey set;
        set.joint = scene[row].id;
        set.frame = shown.frame;
        set.rotation = local.normalized();
        keys.emplace_back(set);
    };
    key(chain.front(),
        aboveOf(chain.front()).conjugate() * turn * shown.world[chain.front()].rotation);
    key(chain.back(),
        (turn * aboveOf(chain.back())).conjugate() * shown.world[chain.back()].rotation);
    const Edits laid = onLayers(doc, keys);
    out.insert(out.end(), laid.begin(), laid.end());
}

void addLimb(std::vector<BendableLimb>& out, const BendableLimb& limb)
{
    if (std::ranges::none_of(out, [&](const BendableLimb& one) { return one.end == limb.end; }))
        out.push_back(limb);
}

/// The arm or leg of a figure that a bone is part of.
std::optional<BendableLimb> limbOfBone(const Scene& scene, const retarget::Figure& figure,
                                       NodeIndex bone)
{
    using retarget::Role;
    constexpr std::array<std::array<Role, 3>, 4> kLimbs{
        {{Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand},
         {Role::RightUpperArm, Role::RightLowerArm, Role::RightHand},
         {Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot},
         {Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot}}};
    for (const auto& [upper, lower, last] : kLimbs) {
        const NodeIndex root = figure.first(upper), end = figure.first(last);
        if (root == kNoNode || end == kNoNode || !figure.has(lower)) continue;
        if (bone != root && bone != end && !(scene.isAbove(root, bone) && scene.isAbove(bone, end)))
            continue;
        return BendableLimb{ConstraintId::None, scene[root].id, scene[end].id};
    }
    return std::nullopt;
}

}  // namespace

std::vector<BendableLimb> bendableLimbs(const Document& doc, const std::vector<NodeId>& nodes,
                                        double frame)
{
    const Scene& scene = *doc.scene;
    std::vector<BendableLimb> out;
    std::optional<retarget::Figure> figure;
    for (const NodeId node : nodes) {
        const NodeIndex row = scene.find(node);
        if (row == kNoNode) continue;
        bool led = false;
        for (const Constraint& c : doc.rig->constraints) {
            const NodeIndex end = scene.find(c.effector), root = scene.find(c.root);
            if (!c.reaches() || end == kNoNode || root == kNoNode || !actsAt(doc, c.id, frame) ||
                scene.path(root, end).size() < 3)
                continue;
            const bool part =
                row == root || row == end || (scene.isAbove(root, row) && scene.isAbove(row, end));
            if (node != c.target && node != c.pole && !part) continue;
            led = true;
            addLimb(out, {c.id, c.root, c.effector});
        }
        if (led) continue;
        const Constraint* quiet = constraintOfTarget(*doc.rig, node);
        const NodeIndex bone = quiet ? scene.find(quiet->effector) : row;
        if (bone == kNoNode || !scene[bone].bone()) continue;
        if (!figure) figure = retarget::figureOf(scene);
        if (const auto limb = limbOfBone(scene, *figure, bone)) addLimb(out, *limb);
    }
    return out;
}

Result<Edits> bentOver(const Document& doc, const std::vector<NodeId>& nodes, double frame,
                       const edit::Context& context, bool alone)
{
    const std::vector<BendableLimb> limbs = bendableLimbs(doc, nodes, frame);
    if (limbs.empty()) return edit::refused("none of them is part of a limb that bends", "/nodes");
    Edits out;
    Document now = doc;
    for (const BendableLimb& limb : limbs) {
        const Evaluation shown = evaluate(*prepare(now, context.memo), frame);
        const ShownLimb line = limbIn(*now.scene, shown, limb);
        if (line.axis.isZero())
            return edit::refused("the limb is straight or folded up there: it bends to no side",
                                 "/frame");
        Edits one;
        if (const NodeId pole = actingPoleOf(now, limb); pole != NodeId::None)
            turnPole(now, pole, limb, frame, context, one);
        else if (limb.target != ConstraintId::None)
            for (const double at :
                 alone ? std::vector<double>{frame} : keysOfThatSide(now, limb, frame, context))
                one.emplace_back(edit::SetBend{limb.target, at, std::numbers::pi});
        else
            turnJoints(now, limb, shown, line.axis, one);
        Result<Document> next = edit::applyEach(now, one, context);
        if (!next) return next.error();
        now = *std::move(next);
        out.insert(out.end(), one.begin(), one.end());
    }
    return out;
}

Row row(Of<BendOver>)
{
    using O = BendOver;
    constexpr auto kMake = [](const Document& doc, const O& arguments,
                              const edit::Context& context) {
        return bentOver(doc, arguments.nodes, arguments.frame, context, arguments.alone);
    };
    return rowOf<O>("bendOver", "elbows and knees bend to the other side", +kMake,
                    edit::required("nodes", &O::nodes),
                    edit::required("frame", &O::frame, edit::kFrame),
                    edit::optional("alone", &O::alone));
}

}  // namespace posewright::operate
