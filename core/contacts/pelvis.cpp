#include "core/contacts/pelvis.h"

#include <algorithm>
#include <cmath>

namespace posewright::contacts {

namespace {

constexpr double kSmooth = 0.05;    ///< [s] of the bell that moves are smoothed by
constexpr double kStiff = 0.02;     ///< against what legs ask of directions they hardly tell
constexpr double kLooser = 0.004;   ///< for what is still lacking then
constexpr double kLongest = 0.999;  ///< of a leg, unless it is shown straighter
constexpr double kStraight = 0.96;  ///< of a leg
constexpr double kKnee = 0.02;      ///< [rad] by which the knee of such a leg may turn
constexpr double kNarrower = 0.7;   ///< each round's bell against that of the one before
constexpr int kRounds = 8;

/// @param wide of the bell [frame]
void smooth(std::vector<Vec3>& moves, double wide)
{
    const auto reach = static_cast<std::ptrdiff_t>(std::ceil(3 * wide));
    const std::vector<Vec3> raw = moves;
    const auto last = static_cast<std::ptrdiff_t>(raw.size()) - 1;
    for (std::ptrdiff_t f = 0; f <= last; ++f) {
        Vec3 sum = Vec3::Zero();
        double whole = 0;
        for (std::ptrdiff_t g = f - reach; g <= f + reach; ++g) {
            const double away = double(g - f) / wide, share = std::exp(-away * away / 2);
            sum += share * raw[std::size_t(std::clamp<std::ptrdiff_t>(g, 0, last))];
            whole += share;
        }
        moves[std::size_t(f)] = sum / whole;
    }
}

/// The least move after which each leg is as much longer or shorter as it asks for.
class Asked {
public:
    void add(const Vec3& along, double by, double weight)
    {
        sum_ += weight * along * along.transpose();
        pull_ += weight * by * along;
        most_ = std::max(most_, weight);
    }
    /// @param stiff against moves, as a share of what the legs weigh
    Vec3 solved(double stiff) const
    {
        if (most_ <= 0) return Vec3::Zero();
        return most_ * (sum_ + stiff * Mat3::Identity() * most_).ldlt().solve(pull_);
    }

private:
    Mat3 sum_ = Mat3::Zero();
    Vec3 pull_ = Vec3::Zero();
    double most_ = 0;
};

/// By how much a leg is too long or too short for where its ends are. A bent one may become as long
/// as it is; the knee of one that is shown straight turns far for little, so that it stays nearly
/// as it is. To the last bit it must not: two legs side by side that ask for different lengths
/// would send the pelvis far to the side.
double lackOf(double now, double shown, double length)
{
    const double longest = std::min(std::max(kLongest * length, shown), (1 - 1e-6) * length);
    if (shown <= kStraight * length) return std::max(0.0, now - longest);
    const double bent = 2 * std::acos(std::min(1.0, shown / length));
    const auto at = [&](double angle) { return length * std::cos(std::max(0.0, angle) / 2); };
    const double low = at(bent + kKnee), high = std::min(longest, at(bent - kKnee));
    return now - std::clamp(now, std::min(low, high), high);
}

}  // namespace

std::vector<Vec3> pelvisMoves(const std::vector<Leg>& legs, double rate)
{
    const std::size_t frames = legs.empty() ? 0 : legs.front().hip.size();
    std::vector<Vec3> moves(frames, Vec3::Zero());
    for (std::size_t f = 0; f < frames; ++f) {
        Asked asked;
        for (const Leg& leg : legs) {
            const Vec3 along = (leg.ankle[f] - leg.hip[f]).normalized();
            asked.add(along, (leg.wanted[f] - leg.ankle[f]).dot(along), leg.weight[f]);
        }
        moves[f] = asked.solved(kStiff);
    }
    double wide = std::max(0.3, kSmooth * rate);
    smooth(moves, wide);
    for (int round = 0; round < kRounds; ++round) {
        std::vector<Vec3> more(frames, Vec3::Zero());
        bool lacks = false;
        for (std::size_t f = 0; f < frames; ++f) {
            Asked asked;
            for (const Leg& leg : legs) {
                if (leg.weight[f] <= 0) continue;
                const Vec3 way = leg.wanted[f] - leg.hip[f] - moves[f];
                const double shown = (leg.ankle[f] - leg.hip[f]).norm();
                const double lack = lackOf(way.norm(), shown, leg.length);
                if (lack == 0) continue;
                lacks = true;
                asked.add(way.normalized(), lack, leg.weight[f]);
            }
            more[f] = asked.solved(kLooser);
        }
        if (!lacks) break;
        wide = std::max(0.3, wide * kNarrower);
        smooth(more, wide);
        for (std::size_t f = 0; f < frames; ++f) moves[f] += more[f];
    }
    return moves;
}

}  // namespace posewright::contacts
