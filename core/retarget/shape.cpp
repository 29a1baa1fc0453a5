#include "core/retarget/shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace posewright::retarget {

namespace {

using Rows = std::vector<NodeIndex>;

constexpr double kAlike = 0.05;            ///< relative difference between limbs of a pair
constexpr double kFalls = 0.6;             ///< share of a leg's length that it must go down
constexpr double kAtTip = 1e-6;            ///< of the bone's length
constexpr double kStubLength = 0.11;       ///< of the bone above; new_targets.cpp makes them 0.1
constexpr std::size_t kFewestJoints = 3;   ///< of a limb; the last may be the tip of a bone
constexpr std::size_t kMostChildren = 32;  ///< of a bone that are tried as limbs, longest first

/// The skeleton as line segments.
class Sticks {
public:
    explicit Sticks(const Scene& scene) :
        scene_(scene), world_(worldTransforms(scene, restPose(scene))),
        children_(static_cast<std::size_t>(scene.size())),
        next_(static_cast<std::size_t>(scene.size()), kNoNode),
        length_(static_cast<std::size_t>(scene.size()), 0)
    {
        for (NodeIndex row = scene.size() - 1; row >= 0; --row) {
            const NodeIndex parent = scene[row].parent;
            if (!scene[row].bone() || parent == kNoNode || !scene[parent].bone()) continue;
            if (isTipJoint(row)) continue;
            children_[parent].push_back(row);
            const double along = length_[row] + (at(row) - at(parent)).norm();
            if (next_[parent] != kNoNode && along <= length_[parent]) continue;
            next_[parent] = row;
            length_[parent] = along;
        }
        for (Rows& rows : children_) std::reverse(rows.begin(), rows.end());
    }
    const Scene& scene() const { return scene_; }
    const Vec3& at(NodeIndex row) const { return world_[row].position; }
    const Rows& children(NodeIndex row) const { return children_[row]; }
    /// The children with the longest paths below them, in the order of their rows.
    Rows longest(NodeIndex row, std::size_t most) const
    {
        Rows rows = children_[row];
        if (rows.size() <= most) return rows;
        std::stable_sort(rows.begin(), rows.end(),
                         [&](NodeIndex a, NodeIndex b) { return length_[a] > length_[b]; });
        rows.resize(most);
        std::sort(rows.begin(), rows.end());
        return rows;
    }
    /// The longest path from a bone to a leaf.
    Rows way(NodeIndex row) const
    {
        Rows rows;
        for (; row != kNoNode; row = next_[row]) rows.push_back(row);
        return rows;
    }
    double length(NodeIndex row) const { return length_[row]; }
    /// The joints of a limb, and where its last bone ends, if that is known: a forearm without a
    /// hand is as long as one with a hand.
    std::vector<Vec3> points(const Rows& limb) const
    {
        std::vector<Vec3> out;
        for (const NodeIndex row : limb) out.push_back(at(row));
        const BonePart& last = *scene_[limb.back()].bone();
        if (last.tipGiven && !last.tip.isZero()) out.push_back(world_[limb.back()] * last.tip);
        return out;
    }
    /// Where a limb ends: at its last joint. One of two bones ends at its tip.
    Vec3 end(const Rows& limb) const
    {
        return limb.size() < kFewestJoints ? points(limb).back() : at(limb.back());
    }
    double lengthOf(const Rows& limb) const
    {
        return length(limb.front()) + (end(limb) - at(limb.back())).norm();
    }
    double highest(NodeIndex row) const
    {
        double y = at(row).y();
        for (const NodeIndex child : children_[row]) y = std::max(y, highest(child));
        return y;
    }

private:
    /// Is it a joint that was added for a target, at the tip of a last bone? It may be on one side
    /// only.
    bool isTipJoint(NodeIndex row) const
    {
        const BonePart &own = *scene_[row].bone(), &above = *scene_[scene_[row].parent].bone();
        const double length = above.tip.norm();
        return children_[row].empty() && own.tipGiven && above.tipGiven &&
               (scene_[row].rest.translation - above.tip).norm() < kAtTip * length &&
               own.tip.norm() < kStubLength * length;
    }

    const Scene& scene_;
    std::vector<WorldTransform> world_;
    std::vector<Rows> children_;
    std::vector<NodeIndex> next_;
    std::vector<double> length_;
};

struct Limbs {
    NodeIndex from = kNoNode;  ///< their common parent
    Rows one, other;
};

bool areAlike(const Sticks& sticks, const Rows& a, const Rows& b)
{
    if (a.size() != b.size() ||
        std::min(sticks.points(a).size(), sticks.points(b).size()) < kFewestJoints)
        return false;
    const double one = sticks.lengthOf(a), other = sticks.lengthOf(b);
    return one > 0 && std::abs(one - other) <= kAlike * std::max(one, other);
}

/// The pair of equal limbs on one bone with the highest `rate`; a rate of 0 or less rejects a pair.
template <class Rate>
std::optional<Limbs> bestPair(const Sticks& sticks, Rate&& rate)
{
    std::optional<Limbs> best;
    double most = 0;
    for (NodeIndex row = 0; row < sticks.scene().size(); ++row) {
        const Rows children = sticks.longest(row, kMostChildren);
        for (std::size_t i = 0; i < children.size(); ++i)
            for (std::size_t j = i + 1; j < children.size(); ++j) {
                const Limbs pair{row, sticks.way(children[i]), sticks.way(children[j])};
                if (!areAlike(sticks, pair.one, pair.other)) continue;
                const double rated = rate(pair);
                if (rated > most) {
                    most = rated;
                    best = pair;
                }
            }
    }
    return best;
}

double fall(const Sticks& sticks, const Rows& limb)
{
    return sticks.at(limb.front()).y() - sticks.end(limb).y();
}

std::optional<Limbs> legsOf(const Sticks& sticks)
{
    return bestPair(sticks, [&](const Limbs& pair) {
        const double low = std::min(fall(sticks, pair.one), fall(sticks, pair.other));
        return low > kFalls * sticks.lengthOf(pair.one) ? low : 0;
    });
}

std::optional<Limbs> armsOf(const Sticks& sticks, const Limbs& legs)
{
    return bestPair(sticks, [&](const Limbs& pair) {
        if (sticks.at(pair.from).y() <= sticks.at(legs.from).y()) return 0.0;
        const Vec3 apart = sticks.end(pair.one) - sticks.end(pair.other);
        const double lift = std::abs(apart.y());
        return apart.norm() > 2 * lift ? apart.norm() : 0;
    });
}

/// The first of the two longest consecutive bones of a limb.
std::size_t upperOf(const Sticks& sticks, const Rows& limb)
{
    std::size_t best = 0;
    double most = -1;
    const std::vector<Vec3> points = sticks.points(limb);
    for (std::size_t i = 0; i + 2 < points.size(); ++i) {
        const double both =
            (points[i + 1] - points[i]).norm() + (points[i + 2] - points[i + 1]).norm();
        if (both > most) {
            most = both;
            best = i;
        }
    }
    return best;
}

void putLimb(const Sticks& sticks, Figure& figure, const Rows& limb,
             const std::array<Role, 5>& roles)
{
    const std::size_t upper = upperOf(sticks, limb);
    if (upper > 0 && roles[0] != Role::Hips) figure.set(roles[0], {limb[upper - 1]});
    for (std::size_t i = 0; i < 3 && upper + i < limb.size(); ++i)
        figure.set(roles[i + 1], {limb[upper + i]});
    if (upper + 3 < limb.size() && roles[4] != Role::Hips) figure.set(roles[4], {limb[upper + 3]});
}

/// The direction of the feet on the ground; +Z if unknown.
Vec3 forwardOf(const Sticks& sticks, const Limbs& legs)
{
    Vec3 forward = Vec3::Zero();
    for (const Rows& leg : {legs.one, legs.other}) {
        const std::size_t foot = upperOf(sticks, leg) + 2;
        if (foot < leg.size()) forward += sticks.points(leg).back() - sticks.at(leg[foot]);
    }
    forward.y() = 0;
    return forward.norm() > 1e-6 * sticks.length(legs.from) ? Vec3(forward.normalized())
                                                            : Vec3::UnitZ();
}

/// Assigns the bones from the hips to the arms, and those above them.
void putTrunk(const Sticks& sticks, Figure& figure, const Limbs& legs, const Limbs& arms)
{
    NodeIndex hips = legs.from;
    while (hips != kNoNode && hips != arms.from && !sticks.scene().isAbove(hips, arms.from))
        hips = sticks.scene()[hips].parent;
    if (hips == kNoNode || !sticks.scene()[hips].bone()) return;
    figure.set(Role::Hips, {hips});
    Rows spine = sticks.scene().path(hips, arms.from);
    if (!spine.empty()) spine.erase(spine.begin());
    figure.set(Role::Spine, spine);
    NodeIndex up = kNoNode;
    for (const NodeIndex child : sticks.children(arms.from)) {
        if (child == arms.one.front() || child == arms.other.front()) continue;
        if (up == kNoNode || sticks.highest(child) > sticks.highest(up)) up = child;
    }
    if (up == kNoNode || sticks.highest(up) < sticks.at(arms.from).y()) return;
    Rows above = sticks.way(up);
    if (above.size() == 1) return figure.set(Role::Head, above);
    figure.set(Role::Neck, {above[0]});
    figure.set(Role::Head, {above[1]});
}

}  // namespace

Figure figureByShape(const Scene& scene)
{
    const Sticks sticks(scene);
    const std::optional<Limbs> legs = legsOf(sticks);
    if (!legs) return {};
    Figure figure;
    const Vec3 left = Vec3::UnitY().cross(forwardOf(sticks, *legs));
    const auto put = [&](const Limbs& pair, const std::array<Role, 5>& roles) {
        const Vec3 apart = sticks.end(pair.one) - sticks.end(pair.other);
        const bool first = left.dot(apart) > 0;
        std::array<Role, 5> others{};
        std::transform(roles.begin(), roles.end(), others.begin(), mirrored);
        putLimb(sticks, figure, first ? pair.one : pair.other, roles);
        putLimb(sticks, figure, first ? pair.other : pair.one, others);
    };
    put(*legs,
        {Role::Hips, Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot, Role::LeftToes});
    figure.set(Role::Hips, {legs->from});
    const std::optional<Limbs> arms = armsOf(sticks, *legs);
    if (!arms) return figure;
    put(*arms,
        {Role::LeftShoulder, Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand, Role::Hips});
    putTrunk(sticks, figure, *legs, *arms);
    return figure;
}

}  // namespace posewright::retarget
