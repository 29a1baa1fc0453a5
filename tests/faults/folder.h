#pragma once

#include "tests/support/in_child.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

/// Folders as the judge of saves sees them: names and bytes, nothing of the program's own.
namespace posewright::faults {

using test::inChild;
using Files = std::map<std::string, std::string>;

inline std::string bytesOf(const std::filesystem::path& path)
{
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
}

inline Files filesIn(const std::filesystem::path& folder)
{
    Files files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.is_regular_file())
            files[entry.path().filename().string()] = bytesOf(entry.path());
    return files;
}

inline void putFiles(const std::filesystem::path& folder, const Files& files)
{
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    for (const auto& [name, bytes] : files) std::ofstream(folder / name, std::ios::binary) << bytes;
}

}  // namespace posewright::faults
