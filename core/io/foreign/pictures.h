#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace posewright::io::foreign {

/// A GLB of the child in which images name files as the foreign file does: puts those into it that
/// lie in the folder of `file` or below it. Names of other folders and machines are looked up by
/// their ends, in `textures` and `NAME.fbm`, too, and as a PNG or JPEG of that name. The others are
/// taken out and told: a texture's `extras.without` has the members of its owner that then hold.
Result<std::string> withPictures(std::string glb, const std::filesystem::path& file,
                                 Diagnostics& diagnostics);

}  // namespace posewright::io::foreign
