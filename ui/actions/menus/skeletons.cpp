#include "core/operate/operate.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/actions/samples.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QCoreApplication>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

template <std::size_t row>
void openSkeleton(Desk& desk)
{
    openSample(desk, skeletons()[row].id);
}

/// The unbound mesh to fit a skeleton to: a selected one, else the only one.
NodeId meshToFit(Desk& desk)
{
    const Document& doc = desk.session().document();
    const auto isBare = [&](const Node& node) {
        const auto* part = std::get_if<MeshPart>(&node.part);
        return part && part->skin < 0 && !part->mesh->positions.empty() &&
               (node.parent == kNoNode || !(*doc.scene)[node.parent].bone());
    };
    NodeId only = NodeId::None;
    int count = 0;
    for (const Node& node : doc.scene->nodes()) {
        if (!isBare(node)) continue;
        if (desk.session().selection().contains(node.id)) return node.id;
        only = node.id;
        ++count;
    }
    return count == 1 ? only : NodeId::None;
}

void insertSkeleton(Desk& desk, const Sample& skeleton)
{
    const Document doc = desk.session().document();
    const NodeId mesh = meshToFit(desk);
    if (!perform(desk, operate::InsertSkeleton{std::string(skeleton.id), mesh},
                 translated(QT_TRANSLATE_NOOP("Actions", "Insert %1")).arg(sampleTitle(skeleton))))
        return;
    desk.tell(
        mesh == NodeId::None
            ? translated(QT_TRANSLATE_NOOP("Actions", "%1 stands beside what is there"))
                  .arg(sampleTitle(skeleton))
            : translated(QT_TRANSLATE_NOOP("Actions",
                                           "%1 fits the mesh \u201c%2\u201d: move joints that are "
                                           "off, then bind it with Pose > Flesh"))
                  .arg(sampleTitle(skeleton), toQt((*doc.scene)[doc.scene->find(mesh)].name)));
}

template <std::size_t row>
ActionRow inserted(std::string_view id, const char* text, const char* picture)
{
    return {id,
            "Pose/Insert Skeleton",
            text,
            QT_TRANSLATE_NOOP("Actions", "Inside of a mesh that is not bound, as large as it is; "
                                         "else beside what is there"),
            QT_TRANSLATE_NOOP("Actions", "template add fit mesh rig auto character skeleton"),
            picture,
            {},
            busy,
            [](Desk& desk) { insertSkeleton(desk, skeletons()[row]); }};
}

}  // namespace

// Long: a table, in the order of skeletons().
std::vector<ActionRow> newSkeletons()
{
    return {
        {"file.skeleton.biped",
         "File/New/Skeleton",
         QT_TRANSLATE_NOOP("Actions", "&Biped"),
         QT_TRANSLATE_NOOP("Actions", "A standing figure with the limits of a body, and targets"),
         QT_TRANSLATE_NOOP("Actions",
                           "new begin start template skeleton human figure person body character"),
         "template-biped",
         {},
         busy,
         openSkeleton<0>},
        {"file.skeleton.quadruped",
         "File/New/Skeleton",
         QT_TRANSLATE_NOOP("Actions", "&Quadruped"),
         QT_TRANSLATE_NOOP("Actions", "A dog with limits, and targets on its feet and its nose"),
         QT_TRANSLATE_NOOP("Actions",
                           "new begin start template skeleton animal dog horse cat four legs"),
         "template-quadruped",
         {},
         busy,
         openSkeleton<1>},
        {"file.skeleton.bird",
         "File/New/Skeleton",
         QT_TRANSLATE_NOOP("Actions", "Bi&rd"),
         QT_TRANSLATE_NOOP("Actions", "A bird with limits, and targets on wings, feet and beak"),
         QT_TRANSLATE_NOOP("Actions", "new begin start template skeleton animal wings fly"),
         "template-bird",
         {},
         busy,
         openSkeleton<2>},
        {"file.skeleton.hand",
         "File/New/Skeleton",
         QT_TRANSLATE_NOOP("Actions", "&Hand"),
         QT_TRANSLATE_NOOP("Actions", "A hand with a target at the tip of each finger"),
         QT_TRANSLATE_NOOP("Actions", "new begin start template skeleton fingers palm thumb grip"),
         "template-hand",
         {},
         busy,
         openSkeleton<3>},
        {"file.skeleton.robot6",
         "File/New/Skeleton",
         QT_TRANSLATE_NOOP("Actions", "Robot Arm, &6 Joints"),
         QT_TRANSLATE_NOOP("Actions", "A robot arm whose tool follows a target"),
         QT_TRANSLATE_NOOP("Actions",
                           "new begin start template skeleton ur5 manipulator industrial hinge"),
         "template-robot6",
         {},
         busy,
         openSkeleton<4>},
        {"file.skeleton.robot7",
         "File/New/Skeleton",
         QT_TRANSLATE_NOOP("Actions", "Robot Arm, &7 Joints"),
         QT_TRANSLATE_NOOP("Actions",
                           "A robot arm with a joint to spare, whose tool follows a target"),
         QT_TRANSLATE_NOOP(
             "Actions", "new begin start template skeleton kuka iiwa manipulator industrial hinge"),
         "template-robot7",
         {},
         busy,
         openSkeleton<5>},
        {"file.skeleton.chain",
         "File/New/Skeleton",
         QT_TRANSLATE_NOOP("Actions", "&Chain"),
         QT_TRANSLATE_NOOP("Actions", "Ten boxes with limits that follow the last one"),
         QT_TRANSLATE_NOOP("Actions",
                           "new begin start template skeleton boxes rope tail tentacle snake"),
         "template-chain",
         {},
         busy,
         openSkeleton<6>},
        {"file.skeleton.armDoorbell",
         "File/New/Skeleton",
         QT_TRANSLATE_NOOP("Actions", "&Arm with Doorbell"),
         QT_TRANSLATE_NOOP("Actions", "An arm with the limits of a body, and a bell in its reach"),
         QT_TRANSLATE_NOOP(
             "Actions", "new begin start template skeleton finger button ring wall reach shoulder"),
         "template-arm-doorbell",
         {},
         busy,
         openSkeleton<7>},
    };
}

std::vector<ActionRow> insertedSkeletons()
{
    return {
        inserted<0>("pose.insert.biped", QT_TRANSLATE_NOOP("Actions", "&Biped"), "template-biped"),
        inserted<1>("pose.insert.quadruped", QT_TRANSLATE_NOOP("Actions", "&Quadruped"),
                    "template-quadruped"),
        inserted<2>("pose.insert.bird", QT_TRANSLATE_NOOP("Actions", "Bi&rd"), "template-bird"),
        inserted<3>("pose.insert.hand", QT_TRANSLATE_NOOP("Actions", "&Hand"), "template-hand"),
        inserted<4>("pose.insert.robot6", QT_TRANSLATE_NOOP("Actions", "Robot Arm, &6 Joints"),
                    "template-robot6"),
        inserted<5>("pose.insert.robot7", QT_TRANSLATE_NOOP("Actions", "Robot Arm, &7 Joints"),
                    "template-robot7"),
        inserted<6>("pose.insert.chain", QT_TRANSLATE_NOOP("Actions", "&Chain"), "template-chain"),
        inserted<7>("pose.insert.armDoorbell", QT_TRANSLATE_NOOP("Actions", "&Arm with Doorbell"),
                    "template-arm-doorbell"),
    };
}

}  // namespace posewright::ui::menus
