#pragma once

#include "core/io/format.h"

#include <string>

namespace posewright::cli {

/// How a file is read, in the words of the command line. Empty: not given.
struct ReadWords {
    std::string scale;  ///< all lengths are multiplied by this
    std::string unit;   ///< a name, metres, or "guess"
    std::string up;     ///< "y", "-z" or "guess"
    std::string rate;   ///< frames per second
};

/// Error: a word is none that its option takes, or two exclude each other.
Result<io::ReadOptions> readOptionsOf(const ReadWords& words);

}  // namespace posewright::cli
