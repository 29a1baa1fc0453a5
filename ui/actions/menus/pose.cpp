#include "core/math/rotation.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/viewport/manipulation.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

#include <algorithm>
#include <numbers>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

ViewState state(Desk& desk)
{
    return desk.viewport().settings().now();
}

template <Tool tool>
void take(Desk& desk)
{
    desk.viewport().settings().take(tool);
}

template <Tool tool>
bool taken(Desk& desk)
{
    return state(desk).tool == tool;
}

template <Space space>
void follow(Desk& desk)
{
    ViewState next = state(desk);
    next.space = space;
    desk.viewport().settings().set(next);
}

template <Space space>
bool followed(Desk& desk)
{
    return state(desk).space == space;
}

/// The node after (or before) the selected one among `nodes`; the first (or last) if none is
/// selected.
NodeId neighbour(Desk& desk, const std::vector<NodeId>& nodes, int by)
{
    if (nodes.empty()) return NodeId::None;
    const auto here = std::find(nodes.begin(), nodes.end(), desk.session().selection().active());
    const int count = static_cast<int>(nodes.size());
    if (here == nodes.end()) return by > 0 ? nodes.front() : nodes.back();
    return nodes[(static_cast<int>(here - nodes.begin()) + by + count) % count];
}

/// Targets and their poles, in the order in which they were added.
template <int by>
void selectTarget(Desk& desk)
{
    std::vector<NodeId> nodes;
    for (const Constraint& constraint : desk.session().document().rig->constraints) {
        nodes.push_back(constraint.target);
        if (constraint.pole != NodeId::None) nodes.push_back(constraint.pole);
    }
    desk.session().selection().setNodes({neighbour(desk, nodes, by)});
}

template <int by>
void selectBone(Desk& desk)
{
    std::vector<NodeId> nodes;
    for (const Node& node : desk.session().document().scene->nodes())
        if (node.bone()) nodes.push_back(node.id);
    desk.session().selection().setNodes({neighbour(desk, nodes, by)});
}

Obstacle poseNoTargets(Desk& desk)
{
    return desk.session().document().rig->constraints.empty()
               ? QT_TRANSLATE_NOOP("Actions", "there is no target yet: select a bone and press T")
               : nullptr;
}

/// The world axis that, as seen, points most nearly right, up, or towards the eye.
Vec3 seenAxis(Desk& desk, int column)
{
    const Vec3 seen = axes(desk.viewport().camera()).col(column);
    Eigen::Index axis = 0;
    seen.cwiseAbs().maxCoeff(&axis);
    return Vec3::Unit(axis) * (seen[axis] < 0 ? -1 : 1);
}

bool canNudge(Desk& desk)
{
    const std::shared_ptr<const Evaluation> shown = desk.evaluator().current();
    if (!shown) return false;
    const std::vector<NodeId>& nodes = desk.session().selection().nodes();
    return std::any_of(nodes.begin(), nodes.end(), [&](NodeId node) {
        const Grip grip = gripOf(desk.session().document(), *shown, node);
        return grip != Grip::None && grip != Grip::Held;
    });
}

Obstacle nothingToMove(Desk& desk)
{
    return canNudge(desk)
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions",
                                   "select a target, a pole, a prop or a bone that can be moved");
}

/// Nudges the selection by keyboard. Targets, poles, props and the figure's root move by a fiftieth
/// of a grid step along the world axis nearest to that direction. With the rotate tool, and for
/// bones that only rotate, turns by 5 degrees.
template <int column, int sign>
void poseNudge(Desk& desk)
{
    // A nudge to the right turns about the axis that points up, a nudge up about the one that
    // points left.
    constexpr int kAbout[] = {1, 0, 2};
    const double angle = (column == 1 ? -sign : sign) * std::numbers::pi / 36;
    operate::NudgeNodes nudge;
    nudge.nodes = desk.session().selection().nodes();
    nudge.frame = desk.session().playhead().frame();
    nudge.by = sign * desk.viewport().stage().gridStep() / 50 * seenAxis(desk, column);
    nudge.turn = Quat(Eigen::AngleAxisd(angle, seenAxis(desk, kAbout[column])));
    nudge.turns = state(desk).tool == Tool::Rotate;
    const Result<operate::Edits> edits = operate::plainEdits(desk.session().shownAt(nudge.frame),
                                                             nudge, {desk.session().memo(), {}, 0});
    if (!edits) return desk.tell(errorText(edits.error()));
    commit(desk, *edits, QString());
}

QKeySequence nudgeKey(Qt::Key key)
{
    return {QKeyCombination(Qt::ControlModifier | Qt::ShiftModifier, key)};
}

}  // namespace

// Long: a row for each action of the menu.
std::vector<ActionRow> pose()
{
    using K = QKeySequence;
    return {
        {"pose.select",
         "Pose",
         QT_TRANSLATE_NOOP("Actions", "&Select Tool"),
         QT_TRANSLATE_NOOP("Actions", "Select, and drag targets and bones where they are"),
         QT_TRANSLATE_NOOP("Actions", "pick arrow pointer cursor choose"),
         "tool-select",
         {K(Qt::Key_Q)},
         nullptr,
         take<Tool::Select>,
         taken<Tool::Select>},
        {"pose.move",
         "Pose",
         QT_TRANSLATE_NOOP("Actions", "&Move Tool"),
         QT_TRANSLATE_NOOP("Actions",
                           "Handles that move targets, poles and props along axes and planes"),
         QT_TRANSLATE_NOOP("Actions", "grab translate position gizmo manipulator arrows drag"),
         "tool-move",
         {K(Qt::Key_W)},
         nullptr,
         take<Tool::Move>,
         taken<Tool::Move>},
        {"pose.rotate",
         "Pose",
         QT_TRANSLATE_NOOP("Actions", "&Rotate Tool"),
         QT_TRANSLATE_NOOP("Actions", "Rings that turn bones, targets and props about axes"),
         QT_TRANSLATE_NOOP("Actions", "turn spin orient rotation gizmo manipulator rings twist"),
         "tool-rotate",
         {K(Qt::Key_E)},
         nullptr,
         take<Tool::Rotate>,
         taken<Tool::Rotate>},
        {"pose.draw",
         "Pose",
         QT_TRANSLATE_NOOP("Actions", "&Draw Bones Tool"),
         QT_TRANSLATE_NOOP("Actions", "Each click ends a bone and begins the next; X mirrors them"),
         QT_TRANSLATE_NOOP("Actions", "extrude add create joint skeleton rig figure armature pen"),
         "tool-draw",
         {K(Qt::Key_B)},
         nullptr,
         take<Tool::Draw>,
         taken<Tool::Draw>},
        {"pose.snap",
         "Pose",
         QT_TRANSLATE_NOOP("Actions", "S&nap"),
         QT_TRANSLATE_NOOP("Actions",
                           "Drags stop at the grid and at round angles; Ctrl turns it about"),
         QT_TRANSLATE_NOOP("Actions", "grid magnet round steps angle increments"),
         "snap",
         {K(Qt::Key_G)},
         nullptr,
         [](Desk& d) {
             ViewState next = state(d);
             next.snap = !next.snap;
             d.viewport().settings().set(next);
             d.tell(next.snap
                        ? translated(QT_TRANSLATE_NOOP(
                              "Actions", "Snapping is on: drags stop at the grid and at round "
                                         "angles. G turns it off"))
                        : translated(QT_TRANSLATE_NOOP(
                              "Actions", "Snapping is off. G turns it on, Ctrl while dragging")));
         },
         [](Desk& d) { return state(d).snap; },
         true},
        {"pose.world",
         "Pose/Handles Follow",
         QT_TRANSLATE_NOOP("Actions", "&World"),
         QT_TRANSLATE_NOOP("Actions", "Handles follow the axes of the world"),
         QT_TRANSLATE_NOOP("Actions", "gizmo global axes orientation manipulator space"),
         nullptr,
         {},
         nullptr,
         follow<Space::World>,
         followed<Space::World>},
        {"pose.local",
         "Pose/Handles Follow",
         QT_TRANSLATE_NOOP("Actions", "&Itself"),
         QT_TRANSLATE_NOOP("Actions", "Handles follow the axes of what is selected"),
         QT_TRANSLATE_NOOP("Actions", "gizmo local own axes orientation manipulator space"),
         nullptr,
         {},
         nullptr,
         follow<Space::Local>,
         followed<Space::Local>},
        {"pose.parent",
         "Pose/Handles Follow",
         QT_TRANSLATE_NOOP("Actions", "Its &Parent"),
         QT_TRANSLATE_NOOP("Actions", "Handles follow the axes of what it hangs on"),
         QT_TRANSLATE_NOOP("Actions", "gizmo axes orientation manipulator space"),
         nullptr,
         {},
         nullptr,
         follow<Space::Parent>,
         followed<Space::Parent>},
        {"pose.nextTarget",
         "Pose",
         QT_TRANSLATE_NOOP("Actions", "Ne&xt Target"),
         QT_TRANSLATE_NOOP("Actions", "Select the next target or pole"),
         QT_TRANSLATE_NOOP("Actions", "select effector following"),
         nullptr,
         {K(Qt::Key_BracketRight)},
         poseNoTargets,
         selectTarget<1>,
         nullptr,
         true},
        {"pose.previousTarget",
         "Pose",
         QT_TRANSLATE_NOOP("Actions", "Pre&vious Target"),
         QT_TRANSLATE_NOOP("Actions", "Select the target or pole before"),
         QT_TRANSLATE_NOOP("Actions", "select effector last"),
         nullptr,
         {K(Qt::Key_BracketLeft)},
         poseNoTargets,
         selectTarget<-1>},
        {"pose.nextBone",
         "Pose",
         QT_TRANSLATE_NOOP("Actions", "Next &Bone"),
         QT_TRANSLATE_NOOP("Actions", "Select the next bone of the figure"),
         QT_TRANSLATE_NOOP("Actions", "select joint following child"),
         nullptr,
         {K(Qt::CTRL | Qt::Key_BracketRight)},
         noBones,
         selectBone<1>},
        {"pose.previousBone",
         "Pose",
         QT_TRANSLATE_NOOP("Actions", "Previous B&one"),
         QT_TRANSLATE_NOOP("Actions", "Select the bone of the figure before"),
         QT_TRANSLATE_NOOP("Actions", "select joint last parent"),
         nullptr,
         {K(Qt::CTRL | Qt::Key_BracketLeft)},
         noBones,
         selectBone<-1>},
        {"pose.nudgeLeft",
         "Pose/Nudge",
         QT_TRANSLATE_NOOP("Actions", "&Left"),
         QT_TRANSLATE_NOOP("Actions", "Move or turn what is selected a little to the left"),
         QT_TRANSLATE_NOOP("Actions", "shift step translate arrow"),
         nullptr,
         {nudgeKey(Qt::Key_Left)},
         nothingToMove,
         poseNudge<0, -1>},
        {"pose.nudgeRight",
         "Pose/Nudge",
         QT_TRANSLATE_NOOP("Actions", "&Right"),
         QT_TRANSLATE_NOOP("Actions", "Move or turn what is selected a little to the right"),
         QT_TRANSLATE_NOOP("Actions", "shift step translate arrow"),
         nullptr,
         {nudgeKey(Qt::Key_Right)},
         nothingToMove,
         poseNudge<0, 1>},
        {"pose.nudgeUp",
         "Pose/Nudge",
         QT_TRANSLATE_NOOP("Actions", "&Up"),
         QT_TRANSLATE_NOOP("Actions", "Move or turn what is selected a little up"),
         QT_TRANSLATE_NOOP("Actions", "shift step raise lift arrow"),
         nullptr,
         {nudgeKey(Qt::Key_Up)},
         nothingToMove,
         poseNudge<1, 1>},
        {"pose.nudgeDown",
         "Pose/Nudge",
         QT_TRANSLATE_NOOP("Actions", "&Down"),
         QT_TRANSLATE_NOOP("Actions", "Move or turn what is selected a little down"),
         QT_TRANSLATE_NOOP("Actions", "shift step lower arrow"),
         nullptr,
         {nudgeKey(Qt::Key_Down)},
         nothingToMove,
         poseNudge<1, -1>},
        {"pose.nudgeNearer",
         "Pose/Nudge",
         QT_TRANSLATE_NOOP("Actions", "&Nearer"),
         QT_TRANSLATE_NOOP("Actions", "Move what is selected a little towards you, or roll it"),
         QT_TRANSLATE_NOOP("Actions", "shift step forward closer towards"),
         nullptr,
         {nudgeKey(Qt::Key_PageDown)},
         nothingToMove,
         poseNudge<2, 1>},
        {"pose.nudgeFarther",
         "Pose/Nudge",
         QT_TRANSLATE_NOOP("Actions", "&Farther"),
         QT_TRANSLATE_NOOP("Actions", "Move what is selected a little away from you, or roll it"),
         QT_TRANSLATE_NOOP("Actions", "shift step backward away"),
         nullptr,
         {nudgeKey(Qt::Key_PageUp)},
         nothingToMove,
         poseNudge<2, -1>},
    };
}

}  // namespace posewright::ui::menus
