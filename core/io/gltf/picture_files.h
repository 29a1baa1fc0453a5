#pragma once

#include "core/io/gltf/gltf_writer.h"

#include <string>
#include <string_view>
#include <vector>

namespace posewright::io::gltf {

/// A picture of a glTF file that becomes a file of its own.
struct PictureFile {
    std::string name;         ///< ASCII letters, digits, `-` and `_`; may be empty
    std::string_view ending;  ///< "png"
    std::string bytes;
    std::vector<std::size_t> images;  ///< rows of the images that show it
};

/// The endings of such files.
bool isPictureEnding(std::string_view ending) noexcept;

/// Takes the pictures out of the binary; their images then lack their bytes. Where unknown
/// extensions or packed data may name those, none is taken, and a diagnostic says so. Pictures of a
/// type that glTF does not know stay.
/// @pre it is no project, which names its bytes
std::vector<PictureFile> takePictures(Written& written);

}  // namespace posewright::io::gltf
