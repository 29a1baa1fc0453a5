#pragma once

#include "core/base/result.h"
#include "core/operate/pose.h"

#include <filesystem>
#include <vector>

/// Poses that the user keeps: one file each, in a folder of the program's own.
namespace posewright::ui {

struct KeptPose {
    std::filesystem::path path;
    operate::Pose pose;
};

/// $POSEWRIGHT_STATE/poses, or a folder of the user's local data. It need not exist.
std::filesystem::path poseFolder();

/// What a folder holds, by name.
struct KeptPoses {
    std::vector<KeptPose> poses;
    std::vector<std::filesystem::path> unreadable;  ///< called as poses are, and none
};
KeptPoses keptPoses(const std::filesystem::path& folder);

/// Writes a pose to a file of its own, and makes the folder where it is missing; its name gets a
/// number where another pose has it.
Result<KeptPose> keepPose(const std::filesystem::path& folder, operate::Pose pose);
/// The file keeps its name. Error: the name is empty, or another pose has it.
Result<void> renamePose(const std::filesystem::path& folder, const std::filesystem::path& path,
                        const std::string& name);
Result<void> removePose(const std::filesystem::path& path);

}  // namespace posewright::ui
