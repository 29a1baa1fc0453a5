#include "core/math/rotation.h"
#include "core/operate/operate.h"
#include "core/operate/roll_bones.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/evaluator.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/viewport/stage.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

void newBone(Desk& desk)
{
    Session& session = desk.session();
    const Result<operate::Edits> edits =
        operate::plainEdits(session.document(), operate::NewBone{session.selection().active()});
    if (!edits) return desk.tell(errorText(edits.error()));
    if (!commit(desk, *edits, QString())) return;
    const auto& bone = std::get<edit::AddBone>(edits->front());
    const Scene& scene = *session.document().scene;
    session.selection().setNodes({scene[scene.find(std::string_view(bone.name))].id});
}

Obstacle noBoneToSplit(Desk& desk)
{
    if (const Obstacle other = busy(desk)) return other;
    return selectedBones(desk).empty() ? QT_TRANSLATE_NOOP("Actions", "select a bone to split")
                                       : nullptr;
}

void splitBones(Desk& desk)
{
    std::vector<operate::Operation> each;
    for (const NodeId bone : selectedBones(desk)) each.emplace_back(operate::SplitBone{bone});
    const Result<operate::Edits> edits = operate::plainEdits(desk.session().document(), each);
    if (!edits) return desk.tell(errorText(edits.error()));
    commit(desk, *edits, translated(QT_TRANSLATE_NOOP("Actions", "Split bone")));
}

Obstacle nothingToRoll(Desk& desk)
{
    if (const Obstacle other = busy(desk)) return other;
    return noBones(desk);
}

template <operate::RollTo to>
void rollBones(Desk& desk)
{
    const operate::RollBones roll{selectedBones(desk), to};
    const Result<operate::Rolled> done = operate::rolled(desk.session().document(), roll);
    if (!done) return desk.tell(errorText(done.error()));
    const QString left = toQt(operate::told(*done));
    if (done->edits.empty())
        return desk.tell(left.isEmpty()
                             ? translated(QT_TRANSLATE_NOOP("Actions", "The bones lie so already"))
                             : left);
    if (commit(desk, done->edits, translated(QT_TRANSLATE_NOOP("Actions", "Roll bones"))) &&
        !left.isEmpty())
        desk.tell(left);
}

/// A way to recalculate the roll of the selected bones, or of all.
template <operate::RollTo to>
ActionRow rolled(std::string_view id, const char* text, const char* about)
{
    return {id,
            "Pose/Recalculate Roll",
            text,
            about,
            QT_TRANSLATE_NOOP("Actions", "bone roll axis axes orientation twist turn align"),
            nullptr,
            {},
            nothingToRoll,
            rollBones<to>};
}

}  // namespace

std::vector<ActionRow> bones()
{
    return {
        {"pose.newBone",
         "Pose",
         QT_TRANSLATE_NOOP("Actions", "Ne&w Bone"),
         QT_TRANSLATE_NOOP("Actions", "Put a bone at the tip of the selected one, or a first one"),
         QT_TRANSLATE_NOOP("Actions", "add create joint skeleton rig extrude figure bone armature"),
         "bone-add",
         {},
         busy,
         newBone},
        {"pose.splitBone",
         "Pose",
         QT_TRANSLATE_NOOP("Actions", "S&plit Bone"),
         QT_TRANSLATE_NOOP("Actions", "The selected bones become two in a row, as long together; "
                                      "what hangs at their ends hangs there still"),
         QT_TRANSLATE_NOOP("Actions", "subdivide divide half cut joint skeleton spine segments"),
         "bone-split",
         {},
         noBoneToSplit,
         splitBones},
        rolled<operate::RollTo::Front>(
            "pose.rollFront", QT_TRANSLATE_NOOP("Actions", "To the &Front"),
            QT_TRANSLATE_NOOP("Actions", "The Z axes of the selected bones, or of all, come to "
                                         "face the front; what they carry stays where it is")),
        rolled<operate::RollTo::Up>(
            "pose.rollUp", QT_TRANSLATE_NOOP("Actions", "&Up"),
            QT_TRANSLATE_NOOP("Actions", "The Z axes of the selected bones, or of all, come to "
                                         "face up; what they carry stays where it is")),
        rolled<operate::RollTo::Bend>(
            "pose.rollBend", QT_TRANSLATE_NOOP("Actions", "To the &Bend"),
            QT_TRANSLATE_NOOP("Actions", "The selected bones, or all, come to bend about their X "
                                         "axes; what they carry stays where it is")),
    };
}

}  // namespace posewright::ui::menus
