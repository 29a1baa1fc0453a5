#pragma once

#include "core/retarget/bone_name.h"
#include "core/scene/scene.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

/// The bones of a scene by what their names say. Inside of core/retarget.
namespace posewright::retarget {

/// Steps from a root.
int depthOf(const Scene& scene, NodeIndex row);

/// What most names begin with, up to a mark between words: "Character1_". It says nothing of a
/// bone.
std::string sharedPrefix(const Scene& scene);

class NamedBones {
public:
    /// @param within the bone below which all are that count; kNoNode: all do
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
