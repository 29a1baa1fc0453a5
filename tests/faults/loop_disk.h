#pragma once

#include <filesystem>
#include <string>

namespace posewright::faults {

/// A disk in a file whose power can be cut while it is written to: ext4 on an image that lies on
/// XFS, which can keep what the disk holds at one instant. Needs root, mount, loop devices and
/// mkfs.xfs; everything is mounted for this process alone and goes with it.
class LoopDisk {
public:
    /// Makes the images below `folder`. `why` tells what is not allowed here, and is empty if all
    /// is.
    LoopDisk(const std::filesystem::path& folder, const std::string& options);
    ~LoopDisk();
    LoopDisk(const LoopDisk&) = delete;
    LoopDisk& operator=(const LoopDisk&) = delete;

    const std::string& why() const { return why_; }
    /// Where the living disk is mounted.
    const std::filesystem::path& live() const { return live_; }

    /// Keeps what the disk holds now. False: it could not.
    bool cut();
    /// Mounts what was kept, as after a restart; at `after()` until the next call of `cut` or this.
    bool restart();
    const std::filesystem::path& after() const { return after_; }

private:
    std::filesystem::path outer_;
    std::filesystem::path live_;
    std::filesystem::path after_;
    std::string options_;
    std::string why_;
    bool restarted_ = false;
};

}  // namespace posewright::faults
