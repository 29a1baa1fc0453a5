#include "core/motion/key_rows.h"

#include "core/math/rotation.h"
#include "core/motion/curve.h"
#include "core/motion/rotation_track.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright {

namespace {

constexpr double kHalfDegree = std::numbers::pi / 360;
/// If all angles of two rows differ by less than 180 degrees in total, their quaternions are in the
/// same hemisphere, whatever the order of axes; one degree is left for rounding.
constexpr double kOneHemisphere = 179;
/// Below this, sums of angles [degree] are accurate enough for that test.
constexpr double kUsualAngle = 1e6;

/// (v, w) * (rotation about one axis), for an angle in degrees.
void turn(std::array<double, 4>& q, int axis, double degrees)
{
    // The half angle repeats after 720 degrees; without this, huge angles would lose digits.
    if (std::abs(degrees) > 720) degrees = std::fmod(degrees, 720);
    const double half = degrees * kHalfDegree;
    const double s = std::sin(half);
    const double c = std::cos(half);
    const int a = axis;
    const int b = a == 2 ? 0 : a + 1;
    const int d = a == 0 ? 2 : a - 1;
    const double w = q[3];
    const double va = c * q[a] + s * w;
    const double vb = c * q[b] + s * q[d];
    const double vd = c * q[d] - s * q[b];
    q[3] = c * w - s * q[a];
    q[a] = va;
    q[b] = vb;
    q[d] = vd;
}

Quat toQuat(const std::array<double, 4>& q)
{
    return {q[3], q[0], q[1], q[2]};
}

}  // namespace

const std::vector<Key>& CurveRows::keys() const
{
    return keys_.get([this] { return makeKeys(); });
}

std::vector<Key> CurveRows::makeKeys() const
{
    std::vector<Key> keys(size());
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = linearKey(static_cast<double>(i), value(i));
    return keys;
}

bool CurveRows::sameAs(const CurveRows& other) const
{
    return rows_.sameAs(other.rows_) && column_ == other.column_ && scale_ == other.scale_;
}

std::array<double, 4> RotationRows::turned(std::size_t row) const
{
    std::array<double, 4> q{0, 0, 0, 1};
    for (const TurnColumn& t : turns_) turn(q, t.axis, valueOf(*rows_, row, t.column));
    return q;
}

/// Sum of the differences to the row before; infinite if the angles are too large to tell.
double RotationRows::arc(std::size_t row) const
{
    double sum = 0;
    for (const TurnColumn& t : turns_) {
        const double here = valueOf(*rows_, row, t.column);
        const double before = valueOf(*rows_, row - 1, t.column);
        if (!(std::abs(here) < kUsualAngle && std::abs(before) < kUsualAngle)) return HUGE_VAL;
        sum += std::abs(here - before);
    }
    return sum;
}

/// Which keys are negated, so that each is in the hemisphere of the one before.
std::vector<bool> RotationRows::signs() const
{
    std::vector<bool> flipped;
    bool flip = false;
    for (std::size_t i = 1; i < size(); ++i) {
        if (arc(i) >= kOneHemisphere) {
            const double dot = toQuat(turned(i)).dot(toQuat(turned(i - 1)));
            flip = (flip ? -dot : dot) < 0;
        }
        if (flip && flipped.empty()) flipped.resize(size());
        if (flip) flipped[i] = true;
    }
    return flipped;
}

std::array<double, 4> RotationRows::value(std::size_t row) const
{
    std::call_once(signed_, [this] { flipped_ = signs(); });
    std::array<double, 4> q = turned(row);
    if (!flipped_.empty() && flipped_[row])
        for (double& c : q) c = -c;
    return q;
}

const std::vector<RotationKey>& RotationRows::keys() const
{
    return keys_.get([this] { return makeKeys(); });
}

std::vector<RotationKey> RotationRows::makeKeys() const
{
    std::vector<RotationKey> keys(size());
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = {static_cast<double>(i), toQuat(value(i)), RotationInterpolation::Slerp};
    return keys;
}

bool RotationRows::sameAs(const RotationRows& other) const
{
    return rows_.sameAs(other.rows_) && turns_ == other.turns_;
}

Quat RotationRows::sample(double frame, std::size_t& row) const
{
    const auto turn = [this](std::size_t i) {
        const std::array<double, 4> q = value(i);
        return Quat(q[3], q[0], q[1], q[2]);
    };
    const std::size_t count = size();
    row = 0;
    if (frame < 0) return turn(0);
    row = count;
    if (!(frame < static_cast<double>(count - 1))) return turn(count - 1);
    row = static_cast<std::size_t>(frame) + 1;
    const double from = static_cast<double>(row - 1);
    if (frame == from) return turn(row - 1);
    return slerp(turn(row - 1), turn(row), frame - from);
}

}  // namespace posewright
