#include "core/edit/fit_path.h"

#include <set>
#include <vector>

namespace posewright::edit {

namespace {

/// Makes rows without a tolerance come before all others. [1/m]
constexpr double kFirst = 1e30;

}  // namespace

std::array<Curve, 3> fitPath(std::span<const double> frames, std::span<const Vec3> points,
                             std::span<const char> mayKey, std::span<const double> within)
{
    std::array<Curve, 3> curves;
    std::set<std::size_t> keyed;
    const auto put = [&](std::size_t row) {
        keyed.insert(row);
        for (int axis = 0; axis < 3; ++axis)
            curves[axis].setValue(frames[row], points[row][axis], Interpolation::Bezier);
    };
    put(0);
    if (frames.size() > 1) put(frames.size() - 1);
    std::vector<std::size_t> worst;
    do {
        worst.clear();
        for (auto from = keyed.begin(), to = std::next(from); to != keyed.end(); ++from, ++to) {
            bool strays = false;
            double mostKeyable = 0;
            std::size_t row = 0;
            for (std::size_t i = *from + 1; i < *to; ++i) {
                const Vec3 p(curves[0].sample(frames[i]), curves[1].sample(frames[i]),
                             curves[2].sample(frames[i]));
                const double stray = (p - points[i]).norm();
                strays |= stray > within[i];
                // Relative to the tolerance.
                const double counts = within[i] > 0 ? stray / within[i] : kFirst * stray;
                if (!mayKey[i] || counts < mostKeyable) continue;
                mostKeyable = counts;
                row = i;
            }
            if (strays && row != 0) worst.push_back(row);
        }
        for (const std::size_t row : worst) put(row);
    } while (!worst.empty());
    return curves;
}

}  // namespace posewright::edit
