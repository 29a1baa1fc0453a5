#include "core/evaluate/group_problem.h"

#include "core/evaluate/joint_slide.h"
#include "core/evaluate/places.h"
#include "core/math/rotation.h"
#include "core/math/smoothstep.h"
#include "core/motion/layer.h"

#include <algorithm>
#include <cmath>

namespace posewright {

namespace {

/// The fade at the borders of a span.
double border(const Span& span, double frame)
{
    double influence = 1;
    if (span.in > 0) influence *= smoothstep((frame - span.start) / span.in);
    if (span.out > 0) influence *= smoothstep((span.end - frame) / span.out);
    return influence;
}

double keyedInfluence(const Link& link, double frame)
{
    if (!link.influence || link.influence->curve.empty()) return 1;
    return std::clamp(link.influence->curve.sample(frame), 0.0, 1.0);
}

/// The target's position on a straight or circular path between its keys. Progress along the path
/// comes from the keyed curve, which keeps its easing.
Vec3 onPath(const Prepared& prepared, const Link& link, TargetPath path, const Vec3& centre,
            double frame, const Vec3& keyed)
{
    const auto next = std::upper_bound(link.targetKeys.begin(), link.targetKeys.end(), frame);
    if (path == TargetPath::Spline || next == link.targetKeys.begin() ||
        next == link.targetKeys.end())
        return keyed;
    const Node& target = (*prepared.doc.scene)[link.target];
    const auto placeAt = [&](double key) {
        return sampleLaid(prepared.doc.clip(), target.id, target.rest, key).translation;
    };
    const Vec3 a = placeAt(*(next - 1));
    const Vec3 b = placeAt(*next);
    const Vec3 way = b - a;
    if (way.squaredNorm() == 0) return keyed;
    const double u = std::clamp((keyed - a).dot(way) / way.squaredNorm(), 0.0, 1.0);
    const double ra = (a - centre).norm();
    const double rb = (b - centre).norm();
    if (path == TargetPath::Line || ra < 1e-12 || rb < 1e-12) return a + u * way;
    const Vec3 da = (a - centre) / ra;
    const Vec3 turn = rotationVector(leastArc(da, (b - centre) / rb));
    return centre + ((1 - u) * ra + u * rb) * (fromRotationVector(u * turn) * da);
}

WorldTransform parentWorld(const Scene& scene, const Scratch& scratch, NodeIndex node)
{
    const NodeIndex parent = scene[node].parent;
    return parent == kNoNode ? WorldTransform{} : scratch.world[parent];
}

LinkState stateOf(const Prepared& prepared, const Group& group, const Link& link, double frame,
                  const Scratch& scratch)
{
    const Scene& scene = *prepared.doc.scene;
    LinkState state;
    state.span = spanAt(link.spans, frame);
    if (!state.span || state.span->kind == SpanKind::Off) return state;
    state.fade = border(*state.span, frame);
    state.fadesIn = frame - state.span->start < state.span->end - frame;
    state.keyedInfluence = keyedInfluence(link, frame);
    state.influence = state.fade * state.keyedInfluence;
    if (state.span->kind == SpanKind::Hold) return state;
    state.pursues = state.influence > 0;
    const WorldTransform& target = scratch.world[link.target];
    state.position = target.position;
    state.rotation = target.rotation;
    if (state.span->kind == SpanKind::Contact) {
        const WorldTransform at = anchorPlace(scene, *state.span, scratch.world);
        state.position = at.position;
        state.rotation = at.rotation;
        return state;
    }
    switch (state.span->inbetween) {
    case Inbetween::Resolve: state.blendShare = state.span->mix; break;
    case Inbetween::Blend: state.blendShare = 1 - state.span->mix; break;
    case Inbetween::Trajectory:
        state.trajectoryShare = prepared.draft ? 0 : 1 - state.span->mix;
        break;
    }
    if (state.span->path != TargetPath::Spline) {
        const WorldTransform space = parentWorld(scene, scratch, link.target);
        const Vec3 root = scratch.world[group.joints[link.root]].position;
        const Vec3 centre = space.linear.inverse() * (root - space.position);
        state.position = space * onPath(prepared, link, state.span->path, centre, frame,
                                        scratch.local[link.target].translation);
    }
    return state;
}

/// The target of a loop hangs on the joint that is met; the loop keeps the target's place in that
/// joint's frame.
void closeLoop(const Group& group, const Link& link, const Scratch& scratch, ik::Goal& goal)
{
    const WorldTransform& joint = scratch.world[group.joints[link.meets]];
    const WorldTransform& target = scratch.world[link.target];
    const Quat back = joint.rotation.conjugate();
    goal.position = back * (target.position - joint.position);
    if (goal.orientation) goal.orientation = (back * target.rotation).normalized();
}

/// Adds the goal of a link, and goals for its pins.
void addGoals(const Group& group, int l, const LinkState& state, const Scratch& scratch,
              GroupProblem& out)
{
    const Link& link = group.links[l];
    const Constraint& constraint = *link.constraint;
    ik::Goal goal;
    goal.effector = link.effector;
    goal.root = link.root;
    goal.position = state.position;
    if (constraint.orientation) goal.orientation = state.rotation;
    goal.weight = constraint.weight;
    if (link.pole != kNoNode) goal.pole = scratch.world[link.pole].position;
    const bool eases = rulesOf(constraint.kind).ease && state.span->kind != SpanKind::Contact;
    goal.soft = eases ? constraint.soft : 0;
    goal.least = link.least;
    goal.stretch = constraint.stretch;
    goal.kind = withJoint<ik::JointIndex>(constraint.kind, [&](NodeId) { return link.meets; });
    if (link.meets >= 0) closeLoop(group, link, scratch, goal);
    out.goals.push_back(goal);
    out.goalLinks.push_back(l);
    for (const int joint : link.pins) {
        ik::Goal pin;
        pin.effector = joint;
        pin.root = link.root;
        pin.position = scratch.world[group.joints[joint]].position;
        pin.weight = constraint.weight;
        pin.pinned = true;
        out.goals.push_back(pin);
        out.goalLinks.push_back(l);
    }
}

}  // namespace

GroupProblem makeGroupProblem(const Prepared& prepared, const Group& group, double frame,
                              const Scratch& scratch)
{
    const Scene& scene = *prepared.doc.scene;
    GroupProblem out;
    const int count = static_cast<int>(group.joints.size());
    out.joints.resize(count);
    out.base.resize(count);
    const WorldTransform above = parentWorld(scene, scratch, group.joints.front());
    out.basePosition = above.position;
    out.baseRotation = above.rotation;
    out.rootPosition = scratch.world[group.joints.front()].position;
    for (int j = 0; j < count; ++j) {
        const NodeIndex node = group.joints[j];
        const int parent = group.parents[j];
        const WorldTransform& from = parent < 0 ? above : scratch.world[group.joints[parent]];
        ik::Joint& joint = out.joints[j];
        joint.parent = parent;
        joint.offset = from.rotation.conjugate() * (scratch.world[node].position - from.position);
        joint.rest = scene[node].rest.rotation;
        if (const BonePart* bone = scene[node].bone()) joint.limit = bone->limit;
        out.base[j] = scratch.local[node].rotation;
        if (!std::holds_alternative<PrismaticLimit>(joint.limit)) continue;
        if (out.travels.empty()) {
            out.travels.assign(count, 0.0);
            out.slideUnits.assign(count, 1.0);
        }
        const JointSlide slide = splitSlide(scene[node].rest, scratch.local[node], from, joint);
        out.travels[j] = slide.travel;
        out.slideUnits[j] = slide.unit;
        if (j == 0) out.rootPosition = above.position + above.rotation * joint.offset;
    }
    out.driven.assign(count, 0);
    for (std::size_t l = 0; l < group.links.size(); ++l) {
        const Link& link = group.links[l];
        const Constraint& constraint = *link.constraint;
        const LinkState state = stateOf(prepared, group, link, frame, scratch);
        if (state.span && state.influence > 0)
            for (const int j : link.chain) {
                const bool slides = std::holds_alternative<PrismaticLimit>(out.joints[j].limit);
                if (j != link.effector || constraint.turnsEffector() || slides) out.driven[j] = 1;
            }
        if (state.span && state.span->kind == SpanKind::Hold)
            for (const auto& [id, rotation] : state.span->held) {
                const NodeIndex node = scene.find(id);
                const auto at = std::lower_bound(group.joints.begin(), group.joints.end(), node);
                if (at == group.joints.end() || *at != node) continue;
                Quat& base = out.base[at - group.joints.begin()];
                base = slerp(base, rotation, state.influence);
            }
        if (state.span && state.pursues) addGoals(group, static_cast<int>(l), state, scratch, out);
        out.states.push_back(state);
    }
    return out;
}

const std::string& namedSolver(const Link& link, const LinkState& state)
{
    return state.span && !state.span->solver.empty() ? state.span->solver : link.constraint->solver;
}

const ik::Solver& chooseSolver(const Group& group, const GroupProblem& asked,
                               const ik::Problem& problem)
{
    for (const int l : asked.goalLinks) {
        const std::string& id = namedSolver(group.links[l], asked.states[l]);
        if (id.empty()) continue;
        if (const ik::Solver* solver = ik::findSolver(id)) return *solver;
    }
    return ik::defaultSolver(problem);
}

}  // namespace posewright
