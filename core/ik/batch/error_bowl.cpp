#include "core/ik/batch/error_bowl.h"

#include <algorithm>

namespace posewright::ik {

void ErrorBowl::add(const JointSpace& space, const JointSpace::Demand& demand,
                    std::vector<double>& hessian)
{
    if (!demand.arrives || demand.meets >= 0) return;
    struct Turn {
        Vec3 axis;
        Vec3 arm;  // from the joint to what it moves
        JointIndex tip;
        int joint;
    };
    std::vector<Turn> turns;
    columns_.clear();
    for (int l = demand.linkBegin; l < demand.linkEnd; ++l) {
        const auto& link = space.links[l];
        const auto& joint = space.moved[link.moved];
        for (int c = joint.first; c < joint.first + joint.count; ++c) {
            if (!space.columns[c].turns) continue;
            const Vec3 end = link.tip < 0 ? demand.target : space.positions[link.tip];
            turns.push_back(
                {space.columns[c].axis, end - space.positions[joint.joint], link.tip, joint.joint});
            columns_.push_back(c);
        }
    }
    const Vec3 off = demand.share * Vec3::Map(&space.error[demand.row]);
    const int count = static_cast<int>(columns_.size());
    if (count == 0) return;
    bend_.resize(count, count);
    // Columns run from the effector to the root, so b is never above a.
    for (int a = 0; a < count; ++a)
        for (int b = 0; b <= a; ++b) {
            const Turn& high = turns[a];
            const Turn& low = turns[b];
            Vec3 bend = high.axis.cross(low.axis.cross(low.arm));
            if (high.joint == low.joint)
                bend = 0.5 * (bend + low.axis.cross(high.axis.cross(low.arm)));
            // A held joint between the two stops rotations from passing on.
            bend_(a, b) = high.tip == low.tip ? -off.dot(bend) : 0;
        }
    solver_.compute(bend_);
    const auto& values = solver_.eigenvalues();
    const auto& vectors = solver_.eigenvectors();
    bend_.setZero();
    for (int k = 0; k < count; ++k)
        for (int a = 0; a < count && values[k] > 0; ++a)
            for (int b = 0; b <= a; ++b) bend_(a, b) += values[k] * vectors(a, k) * vectors(b, k);
    const int width = space.width();
    for (int a = 0; a < count; ++a)
        for (int b = 0; b <= a; ++b)
            hessian[std::min(columns_[a], columns_[b]) * width +
                    std::max(columns_[a], columns_[b])] += bend_(a, b);
}

}  // namespace posewright::ik
