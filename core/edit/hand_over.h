#pragma once

#include "core/scene/scene.h"

#include <string>
#include <utility>
#include <vector>

/// What becomes of skins whose joints are removed. Internal to core/edit and core/operate.
namespace posewright::edit {

/// Vertices of a joint that goes, which then follow another one.
struct Inherited {
    NodeId from = NodeId::None;
    NodeId to = NodeId::None;
    std::size_t vertices = 0;  ///< a mesh that several nodes show counts once
    double moved = 0;  ///< [m] the most that one of them moves at rest: not 0 only if the mesh was
                       ///< bound in another pose
};

/// Skins and meshes without the joints that go.
struct HandedOver {
    std::vector<Skin> skins;
    std::vector<std::pair<NodeIndex, Shared<Mesh>>> meshes;  ///< of nodes whose mesh is another one
    std::vector<Inherited> inherited;                        ///< one for each `from` and `to`
};

/// Gives the weights of joints that go to their nearest remaining ancestor in the skin, or, where
/// there is none, to the nearest joint of the skin at rest. Weights of a vertex on the same joint
/// are added. Other joints keep their bind matrices, so no vertex moves in the pose in which the
/// mesh was bound.
/// Error: a skin that moves a mesh would have no joint left; `place` names the argument to blame.
Result<HandedOver> handOver(const Scene& scene, const std::vector<NodeId>& going,
                            const std::string& place);

/// Do the joints of a skin have a common root, as glTF demands?
bool haveCommonRoot(const Scene& scene, const Skin& skin);

/// The first skin whose joints have no common root any more; -1: none. Both have the same skins.
int skinWithoutRoot(const Scene& before, const Scene& after);

}  // namespace posewright::edit
