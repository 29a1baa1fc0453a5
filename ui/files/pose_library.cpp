#include "ui/files/pose_library.h"

#include "core/base/ascii.h"
#include "core/io/save.h"
#include "ui/files/recovery.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <system_error>
#include <utility>

namespace posewright::ui {

namespace {

constexpr std::uintmax_t kLargestPose = std::uintmax_t{64} << 20;  // [bytes]

std::string textOf(const operate::Pose& pose)
{
    return operate::toJson(pose).dump(1) + '\n';
}

/// A name that every file system accepts.
std::string fileNameOf(const std::string& name)
{
    std::string out;
    for (const char c : name) out += isLetter(c) || isDigit(c) || c == '-' ? c : '_';
    constexpr std::size_t kLongest = 60;
    return out.substr(0, kLongest);
}

bool isTaken(const KeptPoses& kept, const std::string& name)
{
    return std::any_of(kept.poses.begin(), kept.poses.end(),
                       [&](const KeptPose& one) { return one.pose.name == name; });
}

}  // namespace

std::filesystem::path poseFolder()
{
    return stateFolder() / "poses";
}

KeptPoses keptPoses(const std::filesystem::path& folder)
{
    KeptPoses out;
    std::error_code error;
    std::filesystem::directory_iterator at(folder, error);
    for (const std::filesystem::directory_iterator end; !error && at != end; at.increment(error)) {
        const std::filesystem::path& path = at->path();
        if (path.extension() != ".json") continue;
        const Result<std::string> text = io::readWhole(path, kLargestPose);
        Result<operate::Pose> pose =
            text ? operate::poseFromText(*text) : Result<operate::Pose>(text.error());
        if (pose)
            out.poses.push_back({path, *std::move(pose)});
        else
            out.unreadable.push_back(path);
    }
    std::sort(out.poses.begin(), out.poses.end(), [](const KeptPose& a, const KeptPose& b) {
        return std::pair(a.pose.name, a.path) < std::pair(b.pose.name, b.path);
    });
    return out;
}

Result<KeptPose> keepPose(const std::filesystem::path& folder, operate::Pose pose)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return Error{error.message(), folder.string(), ErrorKind::Machine};
    const KeptPoses kept = keptPoses(folder);
    const std::string name = pose.name;
    for (int number = 2; isTaken(kept, pose.name); ++number)
        pose.name = name + ' ' + std::to_string(number);
    const std::string file = fileNameOf(pose.name);
    std::filesystem::path path = folder / (file + ".json");
    for (int number = 2; std::filesystem::exists(path, error); ++number)
        path = folder / (file + '-' + std::to_string(number) + ".json");
    if (const Result<void> written = io::writeWhole(path, textOf(pose)); !written)
        return written.error();
    return KeptPose{path, std::move(pose)};
}

Result<void> renamePose(const std::filesystem::path& folder, const std::filesystem::path& path,
                        const std::string& name)
{
    const KeptPoses kept = keptPoses(folder);
    const auto one = std::find_if(kept.poses.begin(), kept.poses.end(),
                                  [&](const KeptPose& k) { return k.path == path; });
    if (one == kept.poses.end()) return Error{"the pose is not there any more", path.string()};
    if (one->pose.name == name) return {};
    if (name.empty()) return Error{"a pose needs a name", {}};
    if (isTaken(kept, name)) return Error{"another pose is called so", {}};
    operate::Pose pose = one->pose;
    pose.name = name;
    return io::writeWhole(path, textOf(pose));
}

Result<void> removePose(const std::filesystem::path& path)
{
    std::error_code error;
    std::filesystem::remove(path, error);
    if (error) return Error{error.message(), path.string(), ErrorKind::Machine};
    return {};
}

}  // namespace posewright::ui
