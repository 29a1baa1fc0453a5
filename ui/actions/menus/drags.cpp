#include "core/document/document.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

ViewState dragState(Desk& desk)
{
    return desk.viewport().settings().now();
}

template <DragMode mode>
void dragBy(Desk& desk)
{
    ViewState next = dragState(desk);
    next.drag = mode;
    desk.viewport().settings().set(next);
}

template <DragMode mode>
bool draggedBy(Desk& desk)
{
    return dragState(desk).drag == mode;
}

/// The selected bones, and the effectors of selected targets.
std::vector<NodeId> bonesToPin(Desk& desk)
{
    const Document& doc = desk.session().document();
    std::vector<NodeId> bones;
    for (const NodeId node : desk.session().selection().nodes()) {
        const Constraint* target = constraintOfTarget(*doc.rig, node);
        const NodeIndex row = doc.scene->find(target ? target->effector : node);
        if (row != kNoNode && (*doc.scene)[row].bone()) bones.push_back((*doc.scene)[row].id);
    }
    std::ranges::sort(bones);
    bones.erase(std::unique(bones.begin(), bones.end()), bones.end());
    return bones;
}

Obstacle nothingToPin(Desk& desk)
{
    return bonesToPin(desk).empty() ? QT_TRANSLATE_NOOP("Actions", "select a bone to pin")
                                    : nullptr;
}

bool arePinned(Desk& desk)
{
    const std::vector<NodeId> bones = bonesToPin(desk);
    const ViewState view = dragState(desk);
    return !bones.empty() && std::ranges::includes(view.pins, bones);
}

void pin(Desk& desk)
{
    const std::vector<NodeId> bones = bonesToPin(desk);
    ViewState next = dragState(desk);
    std::vector<NodeId> pins;
    if (arePinned(desk))
        std::set_difference(next.pins.begin(), next.pins.end(), bones.begin(), bones.end(),
                            std::back_inserter(pins));
    else
        std::set_union(next.pins.begin(), next.pins.end(), bones.begin(), bones.end(),
                       std::back_inserter(pins));
    next.pins = std::move(pins);
    desk.viewport().settings().set(next);
}

Obstacle noPins(Desk& desk)
{
    return dragState(desk).pins.empty() ? QT_TRANSLATE_NOOP("Actions", "nothing is pinned")
                                        : nullptr;
}

}  // namespace

// Long: a row for each action of the menu.
std::vector<ActionRow> drags()
{
    using K = QKeySequence;
    return {
        {"pose.dragAuto",
         "Pose/Drag Bones",
         QT_TRANSLATE_NOOP("Actions", "By &What They Are"),
         QT_TRANSLATE_NOOP("Actions", "Hands and feet take their limbs along, the topmost bone all "
                                      "that hangs on it, others turn"),
         QT_TRANSLATE_NOOP("Actions", "automatic auto mode preset kinematics ik fk"),
         nullptr,
         {K(Qt::ALT | Qt::Key_5)},
         nullptr,
         dragBy<DragMode::Automatic>,
         draggedBy<DragMode::Automatic>,
         false,
         true},
        {"pose.dragBody",
         "Pose/Drag Bones",
         QT_TRANSLATE_NOOP("Actions", "Full &Body"),
         QT_TRANSLATE_NOOP("Actions", "The whole body gives, and what is pinned holds: the feet, "
                                      "where nothing else is"),
         QT_TRANSLATE_NOOP("Actions", "mode hik whole figure ik pull reach"),
         nullptr,
         {K(Qt::ALT | Qt::Key_6)},
         nullptr,
         dragBy<DragMode::Body>,
         draggedBy<DragMode::Body>,
         false,
         true},
        {"pose.dragLimb",
         "Pose/Drag Bones",
         QT_TRANSLATE_NOOP("Actions", "&Limb"),
         QT_TRANSLATE_NOOP("Actions", "The limb bends so that the bone comes along"),
         QT_TRANSLATE_NOOP("Actions", "mode body part chain ik arm leg"),
         nullptr,
         {K(Qt::ALT | Qt::Key_7)},
         nullptr,
         dragBy<DragMode::Limb>,
         draggedBy<DragMode::Limb>,
         false,
         true},
        {"pose.dragTurn",
         "Pose/Drag Bones",
         QT_TRANSLATE_NOOP("Actions", "One Bone &Turns"),
         QT_TRANSLATE_NOOP("Actions", "The bone turns about its joint, and nothing else gives"),
         QT_TRANSLATE_NOOP("Actions", "mode fk forward selection swing rotate"),
         nullptr,
         {K(Qt::ALT | Qt::Key_8)},
         nullptr,
         dragBy<DragMode::Turn>,
         draggedBy<DragMode::Turn>,
         false,
         true},
        {"pose.balance",
         "Pose/Drag Bones",
         QT_TRANSLATE_NOOP("Actions", "&Keep Balance"),
         QT_TRANSLATE_NOOP("Actions", "The middle of the body stays over the feet that hold"),
         QT_TRANSLATE_NOOP("Actions", "centre of mass gravity com stable physics"),
         nullptr,
         {},
         nullptr,
         [](Desk& d) {
             ViewState next = dragState(d);
             next.balance = !next.balance;
             d.viewport().settings().set(next);
         },
         [](Desk& d) { return dragState(d).balance; },
         true},
        {"pose.pin",
         "Pose/Drag Bones",
         QT_TRANSLATE_NOOP("Actions", "&Pin"),
         QT_TRANSLATE_NOOP("Actions", "The selected bones hold their places while the body is "
                                      "dragged; over time a contact holds them"),
         QT_TRANSLATE_NOOP("Actions", "lock hold fix stay anchor"),
         nullptr,
         {K(Qt::SHIFT | Qt::Key_P)},
         nothingToPin,
         pin,
         arePinned},
        {"pose.unpinAll",
         "Pose/Drag Bones",
         QT_TRANSLATE_NOOP("Actions", "&Unpin All"),
         QT_TRANSLATE_NOOP("Actions", "No bone is pinned any more"),
         QT_TRANSLATE_NOOP("Actions", "release free clear pins"),
         nullptr,
         {},
         noPins,
         [](Desk& d) {
             ViewState next = dragState(d);
             next.pins.clear();
             d.viewport().settings().set(next);
         }},
        {"pose.keep",
         "Pose",
         QT_TRANSLATE_NOOP("Actions", "&Keep Pose"),
         QT_TRANSLATE_NOOP("Actions",
                           "The figure as it is shown becomes a pose of the library, for "
                           "other frames, documents and skeletons"),
         QT_TRANSLATE_NOOP("Actions", "save store library pose thumbnails asset"),
         nullptr,
         {K(Qt::CTRL | Qt::ALT | Qt::Key_K)},
         noBones,
         [](Desk& d) { d.enter("poses", "keep"); }},
    };
}

}  // namespace posewright::ui::menus
