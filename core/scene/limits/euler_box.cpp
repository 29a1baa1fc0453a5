#include "core/scene/limits/euler_box.h"

#include "core/math/rotation.h"

#include <cmath>
#include <numbers>

namespace posewright::limits {
namespace {

constexpr double kEulerBoxGrain = 1e-12;  // [rad]
constexpr int kMaxSweeps = 60;

using Three = std::array<double, 3>;

Quat turn(int axis, double angle)
{
    Quat q(std::cos(angle / 2), 0, 0, 0);
    q.vec()[axis] = std::sin(angle / 2);
    return q;
}

// The angle of the rotation about a coordinate axis that is nearest to q.
double twistAbout(int axis, const Quat& q)
{
    return 2 * std::atan2(q.vec()[axis], q.w());
}

struct Candidate {
    Three angles;
    double distance;  // to q [rad]
};

Candidate improved(const BoxLimit& box, const Quat& q, Three angles)
{
    const auto& o = box.order;
    for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
        const Three before = angles;
        const Quat first = turn(o[0], angles[0]);
        const Quat last = turn(o[2], angles[2]);
        angles[1] = clampedAngle(twistAbout(o[1], first.conjugate() * q * last.conjugate()),
                                 box.range[o[1]]);
        const Quat middle = turn(o[1], angles[1]);
        angles[0] =
            clampedAngle(twistAbout(o[0], q * (middle * last).conjugate()), box.range[o[0]]);
        angles[2] = clampedAngle(twistAbout(o[2], (turn(o[0], angles[0]) * middle).conjugate() * q),
                                 box.range[o[2]]);
        double change = 0;
        for (int i = 0; i < 3; ++i) change = std::max(change, std::abs(angles[i] - before[i]));
        if (change < 1e-14) break;
    }
    return {angles, angleBetween(fromEuler(o, angles), q)};
}

}  // namespace

Quat fromEuler(const std::array<int, 3>& order, const Three& angles)
{
    return turn(order[0], angles[0]) * turn(order[1], angles[1]) * turn(order[2], angles[2]);
}

Three toEuler(const std::array<int, 3>& order, const Quat& q)
{
    const Mat3 r = q.toRotationMatrix();
    const int i = order[0];
    const int j = order[1];
    const int k = order[2];
    const double sign = (j - i + 3) % 3 == 1 ? 1 : -1;
    const double cosine = std::hypot(r(i, i), r(i, j));
    Three angles{};
    angles[1] = std::atan2(sign * r(i, k), cosine);
    if (cosine > 1e-9) angles[0] = std::atan2(-sign * r(j, k), r(k, k));
    angles[2] = twistAbout(k, (turn(i, angles[0]) * turn(j, angles[1])).conjugate() * q);
    return angles;
}

Three nearestInBox(const BoxLimit& box, const Quat& q, bool& moved)
{
    constexpr double pi = std::numbers::pi;
    const Three one = toEuler(box.order, q);
    const Three two{one[0] + pi, pi - one[1], one[2] + pi};
    Candidate best{{}, 1e9};
    for (const Three& way : {one, two}) {
        Three inside{};
        for (int i = 0; i < 3; ++i) inside[i] = clampedAngle(way[i], box.range[box.order[i]]);
        const double distance = angleBetween(fromEuler(box.order, inside), q);
        if (distance <= kEulerBoxGrain) {
            moved = false;
            return inside;
        }
        const Candidate found = improved(box, q, inside);
        if (found.distance < best.distance) best = found;
    }
    moved = best.distance > kEulerBoxGrain;
    return best.angles;
}

}  // namespace posewright::limits
