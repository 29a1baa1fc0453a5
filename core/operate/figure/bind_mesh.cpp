#include "core/operate/bind_mesh.h"

#include "core/edit/change.h"
#include "core/operate/row.h"
#include "core/scene/rest_place.h"
#include "core/skinning/bind.h"

#include <algorithm>
#include <map>
#include <optional>

namespace posewright::operate {

namespace {

NodeIndex treeOf(const Scene& scene, NodeIndex row)
{
    while (scene[row].parent != kNoNode) row = scene[row].parent;
    return row;
}

/// All bones below `root`, or below the root with the most bones. End bones of no length are left
/// out: their vertices follow the bone above.
std::vector<NodeIndex> bonesOfFigure(const Scene& scene, NodeIndex root)
{
    std::vector<bool> parts(scene.size(), false);
    std::map<NodeIndex, int> count;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        if (!scene[row].bone()) continue;
        if (scene[row].bone()->tip.norm() > 0) parts[row] = true;
        if (scene[row].parent != kNoNode) parts[scene[row].parent] = true;
        ++count[treeOf(scene, row)];
    }
    std::vector<NodeIndex> bones;
    if (count.empty()) return bones;
    const auto most =
        std::max_element(count.begin(), count.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (root == kNoNode) root = most->first;
    for (NodeIndex row = 0; row < scene.size(); ++row)
        if (scene[row].bone() && parts[row] && treeOf(scene, row) == root) bones.push_back(row);
    return bones;
}

/// Lines from each joint to its child joints and its tip; a joint with neither becomes a point.
std::vector<skinning::BoneLine> linesOf(const Scene& scene, const std::vector<NodeIndex>& bones)
{
    const std::vector<WorldTransform> rest = edit::restWorld(scene);
    std::vector<skinning::BoneLine> lines;
    for (int i = 0; i < std::ssize(bones); ++i) {
        const NodeIndex row = bones[i];
        const Vec3& joint = rest[row].position;
        const std::size_t before = lines.size();
        for (NodeIndex below = row + 1; below < scene.size(); ++below)
            if (scene[below].parent == row && scene[below].bone())
                lines.push_back({i, joint, rest[below].position});
        const BonePart& bone = *scene[row].bone();
        if (lines.size() == before || bone.tipGiven)
            lines.push_back({i, joint, rest[row] * bone.tip});
    }
    return lines;
}

Result<std::vector<NodeIndex>> bonesFor(const Scene& scene, const BindMesh& arguments)
{
    std::vector<NodeIndex> bones;
    if (arguments.bones.empty()) {
        const auto& mesh = std::get<MeshPart>(scene[scene.find(arguments.mesh)].part);
        bones = bonesOfFigure(
            scene, mesh.skin < 0 || scene.skins()[mesh.skin].joints.empty()
                       ? kNoNode
                       : treeOf(scene, scene.find(scene.skins()[mesh.skin].joints.front())));
    }
    for (const NodeId id : arguments.bones) {
        const NodeIndex row = scene.find(id);
        if (!scene[row].bone())
            return edit::refused(edit::quoted(scene[row].name) + " is no bone", "/bones");
        if (!bones.empty() && treeOf(scene, row) != treeOf(scene, bones.front()))
            return edit::refused(edit::quoted(scene[row].name) + " and " +
                                     edit::quoted(scene[bones.front()].name) +
                                     " do not hang below one root",
                                 "/bones");
        if (std::find(bones.begin(), bones.end(), row) == bones.end()) bones.push_back(row);
    }
    if (bones.empty())
        return edit::refused("there are no bones to bind it to", "/bones",
                             "draw some inside of it, or begin with a skeleton that is there");
    return bones;
}

Result<Edits> edits(const Document& doc, const BindMesh& arguments, const edit::Context& context)
{
    Result<MeshBinding> bound = bindMesh(doc, arguments, context.progress);
    if (!bound) return bound.error();
    return Edits{std::move(bound->edit)};
}

}  // namespace

Result<MeshBinding> bindMesh(const Document& doc, const BindMesh& arguments,
                             const std::function<bool(double)>& progress)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(arguments.mesh);
    const std::string name = edit::quoted(scene[row].name);
    const auto* part = std::get_if<MeshPart>(&scene[row].part);
    if (!part) return edit::refused(name + " is no mesh", "/mesh");
    if (part->skin >= 0 && !arguments.again)
        return edit::refused(name + " is bound already", "/mesh", "bind it again");
    if (part->skin < 0 && arguments.again)
        return edit::refused(name + " is not bound yet", "/mesh");
    if (part->mesh->positions.empty()) return edit::refused(name + " has no vertices", "/mesh");
    const Result<std::vector<NodeIndex>> bones = bonesFor(scene, arguments);
    if (!bones) return bones.error();
    const WorldTransform place = placeAtRest(scene, row, edit::restWorld(scene));
    std::vector<Vec3> positions;
    positions.reserve(part->mesh->positions.size());
    for (const Eigen::Vector3f& position : part->mesh->positions)
        positions.push_back(place * position.cast<double>());
    const std::optional<skinning::Binding> found =
        skinning::bind(positions, part->mesh->indices, linesOf(scene, *bones), progress);
    if (!found) return Error{"binding was cancelled", {}, ErrorKind::Cancelled};
    const skinning::Binding& binding = *found;
    MeshBinding out{{}, binding.islands, binding.unseen, binding.nearest};
    out.edit.mesh = arguments.mesh;
    out.edit.again = arguments.again;
    for (const NodeIndex bone : *bones) out.edit.joints.push_back(scene[bone].id);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        out.edit.rows.insert(out.edit.rows.end(), binding.bones[i].begin(), binding.bones[i].end());
        out.edit.shares.insert(out.edit.shares.end(), binding.shares[i].begin(),
                               binding.shares[i].end());
    }
    return out;
}

std::string told(const MeshBinding& bound)
{
    std::string text = std::to_string(bound.islands) + (bound.islands == 1 ? " piece" : " pieces");
    if (bound.unseen > 0)
        text += ", " + std::to_string(bound.unseen) + " of them with no bone inside";
    if (bound.nearest > 0)
        text += ", " + std::to_string(bound.nearest) + " of them by the nearest bone alone";
    return text;
}

Row row(Of<BindMesh>)
{
    using O = BindMesh;
    return rowOf<O>("bindMesh", "binds a mesh to bones: each moves the vertices near it", edits,
                    edit::required("mesh", &O::mesh), edit::optional("bones", &O::bones),
                    edit::optional("again", &O::again));
}

}  // namespace posewright::operate
