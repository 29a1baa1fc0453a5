#include "core/operate/poses/body_pull.h"

#include "core/ik/limits.h"
#include "core/math/rotation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace posewright::operate {

namespace {

constexpr int kSteps = 60;
constexpr double kDifference = 1e-7;  ///< step of the finite differences
constexpr double kLargestStep = 0.4;  ///< [rad], or trunk sizes
constexpr double kDone = 1e-8;
constexpr double kFirstDamping = 1e-2;
constexpr double kMostDamping = 1e8;
// Square roots of the cost of 1 m of error, relative to a turn of 1 rad.
constexpr double kFirm = 1e4;
constexpr double kYielding = 1e2;
constexpr double kUpright = 1e3;

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The trunk's unknowns: a rotation vector per joint, then its move in trunk sizes.
class Numbers {
public:
    explicit Numbers(const Trunk& trunk) :
        trunk_(trunk), rotations_(trunk.joints.size()), world_(trunk.joints.size()),
        places_(trunk.joints.size())
    {
    }

    Eigen::Index count() const { return 3 * std::ssize(trunk_.joints) + 3; }

    VectorXd gives() const
    {
        VectorXd out = VectorXd::Ones(count());
        for (Eigen::Index j = 0; j < std::ssize(trunk_.joints); ++j)
            out.segment<3>(3 * j).setConstant(trunk_.give[j]);
        return out;
    }

    void place(const VectorXd& x)
    {
        for (std::size_t j = 0; j < trunk_.joints.size(); ++j) {
            const ik::Joint& joint = trunk_.joints[j];
            const Vec3 turn = x.segment<3>(static_cast<Eigen::Index>(3 * j));
            Quat local = trunk_.start[j];
            if (!turn.isZero(0)) {
                local = (fromRotationVector(turn) * local).normalized();
                ik::clampLocal(joint, local);
            }
            rotations_[j] = local;
            const bool top = joint.parent < 0;
            const Quat& above = top ? trunk_.baseRotation : world_[joint.parent];
            places_[j] = (top ? Vec3(trunk_.basePosition + moved(x)) : places_[joint.parent]) +
                         above * joint.offset;
            world_[j] = above * local;
        }
    }

    Vec3 moved(const VectorXd& x) const { return trunk_.size * x.tail<3>(); }
    Vec3 at(int joint, const Vec3& point) const { return places_[joint] + world_[joint] * point; }
    const std::vector<Quat>& rotations() const { return rotations_; }

private:
    const Trunk& trunk_;
    std::vector<Quat> rotations_;
    std::vector<Quat> world_;
    std::vector<Vec3> places_;
};

Vec3 middleOf(const Numbers& numbers, const Balance& balance)
{
    Vec3 sum = Vec3::Zero();
    double mass = 0;
    for (const Balance::Mass& m : balance.masses) {
        sum += m.mass * (m.joint < 0 ? m.point : numbers.at(m.joint, m.point));
        mass += m.mass;
    }
    return sum / mass;
}

/// The residuals, one per row, scaled by the square roots of their weights.
void lacks(const Numbers& numbers, std::span<const Tether> tethers, const Balance* balance,
           VectorXd& out)
{
    Eigen::Index count = balance ? 1 : 0;
    for (const Tether& tether : tethers) count += tether.length > 0 ? 1 : 3;
    out.resize(count);
    Eigen::Index row = 0;
    for (const Tether& tether : tethers) {
        const double weight = tether.yields ? kYielding : kFirm;
        const Vec3 off = numbers.at(tether.joint, tether.point) - tether.place;
        if (tether.length > 0) {
            const double over = std::max(0.0, off.norm() - tether.length);
            out[row++] = weight * (over - std::max(0.0, tether.least - off.norm()));
        } else {
            out.segment<3>(row) = weight * off;
            row += 3;
        }
    }
    if (!balance) return;
    const double over = offBalance(middleOf(numbers, *balance), balance->support) - balance->within;
    out[row] = kUpright * std::max(0.0, over);
}

}  // namespace

double offBalance(const Vec3& middle, std::span<const Vec3> support)
{
    const Eigen::Vector2d m(middle.x(), middle.z());
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < support.size(); ++i) {
        const Eigen::Vector2d a(support[i].x(), support[i].z());
        for (std::size_t k = 0; k <= i; ++k) {
            const Eigen::Vector2d way = Eigen::Vector2d(support[k].x(), support[k].z()) - a;
            const double length = way.squaredNorm();
            const double along = length > 0 ? std::clamp((m - a).dot(way) / length, 0.0, 1.0) : 0;
            nearest = std::min(nearest, (m - a - along * way).norm());
        }
    }
    return nearest;
}

TrunkPose pulled(const Trunk& trunk, std::span<const Tether> tethers, const Balance* balance)
{
    Numbers numbers(trunk);
    const Eigen::Index count = numbers.count();
    const VectorXd stiff = numbers.gives().cwiseAbs2().cwiseInverse();
    VectorXd x = VectorXd::Zero(count);
    VectorXd now, beside;
    const auto costAt = [&](const VectorXd& at, VectorXd& lack) {
        numbers.place(at);
        lacks(numbers, tethers, balance, lack);
        return lack.squaredNorm() + at.dot(stiff.cwiseProduct(at));
    };
    double cost = costAt(x, now);
    double damping = kFirstDamping;
    MatrixXd jacobian(now.size(), count);
    for (int step = 0; step < kSteps && damping < kMostDamping; ++step) {
        for (Eigen::Index k = 0; k < count; ++k) {
            VectorXd other = x;
            other[k] += kDifference;
            costAt(other, beside);
            jacobian.col(k) = (beside - now) / kDifference;
        }
        const MatrixXd normal = jacobian.transpose() * jacobian;
        const VectorXd pull = jacobian.transpose() * now + stiff.cwiseProduct(x);
        bool lower = false;
        double largest = 0;
        while (!lower && damping < kMostDamping) {
            MatrixXd damped = normal;
            damped.diagonal() += (1 + damping) * stiff;
            VectorXd by = -damped.ldlt().solve(pull);
            largest = by.cwiseAbs().maxCoeff();
            if (largest > kLargestStep) by *= kLargestStep / largest;
            const VectorXd next = x + by;
            const double reached = costAt(next, beside);
            lower = reached < cost;
            damping *= lower ? 0.2 : 8;
            if (!lower) continue;
            x = next;
            cost = reached;
            now = beside;
        }
        if (largest < kDone) break;
    }
    numbers.place(x);
    return {numbers.rotations(), numbers.moved(x)};
}

}  // namespace posewright::operate
