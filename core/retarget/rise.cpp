#include "core/retarget/rise.h"

#include <algorithm>
#include <cmath>

namespace posewright::retarget {

namespace {

// Weights of the terms, in units of leg length: of knees [rad], of being raised otherwise than at
// rest, of the acceleration of that, and of legs that are too long.
constexpr double kAtRest = 1;             ///< [rad a leg]
constexpr double kRisePush = 0.5;         ///< [rad] by what the body's own is
constexpr double kCalmest = 0.4;          ///< [legs/s^2] the body's own counts as this at least
constexpr double kLiveliest = 20;         ///< [legs/s^2] likewise, at most
constexpr double kPushedOver = 1.0 / 30;  ///< [s] to each side of a frame
constexpr double kPushedWithin = 0.5;     ///< [s] to each side, the largest counts
constexpr double kOutOfReach = 300;       ///< [rad a leg]
constexpr double kLeastKnee = 0.03;       ///< [rad] straighter knees count as bent this much
constexpr double kWithinReach = 0.0003;   ///< [legs] to stay within reach by
constexpr double kRoundedOff = 2e-5;      ///< [legs] over which reach ends
constexpr double kRisen = 1e-9;           ///< [legs] stop once a round moves the hips by less
constexpr int kRiseRounds = 30;
constexpr int kWholeSteps = 2;  ///< later rounds go half way, so that they do not alternate between
                                ///< a leg that is too long and one that is not

/// The rows of a symmetric band: the diagonal, and what is one and two to its left.
struct Band {
    std::vector<double> own, one, two;
    std::vector<double> pull;

    explicit Band(std::size_t size) : own(size, 0), one(size, 0), two(size, 0), pull(size, 0) {}

    /// The solution, by Cholesky's method without roots. @pre positive definite
    std::vector<double> solved() &&
    {
        const std::size_t size = own.size();
        std::vector<double>& x = pull;
        for (std::size_t i = 0; i < size; ++i) {
            if (i > 1) two[i] /= own[i - 2];
            if (i > 1) one[i] -= two[i] * own[i - 2] * one[i - 1];
            if (i > 0) one[i] /= own[i - 1];
            if (i > 0) own[i] -= one[i] * one[i] * own[i - 1];
            if (i > 1) own[i] -= two[i] * two[i] * own[i - 2];
            if (i > 0) x[i] -= one[i] * x[i - 1];
            if (i > 1) x[i] -= two[i] * x[i - 2];
        }
        for (std::size_t i = 0; i < size; ++i) x[i] /= own[i];
        for (std::size_t i = size; i-- > 0;) {
            if (i + 1 < size) x[i] -= one[i + 1] * x[i + 1];
            if (i + 2 < size) x[i] -= two[i + 2] * x[i + 2];
        }
        return std::move(pull);
    }
};

/// The knee's turn from straight at a length from the head of the thigh to the end. [rad]
double kneeAt(const LegWish& leg, double length)
{
    const double a = leg.thigh, b = leg.shin;
    return std::acos(std::clamp((length * length - a * a - b * b) / (2 * a * b), -1.0, 1.0));
}

/// A leg's terms, linearised where the hips are raised by `now`.
/// @param unit length of a leg [m]
void askKnee(const LegWish& leg, double unit, double now, double& own, double& pull)
{
    const double along = leg.along + now, length = std::hypot(along, leg.across);
    if (leg.share <= 0 || along <= 0 || !(length > 1e-9 * unit)) return;
    const double cosine = along / length, most = leg.thigh + leg.shin;
    const double bent = kneeAt(leg, length);
    const double slope =
        length / (leg.thigh * leg.shin * std::sin(std::clamp(bent, kLeastKnee, 3.0)));
    const double missing =
        length < most ? (bent - kneeAt(leg, leg.shown)) / slope : leg.shown - length;
    const auto add = [&](double weight, double by) {
        const double square = std::pow(leg.share * weight * cosine * unit, 2);
        own += square;
        pull += square * (now + by / cosine) / unit;
    };
    add(slope, missing);
    // The excess, rounded off where it begins.
    const double over = (length - leg.most + kWithinReach * unit) / (kRoundedOff * unit);
    if (over < -30) return;
    const double active = 1 / (1 + std::exp(-over));
    const double excess = over > 30 ? over : std::log1p(std::exp(over));
    add(kOutOfReach / unit * active, -excess * kRoundedOff * unit / active);
}

/// The weight of the rise's acceleration at each frame: by how hard the body is pushed around it.
std::vector<double> pushesOf(const std::vector<HipsWish>& wishes, double unit, double rate)
{
    const auto frames = static_cast<std::ptrdiff_t>(wishes.size());
    const auto step = std::max<std::ptrdiff_t>(1, std::lround(rate * kPushedOver)),
               near = std::max<std::ptrdiff_t>(1, std::lround(rate * kPushedWithin));
    std::vector<double> own(wishes.size(), 0);
    const double share = rate * rate / (double(step * step) * unit);
    for (std::ptrdiff_t f = step; f + step < frames; ++f)
        own[f] = share *
                 (wishes[f + step].middle - 2 * wishes[f].middle + wishes[f - step].middle).norm();
    std::vector<double> out;
    for (std::ptrdiff_t f = 0; f < frames; ++f) {
        const double pushed = *std::max_element(own.begin() + std::max<std::ptrdiff_t>(0, f - near),
                                                own.begin() + std::min(frames, f + near + 1));
        const double weight = kRisePush / std::clamp(pushed, kCalmest, kLiveliest);
        out.push_back(std::pow(weight * rate * rate, 2));
    }
    return out;
}

}  // namespace

std::vector<double> risesOf(const std::vector<HipsWish>& wishes, double rate)
{
    double unit = 0;
    for (const HipsWish& wish : wishes)
        for (const LegWish& leg : wish.legs) unit = std::max(unit, leg.thigh + leg.shin);
    std::vector<double> out;
    out.reserve(wishes.size());
    for (const HipsWish& wish : wishes) out.push_back(wish.rests);
    if (!(unit > 0)) return out;
    const std::vector<double> pushes = pushesOf(wishes, unit, rate);
    for (int round = 0; round < kRiseRounds; ++round) {
        Band band(wishes.size());
        for (std::size_t f = 0; f < wishes.size(); ++f) {
            band.own[f] += kAtRest * kAtRest;
            band.pull[f] += kAtRest * kAtRest * wishes[f].rests / unit;
            for (const LegWish& leg : wishes[f].legs)
                askKnee(leg, unit, out[f], band.own[f], band.pull[f]);
        }
        for (std::size_t f = 2; f < wishes.size(); ++f) {
            const double push = pushes[f - 1];
            band.own[f - 2] += push;
            band.own[f - 1] += 4 * push;
            band.own[f] += push;
            band.one[f - 1] -= 2 * push;
            band.one[f] -= 2 * push;
            band.two[f] += push;
        }
        const std::vector<double> solved = std::move(band).solved();
        double changed = 0;
        for (std::size_t f = 0; f < wishes.size(); ++f) {
            const double by = unit * solved[f] - out[f];
            changed = std::max(changed, std::abs(by));
            out[f] += (round < kWholeSteps ? 1.0 : 0.5) * by;
        }
        if (changed < kRisen * unit) break;
    }
    return out;
}

}  // namespace posewright::retarget
