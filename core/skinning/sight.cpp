#include "core/skinning/sight.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace posewright::skinning {

namespace {

constexpr int kFew = 4;          ///< boxes with this many triangles are not divided further
constexpr double kClose = 1e-6;  ///< of the segment's length; ignores hits closer to its ends

/// Does the segment cross the triangle, from either side? (Moeller and Trumbore, Journal of
/// Graphics Tools 2(1), 1997.)
bool crosses(const Vec3& from, const Vec3& way, const Vec3& a, const Vec3& b, const Vec3& c)
{
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const Vec3 across = way.cross(ac);
    const double size = ab.dot(across);
    if (size == 0) return false;
    const Vec3 start = from - a;
    const double u = start.dot(across) / size;
    if (!(u >= 0 && u <= 1)) return false;
    const Vec3 other = start.cross(ab);
    const double v = way.dot(other) / size;
    if (!(v >= 0 && u + v <= 1)) return false;
    const double t = ac.dot(other) / size;
    return t > kClose && t < 1 - kClose;
}

/// Does the segment pass through a box?
bool enters(const Vec3& from, const Vec3& way, const Vec3& low, const Vec3& high)
{
    double first = 0;
    double last = 1;
    for (int i = 0; i < 3; ++i) {
        if (way[i] == 0) {
            if (from[i] < low[i] || from[i] > high[i]) return false;
            continue;
        }
        const double a = (low[i] - from[i]) / way[i];
        const double b = (high[i] - from[i]) / way[i];
        first = std::max(first, std::min(a, b));
        last = std::min(last, std::max(a, b));
    }
    return first <= last + kClose;
}

}  // namespace

Sight::Sight(const Island& island) : island_(island), order_(island.triangles.size())
{
    std::iota(order_.begin(), order_.end(), 0);
    if (!order_.empty()) build(0, static_cast<int>(order_.size()));
}

int Sight::build(int first, int count)
{
    const auto at = static_cast<int>(boxes_.size());
    boxes_.emplace_back();
    Box box{Vec3::Constant(INFINITY), Vec3::Constant(-INFINITY), first, count, 0};
    const auto middle = [&](int triangle, int axis) {
        const auto& [a, b, c] = island_.triangles[triangle];
        return island_.places[a][axis] + island_.places[b][axis] + island_.places[c][axis];
    };
    for (int i = first; i < first + count; ++i)
        for (const int point : island_.triangles[order_[i]]) {
            box.low = box.low.cwiseMin(island_.places[point]);
            box.high = box.high.cwiseMax(island_.places[point]);
        }
    if (count > kFew) {
        int axis = 0;
        (box.high - box.low).maxCoeff(&axis);
        const auto begin = order_.begin() + first;
        const int half = count / 2;
        std::nth_element(begin, begin + half, begin + count, [&](int a, int b) {
            return std::pair(middle(a, axis), a) < std::pair(middle(b, axis), b);
        });
        box.count = 0;
        build(first, half);
        box.second = build(first + half, count - half);
    }
    boxes_[at] = box;
    return at;
}

bool Sight::isBlocked(const Vec3& from, const Vec3& to, int but) const
{
    const Vec3 way = to - from;
    std::vector<int> open;
    if (!boxes_.empty()) open.push_back(0);
    while (!open.empty()) {
        const int at = open.back();
        const Box& box = boxes_[at];
        open.pop_back();
        if (!enters(from, way, box.low, box.high)) continue;
        for (int i = box.first; i < box.first + box.count; ++i) {
            const auto& [a, b, c] = island_.triangles[order_[i]];
            if (a == but || b == but || c == but) continue;
            if (crosses(from, way, island_.places[a], island_.places[b], island_.places[c]))
                return true;
        }
        if (box.count > 0) continue;
        open.push_back(box.second);
        open.push_back(at + 1);
    }
    return false;
}

}  // namespace posewright::skinning
