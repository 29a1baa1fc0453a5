#pragma once

#include "core/io/bvh/bvh_hierarchy.h"
#include "core/io/bvh/window.h"
#include "core/motion/spelled_rows.h"

#include <cstddef>
#include <optional>
#include <string>

namespace posewright::io::bvh {

/// The numbers of a file, and where lines and rows did not agree. Places are bytes of the file.
struct Rows {
    SpelledRows numbers;
    std::string tail;                    ///< what stands behind the last whole row
    std::optional<std::size_t> uneven;   ///< start of the first row that was not one line
    std::optional<std::size_t> partial;  ///< start of a last row that is cut short
    int partialValues = 0;               ///< that it has
    std::optional<Error> failed;         ///< the file could not be read on
};

/// Reads rows of numbers from behind the header, as fast as they parse: as a stream, whatever lines
/// there are. Refusal: what is no number; a number out of range; out of all proportion to what the
/// header declares.
std::optional<Refusal> readRows(Window& window, const Header& header, Rows& rows);

}  // namespace posewright::io::bvh
