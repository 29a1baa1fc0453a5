#pragma once

#include <cstddef>
#include <string>

namespace posewright::io::gltf {

/// Like Trouble, for binary data: what is wrong and at which byte.
struct BadBytes {
    std::string message;
    std::size_t at = 0;
};

}  // namespace posewright::io::gltf
