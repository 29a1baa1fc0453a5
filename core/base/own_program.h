#pragma once

#include <filesystem>
#include <string_view>

namespace posewright {

/// Path of another of our programs: in the folder named by the environment variable
/// POSEWRIGHT_PROGRAMS, else beside this program, as in the build tree, else in the installation's
/// folder for programs that are not run by hand. The last path is returned even if nothing is
/// there.
std::filesystem::path ownProgram(std::string_view name);

}  // namespace posewright
