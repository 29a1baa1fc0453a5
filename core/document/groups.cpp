#include "core/document/document.h"

#include <algorithm>
#include <numeric>

namespace posewright {

namespace {

/// What one constraint asks of the scene, as rows.
struct Link {
    std::vector<NodeIndex> chain;
    NodeIndex target = kNoNode;
    NodeIndex pole = kNoNode;
    NodeIndex meets = kNoNode;      ///< the joint of a loop, which its target hangs on
    std::vector<NodeIndex> spaces;  ///< that its contacts stick to
    std::string name;
};

class Groups {
public:
    Groups(const Scene& scene, const Rig& rig, const Clip* clip) : scene_(scene)
    {
        for (const Constraint& c : rig.constraints) {
            Link link;
            link.chain = jointsOf(scene, c);
            if (c.meets != NodeId::None) link.meets = scene.find(c.meets);
            link.target = scene.find(c.target);
            link.pole = scene.find(c.pole);
            if (const SpanRow* row = clip ? clip->spanRow(c.id) : nullptr)
                for (const Span& span : row->spans)
                    if (span.space != NodeId::None) link.spaces.push_back(scene.find(span.space));
            link.name = link.target == kNoNode ? "?" : scene[link.target].name;
            links_.push_back(std::move(link));
        }
        groupOf_.resize(links_.size());
        std::iota(groupOf_.begin(), groupOf_.end(), 0);
        joinThoseThatShareBones();
    }

    Result<std::vector<std::vector<int>>> inOrder()
    {
        const int count = static_cast<int>(links_.size());
        std::vector<std::vector<int>> members(count);  // by the group's first row
        std::vector<std::vector<int>> needs(count);
        for (int i = 0; i < count; ++i) {
            members[groupOf_[i]].push_back(i);
            for (int j = 0; j < count; ++j) {
                if (groupOf_[i] == groupOf_[j]) {
                    if (const NodeIndex bone = driverOfGoal(i, j); bone != kNoNode)
                        return ownLoop(i, j, bone);
                } else if (depends(i, j)) {
                    needs[groupOf_[i]].push_back(groupOf_[j]);
                }
            }
        }
        std::vector<std::vector<int>> order;
        std::vector<bool> done(count, false);
        for (bool progress = true; progress;) {
            progress = false;
            for (int g = 0; g < count && !progress; ++g) {
                if (done[g] || members[g].empty()) continue;
                progress = std::all_of(needs[g].begin(), needs[g].end(),
                                       [&](int other) { return done[other]; });
                if (!progress) continue;
                done[g] = true;
                order.push_back(members[g]);
            }
        }
        for (int g = 0; g < count; ++g)
            if (!done[g] && !members[g].empty()) return roundLoop(g, needs, done);
        return order;
    }

private:
    void joinThoseThatShareBones()
    {
        std::vector<int> owner(scene_.size(), -1);
        for (int i = 0; i < static_cast<int>(links_.size()); ++i)
            for (const NodeIndex bone : links_[i].chain) {
                if (owner[bone] == -1)
                    owner[bone] = groupOf_[i];
                else
                    join(owner[bone], i);
                owner[bone] = groupOf_[i];
            }
    }

    /// The group of the earlier constraint takes in the other's.
    void join(int row, int other)
    {
        const int from = std::max(groupOf_[row], groupOf_[other]);
        const int into = std::min(groupOf_[row], groupOf_[other]);
        for (int& group : groupOf_)
            if (group == from) group = into;
    }

    /// The lowest bone of j's chain that is `node` or above it; kNoNode if none is.
    NodeIndex driver(NodeIndex node, int j) const
    {
        const std::vector<NodeIndex>& chain = links_[j].chain;
        for (auto bone = chain.rbegin(); bone != chain.rend() && node != kNoNode; ++bone)
            if (*bone == node || scene_.isAbove(*bone, node)) return *bone;
        return kNoNode;
    }

    /// The bone of j's chain that carries i's target, its pole, or what its contacts stick to.
    NodeIndex driverOfGoal(int i, int j) const
    {
        NodeIndex bone = driver(links_[i].target, j);
        // What moves the joint of a loop moves the target with it: that is what a loop is.
        const NodeIndex meets = links_[i].meets;
        if (meets != kNoNode && groupOf_[i] == groupOf_[j] &&
            (bone == meets || (bone != kNoNode && scene_.isAbove(bone, meets))))
            bone = kNoNode;
        if (bone == kNoNode) bone = driver(links_[i].pole, j);
        for (const NodeIndex space : links_[i].spaces)
            if (bone == kNoNode) bone = driver(space, j);
        return bone;
    }

    bool depends(int i, int j) const
    {
        return driverOfGoal(i, j) != kNoNode ||
               (!links_[i].chain.empty() && driver(links_[i].chain.front(), j) != kNoNode);
    }

    Error ownLoop(int i, int j, NodeIndex bone) const
    {
        const std::string& name = links_[i].name;
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

    /// Follows the needs of a group that cannot be solved until they come round.
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
        for (const int g : way) message += links_[g].name + " -> ";
        message += links_[group].name;
        return Error{std::move(message), links_[group].name, ErrorKind::Refused,
                     "hang one of them on a node that no target drives"};
    }

    const Scene& scene_;
    std::vector<Link> links_;
    std::vector<int> groupOf_;  ///< by row: the first row of its group
};

}  // namespace

std::vector<NodeIndex> jointsOf(const Scene& scene, const Constraint& constraint)
{
    const NodeIndex root = scene.find(constraint.root);
    std::vector<NodeIndex> joints = scene.path(root, scene.find(constraint.effector));
    const auto add = [&](NodeId end) {
        for (const NodeIndex joint : scene.path(root, scene.find(end))) joints.push_back(joint);
    };
    if (constraint.meets != NodeId::None) add(constraint.meets);
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
