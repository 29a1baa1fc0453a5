#pragma once

#include <cstddef>
#include <string>

namespace posewright::io::gltf {

/// Trouble with bytes rather than with JSON.
struct BadBytes {
    std::string message;
    std::size_t at = 0;
};

}  // namespace posewright::io::gltf
