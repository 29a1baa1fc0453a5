#include "core/retarget/feed.h"

#include <algorithm>
#include <initializer_list>

namespace posewright::retarget {

namespace {

/// Share of a chain's length at which each of its bones ends; the last is 1.
std::vector<double> endsOf(const std::vector<NodeIndex>& bones, const Vec3& end,
                           const std::vector<WorldTransform>& world)
{
    std::vector<double> ends;
    double length = 0;
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const Vec3 next = i + 1 < bones.size() ? world[bones[i + 1]].position : end;
        length += (next - world[bones[i]].position).norm();
        ends.push_back(length);
    }
    for (double& at : ends) at = length > 0 ? at / length : 1;
    ends.back() = 1;
    return ends;
}

/// The head of what follows a chain, or the chain's own last head.
Vec3 endOfChain(const Figure& figure, Role role, const std::vector<WorldTransform>& world)
{
    const auto first = [&](std::initializer_list<Role> roles) -> NodeIndex {
        for (const Role next : roles)
            if (figure.has(next)) return figure.first(next);
        return figure.last(role);
    };
    const NodeIndex row = role == Role::Spine  ? first({Role::Neck, Role::Head})
                          : role == Role::Neck ? first({Role::Head})
                                               : figure.last(role);
    return world[row].position;
}

void addChain(std::vector<Feed>& feeds, Role role, const Side& source, const Side& target,
              const std::vector<Quat>& turns)
{
    const auto &from = source.figure.bones(role), &to = target.figure.bones(role);
    const auto referenceOf = [&](NodeIndex row) {
        return (turns[row] * target.stance.world[row].rotation).normalized();
    };
    if (from.size() == to.size()) {
        for (std::size_t i = 0; i < to.size(); ++i)
            feeds.push_back({to[i], from[i], from[i], 0, referenceOf(to[i])});
        return;
    }
    const std::vector<double> theirs =
        endsOf(from, endOfChain(source.figure, role, source.stance.world), source.stance.world);
    const std::vector<double> ours =
        endsOf(to, endOfChain(target.figure, role, target.stance.world), target.stance.world);
    const NodeIndex before = source.scene[from.front()].parent;
    for (std::size_t i = 0; i < to.size(); ++i) {
        const auto at = std::lower_bound(theirs.begin(), theirs.end(), ours[i] - 1e-9);
        const auto bone = static_cast<std::size_t>(at - theirs.begin());
        const double low = bone == 0 ? 0 : theirs[bone - 1];
        Feed feed{to[i], bone == 0 ? before : from[bone - 1], from[bone],
                  theirs[bone] > low ? (ours[i] - low) / (theirs[bone] - low) : 1,
                  referenceOf(to[i])};
        feed.share = std::clamp(feed.share, 0.0, 1.0);
        if (feed.from == kNoNode) feed.from = feed.to;
        feeds.push_back(feed);
    }
}

}  // namespace

std::vector<Feed> feedsOf(const Side& source, const Side& target, const std::vector<Quat>& turns)
{
    std::vector<Feed> feeds;
    for (const Role role : allRoles())
        if (source.figure.has(role) && target.figure.has(role))
            addChain(feeds, role, source, target, turns);
    std::sort(feeds.begin(), feeds.end(),
              [](const Feed& a, const Feed& b) { return a.row < b.row; });
    return feeds;
}

}  // namespace posewright::retarget
