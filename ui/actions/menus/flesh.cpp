#include "core/operate/bind_mesh.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

Obstacle boneless(Desk& desk)
{
    if (const Obstacle obstacle = busy(desk)) return obstacle;
    return noBones(desk);
}

template <edit::Solid shape>
void addFlesh(Desk& desk)
{
    perform(desk, operate::AddFlesh{selectedBones(desk), shape},
            shape == edit::Solid::Box
                ? translated(QT_TRANSLATE_NOOP("Actions", "Boxes on bones"))
                : translated(QT_TRANSLATE_NOOP("Actions", "Capsules on bones")));
}

/// The meshes that could be bound: those selected, or the only one that there is.
std::vector<NodeId> meshesToBind(Desk& desk)
{
    const Scene& scene = *desk.session().document().scene;
    const auto isRigid = [&](const Node& node) {
        const auto* part = std::get_if<MeshPart>(&node.part);
        return part && part->skin < 0 && !part->mesh->positions.empty();
    };
    std::vector<NodeId> meshes;
    for (const NodeId node : desk.session().selection().nodes())
        if (const NodeIndex row = scene.find(node); row != kNoNode && isRigid(scene[row]))
            meshes.push_back(node);
    if (!meshes.empty()) return meshes;
    for (const Node& node : scene.nodes())
        if (isRigid(node)) meshes.push_back(node.id);
    if (meshes.size() > 1) meshes.clear();
    return meshes;
}

Obstacle nothingToBind(Desk& desk)
{
    if (const Obstacle obstacle = boneless(desk)) return obstacle;
    return meshesToBind(desk).empty()
               ? QT_TRANSLATE_NOOP("Actions", "select a mesh that is not bound yet")
               : nullptr;
}

/// Selected bones are those to bind to. Says how each mesh was bound.
void bindMeshes(Desk& desk)
{
    const Document& doc = desk.session().document();
    std::vector<edit::Edit> edits;
    QStringList words;
    for (const NodeId mesh : meshesToBind(desk)) {
        Result<operate::Bound> bound = operate::bindMesh(doc, {mesh, selectedBones(desk)});
        if (!bound) return desk.tell(errorText(bound.error()));
        words << QString::fromStdString((*doc.scene)[doc.scene->find(mesh)].name + ": " +
                                        operate::told(*bound));
        edits.emplace_back(std::move(bound->edit));
    }
    if (commit(desk, edits, stepText(edits, doc)))
        desk.tell(translated(QT_TRANSLATE_NOOP("Actions", "Bound %1")).arg(words.join(u"; ")));
}

}  // namespace

std::vector<ActionRow> flesh()
{
    return {
        {"pose.boxes",
         "Pose/Flesh",
         QT_TRANSLATE_NOOP("Actions", "&Boxes on Bones"),
         QT_TRANSLATE_NOOP("Actions",
                           "Put a box along each selected bone, or along all that are bare"),
         QT_TRANSLATE_NOOP("Actions", "mesh stand-in proxy body solid cube flesh skeleton"),
         nullptr,
         {},
         boneless,
         addFlesh<edit::Solid::Box>},
        {"pose.capsules",
         "Pose/Flesh",
         QT_TRANSLATE_NOOP("Actions", "&Capsules on Bones"),
         QT_TRANSLATE_NOOP("Actions",
                           "Put a capsule along each selected bone, or along all that are bare"),
         QT_TRANSLATE_NOOP("Actions", "mesh stand-in proxy body solid round pill flesh skeleton"),
         nullptr,
         {},
         boneless,
         addFlesh<edit::Solid::Capsule>},
        {"pose.bindMesh",
         "Pose/Flesh",
         QT_TRANSLATE_NOOP("Actions", "Bind &Mesh to Bones"),
         QT_TRANSLATE_NOOP("Actions", "Let the bones inside of the selected mesh move it: the "
                                      "selected ones, or all"),
         QT_TRANSLATE_NOOP("Actions", "skin skinning weights rig automatic heat attach envelope"),
         nullptr,
         {},
         nothingToBind,
         bindMeshes},
    };
}

}  // namespace posewright::ui::menus
