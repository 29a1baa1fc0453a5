#include "core/operate/hung_motion.h"
#include "core/operate/remove_nodes.h"
#include "core/operate/shifts.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/actions/preferences_dialog.h"
#include "ui/models/key_words.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/timeline/commands.h"
#include "ui/timeline/timeline.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMimeData>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

/// The clipboard format of copied keys.
QString mimeType()
{
    return QStringLiteral("application/x-posewright-keys");
}

Obstacle nothingToCut(Desk& desk)
{
    return timeline::canRemove(desk.session())
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions", "select keys or spans on the timeline first");
}

Obstacle nothingToDelete(Desk& desk)
{
    return timeline::canRemove(desk.session()) || !desk.session().selection().nodes().empty()
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions",
                                   "select a target, bone or prop, or keys, spans or markers, "
                                   "first");
}

/// Says which bones the vertices of removed ones follow, and what moves.
void removeNodes(Desk& desk)
{
    const Document before = desk.session().document();
    if (!perform(desk, operate::RemoveNodes{desk.session().selection().nodes()}, {})) return;
    const Document& after = desk.session().document();
    QStringList told;
    for (const std::string& line :
         {operate::toldOfSkins(before, after), operate::toldOfShifts(before, after),
          operate::toldOfMotion(before, after)})
        if (!line.empty()) told << toQt(line);
    if (!told.isEmpty()) desk.tell(told.join(u'\n'));
}

void deleteSelected(Desk& desk)
{
    if (timeline::canRemove(desk.session()))
        tell(desk, timeline::remove(desk.session(), desk.timeline().ripple()));
    else
        removeNodes(desk);
}

Obstacle nothingToCopy(Desk& desk)
{
    return !desk.session().selection().spans().empty() ||
                   !timeline::keysInHand(desk.session()).empty()
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions",
                                   "select keys or spans first, or what has a key at the playhead");
}

void copy(Desk& desk)
{
    const QByteArray json = timeline::copied(desk.session());
    if (json.isEmpty()) return;
    auto* data = new QMimeData;
    data->setData(mimeType(), json);
    data->setText(QString::fromUtf8(json));
    QGuiApplication::clipboard()->setMimeData(data);
    const auto& [keys, spans] = timeline::toCopy(desk.session());
    desk.tell(copiedWords(desk.session().document(), keys, spans));
}

void cut(Desk& desk)
{
    copy(desk);
    deleteSelected(desk);
}

QByteArray onClipboard()
{
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    if (!data) return {};
    return data->hasFormat(mimeType()) ? data->data(mimeType()) : data->text().toUtf8();
}

void paste(Desk& desk)
{
    tell(desk, timeline::paste(desk.session(), onClipboard()));
}

void pasteFlipped(Desk& desk)
{
    const Result<ConstraintId> kept = timeline::pasteFlipped(desk.session(), onClipboard());
    if (!kept) {
        tell(desk, kept.error());
        return;
    }
    const Document& doc = desk.session().document();
    const Constraint* planted = findConstraint(*doc.rig, *kept);
    desk.tell(planted
                  ? translated(QT_TRANSLATE_NOOP("Actions", "Pasted left for right; \u201c%1\u201d "
                                                            "stays where it is planted"))
                        .arg(toQt((*doc.scene)[doc.scene->find(planted->target)].name))
                  : translated(QT_TRANSLATE_NOOP(
                        "Actions", "Pasted left for right; nothing is planted at this frame")));
}

/// Cached for each clipboard change: asking is slow if another program owns the clipboard.
bool keysCopied(Desk& desk)
{
    Q_UNUSED(desk)
    QClipboard* clipboard = QGuiApplication::clipboard();
    const QVariant known = clipboard->property(kClipboardHasKeys);
    if (known.isValid()) return known.toBool();
    const QMimeData* data = clipboard->mimeData();
    const bool can =
        data && (data->hasFormat(mimeType()) ||
                 (data->hasText() && data->text().contains(QLatin1String("\"posewright\""))));
    clipboard->setProperty(kClipboardHasKeys, can);
    return can;
}

Obstacle nothingToPaste(Desk& desk)
{
    return keysCopied(desk) ? nullptr : QT_TRANSLATE_NOOP("Actions", "copy keys or spans first");
}

Obstacle editNoKeys(Desk& desk)
{
    return desk.session().selection().keys().empty()
               ? QT_TRANSLATE_NOOP("Actions", "select keys on the timeline first")
               : nullptr;
}

Obstacle nothingToUndo(Desk& desk)
{
    return desk.session().history().canUndo() || desk.session().gestureOpen()
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions", "nothing was changed yet");
}

Obstacle nothingToRedo(Desk& desk)
{
    return desk.session().history().canRedo()
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions", "no step is taken back");
}

Obstacle nothingToRename(Desk& desk)
{
    return desk.session().selection().active() == NodeId::None
               ? QT_TRANSLATE_NOOP("Actions", "select a bone, a target or another node first")
               : nullptr;
}

void duplicate(Desk& desk)
{
    tell(desk, timeline::duplicate(desk.session()));
}

/// All keys if the timeline is in use, else all targets.
void selectAll(Desk& desk)
{
    Selection& selection = desk.session().selection();
    const TimelineModel& model = desk.timeline().model();
    if (desk.timeline().wantsViewKeys() && !model.rows().empty()) {
        selection.setSpans({});
        selection.setKeys(model.refs(0, -1e9, 1e9));
        return;
    }
    std::vector<NodeId> nodes;
    for (const Constraint& c : desk.session().document().rig->constraints)
        nodes.push_back(c.target);
    selection.pick(std::move(nodes));
}

void undo(Desk& desk)
{
    desk.session().undo();
    desk.tell(translated(QT_TRANSLATE_NOOP("Actions", "Undone: %1"))
                  .arg(desk.session().history().redoText()));
}

void redo(Desk& desk)
{
    desk.session().redo();
    desk.tell(translated(QT_TRANSLATE_NOOP("Actions", "Done again: %1"))
                  .arg(desk.session().history().undoText()));
}

}  // namespace

// Long: a row for each action of the menu.
std::vector<ActionRow> edit()
{
    using K = QKeySequence;
    return {
        {"edit.undo", "Edit", QT_TRANSLATE_NOOP("Actions", "&Undo"),
         QT_TRANSLATE_NOOP("Actions", "Take the last step back"),
         QT_TRANSLATE_NOOP("Actions", "back revert mistake step"), "undo", keys(K::Undo),
         nothingToUndo, undo},
        {"edit.redo",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "&Redo"),
         QT_TRANSLATE_NOOP("Actions", "Do again what was taken back"),
         QT_TRANSLATE_NOOP("Actions", "again repeat forward"),
         "redo",
         {K(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), K(Qt::CTRL | Qt::Key_Y)},
         nothingToRedo,
         redo},
        {"edit.cut", "Edit", QT_TRANSLATE_NOOP("Actions", "Cu&t"),
         QT_TRANSLATE_NOOP("Actions", "Copy the selected keys and spans and delete them"),
         QT_TRANSLATE_NOOP("Actions", "move keys clipboard"), nullptr, keys(K::Cut), nothingToCut,
         cut, nullptr, true},
        {"edit.copy", "Edit", QT_TRANSLATE_NOOP("Actions", "&Copy"),
         QT_TRANSLATE_NOOP("Actions", "Copy the selected keys and spans, or the keys of what is "
                                      "selected at the playhead"),
         QT_TRANSLATE_NOOP("Actions", "keys pose clipboard"), nullptr, keys(K::Copy), nothingToCopy,
         copy},
        {"edit.paste", "Edit", QT_TRANSLATE_NOOP("Actions", "&Paste"),
         QT_TRANSLATE_NOOP("Actions", "Put the copied keys and spans at the playhead, on what they "
                                      "are of or on the one thing selected"),
         QT_TRANSLATE_NOOP("Actions", "insert keys pose clipboard"), nullptr, keys(K::Paste),
         nothingToPaste, paste},
        {"edit.pasteFlipped",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "Paste F&lipped"),
         QT_TRANSLATE_NOOP("Actions", "Put the copied keys at the playhead left for right; a foot "
                                      "that is planted there stays, and the figure steps on"),
         QT_TRANSLATE_NOOP("Actions", "mirror opposite side walk cycle step pose clipboard"),
         nullptr,
         {K(Qt::CTRL | Qt::SHIFT | Qt::Key_V)},
         nothingToPaste,
         pasteFlipped},
        {"edit.duplicate",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "Dupl&icate"),
         QT_TRANSLATE_NOOP("Actions", "Copies of the selected keys at the playhead"),
         QT_TRANSLATE_NOOP("Actions", "copy clone keys"),
         nullptr,
         {K(Qt::CTRL | Qt::Key_D)},
         editNoKeys,
         duplicate},
        {"edit.delete",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "&Delete"),
         QT_TRANSLATE_NOOP("Actions", "Delete the selected keys, spans and markers, or else the "
                                      "selected targets, bones and props"),
         QT_TRANSLATE_NOOP("Actions", "remove erase clear key span marker bone box prop joint"),
         "delete",
         {K(Qt::Key_Delete)},
         nothingToDelete,
         deleteSelected},
        {"edit.selectAll", "Edit", QT_TRANSLATE_NOOP("Actions", "Select &All"),
         QT_TRANSLATE_NOOP("Actions", "Select all targets; over the timeline, all keys"),
         QT_TRANSLATE_NOOP("Actions", "everything mark"), nullptr, keys(K::SelectAll), nullptr,
         selectAll, nullptr, true},
        {"edit.selectNone",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "Select &None"),
         QT_TRANSLATE_NOOP("Actions", "Let go of everything selected"),
         QT_TRANSLATE_NOOP("Actions", "deselect unselect clear nothing"),
         "select-none",
         {K(Qt::CTRL | Qt::SHIFT | Qt::Key_A)},
         nullptr,
         [](Desk& d) { d.session().selection().clear(); }},
        {"edit.rename",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "Rena&me"),
         QT_TRANSLATE_NOOP("Actions", "Give the selected bone, target or node another name"),
         QT_TRANSLATE_NOOP("Actions", "name label title call"),
         "rename",
         {K(Qt::Key_F2)},
         nothingToRename,
         [](Desk& d) { d.enter("scene", "name"); },
         nullptr,
         true},
        {"edit.findInScene", "Edit", QT_TRANSLATE_NOOP("Actions", "Find in &Scene"),
         QT_TRANSLATE_NOOP("Actions", "Find bones, targets and other nodes by name"),
         QT_TRANSLATE_NOOP("Actions", "search filter joint outliner list name"), nullptr,
         keys(K::Find), nullptr, [](Desk& d) { d.enter("scene", "words"); }},
        {"edit.findAction",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "&Find Action..."),
         QT_TRANSLATE_NOOP("Actions",
                           "Find any action by words and run it, or a bone or target by its name"),
         QT_TRANSLATE_NOOP("Actions", "search command palette help menu bone target name"),
         "find",
         {K(Qt::CTRL | Qt::SHIFT | Qt::Key_P), K(Qt::Key_F3)},
         nullptr,
         [](Desk& d) { d.showPage(Desk::Page::FindAction); }},
        {"edit.preferences",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "Pr&eferences..."),
         QT_TRANSLATE_NOOP("Actions", "What is set for all documents: snapping, how time is "
                                      "written, dragging, the view, colours"),
         QT_TRANSLATE_NOOP("Actions", "settings options configure snap grid theme dark seconds"),
         nullptr,
         {K(Qt::CTRL | Qt::Key_Comma)},
         nullptr,
         [](Desk& d) { PreferencesDialog(d.actions(), &d.widget()).exec(); },
         nullptr,
         true},
    };
}

}  // namespace posewright::ui::menus
