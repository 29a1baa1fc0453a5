#pragma once

#include "core/math/transform.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace posewright::skinning {

/// A cell of a picture: rows count from the bottom, columns from the side of -X.
struct Cell {
    int row = 0;
    int column = 0;
    bool operator==(const Cell&) const = default;
};

/// The outline of a surface as seen from +Z, in square cells, with the range of depth in each.
class Silhouette {
public:
    /// `rows` cells from the lowest to the highest point, and two empty rows above. O(area of the
    /// triangles).
    /// @pre there are triangles; their height is not 0 and not many times less than their width
    Silhouette(std::span<const Vec3> places, std::span<const std::uint32_t> indices, int rows);

    int rows() const noexcept { return rows_; }
    int columns() const noexcept { return columns_; }
    double cell() const noexcept { return cell_; }  ///< [m]

    bool holds(int row, int column) const;
    /// Is a place between the front and the back of what is seen there?
    bool holds(const Vec3& place) const;
    /// From front to back in a cell; 0 if it is empty. [m]
    double thickness(int row, int column) const;
    /// The world position of a place in the picture, given in fractions of cells; its depth is the
    /// middle of what is there.
    Vec3 place(double row, double column) const;
    /// The lowest (back) and the highest (front) Z in a rectangle of cells, ends included; nullopt
    /// if it is empty. [m]
    std::optional<std::pair<double, double>> depths(const Cell& from, const Cell& to) const;

private:
    struct Depth {
        double back = 0, front = 0;
        bool there = false;
    };
    void put(const Vec3& point);
    const Depth& at(int row, int column) const { return cells_[row * columns_ + column]; }

    int rows_, columns_;
    double cell_;
    double left_, bottom_;
    std::vector<Depth> cells_;
};

/// The distance of each cell from the cells of `start`, going from cell to cell and across gaps of
/// one cell. [cells]; negative: unreachable. Row by row.
std::vector<double> distances(const Silhouette& picture, const std::vector<Cell>& start);

}  // namespace posewright::skinning
