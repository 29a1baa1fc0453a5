#include "core/contacts/pelvis.h"

#include <Eigen/SparseCholesky>

#include <algorithm>
#include <array>
#include <cmath>

namespace posewright::contacts {

namespace {

// Weights of the terms, in units of leg length: the change of the knees' bend [rad], the pelvis's
// distance from where it was captured, and its acceleration.
constexpr double kSway = 1;           ///< of being elsewhere [rad^2 a leg^2]
constexpr double kPush = 0.003;       ///< of acceleration [rad s^2 a leg]
constexpr double kShort = 300;        ///< of a foot that is too far or too near [rad a leg]
constexpr double kLeastBend = 0.03;   ///< [rad] straighter legs count as bent this much
constexpr double kLongest = 0.999;    ///< share of a leg, unless it is shown straighter
constexpr double kNearlyLong = 1e-5;  ///< [legs] at less than this to the longest, hold it there
constexpr double kSettled = 1e-5;     ///< [legs] stop once a round moves the pelvis by less
constexpr int kRounds = 24;
constexpr int kWholeRounds = 2;   ///< later rounds go half way: full ones oscillate between a leg
                                  ///< that is too short and one that is not
constexpr double kSlowRate = 30;  ///< [frames/s] accelerations weigh no less than at this rate
constexpr double kPushedBy =
    0.01;  ///< [legs] frames captured with a greater acceleration may be accelerated more

using Entries = std::vector<Eigen::Triplet<double>>;

/// The normal equations of all moves, three unknowns per frame.
struct Sums {
    Entries matrix;
    Eigen::VectorXd pull;

    /// Adds a term that wants a move of `by` along a direction.
    void add(int frame, const Vec3& along, double by, double weight)
    {
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                matrix.emplace_back(3 * frame + i, 3 * frame + j, weight * along[i] * along[j]);
            pull[3 * frame + i] += weight * by * along[i];
        }
    }
};

/// Weights of the acceleration at each frame. If captured hips jitter, their feet jittered along.
/// Once the feet are planted, a straight knee turns each millimetre of that into degrees, unless
/// the pelvis's move takes the jitter out. So the move may jitter where the hips do, and stays
/// smooth elsewhere.
std::vector<double> pushes(const std::vector<Vec3>& hip, double unit, double rate)
{
    const auto frames = static_cast<std::ptrdiff_t>(hip.size());
    const auto near = static_cast<std::ptrdiff_t>(std::lround(rate / 6));
    const double most = kPush * rate * rate, least = std::min(most, kPush * kSlowRate * kSlowRate);
    std::vector<double> own(hip.size(), 0.0), out(hip.size(), most);
    for (std::size_t f = 1; f + 1 < hip.size(); ++f)
        own[f] = (hip[f + 1] - 2 * hip[f] + hip[f - 1]).norm() / unit;
    for (std::ptrdiff_t f = 0; f < frames; ++f) {
        const auto from = own.begin() + std::max<std::ptrdiff_t>(0, f - near),
                   to = own.begin() + std::min(frames, f + near + 1);
        const double pushed = *std::max_element(from, to);
        if (pushed > 0) out[std::size_t(f)] = std::clamp(kPushedBy / pushed, least, most);
    }
    return out;
}

/// Terms that keep the pelvis in place and its moves smooth.
Entries calm(const std::vector<double>& pushes)
{
    const int frames = static_cast<int>(pushes.size());
    Entries out;
    const auto add = [&](int a, int b, double value) {
        for (int i = 0; i < 3; ++i) out.emplace_back(3 * a + i, 3 * b + i, value);
    };
    const std::array<double, 3> second{1, -2, 1};
    for (int f = 0; f < frames; ++f) add(f, f, kSway);
    for (int f = 1; f + 1 < frames; ++f) {
        const double push = pushes[std::size_t(f)];
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b)
                add(f - 1 + a, f - 1 + b, push * push * second[a] * second[b]);
    }
    return out;
}

/// A leg's terms at a frame, linearised at the current move: the knee stays bent as shown, which
/// fixes the hip's distance more firmly the straighter the leg is; and the ankle stays within
/// reach, at almost any cost.
/// @param unit length of a leg [m]
void ask(const Leg& leg, int frame, double unit, const Vec3& moved, Sums& sums)
{
    const auto f = static_cast<std::size_t>(frame);
    const Vec3 way = (leg.wanted[f] - leg.hip[f]) / unit - moved;
    const double now = way.norm(), shown = (leg.ankle[f] - leg.hip[f]).norm() / unit,
                 length = leg.length / unit;
    if (leg.weight[f] <= 0 || !(now > 1e-9) || !(length > 1e-9)) return;
    const Vec3 along = way / now;
    const auto bendAt = [&](double reach) { return 2 * std::acos(std::min(1.0, reach / length)); };
    const double bent = bendAt(now), have = along.dot(moved);
    const double knee = 2 / (length * std::sin(std::max(kLeastBend, bent) / 2));
    const double by = now < length ? (bendAt(shown) - bent) / knee : now - shown;
    const double weight = leg.weight[f] * leg.weight[f];
    sums.add(frame, along, by + have, weight * knee * knee);
    const double longest = std::min(std::max(kLongest * length, shown), (1 - 1e-6) * length);
    if (now > longest - kNearlyLong)
        sums.add(frame, along, now - longest + have, weight * kShort * kShort);
    if (const double least = std::min(leg.least / unit, shown); now < least)
        sums.add(frame, along, now - least + have, weight * kShort * kShort);
}

}  // namespace

std::vector<Vec3> pelvisMoves(const std::vector<Leg>& legs, double rate)
{
    const int frames = legs.empty() ? 0 : static_cast<int>(legs.front().hip.size());
    std::vector<Vec3> moves(static_cast<std::size_t>(frames), Vec3::Zero());
    double unit = 0;
    for (const Leg& leg : legs) unit = std::max(unit, leg.length);
    if (frames == 0 || !(unit > 0)) return moves;
    const Entries base = calm(pushes(legs.front().hip, unit, rate));
    const Eigen::Index unknowns = Eigen::Index{3} * frames;
    for (int round = 0; round < kRounds; ++round) {
        Sums sums{base, Eigen::VectorXd::Zero(unknowns)};
        for (const Leg& leg : legs)
            for (int f = 0; f < frames; ++f)
                ask(leg, f, unit, moves[static_cast<std::size_t>(f)], sums);
        Eigen::SparseMatrix<double> matrix(unknowns, unknowns);
        matrix.setFromTriplets(sums.matrix.begin(), sums.matrix.end());
        const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> factors(matrix);
        const Eigen::VectorXd solved = factors.solve(sums.pull);
        double changed = 0;
        for (int f = 0; f < frames; ++f) {
            Vec3& move = moves[static_cast<std::size_t>(f)];
            const Vec3 now = solved.segment<3>(Eigen::Index{3} * f);
            changed = std::max(changed, (now - move).norm());
            move += (round < kWholeRounds ? 1.0 : 0.5) * (now - move);
        }
        if (changed < kSettled) break;
    }
    for (Vec3& move : moves) move *= unit;
    return moves;
}

}  // namespace posewright::contacts
