#pragma once

#include "core/retarget/bone_name.h"
#include "core/scene/scene.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

/// The bones of a scene by the meaning of their names. Internal to core/retarget.
namespace posewright::retarget {

/// Number of ancestors.
int depthOf(const Scene& scene, NodeIndex row);

/// The prefix of most names, up to a word separator: "Character1_". To be ignored when names are
/// read.
std::string sharedPrefix(const Scene& scene);

class NamedBones {
public:
    /// @param within only bones below this one count; kNoNode: all do
    NamedBones(const Scene& scene, const std::string& prefix, NodeIndex within);

    const std::vector<NodeIndex>& all(BodySide side, BonePartWord part) const;
    bool has(BodySide side, BonePartWord part) const { return !all(side, part).empty(); }

    /// The topmost of them; kNoNode: none.
    NodeIndex top(BodySide side, BonePartWord part) const;

private:
    const Scene& scene_;
    std::map<std::pair<BodySide, BonePartWord>, std::vector<NodeIndex>> rows_;
};

}  // namespace posewright::retarget
