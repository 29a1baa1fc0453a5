#include "tests/faults/loop_disk.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/fs.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <unistd.h>

namespace posewright::faults {

namespace fs = std::filesystem;

namespace {

bool does(const std::string& command)
{
    return std::system((command + " >/dev/null 2>&1").c_str()) == 0;
}

}  // namespace

LoopDisk::LoopDisk(const fs::path& folder, const std::string& options) :
    outer_(folder / "outer"), live_(folder / "live"), after_(folder / "after"), options_(options)
{
    for (const fs::path& place : {outer_, live_, after_}) fs::create_directories(place);
    if (::geteuid() != 0)
        why_ = "only root may mount";
    else if (::unshare(CLONE_NEWNS) != 0 ||
             ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
        why_ = std::string("no mounts of its own: ") + std::strerror(errno);
    else if (!does("command -v mkfs.xfs") || !does("command -v mkfs.ext4"))
        why_ = "mkfs.xfs (xfsprogs) or mkfs.ext4 (e2fsprogs) is not installed";
    if (!why_.empty()) return;
    const std::string image = (folder / "outer.img").string();
    const std::string inner = (outer_ / "disk.img").string();
    if (!does("truncate -s 400M " + image + " && mkfs.xfs -q -m reflink=1 " + image) ||
        !does("mount -o loop " + image + ' ' + outer_.string()) ||
        !does("truncate -s 32M " + inner + " && mkfs.ext4 -q -F " + inner) ||
        !does("mount -o loop," + options_ + ' ' + inner + ' ' + live_.string()))
        why_ = "loop images cannot be made or mounted here";
}

LoopDisk::~LoopDisk()
{
    if (restarted_) ::umount2(after_.c_str(), MNT_DETACH);
    ::umount2(live_.c_str(), MNT_DETACH);
    ::umount2(outer_.c_str(), MNT_DETACH);
}

bool LoopDisk::cut()
{
    if (restarted_ && ::umount(after_.c_str()) != 0) return false;
    restarted_ = false;
    const int from = ::open((outer_ / "disk.img").c_str(), O_RDONLY | O_CLOEXEC);
    const int to =
        ::open((outer_ / "cut.img").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const bool done = from >= 0 && to >= 0 && ::ioctl(to, FICLONE, from) == 0;
    if (from >= 0) ::close(from);
    if (to >= 0) ::close(to);
    return done;
}

bool LoopDisk::restart()
{
    restarted_ = does("mount -o loop," + options_ + ' ' + (outer_ / "cut.img").string() + ' ' +
                      after_.string());
    return restarted_;
}

}  // namespace posewright::faults
