#include "core/ik/model/chain_target.h"

#include "core/ik/model/soft_reach.h"

#include <algorithm>

namespace posewright::ik {
namespace {

constexpr double kChainTargetFlat =
    9e-13;  // of the reach: what a straight or fully folded chain may miss

}  // namespace

ChainTarget chainTarget(const Goal& goal, const Chain& chain)
{
    ChainTarget target;
    target.at = goal.position - chain.origin;
    const double asked = target.at.norm();
    const double eased = softReach(asked, chain.reach, goal.soft);
    if (eased < asked) target.at *= eased / asked;
    if (eased >= chain.reach * (1 - kChainTargetFlat))
        target.kind = ChainTarget::Kind::TooFar;
    else if (eased <= nearestReach(chain.reach, chain.longest) - kChainTargetFlat * chain.reach)
        target.kind = ChainTarget::Kind::TooNear;
    return target;
}

void straighten(Chain& chain, const Vec3& at)
{
    const Vec3 axis = at.normalized();
    for (int i = 0; i < chain.bones(); ++i) chain.setDirection(i, axis);
}

void fold(Chain& chain, const Vec3& at)
{
    const auto longest = std::ranges::max_element(chain.lengths());
    const int which = static_cast<int>(longest - chain.lengths().begin());
    const double distance = at.norm();
    const Vec3 axis = distance > 1e-12 * chain.reach ? Vec3(at / distance) : chain.direction(which);
    for (int i = 0; i < chain.bones(); ++i) chain.setDirection(i, i == which ? axis : Vec3(-axis));
}

}  // namespace posewright::ik
