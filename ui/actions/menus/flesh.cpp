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
#include <memory>
#include <optional>

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

/// The meshes to bind, and to which bones; no bones: all of the figure's.
struct ToBind {
    std::vector<NodeId> meshes;
    std::vector<NodeId> bones;
};

/// The selected meshes with the bones selected beside them; else the only mesh, or, if `again`,
/// all. Bones selected without a mesh are ignored: one that is left selected must not get
/// everything bound to it alone.
ToBind toBind(Desk& desk, bool again)
{
    const Scene& scene = *desk.session().document().scene;
    const auto isMeant = [&](const Node& node) {
        const auto* part = std::get_if<MeshPart>(&node.part);
        return part && (part->skin >= 0) == again && !part->mesh->positions.empty();
    };
    ToBind out;
    for (const NodeId node : desk.session().selection().nodes())
        if (const NodeIndex row = scene.find(node); row != kNoNode && isMeant(scene[row]))
            out.meshes.push_back(node);
    if (!out.meshes.empty()) {
        out.bones = selectedBones(desk);
        return out;
    }
    for (const Node& node : scene.nodes())
        if (isMeant(node)) out.meshes.push_back(node.id);
    // All meshes of a figure in pieces are bound again, since they share its bones.
    if (out.meshes.size() > 1 && !again) out.meshes.clear();
    return out;
}

Obstacle nothingToBind(Desk& desk)
{
    if (const Obstacle obstacle = boneless(desk)) return obstacle;
    return toBind(desk, false).meshes.empty()
               ? QT_TRANSLATE_NOOP("Actions", "select a mesh that is not bound yet")
               : nullptr;
}

Obstacle nothingToBindAgain(Desk& desk)
{
    if (const Obstacle obstacle = boneless(desk)) return obstacle;
    return toBind(desk, true).meshes.empty()
               ? QT_TRANSLATE_NOOP("Actions", "no mesh is bound to bones yet")
               : nullptr;
}

/// The result of binding.
struct BoundMeshes {
    std::vector<edit::Edit> edits;
    QStringList words;
    std::optional<Error> error;
};

BoundMeshes boundMeshes(const Document& doc, const ToBind& to, bool again,
                        const Job::Progress& progress)
{
    const std::vector<NodeId>& meshes = to.meshes;
    BoundMeshes out;
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        const auto share = [&](double of) {
            return progress((double(i) + of) / double(meshes.size()));
        };
        Result<operate::MeshBinding> bound =
            operate::bindMesh(doc, {meshes[i], to.bones, again}, share);
        if (!bound) {
            out.error = bound.error();
            return out;
        }
        out.words << QString::fromStdString((*doc.scene)[doc.scene->find(meshes[i])].name + ": " +
                                            operate::told(*bound));
        out.edits.emplace_back(std::move(bound->edit));
    }
    return out;
}

/// Reports how each mesh was bound.
template <bool again>
void bindMeshes(Desk& desk)
{
    Session& session = desk.session();
    const auto work = [&desk, before = session.document(),
                       to = toBind(desk, again)](const Job::Progress& progress) -> Job::Outcome {
        auto bound = std::make_shared<BoundMeshes>(boundMeshes(before, to, again, progress));
        return [&desk, before, bound](bool cancelled) {
            if (cancelled || (bound->error && bound->error->kind == ErrorKind::Cancelled))
                return desk.tell(translated(QT_TRANSLATE_NOOP("Actions", "Nothing was bound")));
            if (bound->error) return desk.tell(errorText(*bound->error));
            if (!(desk.session().document() == before))
                return desk.tell(translated(QT_TRANSLATE_NOOP(
                    "Actions", "Nothing was bound: the document was changed meanwhile")));
            if (commit(desk, bound->edits, stepText(bound->edits, before)))
                desk.tell(translated(QT_TRANSLATE_NOOP("Actions", "Bound %1"))
                              .arg(bound->words.join(u"; ")));
        };
    };
    if (!session.job().start(translated(QT_TRANSLATE_NOOP("Actions", "Binding")), work))
        desk.tell(translated(QT_TRANSLATE_NOOP("Actions", "Other work is still under way")));
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
         QT_TRANSLATE_NOOP("Actions", "Let the bones inside of the selected mesh move it: those "
                                      "selected with it, or all"),
         QT_TRANSLATE_NOOP("Actions", "skin skinning weights rig automatic heat attach envelope"),
         nullptr,
         {},
         nothingToBind,
         bindMeshes<false>},
        {"pose.bindAgain",
         "Pose/Flesh",
         QT_TRANSLATE_NOOP("Actions", "Bind &Again"),
         QT_TRANSLATE_NOOP("Actions", "After the skeleton was changed: the same meshes, the "
                                      "selected ones or all, and weights made anew"),
         QT_TRANSLATE_NOOP("Actions", "rebind skin skinning weights rig automatic heat reset"),
         nullptr,
         {},
         nothingToBindAgain,
         bindMeshes<true>},
    };
}

}  // namespace posewright::ui::menus
