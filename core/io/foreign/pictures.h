#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace posewright::io::foreign {

/// Puts pictures into a GLB of the child, in which images name files as the foreign file does. Only
/// files in the folder of `file` or below it are used. A name with a folder of another machine is
/// looked up by its end, also in `textures` and `NAME.fbm`, and also as a PNG or JPEG. Images that
/// are not found are removed, with a diagnostic; a texture's `extras.without` has the members that
/// its owner gets then.
Result<std::string> withPictures(std::string glb, const std::filesystem::path& file,
                                 Diagnostics& diagnostics);

}  // namespace posewright::io::foreign
