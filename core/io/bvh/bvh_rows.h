#pragma once

#include "core/io/bvh/bvh_hierarchy.h"
#include "core/io/bvh/window.h"
#include "core/motion/spelled_rows.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace posewright::io::bvh {

/// The numbers of a file, and where lines and rows differ. Positions are byte offsets in the file.
struct Rows {
    SpelledRows numbers;
    std::size_t count = 0;               ///< of complete rows; numbers may have only some of them
    std::string tail;                    ///< text after the last complete row
    std::optional<std::size_t> uneven;   ///< start of the first row that is not exactly one line
    std::optional<std::size_t> partial;  ///< start of an incomplete last row
    int partialValues = 0;               ///< how many numbers that row has
    std::optional<Error> failed;         ///< why the file could not be read further
};

/// Reads the numbers after the header as a stream, ignoring line ends. Refusal: something is not a
/// number; a number is out of range; there are far more numbers than the header declares.
/// @param only  the rows to keep, sorted; null: all. Texts of odd rows are not kept then
std::optional<Refusal> readRows(Window& window, const Header& header, Rows& rows,
                                const std::vector<std::size_t>* only = nullptr);

}  // namespace posewright::io::bvh
