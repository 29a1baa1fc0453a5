#include "core/operate/remove_nodes.h"

#include "core/base/number.h"
#include "core/edit/change.h"
#include "core/edit/hand_over.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <algorithm>

namespace posewright::operate {

namespace {

/// Nodes go from the tips to the root: so what hangs on one is never left without a root on the
/// way.
Result<Edits> removeNodes(const Document& doc, const RemoveNodes& arguments, const edit::Context&)
{
    Edits edits;
    for (const Constraint& constraint : doc.rig->constraints)
        if (std::any_of(arguments.nodes.begin(), arguments.nodes.end(),
                        [&](NodeId node) { return needs(constraint, node); }))
            edits.emplace_back(edit::RemoveTarget{constraint.id});
    std::vector<NodeId> nodes = arguments.nodes;
    std::ranges::stable_sort(nodes, std::greater<>{},
                             [&](NodeId node) { return doc.scene->find(node); });
    for (const NodeId node : nodes)
        if (!constraintOfTarget(*doc.rig, node)) edits.emplace_back(edit::RemoveBone{node});
    return edits;
}

}  // namespace

std::string toldOfSkins(const Document& before, const Document& after)
{
    constexpr std::size_t kMost = 3;  // more do not fit a line
    constexpr double kSeen = 1e-5;    // as a share of the figure's size: bind matrices are floats
    const Scene& scene = *before.scene;
    std::vector<NodeId> gone;
    for (const Skin& skin : scene.skins())
        for (const NodeId joint : skin.joints)
            if (after.scene->find(joint) == kNoNode && std::ranges::count(gone, joint) == 0)
                gone.push_back(joint);
    if (gone.empty()) return {};
    const Result<edit::HandedOver> handed = edit::handOver(scene, gone, {});
    if (!handed) return {};
    const auto name = [&](NodeId node) { return edit::quoted(scene[scene.find(node)].name); };
    std::string text;
    double moved = 0;
    for (std::size_t i = 0; i < handed->inherited.size(); ++i) {
        const edit::Inherited& row = handed->inherited[i];
        moved = std::max(moved, row.moved);
        if (i < kMost)
            text += (i > 0 ? "; " : "") + std::to_string(row.vertices) +
                    (row.vertices == 1 ? " vertex of " : " vertices of ") + name(row.from) +
                    (row.vertices == 1 ? " follows " : " follow ") + name(row.to) + " now";
    }
    if (handed->inherited.size() > kMost)
        text += "; and those of " + std::to_string(handed->inherited.size() - kMost) + " more";
    if (moved > kSeen * extent(scene))
        text += "; at rest they move by up to " + toFixed(1000 * moved, 1) +
                " mm, because the mesh was bound in another pose";
    return text;
}

Row row(Of<RemoveNodes>)
{
    using O = RemoveNodes;
    return rowOf<O>("removeNodes",
                    "bones, props and targets go, with the targets of chains that need them",
                    removeNodes, edit::required("nodes", &O::nodes));
}

}  // namespace posewright::operate
