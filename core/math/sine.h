#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

/// Trigonometric functions to three units in the last place, inlined, so that the processor can
/// overlap those of several joints; with the same bits for any C library, compiler and machine.
namespace posewright {

struct SineCosine {
    double sine = 0;
    double cosine = 1;
};

/// Of any angle [rad]; from 10,000 on by the C library, whose bits may differ. The angle is reduced
/// to within an eighth of a turn, where a few terms of the two series are enough.
inline SineCosine sineCosine(double angle)
{
    if (!(std::abs(angle) < 1e4)) return {std::sin(angle), std::cos(angle)};
    constexpr double kHigh = 0x1.921fb544p0;  // pi / 2, cut to so few bits that products are exact
    constexpr double kLow = 6.07710050650619224932e-11;
    constexpr double kRound = 0x1.8p52;  // adding it rounds to an integer
    const double shifted = angle * (2 / std::numbers::pi) + kRound;
    const double quarters = shifted - kRound;
    const auto quarter = std::bit_cast<std::uint64_t>(shifted);
    const double x = (angle - quarters * kHigh) - quarters * kLow;
    const double s = x * x;
    const double s2 = s * s;
    const double s4 = s2 * s2;
    const double s8 = s4 * s4;
    const double odd = ((-1.0 / 6 + s * (1.0 / 120)) + s2 * (-1.0 / 5040 + s * (1.0 / 362880))) +
                       s4 * ((-1.0 / 39916800 + s * (1.0 / 6227020800)) +
                             s2 * (-1.0 / 1307674368000 + s * (1.0 / 355687428096000)));
    const double even = ((-1.0 / 2 + s * (1.0 / 24)) + s2 * (-1.0 / 720 + s * (1.0 / 40320))) +
                        s4 * ((-1.0 / 3628800 + s * (1.0 / 479001600)) +
                              s2 * (-1.0 / 87178291200 + s * (1.0 / 20922789888000))) -
                        s8 * (1.0 / 6402373705728000);
    const double sine = x + x * (s * odd);
    const double cosine = 1 + s * even;
    const double a = quarter & 1 ? cosine : sine;
    const double b = quarter & 1 ? sine : cosine;
    return {quarter & 2 ? -a : a, (quarter + 1) & 2 ? -b : b};
}

/// The angle of the point (x, y), in [-pi, pi], as std::atan2 of finite numbers; 0 at the origin.
inline double angleOf(double y, double x)
{
    constexpr double kTan = std::numbers::sqrt2 - 1;  // of an eighth of a half turn
    const double ax = std::abs(x);
    const double ay = std::abs(y);
    const double most = ax > ay ? ax : ay;
    const double least = ax > ay ? ay : ax;
    if (!(most > 0)) return ax + ay;  // and what is not a number stays so
    const bool steep = least > kTan * most;
    const double t = steep ? (least - most) / (least + most) : least / most;
    const double s = t * t;
    // atan(t) = t + t s p(s), with p fitted at Chebyshev's points of [0, kTan^2] to 3e-17.
    const double s2 = s * s;
    const double s4 = s2 * s2;
    const double low = (-0.3333333333333333016 + s * 0.1999999999999552068) +
                       s2 * (-0.1428571428466654292 + s * 0.1111111101525636173);
    const double middle = (-0.0909090457812390189 + s * 0.07692183190826086564) +
                          s2 * (-0.06664511447381948 + s * 0.05858148912802209882);
    const double high =
        (-0.05085449737940259861 + s * 0.0392316582955871913) + s2 * -0.01917688711906225899;
    const double arc = t + t * (s * (low + s4 * (middle + s4 * high)));
    double angle = steep ? std::numbers::pi / 4 + arc : arc;
    if (ay > ax) angle = std::numbers::pi / 2 - angle;
    if (x < 0) angle = std::numbers::pi - angle;
    return std::copysign(angle, y);
}

}  // namespace posewright
