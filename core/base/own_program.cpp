#include "core/base/own_program.h"

#include <cstdlib>
#include <system_error>

namespace posewright {

std::filesystem::path ownProgram(std::string_view name)
{
    if (const char* named = std::getenv("POSEWRIGHT_PROGRAMS"); named && *named)
        return std::filesystem::path(named) / name;
    std::error_code failed;
    const std::filesystem::path folder =
        std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
    const std::filesystem::path installed =
        (folder / POSEWRIGHT_PROGRAM_FOLDER / name).lexically_normal();
    const std::filesystem::path beside = folder / name;
    return std::filesystem::exists(beside, failed) ? beside : installed;
}

}  // namespace posewright
