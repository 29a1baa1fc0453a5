#include "core/contacts/pelvis.h"

#include <Eigen/SparseCholesky>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace posewright::contacts {

namespace {

// Weights of the terms, in units of leg length: the change of the knees' bend [rad], the pelvis's
// distance from where it was captured, and its acceleration.
constexpr double kSway = 1;            ///< of being elsewhere [rad^2 a leg^2]
constexpr double kPush = 0.003;        ///< of acceleration [rad s^2 a leg]
constexpr double kCalmPush = 0.0045;   ///< likewise, of a character that is led throughout
constexpr double kSwingSway = 2;       ///< of a swinging ankle being elsewhere [rad a leg]
constexpr double kSwingPush = 0.7;     ///< of its acceleration, as a share of the pelvis's
constexpr double kTakenOut = 0.1;      ///< share of the captured hips' jitter, of such a character
constexpr double kMostJitter = 0.005;  ///< [legs a frame^2] of captured feet: more may be meant
constexpr double kJitter = 0.067;    ///< [s] to each side: accelerations over less time are jitter
constexpr double kShort = 300;       ///< of a foot that is too far or too near [rad a leg]
constexpr double kLeastBend = 0.03;  ///< [rad] straighter legs count as bent this much
constexpr double kLongest = 0.999;   ///< share of a leg, unless it is shown straighter
constexpr double kStraight = 0.99995;  ///< share of a leg, even if it is shown straighter
constexpr double kNearlyLong = 1e-5;   ///< [legs] at less than this to the longest, hold it there
constexpr double kSettled = 1e-5;      ///< [legs] stop once a round moves the pelvis by less
constexpr int kRounds = 24;
constexpr int kWholeRounds = 2;   ///< later rounds go half way: full ones oscillate between a leg
                                  ///< that is too short and one that is not
constexpr double kSlowRate = 30;  ///< [frames/s] accelerations weigh no less than at this rate
constexpr double kPushedBy =
    0.01;  ///< [legs] frames captured with a greater acceleration may be accelerated more
constexpr double kPushedByLed =
    0.022;  ///< [legs] likewise, of a character, over a thirtieth of a second
constexpr double kCalmBy = 0.0115;  ///< [legs] likewise, of a motion's own figure: the weight falls
                                    ///< as the square of what is beyond

using Entries = std::vector<Eigen::Triplet<double>>;

constexpr int kFixed = -1;

/// The rows of the unknown moves: of the pelvis at each frame, and of each ankle where it swings.
struct Unknowns {
    explicit Unknowns(const std::vector<Leg>& legs)
    {
        const std::size_t frames = legs.front().hip.size();
        ankles.resize(legs.size());
        for (std::size_t f = 0; f < frames; ++f) {
            pelvis.push_back(count);
            count += 3;
            for (std::size_t leg = 0; leg < legs.size(); ++leg) {
                const bool free = !legs[leg].swings.empty() && legs[leg].swings[f];
                ankles[leg].push_back(free ? count : kFixed);
                if (free) count += 3;
            }
        }
    }
    int count = 0;
    std::vector<int> pelvis;
    std::vector<std::vector<int>> ankles;
};

/// A share of an unknown, or of one that is fixed at zero.
struct Part {
    int row = kFixed;
    double share = 1;
};

/// The normal equations of all moves.
struct Sums {
    Entries matrix;
    Eigen::VectorXd pull;

    /// Adds a term that wants the parts' sum to be `by` along a direction.
    void add(std::span<const Part> parts, const Vec3& along, double by, double weight)
    {
        for (const Part& a : parts) {
            if (a.row == kFixed) continue;
            for (int i = 0; i < 3; ++i) {
                for (const Part& b : parts)
                    for (int j = 0; b.row != kFixed && j < 3; ++j)
                        matrix.emplace_back(a.row + i, b.row + j,
                                            weight * a.share * b.share * along[i] * along[j]);
                pull[a.row + i] += weight * by * a.share * along[i];
            }
        }
    }

    /// Likewise in all directions.
    void add(std::span<const Part> parts, const Vec3& by, double weight)
    {
        for (int i = 0; i < 3; ++i) {
            for (const Part& a : parts) {
                if (a.row == kFixed) continue;
                for (const Part& b : parts)
                    if (b.row != kFixed)
                        matrix.emplace_back(a.row + i, b.row + i, weight * a.share * b.share);
                pull[a.row + i] += weight * by[i] * a.share;
            }
        }
    }
};

/// The largest acceleration near each frame, over `step` frames to each side. [units a frame^2]
std::vector<double> pushedNear(const std::vector<Vec3>& hip, double unit, std::size_t step,
                               double rate)
{
    const auto frames = static_cast<std::ptrdiff_t>(hip.size());
    const auto near = static_cast<std::ptrdiff_t>(std::lround(rate / 6));
    std::vector<double> own(hip.size(), 0.0), out(hip.size());
    for (std::size_t f = step; f + step < hip.size(); ++f)
        own[f] = (hip[f + step] - 2 * hip[f] + hip[f - step]).norm() / (unit * double(step * step));
    for (std::ptrdiff_t f = 0; f < frames; ++f)
        out[std::size_t(f)] = *std::max_element(own.begin() + std::max<std::ptrdiff_t>(0, f - near),
                                                own.begin() + std::min(frames, f + near + 1));
    return out;
}

/// Weights of the acceleration at each frame. If captured hips jitter, their feet jittered along.
/// Once the feet are planted, a straight knee turns each millimetre of that into degrees, unless
/// the pelvis's move takes the jitter out. So the move may jitter where the hips do, and stays
/// smooth elsewhere but for that (heldJitter), the more the calmer they are: hips that stop and
/// start are seen before knees that are a few degrees off. On a character, jitter of single frames
/// does not count.
std::vector<double> pushes(const std::vector<Vec3>& hip, double unit, double rate, bool swings)
{
    const double most = (swings ? kCalmPush : kPush) * rate * rate,
                 least = std::min(most, kPush * kSlowRate * kSlowRate);
    const auto slow = std::max<std::size_t>(1, std::size_t(std::lround(rate / kSlowRate)));
    const std::vector<double> pushed = pushedNear(hip, unit, slow, rate),
                              quick = pushedNear(hip, unit, 1, rate);
    std::vector<double> out(hip.size(), most);
    for (std::size_t f = 0; f < hip.size(); ++f) {
        if (!(pushed[f] > 0)) continue;
        if (swings) {
            out[f] = kPushedByLed / pushed[f];
        } else {
            const double over = kCalmBy * kSlowRate / (pushed[f] * rate);
            out[f] = std::max(quick[f] > 0 ? kPushedBy / quick[f] : most, over * over);
        }
        out[f] = std::clamp(out[f], least, most);
    }
    return out;
}

/// The accelerations of a path without those of the frames around, in units of `unit`.
std::vector<Vec3> jitterOf(const std::vector<Vec3>& path, double unit, double rate)
{
    const auto last = static_cast<std::ptrdiff_t>(path.size()) - 1;
    const auto half = static_cast<std::ptrdiff_t>(std::lround(kJitter * rate));
    std::vector<Vec3> second(path.size(), Vec3::Zero()), out = second;
    for (std::size_t f = 1; f + 1 < path.size(); ++f)
        second[f] = (path[f + 1] - 2 * path[f] + path[f - 1]) / unit;
    for (std::ptrdiff_t f = 0; f <= last; ++f) {
        Vec3 sum = Vec3::Zero();
        for (std::ptrdiff_t near = f - half; near <= f + half; ++near)
            sum += second[std::size_t(std::clamp<std::ptrdiff_t>(near, 0, last))];
        out[std::size_t(f)] = second[std::size_t(f)] - sum / double(2 * half + 1);
    }
    return out;
}

/// What holding the feet takes out of the jitter of the captured legs, along them. Captured, a hip
/// jitters with its foot; if it goes on alone, a straight knee turns that into degrees.
std::vector<Vec3> heldJitter(const std::vector<Leg>& legs, double unit, double rate)
{
    std::vector<Vec3> out(legs.front().hip.size(), Vec3::Zero());
    std::vector<double> held(out.size(), 0.0);
    for (const Leg& leg : legs) {
        std::vector<Vec3> gone;
        for (std::size_t f = 0; f < out.size(); ++f)
            gone.push_back(leg.weight[f] * (leg.ankle[f] - leg.wanted[f]));
        const std::vector<Vec3> all = jitterOf(gone, unit, rate);
        for (std::size_t f = 0; f < out.size(); ++f) {
            const Vec3 along = (leg.wanted[f] - leg.hip[f]).normalized();
            out[f] +=
                leg.weight[f] * std::clamp(along.dot(all[f]), -kMostJitter, kMostJitter) * along;
            held[f] += leg.weight[f];
        }
    }
    for (std::size_t f = 0; f < out.size(); ++f) out[f] /= std::max(1.0, held[f]);
    return out;
}

/// Terms that keep the pelvis in place and its moves smooth.
/// @param jitter  accelerations
/// @param taken   share of them that the moves take out
void calmPelvis(const std::vector<double>& pushes, const std::vector<Vec3>& jitter, double taken,
                const Unknowns& at, Sums& sums)
{
    const std::size_t frames = pushes.size();
    const Vec3 none = Vec3::Zero();
    for (std::size_t f = 0; f < frames; ++f) sums.add(std::array{Part{at.pelvis[f]}}, none, kSway);
    for (std::size_t f = 1; f + 1 < frames; ++f)
        sums.add(std::array{Part{at.pelvis[f - 1]}, Part{at.pelvis[f], -2}, Part{at.pelvis[f + 1]}},
                 Vec3(-taken * jitter[f]), pushes[f] * pushes[f]);
}

/// Terms that keep a swinging ankle near where it is wanted, and its whole move from the captured
/// place smooth: also where it comes to stand and where it starts from there.
void calmAnkle(const Leg& leg, const std::vector<int>& at, const std::vector<double>& pushes,
               double unit, Sums& sums)
{
    for (const int row : at)
        sums.add(std::array{Part{row}}, Vec3(Vec3::Zero()), kSwingSway * kSwingSway);
    for (std::size_t f = 1; f + 1 < at.size(); ++f) {
        const Vec3 second = (leg.off[f - 1] - 2 * leg.off[f] + leg.off[f + 1]) / unit;
        const double push = kSwingPush * pushes[f];
        sums.add(std::array{Part{at[f - 1]}, Part{at[f], -2}, Part{at[f + 1]}}, Vec3(-second),
                 push * push);
    }
}

/// A leg's terms at a frame, linearised at the current moves: the knee stays bent as shown, which
/// fixes the hip's distance more firmly the straighter the leg is; and the ankle stays within
/// reach, at almost any cost.
/// @param unit length of a leg [m]
/// @param moved  of the pelvis, relative to the ankle's move
void ask(const Leg& leg, std::size_t f, double unit, const Vec3& moved, std::span<const Part> parts,
         Sums& sums)
{
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
    sums.add(parts, along, by + have, weight * knee * knee);
    const double longest = std::min(std::max(kLongest * length, shown), kStraight * length);
    if (now > longest - kNearlyLong)
        sums.add(parts, along, now - longest + have, weight * kShort * kShort);
    if (const double least = std::min(leg.least / unit, shown); now < least)
        sums.add(parts, along, now - least + have, weight * kShort * kShort);
}

Vec3 moveAt(const Eigen::VectorXd& moves, int row)
{
    return row == kFixed ? Vec3(Vec3::Zero()) : Vec3(moves.segment<3>(row));
}

}  // namespace

Moves pelvisMoves(const std::vector<Leg>& legs, double rate)
{
    const std::size_t frames = legs.empty() ? 0 : legs.front().hip.size();
    Moves out{std::vector<Vec3>(frames, Vec3::Zero()), {}};
    out.ankles.assign(legs.size(), out.pelvis);
    double unit = 0;
    for (const Leg& leg : legs) unit = std::max(unit, leg.length);
    if (frames == 0 || !(unit > 0)) return out;
    const Unknowns at(legs);
    const std::vector<Vec3>& hip = legs.front().hip;
    const bool swings =
        std::ranges::any_of(legs, [](const Leg& leg) { return !leg.swings.empty(); });
    const std::vector<double> pushed = pushes(hip, unit, rate, swings);
    Sums base{{}, Eigen::VectorXd::Zero(at.count)};
    calmPelvis(pushed, swings ? jitterOf(hip, unit, rate) : heldJitter(legs, unit, rate),
               swings ? kTakenOut : 1, at, base);
    for (std::size_t leg = 0; leg < legs.size(); ++leg)
        if (!legs[leg].swings.empty()) calmAnkle(legs[leg], at.ankles[leg], pushed, unit, base);
    Eigen::VectorXd moves = Eigen::VectorXd::Zero(at.count);
    for (int round = 0; round < kRounds; ++round) {
        Sums sums = base;
        for (std::size_t leg = 0; leg < legs.size(); ++leg)
            for (std::size_t f = 0; f < frames; ++f) {
                const std::array parts{Part{at.pelvis[f]}, Part{at.ankles[leg][f], -1}};
                ask(legs[leg], f, unit, moveAt(moves, parts[0].row) - moveAt(moves, parts[1].row),
                    parts, sums);
            }
        Eigen::SparseMatrix<double> matrix(at.count, at.count);
        matrix.setFromTriplets(sums.matrix.begin(), sums.matrix.end());
        const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> factors(matrix);
        const Eigen::VectorXd solved = factors.solve(sums.pull);
        double changed = 0;
        for (int row = 0; row < at.count; row += 3)
            changed = std::max(changed, (moveAt(solved, row) - moveAt(moves, row)).norm());
        moves += (round < kWholeRounds ? 1.0 : 0.5) * (solved - moves);
        if (changed < kSettled) break;
    }
    for (std::size_t f = 0; f < frames; ++f) {
        out.pelvis[f] = unit * moveAt(moves, at.pelvis[f]);
        for (std::size_t leg = 0; leg < legs.size(); ++leg)
            out.ankles[leg][f] = unit * moveAt(moves, at.ankles[leg][f]);
    }
    return out;
}

}  // namespace posewright::contacts
