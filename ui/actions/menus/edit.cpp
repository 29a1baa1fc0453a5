#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/session.h"

#include <QCoreApplication>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

bool canDelete(Desk& desk)
{
    return !desk.session().selection().keys().empty() || hasTarget(desk);
}

void deleteSelected(Desk& desk)
{
    const std::vector<edit::KeyRef> keys = desk.session().selection().keys();
    if (keys.empty()) {
        removeTargets(desk, false);
        return;
    }
    commit(desk, {edit::DeleteKeys{keys}},
           keys.size() == 1 ? translated(QT_TRANSLATE_NOOP("Actions", "Delete key"))
                            : translated(QT_TRANSLATE_NOOP("Actions", "Delete keys")));
}

}  // namespace

std::vector<ActionRow> edit()
{
    using K = QKeySequence;
    return {
        {"edit.undo", "Edit", QT_TRANSLATE_NOOP("Actions", "&Undo"),
         QT_TRANSLATE_NOOP("Actions", "Take the last step back"), "undo", keys(K::Undo),
         [](Desk& d) { return d.session().history().canUndo() || d.session().gestureOpen(); },
         [](Desk& d) { d.session().undo(); }},
        {"edit.redo",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "&Redo"),
         QT_TRANSLATE_NOOP("Actions", "Do again what was taken back"),
         "redo",
         {K(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), K(Qt::CTRL | Qt::Key_Y)},
         [](Desk& d) { return d.session().history().canRedo(); },
         [](Desk& d) { d.session().redo(); }},
        {"edit.delete",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "&Delete"),
         QT_TRANSLATE_NOOP("Actions", "Delete the selected keys, or else the selected targets"),
         "delete",
         {K(Qt::Key_Delete)},
         canDelete,
         deleteSelected,
         nullptr,
         true},
        {"edit.selectNone",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "Select &None"),
         QT_TRANSLATE_NOOP("Actions", "Let go of everything selected"),
         "select-none",
         {K(Qt::CTRL | Qt::SHIFT | Qt::Key_A)},
         nullptr,
         [](Desk& d) { d.session().selection().clear(); }},
        {"edit.rename",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "Rena&me"),
         QT_TRANSLATE_NOOP("Actions", "Give the selected bone, target or node another name"),
         "rename",
         {K(Qt::Key_F2)},
         [](Desk& d) { return d.session().selection().active() != NodeId::None; },
         [](Desk& d) { d.rename(); },
         nullptr,
         true},
        {"edit.findAction",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "&Find Action..."),
         QT_TRANSLATE_NOOP("Actions", "Find any action by words and run it"),
         "find",
         {K(Qt::CTRL | Qt::SHIFT | Qt::Key_P), K(Qt::Key_F3)},
         nullptr,
         [](Desk& d) { d.findAction(); }},
    };
}

}  // namespace posewright::ui::menus
