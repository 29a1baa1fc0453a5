#pragma once

#include "core/math/transform.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace posewright::skinning {

/// A cell of a picture: rows from below, columns from the side of -X.
struct Cell {
    int row = 0;
    int column = 0;
    bool operator==(const Cell&) const = default;
};

/// What of a surface is seen against +Z, drawn in cells, and from where to where it goes in depth.
class Silhouette {
public:
    /// As many rows as asked for, from the lowest to the highest point. O(area of the triangles).
    /// @pre there are triangles, which have a height, and are not many times as wide
    Silhouette(std::span<const Vec3> places, std::span<const std::uint32_t> indices, int rows);

    int rows() const noexcept { return rows_; }
    int columns() const noexcept { return columns_; }
    double cell() const noexcept { return cell_; }  ///< [m]

    bool holds(int row, int column) const;
    /// Is a place between the front and the back of what is seen there?
    bool holds(const Vec3& place) const;
    /// From its front to its back; 0 where nothing is. [m]
    double thickness(int row, int column) const;
    /// Where a place of the picture is, in fractions of cells; in depth the middle of what is
    /// there.
    Vec3 place(double row, double column) const;
    /// The nearest and the farthest to the viewer of some rows and columns, ends included.
    /// Nothing: there is nothing.
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

/// How far each cell is from those of the start, going from cell to cell, over gaps of one, too.
/// [cells]; negative: there is no way. By row and column.
std::vector<double> distances(const Silhouette& picture, const std::vector<Cell>& start);

}  // namespace posewright::skinning
