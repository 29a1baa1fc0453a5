#pragma once

#include "core/base/result.h"
#include "core/operate/pose.h"

#include <filesystem>
#include <vector>

/// The user's stored poses, one file each, in a folder of the program.
namespace posewright::ui {

struct KeptPose {
    std::filesystem::path path;
    operate::Pose pose;
};

/// $POSEWRIGHT_STATE/poses, or a folder of the user's local data. It need not exist.
std::filesystem::path poseFolder();

/// The content of a folder, sorted by name.
struct KeptPoses {
    std::vector<KeptPose> poses;
    std::vector<std::filesystem::path> unreadable;  ///< named like poses, but invalid
};
KeptPoses keptPoses(const std::filesystem::path& folder);

/// Writes a pose to a new file, creating the folder if needed; its name gets a number if it is
/// taken.
Result<KeptPose> keepPose(const std::filesystem::path& folder, operate::Pose pose);
/// Renames a pose but not its file. Error: the name is empty or taken.
Result<void> renamePose(const std::filesystem::path& folder, const std::filesystem::path& path,
                        const std::string& name);
Result<void> removePose(const std::filesystem::path& path);

}  // namespace posewright::ui
