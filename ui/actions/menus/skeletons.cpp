#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/actions/samples.h"

#include <QCoreApplication>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

template <std::size_t row>
void openSkeleton(Desk& desk)
{
    openSample(desk, skeletons()[row].id);
}

}  // namespace

// Long: a table, in the order of skeletons().
std::vector<ActionRow> newSkeletons()
{
    return {
        {"file.skeleton.biped",
         "File/New Skeleton",
         QT_TRANSLATE_NOOP("Actions", "&Biped"),
         QT_TRANSLATE_NOOP("Actions", "A standing figure with the limits of a body, and targets"),
         QT_TRANSLATE_NOOP("Actions", "template skeleton human figure person body character"),
         "template-biped",
         {},
         busy,
         openSkeleton<0>},
        {"file.skeleton.quadruped",
         "File/New Skeleton",
         QT_TRANSLATE_NOOP("Actions", "&Quadruped"),
         QT_TRANSLATE_NOOP("Actions", "A dog with limits, and targets on its feet and its nose"),
         QT_TRANSLATE_NOOP("Actions", "template skeleton animal dog horse cat four legs"),
         "template-quadruped",
         {},
         busy,
         openSkeleton<1>},
        {"file.skeleton.bird",
         "File/New Skeleton",
         QT_TRANSLATE_NOOP("Actions", "Bi&rd"),
         QT_TRANSLATE_NOOP("Actions", "A bird with limits, and targets on wings, feet and beak"),
         QT_TRANSLATE_NOOP("Actions", "template skeleton animal wings fly"),
         "template-bird",
         {},
         busy,
         openSkeleton<2>},
        {"file.skeleton.hand",
         "File/New Skeleton",
         QT_TRANSLATE_NOOP("Actions", "&Hand"),
         QT_TRANSLATE_NOOP("Actions", "A hand with a target at the tip of each finger"),
         QT_TRANSLATE_NOOP("Actions", "template skeleton fingers palm thumb grip"),
         "template-hand",
         {},
         busy,
         openSkeleton<3>},
        {"file.skeleton.robot6",
         "File/New Skeleton",
         QT_TRANSLATE_NOOP("Actions", "Robot Arm, &6 Joints"),
         QT_TRANSLATE_NOOP("Actions", "A robot arm whose tool follows a target"),
         QT_TRANSLATE_NOOP("Actions", "template skeleton ur5 manipulator industrial hinge"),
         "template-robot6",
         {},
         busy,
         openSkeleton<4>},
        {"file.skeleton.robot7",
         "File/New Skeleton",
         QT_TRANSLATE_NOOP("Actions", "Robot Arm, &7 Joints"),
         QT_TRANSLATE_NOOP("Actions",
                           "A robot arm with a joint to spare, whose tool follows a target"),
         QT_TRANSLATE_NOOP("Actions", "template skeleton kuka iiwa manipulator industrial hinge"),
         "template-robot7",
         {},
         busy,
         openSkeleton<5>},
        {"file.skeleton.chain",
         "File/New Skeleton",
         QT_TRANSLATE_NOOP("Actions", "&Chain"),
         QT_TRANSLATE_NOOP("Actions", "Ten links that follow the last one"),
         QT_TRANSLATE_NOOP("Actions", "template skeleton boxes rope tail tentacle snake"),
         "template-chain",
         {},
         busy,
         openSkeleton<6>},
    };
}

}  // namespace posewright::ui::menus
