#include "core/skinning/silhouette.h"

#include <Eigen/Geometry>
#include <queue>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <tuple>

namespace posewright::skinning {

Silhouette::Silhouette(std::span<const Vec3> places, std::span<const std::uint32_t> indices,
                       int rows) :
    rows_(rows + 2)
{
    Eigen::AlignedBox3d box;
    for (const Vec3& place : places) box.extend(place);
    cell_ = box.sizes().y() / rows;
    columns_ = static_cast<int>(std::ceil(box.sizes().x() / cell_)) + 3;
    left_ = box.center().x() - columns_ * cell_ / 2;
    bottom_ = box.min().y();
    cells_.resize(std::size_t(rows_) * columns_);
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const Vec3& a = places[indices[i]];
        const Vec3 ab = places[indices[i + 1]] - a, ac = places[indices[i + 2]] - a;
        const double longest =
            std::max({ab.head<2>().norm(), ac.head<2>().norm(), (ac - ab).head<2>().norm()});
        const int steps = static_cast<int>(longest / (cell_ / 2)) + 1;
        for (int u = 0; u <= steps; ++u)
            for (int v = 0; v <= steps - u; ++v)
                put(a + ab * (double(u) / steps) + ac * (double(v) / steps));
    }
}

void Silhouette::put(const Vec3& point)
{
    const int row = std::clamp(int((point.y() - bottom_) / cell_), 0, rows_ - 1);
    const int column = std::clamp(int((point.x() - left_) / cell_), 0, columns_ - 1);
    Depth& depth = cells_[row * columns_ + column];
    depth.back = depth.there ? std::min(depth.back, point.z()) : point.z();
    depth.front = depth.there ? std::max(depth.front, point.z()) : point.z();
    depth.there = true;
}

bool Silhouette::holds(int row, int column) const
{
    return row >= 0 && row < rows_ && column >= 0 && column < columns_ && at(row, column).there;
}

bool Silhouette::holds(const Vec3& place) const
{
    const double row = (place.y() - bottom_) / cell_, column = (place.x() - left_) / cell_;
    if (!(row >= 0 && column >= 0) || !holds(int(row), int(column))) return false;
    const Depth& depth = at(int(row), int(column));
    return depth.back - cell_ <= place.z() && place.z() <= depth.front + cell_;
}

double Silhouette::thickness(int row, int column) const
{
    return holds(row, column) ? at(row, column).front - at(row, column).back : 0;
}

Vec3 Silhouette::place(double row, double column) const
{
    Vec3 out(left_ + (column + 0.5) * cell_, bottom_ + (row + 0.5) * cell_, 0);
    int count = 0;
    const int r = static_cast<int>(std::lround(row)), c = static_cast<int>(std::lround(column));
    for (int i = r - 1; i <= r + 1; ++i)
        for (int j = c - 1; j <= c + 1; ++j)
            if (holds(i, j)) {
                out.z() += (at(i, j).front + at(i, j).back) / 2;
                ++count;
            }
    if (count > 0) out.z() /= count;
    return out;
}

std::optional<std::pair<double, double>> Silhouette::depths(const Cell& from, const Cell& to) const
{
    std::optional<std::pair<double, double>> out;
    for (int i = from.row; i <= to.row; ++i)
        for (int j = from.column; j <= to.column; ++j)
            if (holds(i, j)) {
                const Depth& depth = at(i, j);
                out = out ? std::pair(std::min(out->first, depth.back),
                                      std::max(out->second, depth.front))
                          : std::pair(depth.back, depth.front);
            }
    return out;
}

std::vector<double> distances(const Silhouette& picture, const std::vector<Cell>& start)
{
    constexpr int kStep = 2;
    std::vector<double> far(std::size_t(picture.rows()) * picture.columns(), -1);
    using Reached = std::tuple<double, int, int>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    const auto reach = [&](double distance, int row, int column) {
        if (!picture.holds(row, column)) return;
        double& known = far[row * picture.columns() + column];
        if (known >= 0 && known <= distance) return;
        known = distance;
        open.emplace(distance, row, column);
    };
    for (const Cell& cell : start) reach(0, cell.row, cell.column);
    while (!open.empty()) {
        const auto [distance, row, column] = open.top();
        open.pop();
        if (distance > far[row * picture.columns() + column]) continue;
        for (int i = -kStep; i <= kStep; ++i)
            for (int j = -kStep; j <= kStep; ++j)
                if (i != 0 || j != 0) reach(distance + std::hypot(i, j), row + i, column + j);
    }
    return far;
}

}  // namespace posewright::skinning
