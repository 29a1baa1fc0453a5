#include "core/edit/change.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <algorithm>

namespace posewright::operate {

namespace {

bool hasStick(const Node& node)
{
    return node.bone() && node.bone()->tip.norm() > 0;
}

/// Bones with a length and without a mesh attached.
std::vector<NodeId> bareBones(const Scene& scene)
{
    std::vector<bool> clad(scene.size(), false);
    for (const Node& node : scene.nodes())
        if (std::holds_alternative<MeshPart>(node.part) && node.parent != kNoNode)
            clad[node.parent] = true;
    std::vector<NodeId> bones;
    for (NodeIndex row = 0; row < scene.size(); ++row)
        if (hasStick(scene[row]) && !clad[row]) bones.push_back(scene[row].id);
    return bones;
}

Result<Edits> addFlesh(const Document& doc, const AddFlesh& arguments, const edit::Context&)
{
    const Scene& scene = *doc.scene;
    std::vector<NodeId> bones = arguments.bones;
    if (bones.empty()) {
        bones = bareBones(scene);
        if (bones.empty())
            return edit::refused("there is no bone of some length that nothing hangs on", "/bones");
    }
    std::erase_if(bones, [&](NodeId bone) { return !hasStick(scene[scene.find(bone)]); });
    if (bones.empty()) return edit::refused("none of them is a bone of some length", "/bones");
    Edits edits;
    for (const NodeId bone : bones)
        edits.emplace_back(edit::AddFlesh{bone, arguments.shape, arguments.thickness});
    return edits;
}

}  // namespace

Row row(Of<AddFlesh>)
{
    using O = AddFlesh;
    return rowOf<O>("addFlesh", "a box or a capsule along each bone", addFlesh,
                    edit::optional("bones", &O::bones), edit::optional("shape", &O::shape),
                    edit::optional("thickness", &O::thickness, "share"));
}

}  // namespace posewright::operate
