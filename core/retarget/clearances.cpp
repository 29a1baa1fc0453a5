#include "core/retarget/clearances.h"

#include "core/math/widened.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace posewright::retarget {

namespace {

/// [s] to each side, of each round over the motion: what is left after one is little.
constexpr std::array kWidenedArms{0.5, 0.3, 0.2, 0.12};
constexpr int kSteps = 4;                                          ///< at each frame
constexpr double kRoundShare = 0.2 / double(kWidenedArms.size());  ///< of the progress
constexpr double kOneWay = 0.5;    ///< of the sum of moves nearby if all went one way
constexpr double kFarHand = 0.9;   ///< of the arm; a hand that goes so far has left what was nearby
constexpr double kFiner = 3;       ///< rows of an even grid for each frame
constexpr double kQuickest = 0.1;  ///< [s] to each side, however quick a hand is

/// How far hands are to be moved in one pose, as ArmRoom::inBody gives it.
HandMoves movesOutIn(const std::vector<WorldTransform>& shown, const FigureMapping& mapping,
                     ArmRoom& room, Posed& pose)
{
    HandMoves all = noHandMoves();
    room.pose(pose.world);
    for (int step = 0; step < kSteps; ++step) {
        const HandMoves moves = room.movesOut(shown, pose.local, pose.world);
        if (moves[0].isZero() && moves[1].isZero()) break;
        mapping.moveHands(moves, pose.local, pose.world);
        for (std::size_t side = 0; side < 2; ++side) all[side] += moves[side];
    }
    return room.inBody(all, pose.world);
}

}  // namespace

HandMoves Clearances::at(double frame) const
{
    const auto found = std::lower_bound(frames.begin(), frames.end(), frame);
    if (values.empty() || found == frames.end()) return noHandMoves();
    return values[std::size_t(found - frames.begin())];
}

std::vector<Vec3> gradual(const std::vector<Vec3>& moves, double frames)
{
    const auto reach = std::max<std::ptrdiff_t>(1, std::lround(frames));
    const std::ptrdiff_t count = std::ssize(moves);
    std::vector<Vec3> out(moves.size(), Vec3::Zero());
    std::vector<double> sizes;
    sizes.reserve(moves.size());
    for (const Vec3& each : moves) sizes.push_back(each.norm());
    const std::vector<double> wide = widened(sizes, reach);
    for (std::ptrdiff_t f = 0; f < count; ++f) {
        Vec3 sum = Vec3::Zero();
        double most = 0;
        for (std::ptrdiff_t i = -2 * reach; i <= 2 * reach; ++i) {
            const std::ptrdiff_t at = f + i;
            if (at < 0 || at >= count) continue;
            const double part = 1 - double(std::abs(i)) / double(2 * reach + 1);
            sum += part * part * moves[std::size_t(at)];
            most += part * part * sizes[std::size_t(at)];
        }
        if (most > 0)
            out[std::size_t(f)] = wide[std::size_t(f)] / std::max(sum.norm(), kOneWay * most) * sum;
    }
    return out;
}

std::vector<Vec3> gradualAlong(const std::vector<Vec3>& moves, double frames,
                               const std::vector<double>& along)
{
    if (moves.size() < 2) return gradual(moves, frames);
    const auto between = [](const std::vector<Vec3>& values, std::size_t row, double share) {
        return row + 1 < values.size() ? Vec3(values[row] + share * (values[row + 1] - values[row]))
                                       : values.back();
    };
    // Finer than frames, since quick ones lie anywhere between.
    const auto next = [](const std::vector<Vec3>& even) { return double(even.size()) / kFiner; };
    std::vector<Vec3> even;
    for (std::size_t f = 0; f + 1 < moves.size(); ++f)
        while (next(even) < along[f + 1]) {
            const double share = (next(even) - along[f]) / (along[f + 1] - along[f]);
            even.push_back(between(moves, f, share));
        }
    even.push_back(moves.back());
    even = gradual(even, kFiner * frames);
    std::vector<Vec3> out;
    out.reserve(moves.size());
    for (const double at : along) {
        const auto row = static_cast<std::size_t>(kFiner * at);
        out.push_back(between(even, row, kFiner * at - double(row)));
    }
    return out;
}

/// How far along each frame is for each hand, counted in frames while it is slow: what is nearby is
/// so in time or, for a quick hand, in space.
/// @param paths  of the hands on the body, as shares of their arms
/// @param seconds, frames  to each side that are nearby for a slow hand
std::array<std::vector<double>, 2> alongPaths(const std::vector<HandMoves>& paths, double seconds,
                                              double frames)
{
    std::array<std::vector<double>, 2> out;
    for (std::size_t side = 0; side < 2; ++side) {
        double at = 0;
        out[side].push_back(at);
        for (std::size_t f = 1; f < paths.size(); ++f) {
            const double way = (paths[f][side] - paths[f - 1][side]).norm();
            at += std::clamp(way / kFarHand * frames, 1.0, std::max(1.0, seconds / kQuickest));
            out[side].push_back(at);
        }
    }
    return out;
}

std::vector<HandMoves> easedMoves(const std::vector<HandMoves>& moves,
                                  const std::vector<HandMoves>& paths, double seconds, double rate)
{
    const auto along = alongPaths(paths, seconds, seconds * rate);
    std::vector<HandMoves> out(moves.size(), noHandMoves());
    for (std::size_t side = 0; side < 2; ++side) {
        std::vector<Vec3> own;
        own.reserve(moves.size());
        for (const HandMoves& each : moves) own.push_back(each[side]);
        if (std::ranges::all_of(own, [](const Vec3& move) { return move.isZero(); })) continue;
        own = gradualAlong(own, seconds * rate, along[side]);
        for (std::size_t f = 0; f < own.size(); ++f) out[f][side] = own[f];
    }
    return out;
}

bool clearArms(const Walk& walk, const FigureMapping& mapping, const ArmRoom& room,
               const std::vector<double>& rises, const Footings& footings, double rate,
               Clearances& out)
{
    if (room.empty()) return true;
    double done = 0.7;
    std::vector<HandMoves> paths(out.frames.size(), noHandMoves());
    std::vector<std::size_t> unsettled(out.frames.size());
    std::iota(unsettled.begin(), unsettled.end(), std::size_t{0});
    for (const double seconds : kWidenedArms) {
        std::vector<HandMoves> more(out.frames.size(), noHandMoves());
        std::vector<double> frames;
        frames.reserve(unsettled.size());
        for (const std::size_t row : unsettled) frames.push_back(out.frames[row]);
        const auto looker = [&] {
            return [&, pose = mapping.newPose(),
                    own = room](std::size_t i, const std::vector<WorldTransform>& shown) mutable {
                const std::size_t row = unsettled[i];
                mapping.pose(shown, {rises[row], footings.at(frames[i]), out.at(frames[i])},
                             pose.local, pose.world);
                if (out.values.empty()) paths[row] = mapping.handsOnBody(pose.world);
                more[row] = movesOutIn(shown, mapping, own, pose);
            };
        };
        if (!walk.over(frames, done, done + kRoundShare, looker)) return false;
        out.done = done += kRoundShare;
        const auto isStill = [](const HandMoves& each) {
            return each[0].isZero() && each[1].isZero();
        };
        if (std::ranges::all_of(more, isStill)) break;
        const std::vector<HandMoves> eased = easedMoves(more, paths, seconds, rate);
        if (out.values.empty()) out.values.assign(out.frames.size(), noHandMoves());
        for (std::size_t f = 0; f < eased.size(); ++f)
            for (std::size_t side = 0; side < 2; ++side) out.values[f][side] += eased[f][side];
        // A pose that stays as it was looked at needs no second look.
        unsettled.clear();
        for (std::size_t f = 0; f < eased.size(); ++f)
            if (!isStill(more[f]) || !isStill(eased[f])) unsettled.push_back(f);
    }
    return true;
}

}  // namespace posewright::retarget
