#include "core/document/document.h"

#include <queue>

#include <algorithm>
#include <functional>
#include <numeric>

namespace posewright {

namespace {

/// A constraint, as rows of the scene.
struct GroupLink {
    std::vector<NodeIndex> chain;
    NodeIndex target = kNoNode;
    NodeIndex pole = kNoNode;
    NodeIndex meets = kNoNode;      ///< the other joint of a loop; its target hangs on it
    std::vector<NodeIndex> spaces;  ///< that its contacts are attached to
};

/// Each bone's group is stored once. What drives a node is then found by walking up from it, so
/// that the cost is linear in the number of chains.
class Groups {
public:
    Groups(const Scene& scene, const Rig& rig, const Clip* clip) :
        scene_(scene), driverGroup_(scene.size(), -1)
    {
        links_.reserve(rig.constraints.size());
        for (const Constraint& c : rig.constraints) {
            GroupLink link;
            link.chain = jointsOf(scene, c);
            link.meets = scene.find(c.meets());
            link.target = scene.find(c.target);
            link.pole = scene.find(c.pole);
            if (const SpanRow* row = clip ? clip->spanRow(c.id) : nullptr)
                for (const Span& span : row->spans)
                    if (span.space != NodeId::None) link.spaces.push_back(scene.find(span.space));
            links_.push_back(std::move(link));
        }
        groupOf_.resize(links_.size());
        std::iota(groupOf_.begin(), groupOf_.end(), 0);
        joinThoseThatShareBones();
    }

    Result<std::vector<std::vector<int>>> inOrder()
    {
        const int count = static_cast<int>(links_.size());
        std::vector<std::vector<int>> members(count);  // by the first row of the group
        for (int i = 0; i < count; ++i) members[groupOf_[i]].push_back(i);
        std::vector<std::vector<int>> needs(count);
        for (int i = 0; i < count; ++i) {
            if (goalHangsOnOwnGroup(i))
                for (const int j : members[groupOf_[i]])
                    if (const NodeIndex bone = driverOfGoal(i, j); bone != kNoNode)
                        return ownLoop(i, j, bone);
            addNeeds(i, needs[groupOf_[i]]);
        }
        std::vector<std::vector<int>> neededBy(count);
        std::vector<int> open(count, 0);  ///< number of needed groups that are not in the order yet
        std::priority_queue<int, std::vector<int>, std::greater<>> ready;
        for (int g = 0; g < count; ++g) {
            std::vector<int>& own = needs[g];
            std::sort(own.begin(), own.end());
            own.erase(std::unique(own.begin(), own.end()), own.end());
            open[g] = static_cast<int>(own.size());
            for (const int other : own) neededBy[other].push_back(g);
            if (own.empty() && !members[g].empty()) ready.push(g);
        }
        std::vector<std::vector<int>> order;
        std::vector<bool> done(count, false);
        while (!ready.empty()) {
            const int g = ready.top();
            ready.pop();
            done[g] = true;
            order.push_back(members[g]);
            for (const int other : neededBy[g])
                if (--open[other] == 0) ready.push(other);
        }
        for (int g = 0; g < count; ++g)
            if (!done[g] && !members[g].empty()) return roundLoop(g, needs, done);
        return order;
    }

private:
    void joinThoseThatShareBones()
    {
        for (int i = 0; i < static_cast<int>(links_.size()); ++i)
            for (const NodeIndex bone : links_[i].chain) {
                if (driverGroup_[bone] != -1) join(driverGroup_[bone], i);
                driverGroup_[bone] = i;
            }
        for (int i = 0; i < static_cast<int>(links_.size()); ++i) groupOf_[i] = first(i);
        for (int& group : driverGroup_)
            if (group != -1) group = groupOf_[group];
    }

    /// The first row of the group of this row.
    int first(int row)
    {
        while (groupOf_[row] != row) {
            groupOf_[row] = groupOf_[groupOf_[row]];
            row = groupOf_[row];
        }
        return row;
    }

    /// Merges two groups; the earlier constraint's one stays.
    void join(int row, int other)
    {
        const int a = first(row);
        const int b = first(other);
        groupOf_[std::max(a, b)] = std::min(a, b);
    }

    template <class Visit>
    void eachGoalNode(int i, Visit&& visit) const
    {
        visit(links_[i].target);
        visit(links_[i].pole);
        for (const NodeIndex space : links_[i].spaces) visit(space);
    }

    bool goalHangsOnOwnGroup(int i) const
    {
        bool hangs = false;
        eachGoalNode(i, [&](NodeIndex node) {
            for (; node != kNoNode && !hangs; node = scene_[node].parent)
                hangs = driverGroup_[node] == groupOf_[i];
        });
        return hangs;
    }

    /// The groups that move what i aims at or hangs on.
    void addNeeds(int i, std::vector<int>& needs) const
    {
        const auto add = [&](NodeIndex node) {
            for (; node != kNoNode; node = scene_[node].parent)
                if (const int group = driverGroup_[node]; group != -1 && group != groupOf_[i])
                    if (needs.empty() || needs.back() != group) needs.push_back(group);
        };
        eachGoalNode(i, add);
        if (!links_[i].chain.empty()) add(links_[i].chain.front());
    }

    /// The lowest bone of j's chain that is `node` or above it; kNoNode if none is.
    NodeIndex driver(NodeIndex node, int j) const
    {
        const std::vector<NodeIndex>& chain = links_[j].chain;
        for (auto bone = chain.rbegin(); bone != chain.rend() && node != kNoNode; ++bone)
            if (*bone == node || scene_.isAbove(*bone, node)) return *bone;
        return kNoNode;
    }

    /// The bone of j's chain that carries i's target, its pole, or a node that its contacts are
    /// attached to. i and j are in the same group.
    NodeIndex driverOfGoal(int i, int j) const
    {
        NodeIndex bone = driver(links_[i].target, j);
        // The joint of a loop is meant to carry the target.
        const NodeIndex meets = links_[i].meets;
        if (meets != kNoNode && (bone == meets || (bone != kNoNode && scene_.isAbove(bone, meets))))
            bone = kNoNode;
        if (bone == kNoNode) bone = driver(links_[i].pole, j);
        for (const NodeIndex space : links_[i].spaces)
            if (bone == kNoNode) bone = driver(space, j);
        return bone;
    }

    const std::string& nameOf(int i) const
    {
        static const std::string kUnknown = "?";
        return links_[i].target == kNoNode ? kUnknown : scene_[links_[i].target].name;
    }

    Error ownLoop(int i, int j, NodeIndex bone) const
    {
        const std::string& name = nameOf(i);
        std::string message = "the target \"" + name + "\"";
        if (driver(links_[i].target, j) == kNoNode)
            message = driver(links_[i].pole, j) != kNoNode
                          ? "the pole of \"" + name + "\""
                          : "what a contact of \"" + name + "\" sticks to";
        message += " hangs below \"" + scene_[bone].name + "\", which ";
        message += i == j ? "it drives itself" : "is solved together with it";
        message += ": " + name + " -> " + scene_[bone].name + " -> " + name;
        return Error{std::move(message), name, ErrorKind::Refused,
                     "hang it on a node above the chain, or on none"};
    }

    /// Follows unmet needs from group to group until one repeats.
    Error roundLoop(int group, const std::vector<std::vector<int>>& needs,
                    const std::vector<bool>& done) const
    {
        std::vector<int> way;
        while (std::find(way.begin(), way.end(), group) == way.end()) {
            way.push_back(group);
            group = *std::find_if(needs[group].begin(), needs[group].end(),
                                  [&](int other) { return !done[other]; });
        }
        way.erase(way.begin(), std::find(way.begin(), way.end(), group));
        std::string message = "targets drive each other in a round: ";
        for (const int g : way) message += nameOf(g) + " -> ";
        message += nameOf(group);
        return Error{std::move(message), nameOf(group), ErrorKind::Refused,
                     "hang one of them on a node that no target drives"};
    }

    const Scene& scene_;
    std::vector<GroupLink> links_;
    std::vector<int> groupOf_;      ///< by constraint: the first row of its group
    std::vector<int> driverGroup_;  ///< by node: the group that drives it, as its first row; or -1
};

}  // namespace

std::vector<NodeIndex> jointsOf(const Scene& scene, const Constraint& constraint)
{
    const NodeIndex root = scene.find(constraint.root);
    std::vector<NodeIndex> joints = scene.path(root, scene.find(constraint.effector));
    const auto add = [&](NodeId end) {
        for (const NodeIndex joint : scene.path(root, scene.find(end))) joints.push_back(joint);
    };
    if (constraint.meets() != NodeId::None) add(constraint.meets());
    for (const NodeId pin : constraint.pins) add(pin);
    std::sort(joints.begin(), joints.end());
    joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
    return joints;
}

Result<std::vector<std::vector<int>>> constraintGroups(const Scene& scene, const Rig& rig,
                                                       const Clip* clip)
{
    return Groups(scene, rig, clip).inOrder();
}

}  // namespace posewright
