#include "core/retarget/feed.h"

#include <algorithm>
#include <initializer_list>

namespace posewright::retarget {

namespace {

constexpr double kNoLength = 1e-6;  ///< of the preceding chain

/// The share of a chain's length where each bone ends; the last is 1. A last bone of no length, as
/// that of a finger without a tip, counts with the average length of the others.
std::vector<double> endsOf(const std::vector<NodeIndex>& bones, const Vec3& end,
                           const std::vector<WorldTransform>& world)
{
    std::vector<double> ends;
    double length = 0;
    for (std::size_t i = 0; i + 1 < bones.size(); ++i) {
        const double own = (world[bones[i + 1]].position - world[bones[i]].position).norm();
        ends.push_back(length += own);
    }
    double own = (end - world[bones.back()].position).norm();
    if (!ends.empty() && own <= kNoLength * length) own = length / static_cast<double>(ends.size());
    ends.push_back(length + own);
    const double total = ends.back();
    for (std::size_t i = 0; i < ends.size(); ++i)
        ends[i] = total > 0 ? ends[i] / total : double(i + 1) / double(ends.size());
    ends.back() = 1;
    return ends;
}

/// The head of the bone after a chain, a finger's tip, or the chain's own last head.
Vec3 endOfChain(const Side& side, Role role)
{
    const Figure& figure = side.figure;
    const std::vector<WorldTransform>& world = side.reference.world;
    const auto first = [&](std::initializer_list<Role> roles) -> NodeIndex {
        for (const Role next : roles)
            if (figure.has(next)) return figure.first(next);
        return figure.last(role);
    };
    const NodeIndex row = role == Role::Spine  ? first({Role::Neck, Role::Head})
                          : role == Role::Neck ? first({Role::Head})
                                               : figure.last(role);
    const BonePart* bone = side.scene[row].bone();
    if (isFinger(role) && bone && bone->tipGiven) return world[row] * bone->tip;
    return world[row].position;
}

void addChain(std::vector<Feed>& feeds, Role role, const Side& source, const Side& target,
              const std::vector<Quat>& turns)
{
    const auto &from = source.figure.bones(role), &to = target.figure.bones(role);
    const auto referenceOf = [&](NodeIndex row) {
        return (turns[row] * target.reference.world[row].rotation).normalized();
    };
    if (from.size() == to.size()) {
        for (std::size_t i = 0; i < to.size(); ++i)
            feeds.push_back({to[i], from[i], from[i], 0, referenceOf(to[i])});
        return;
    }
    const std::vector<double> theirs =
        endsOf(from, endOfChain(source, role), source.reference.world);
    const std::vector<double> ours = endsOf(to, endOfChain(target, role), target.reference.world);
    const NodeIndex before = source.scene[from.front()].parent;
    for (std::size_t i = 0; i < to.size(); ++i) {
        // What hangs on the end of the chain follows the source's last bone, however short that is.
        const bool last = i + 1 == to.size();
        const auto at = std::lower_bound(theirs.begin(), theirs.end() - 1, ours[i] - 1e-9);
        const auto bone = last ? from.size() - 1 : static_cast<std::size_t>(at - theirs.begin());
        const double low = bone == 0 ? 0 : theirs[bone - 1];
        Feed feed{to[i], bone == 0 ? before : from[bone - 1], from[bone],
                  !last && theirs[bone] > low ? (ours[i] - low) / (theirs[bone] - low) : 1,
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
