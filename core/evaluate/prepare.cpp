#include "core/evaluate/bend_hints.h"
#include "core/evaluate/prepared.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace posewright {

namespace {

void addAncestors(const Scene& scene, NodeIndex node, std::set<NodeIndex>& rows)
{
    for (; node != kNoNode && rows.insert(node).second; node = scene[node].parent) {
    }
}

/// A pole acts only once it is keyed, so that adding one changes no pose.
NodeIndex actingPole(const Prepared& prepared, const Constraint& constraint)
{
    const NodeIndex pole = prepared.doc.scene->find(constraint.pole);
    return pole != kNoNode && prepared.tracks[pole] ? pole : kNoNode;
}

/// Rows of the constraints with a span in the active clip. The others never act and must not join
/// chains into larger groups.
std::vector<int> actingRows(const Document& doc)
{
    std::vector<int> rows;
    for (std::size_t i = 0; i < doc.rig->constraints.size(); ++i) {
        const SpanRow* spans = doc.clip().spanRow(doc.rig->constraints[i].id);
        if (spans && !spans->spans.empty()) rows.push_back(static_cast<int>(i));
    }
    return rows;
}

/// The smallest distance to the root that the chain's limits allow. 0 if the root has limits: then
/// it differs by direction.
double leastReach(const Scene& scene, const Constraint& c)
{
    const NodeIndex effector = scene.find(c.effector);
    const std::vector<NodeIndex> path = scene.path(scene.find(c.root), effector);
    if (c.rootMoves || c.orientation || !c.reaches() || path.size() < 4) return 0;
    // Checked first, since computing the rest pose is slow and every edit comes by here.
    const bool limits = std::any_of(path.begin() + 1, path.end(), [&](NodeIndex node) {
        const BonePart* bone = scene[node].bone();
        return node != effector && bone && bone->limit.index() != 0;
    });
    if (!limits) return 0;
    std::vector<NodeIndex> way;
    for (NodeIndex row = effector; row != kNoNode; row = scene[row].parent) way.push_back(row);
    std::vector<WorldTransform> rest;  ///< of the path, once the nodes above it are dropped
    for (; !way.empty(); way.pop_back())
        rest.push_back((rest.empty() ? WorldTransform{} : rest.back()) * scene[way.back()].rest);
    rest.erase(rest.begin(), rest.end() - std::ssize(path));
    std::vector<ik::Joint> joints;
    std::vector<Quat> start;
    for (std::size_t i = 0; i < path.size(); ++i) {
        ik::Joint joint;
        joint.parent = static_cast<int>(i) - 1;
        if (i > 0)
            joint.offset =
                rest[i - 1].rotation.conjugate() * (rest[i].position - rest[i - 1].position);
        joint.rest = scene[path[i]].rest.rotation;
        if (const BonePart* bone = scene[path[i]].bone()) joint.limit = bone->limit;
        if (std::holds_alternative<PrismaticLimit>(joint.limit)) return 0;
        joints.push_back(joint);
        start.push_back(joint.rest);
    }
    if (joints.front().limit.index() != 0) return 0;
    ik::Problem problem;
    problem.joints = joints;
    problem.start = start;
    ik::Goal goal;
    goal.effector = static_cast<int>(path.size()) - 1;
    return ik::leastReach(problem, goal);
}

/// The trajectories of the group's spans; overlapping spans share one.
std::vector<std::unique_ptr<Trajectory>> makeTrajectories(const Group& group)
{
    std::vector<Range> ranges;
    for (const Link& link : group.links)
        for (const Span& span : link.spans->spans)
            if (span.kind == SpanKind::Reach && span.inbetween == Inbetween::Trajectory &&
                span.mix < 1)
                ranges.push_back({span.start, span.end});
    std::sort(ranges.begin(), ranges.end(),
              [](const Range& a, const Range& b) { return a.min < b.min; });
    std::vector<std::unique_ptr<Trajectory>> trajectories;
    for (std::size_t i = 0; i < ranges.size();) {
        Range whole = ranges[i];
        for (++i; i < ranges.size() && ranges[i].min <= whole.max; ++i)
            whole.max = std::max(whole.max, ranges[i].max);
        auto trajectory = std::make_unique<Trajectory>();
        trajectory->frames.push_back(whole.min);
        // Gaps are at least half a frame: second differences over shorter ones would weigh too
        // much.
        const double first = std::ceil(whole.min + 0.5);
        for (int step = 0; first + step <= whole.max - 0.5; ++step)
            trajectory->frames.push_back(first + step);
        if (whole.max > whole.min) trajectory->frames.push_back(whole.max);
        trajectories.push_back(std::move(trajectory));
    }
    return trajectories;
}

/// The children of each node.
class Children {
public:
    explicit Children(const Scene& scene) : first_(scene.size(), kNoNode), next_(scene.size())
    {
        for (NodeIndex i = scene.size() - 1; i >= 0; --i)
            if (const NodeIndex parent = scene[i].parent; parent != kNoNode)
                next_[i] = std::exchange(first_[parent], i);
    }

    /// The node and all its descendants, ascending.
    std::vector<NodeIndex> rowsFrom(NodeIndex node) const
    {
        std::vector<NodeIndex> rows{node};
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (NodeIndex child = first_[rows[i]]; child != kNoNode; child = next_[child])
                rows.push_back(child);
        std::sort(rows.begin(), rows.end());
        return rows;
    }

private:
    std::vector<NodeIndex> first_;
    std::vector<NodeIndex> next_;  ///< next sibling
};

/// Keys of a track of offsets whose arcs are computed in advance: an edit prepares all of them.
constexpr std::size_t kMostArcs = 500;

std::vector<LaidLayer> layersOf(const Scene& scene, const Clip& clip)
{
    std::vector<LaidLayer> out;
    for (const Shared<Layer>& layer : clip.layers) {
        if (!acts(clip, *layer)) continue;
        LaidLayer laid;
        laid.layer = &*layer;
        for (const Shared<Track>& track : layer->tracks)
            if (const NodeIndex node = scene.find(track->node); node != kNoNode)
                laid.rows.push_back({node, &*track, liveRange(*track),
                                     track->rotation->size() <= kMostArcs ? track->rotation->arcs()
                                                                          : std::vector<Arc>()});
        std::ranges::sort(laid.rows, {}, &LaidLayer::Row::node);
        out.push_back(std::move(laid));
    }
    return out;
}

/// Adds the frames at which offsets of the node have keys.
void addLayerKeys(const Prepared& prepared, NodeIndex node, std::set<double>& frames)
{
    for (const LaidLayer& laid : prepared.layers)
        for (const LaidLayer::Row& row : laid.rows)
            if (row.node == node)
                for (const double f : keyFrames(*row.offsets)) frames.insert(f);
}

/// The index of a node among the group's joints; -1 if it is none of them.
int jointOf(const Group& group, NodeIndex node)
{
    const auto at = std::ranges::lower_bound(group.joints, node);
    return at != group.joints.end() && *at == node ? int(at - group.joints.begin()) : -1;
}

/// Makes a constraint's link. @pre the group has its joints
/// @param row     of the constraint in the rig
/// @param frames  gets the frames at which its chain is solved as at a key
/// @param needed  gets the nodes that have to be placed for it
Link makeLink(const Prepared& prepared, const Group& group, int row, std::set<double>& frames,
              std::set<NodeIndex>& needed)
{
    const Document& doc = prepared.doc;
    const Scene& scene = *doc.scene;
    const auto joint = [&](NodeIndex node) { return jointOf(group, node); };
    const Constraint& c = doc.rig->constraints[row];
    Link link;
    link.row = row;
    link.constraint = &c;
    link.spans = doc.clip().spanRow(c.id);
    link.influence = doc.clip().influence(c.id);
    link.target = scene.find(c.target);
    link.pole = actingPole(prepared, c);
    link.effector = joint(scene.find(c.effector));
    link.root = joint(scene.find(c.root));
    if (c.soft > 0) link.least = leastReach(scene, c);
    if (c.meets() != NodeId::None) link.meets = joint(scene.find(c.meets()));
    for (const NodeId pin : c.pins) link.pins.push_back(joint(scene.find(pin)));
    for (const NodeIndex node : jointsOf(scene, c)) link.chain.push_back(joint(node));
    addAncestors(scene, link.target, needed);
    if (link.pole != kNoNode) addAncestors(scene, link.pole, needed);
    if (const Track* track = prepared.tracks[link.target]) link.targetKeys = bendingFrames(*track);
    frames.insert(link.targetKeys.begin(), link.targetKeys.end());
    addLayerKeys(prepared, link.target, frames);
    if (link.pole != kNoNode) addLayerKeys(prepared, link.pole, frames);
    if (link.pole != kNoNode)
        if (const Track* track = prepared.tracks[link.pole])
            for (const double f : bendingFrames(*track)) frames.insert(f);
    if (link.spans)
        for (const Span& span : link.spans->spans) {
            frames.insert(span.start);
            frames.insert(span.end);
            if (span.space != NodeId::None) addAncestors(scene, scene.find(span.space), needed);
        }
    return link;
}

/// Fills the groups that the group depends on, and the nodes that have to be placed for it.
/// @param owners  by node: the earlier group that has it as a joint, or -1
void addNeeds(const Prepared& prepared, const std::vector<int>& owners, std::set<NodeIndex> rows,
              Group& group)
{
    // A group depends on an earlier one if a needed node is a joint there, or below one. `needs` of
    // that group are complete already.
    std::set<int> needs;
    std::set<NodeIndex> theirs;
    for (const NodeIndex node : rows)
        if (const int g = owners[node]; g != -1 && needs.insert(g).second) {
            const Group& other = *prepared.groups[g];
            needs.insert(other.needs.begin(), other.needs.end());
            theirs.insert(other.rows.begin(), other.rows.end());
        }
    rows.merge(theirs);
    group.needs.assign(needs.begin(), needs.end());
    group.rows.assign(rows.begin(), rows.end());
}

/// @param owners  by node: the earlier group that has it as a joint, or -1
std::unique_ptr<Group> makeGroup(const Prepared& prepared, const std::vector<int>& members,
                                 const std::vector<int>& owners, const Children& children)
{
    const Document& doc = prepared.doc;
    const Scene& scene = *doc.scene;
    auto group = std::make_unique<Group>();
    std::set<NodeIndex> joints;
    for (const int row : members) {
        const Constraint& c = doc.rig->constraints[row];
        for (const NodeIndex node : jointsOf(scene, c)) joints.insert(node);
    }
    group->joints.assign(joints.begin(), joints.end());
    for (const NodeIndex node : group->joints)
        group->parents.push_back(jointOf(*group, scene[node].parent));

    std::set<double> frames;
    std::set<NodeIndex> rows;
    for (const NodeIndex node : group->joints) addAncestors(scene, node, rows);
    for (const int row : members) {
        Link link = makeLink(prepared, *group, row, frames, rows);
        group->rootMoves |= link.constraint->rootMoves && link.root == 0;
        group->links.push_back(std::move(link));
    }
    group->keyFrames.assign(frames.begin(), frames.end());
    addHints(prepared, *group);
    if (!prepared.draft) group->trajectories = makeTrajectories(*group);

    addNeeds(prepared, owners, std::move(rows), *group);
    group->below = children.rowsFrom(group->joints.front());
    return group;
}

std::shared_ptr<const Prepared> ready(const Document& doc, std::shared_ptr<KeyMemo> memo,
                                      bool draft)
{
    auto prepared = std::make_shared<Prepared>();
    prepared->draft = draft;
    prepared->doc = doc;
    prepared->memo = std::move(memo);
    const Scene& scene = *prepared->doc.scene;
    prepared->tracks.assign(scene.size(), nullptr);
    for (NodeIndex i = 0; i < scene.size(); ++i) {
        prepared->allRows.push_back(i);
        const BonePart* bone = scene[i].bone();
        if (bone && bone->limit.index() != 0) prepared->limited.push_back(i);
        const auto* mesh = std::get_if<MeshPart>(&scene[i].part);
        if (mesh && !mesh->morphs.empty()) prepared->morphed.push_back(i);
    }
    if (doc.playback.clip < 0 || doc.playback.clip >= int(doc.clips.size())) {
        prepared->breach = "the document has no active clip";
        return prepared;
    }
    for (const Shared<Track>& track : prepared->doc.clip().tracks)
        if (const NodeIndex node = scene.find(track->node); node != kNoNode)
            prepared->tracks[node] = &*track;
    prepared->layers = layersOf(scene, prepared->doc.clip());
    const Rig& rig = *prepared->doc.rig;
    const auto below = [&](const Constraint& c, NodeId end) {
        return scene.isAbove(scene.find(c.root), scene.find(end));
    };
    for (const Constraint& c : rig.constraints)
        if (scene.find(c.target) == kNoNode || scene.find(c.effector) == kNoNode ||
            !makesChain(scene, c.kind, scene.find(c.root), scene.find(c.effector)) ||
            (c.meets() != NodeId::None && !below(c, c.meets())) ||
            !std::ranges::all_of(c.pins, [&](NodeId pin) { return below(c, pin); }) ||
            (c.pole != NodeId::None && scene.find(c.pole) == kNoNode)) {
            prepared->breach = "a constraint names nodes that make no chain";
            return prepared;
        }
    if (const auto all = constraintGroups(scene, rig); !all) {
        prepared->breach = all.error().message;
        return prepared;
    }
    const std::vector<int> acting = actingRows(prepared->doc);
    Rig actingRig;
    for (const int row : acting) actingRig.constraints.push_back(rig.constraints[row]);
    const Result<std::vector<std::vector<int>>> groups =
        constraintGroups(scene, actingRig, &prepared->doc.clip());
    if (!groups) {
        prepared->breach = groups.error().message;
        return prepared;
    }
    std::vector<int> owners(scene.size(), -1);
    const Children children(scene);
    for (std::vector<int> members : *groups) {
        for (int& member : members) member = acting[member];
        const int g = int(prepared->groups.size());
        prepared->allGroups.push_back(g);
        prepared->groups.push_back(makeGroup(*prepared, members, owners, children));
        for (const NodeIndex joint : prepared->groups.back()->joints) owners[joint] = g;
    }
    return prepared;
}

}  // namespace

std::shared_ptr<const Prepared> prepare(const Document& doc, std::shared_ptr<KeyMemo> memo)
{
    return ready(doc, std::move(memo), false);
}

std::shared_ptr<const Prepared> prepareDraft(const Document& doc, std::shared_ptr<KeyMemo> memo)
{
    return ready(doc, std::move(memo), true);
}

bool waits(const Prepared& prepared, double frame)
{
    for (const auto& group : prepared.groups)
        for (const auto& trajectory : group->trajectories)
            if (trajectory->covers(frame) && !trajectory->ready.load(std::memory_order_acquire))
                return true;
    return false;
}

const Document& document(const Prepared& prepared)
{
    return prepared.doc;
}

}  // namespace posewright
