#pragma once

#include <filesystem>
#include <string_view>

namespace posewright {

/// Where another program of ours lies: in the folder that the environment variable
/// POSEWRIGHT_PROGRAMS names, else beside this one, as in the build tree, else in the folder that
/// the installation keeps for those that nobody calls by hand, whether it is there or not.
std::filesystem::path ownProgram(std::string_view name);

}  // namespace posewright
