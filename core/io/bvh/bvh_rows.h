#pragma once

#include "core/io/bvh/bvh_hierarchy.h"
#include "core/io/bvh/window.h"
#include "core/motion/spelled_rows.h"

#include <cstddef>
#include <optional>
#include <string>

namespace posewright::io::bvh {

/// The numbers of a file, and where lines and rows differ. Positions are byte offsets in the file.
struct Rows {
    SpelledRows numbers;
    std::string tail;                    ///< text after the last complete row
    std::optional<std::size_t> uneven;   ///< start of the first row that is not exactly one line
    std::optional<std::size_t> partial;  ///< start of an incomplete last row
    int partialValues = 0;               ///< how many numbers that row has
    std::optional<Error> failed;         ///< why the file could not be read further
};

/// Reads the numbers after the header as a stream, ignoring line ends. Refusal: something is not a
/// number; a number is out of range; there are far more numbers than the header declares.
std::optional<Refusal> readRows(Window& window, const Header& header, Rows& rows);

}  // namespace posewright::io::bvh
