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
constexpr int kSteps = 4;        ///< at each frame
constexpr double kOneWay = 0.5;  ///< of the sum of moves nearby if all went one way

}  // namespace

HandMoves Clearances::at(double frame) const
{
    const auto found = std::lower_bound(frames.begin(), frames.end(), frame);
    if (values.empty() || found == frames.end()) return noHandMoves();
    return values[std::size_t(found - frames.begin())];
}

std::vector<HandMoves> gradual(const std::vector<HandMoves>& moves, double frames)
{
    const auto reach = std::max<std::ptrdiff_t>(1, std::lround(frames));
    const std::ptrdiff_t count = std::ssize(moves);
    std::vector<HandMoves> out(moves.size(), noHandMoves());
    for (std::size_t side = 0; side < 2; ++side) {
        std::vector<double> sizes;
        sizes.reserve(moves.size());
        for (const HandMoves& each : moves) sizes.push_back(each[side].norm());
        const std::vector<double> wide = widened(sizes, reach);
        for (std::ptrdiff_t f = 0; f < count; ++f) {
            Vec3 sum = Vec3::Zero();
            double most = 0;
            for (std::ptrdiff_t i = -2 * reach; i <= 2 * reach; ++i) {
                const std::ptrdiff_t at = f + i;
                if (at < 0 || at >= count) continue;
                const double part = 1 - double(std::abs(i)) / double(2 * reach + 1);
                sum += part * part * moves[std::size_t(at)][side];
                most += part * part * sizes[std::size_t(at)];
            }
            if (most > 0)
                out[std::size_t(f)][side] =
                    wide[std::size_t(f)] / std::max(sum.norm(), kOneWay * most) * sum;
        }
    }
    return out;
}

bool clearArms(const Walk& walk, const FigureMapping& mapping, ArmRoom& room,
               const std::vector<double>& rises, const Footings& footings, double rate,
               Clearances& out)
{
    if (room.empty()) return true;
    std::vector<Transform> local;
    std::vector<WorldTransform> world(mapping.targetSize());
    double done = 0.7;
    std::vector<std::size_t> unsettled(out.frames.size());
    std::iota(unsettled.begin(), unsettled.end(), std::size_t{0});
    for (const double seconds : kWidenedArms) {
        std::vector<HandMoves> more(out.frames.size(), noHandMoves());
        std::vector<double> frames;
        frames.reserve(unsettled.size());
        for (const std::size_t row : unsettled) frames.push_back(out.frames[row]);
        const auto look = [&](std::size_t i, const std::vector<WorldTransform>& shown) {
            const std::size_t row = unsettled[i];
            mapping.pose(shown, {rises[row], footings.at(frames[i]), out.at(frames[i])}, local,
                         world);
            HandMoves all = noHandMoves();
            for (int step = 0; step < kSteps; ++step) {
                const HandMoves moves = room.movesOut(shown, local, world);
                if (moves[0].isZero() && moves[1].isZero()) break;
                mapping.moveHands(moves, local, world);
                for (std::size_t side = 0; side < 2; ++side) all[side] += moves[side];
            }
            more[row] = room.inBody(all, world);
        };
        if (!walk.over(frames, done, done + 0.05, look)) return false;
        out.done = done += 0.05;
        const auto isStill = [](const HandMoves& each) {
            return each[0].isZero() && each[1].isZero();
        };
        if (std::ranges::all_of(more, isStill)) break;
        const std::vector<HandMoves> eased = gradual(more, seconds * rate);
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
