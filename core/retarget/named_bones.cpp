#include "core/retarget/named_bones.h"

#include <string_view>

namespace posewright::retarget {

namespace {

constexpr int kPrefixMarks = 4;  ///< a prefix lies within this many separators of the name

}  // namespace

int depthOf(const Scene& scene, NodeIndex row)
{
    int steps = 0;
    for (; scene[row].parent != kNoNode; row = scene[row].parent) ++steps;
    return steps;
}

std::string sharedPrefix(const Scene& scene)
{
    std::map<std::string_view, int> beginnings;
    int bones = 0;
    for (const Node& node : scene.nodes()) {
        if (!node.bone()) continue;
        ++bones;
        const std::string_view name = node.name;
        std::size_t at = 0;
        for (int marks = 0; marks < kPrefixMarks; ++marks, ++at) {
            at = name.find_first_of("_-. ", at);
            if (at == std::string_view::npos || at + 1 >= name.size()) break;
            ++beginnings[name.substr(0, at + 1)];
        }
    }
    std::string_view longest;
    for (const auto& [beginning, count] : beginnings)
        if (4 * count >= 3 * bones && bones > 3 && beginning.size() > longest.size())
            longest = beginning;
    return std::string(longest);
}

NamedBones::NamedBones(const Scene& scene, const std::string& prefix, NodeIndex within) :
    scene_(scene)
{
    // 3ds Max's biped numbers fingers in its own way.
    const bool idle = prefix.starts_with("Bip");
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        if (!scene[row].bone()) continue;
        if (within != kNoNode && row != within && !scene.isAbove(within, row)) continue;
        std::string_view own = scene[row].name;
        if (!idle && own.starts_with(prefix)) own.remove_prefix(prefix.size());
        const BoneName name = readBoneName(std::string(own));
        if (name.part) rows_[{name.side, *name.part}].push_back(row);
    }
}

const std::vector<NodeIndex>& NamedBones::all(BodySide side, BonePartWord part) const
{
    static const std::vector<NodeIndex> kNone;
    const auto at = rows_.find({side, part});
    return at == rows_.end() ? kNone : at->second;
}

NodeIndex NamedBones::top(BodySide side, BonePartWord part) const
{
    NodeIndex best = kNoNode;
    for (const NodeIndex row : all(side, part))
        if (best == kNoNode || depthOf(scene_, row) < depthOf(scene_, best)) best = row;
    return best;
}

}  // namespace posewright::retarget
