#pragma once

#include "core/edit/edit.h"

#include <csignal>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

/// Work on a small figure, and processes that are killed in it.
namespace posewright::test::killed {

namespace fs = std::filesystem;

inline Document arm()
{
    Document doc = emptyDocument();
    const char* names[] = {"Shoulder", "Elbow", "Hand"};
    std::vector<Node> nodes(3);
    for (int i = 0; i < 3; ++i) {
        nodes[i].id = newNodeId(doc);
        nodes[i].name = names[i];
        nodes[i].parent = i - 1;
        nodes[i].rest.translation = Vec3(0, i == 0 ? 0 : 1.0 / 3, 0.01 * i);
        BonePart bone;
        bone.tip = Vec3(0, 1.0 / 3, 0);
        nodes[i].part = bone;
    }
    doc.scene = *Scene::make(std::move(nodes));
    return doc;
}

inline edit::Edit keyAt(const Document& doc, double frame, double angle)
{
    edit::SetJointKey key;
    key.joint = (*doc.scene)[1].id;
    key.frame = frame;
    key.rotation = Quat(Eigen::AngleAxisd(angle, Vec3(1, 1, 0).normalized()));
    return key;
}

/// What a child process does until it is killed: the only honest way to leave a journal behind.
template <class Work>
void inKilledProcess(Work&& work)
{
    const pid_t pid = ::fork();
    if (pid == 0) {
        work();
        ::kill(::getpid(), SIGKILL);
    }
    ::waitpid(pid, nullptr, 0);
}

inline fs::path logOf(const fs::path& folder)
{
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".log") return entry.path();
    return {};
}

}  // namespace posewright::test::killed
