#include "ui/actions/actions.h"

#include "ui/actions/commands.h"
#include "ui/actions/desk.h"
#include "ui/models/icons.h"
#include "ui/session/session.h"
#include "ui/viewport/viewport.h"

#include <QAction>
#include <QCoreApplication>

#include <algorithm>

namespace posewright::ui {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("Actions", text);
}

std::vector<QKeySequence> keys(QKeySequence::StandardKey key)
{
    return {QKeySequence(key)};
}

bool idle(Desk& desk)
{
    return !desk.session().job().running();
}

}  // namespace

const std::vector<ActionRow>& actionTable()
{
    using K = QKeySequence;
    static const std::vector<ActionRow> table{
        {"file.new", "File", QT_TRANSLATE_NOOP("Actions", "&New"),
         QT_TRANSLATE_NOOP("Actions", "Start with an empty scene"), "new", keys(K::New), idle,
         commands::newDocument},
        {"file.open", "File", QT_TRANSLATE_NOOP("Actions", "&Open..."),
         QT_TRANSLATE_NOOP("Actions", "Open a project or a motion file"), "open", keys(K::Open),
         idle, [](Desk& d) { d.askOpen(); }},
        {"file.save", "File", QT_TRANSLATE_NOOP("Actions", "&Save"),
         QT_TRANSLATE_NOOP("Actions", "Save the project"), "save", keys(K::Save), idle,
         commands::save, nullptr, true},
        {"file.saveAs",
         "File",
         QT_TRANSLATE_NOOP("Actions", "Save &As..."),
         QT_TRANSLATE_NOOP("Actions", "Save the project under another name"),
         nullptr,
         {K(Qt::CTRL | Qt::SHIFT | Qt::Key_S)},
         idle,
         [](Desk& d) { d.askSaveAs(); }},
        {"file.export",
         "File",
         QT_TRANSLATE_NOOP("Actions", "&Export..."),
         QT_TRANSLATE_NOOP("Actions", "Write the motion as shown for another program"),
         "export",
         {K(Qt::CTRL | Qt::Key_E)},
         idle,
         [](Desk& d) { d.askExport(); }},
        {"file.quit",
         "File",
         QT_TRANSLATE_NOOP("Actions", "&Quit"),
         QT_TRANSLATE_NOOP("Actions", "Close the editor"),
         nullptr,
         {K(Qt::CTRL | Qt::Key_Q)},
         nullptr,
         [](Desk& d) { d.quit(); },
         nullptr,
         true},

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
         commands::canDelete,
         commands::deleteSelected,
         nullptr,
         true},
        {"edit.selectNone",
         "Edit",
         QT_TRANSLATE_NOOP("Actions", "Select &None"),
         QT_TRANSLATE_NOOP("Actions", "Let go of everything selected"),
         nullptr,
         {K(Qt::CTRL | Qt::SHIFT | Qt::Key_A)},
         nullptr,
         [](Desk& d) { d.session().selection().clear(); }},

        {"target.new",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "New &Target"),
         QT_TRANSLATE_NOOP("Actions",
                           "Put a target on each selected bone: drag it and the limb follows"),
         "target",
         {K(Qt::Key_T)},
         commands::canAddTarget,
         commands::addTarget},
        {"target.pole",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "New &Pole"),
         QT_TRANSLATE_NOOP("Actions", "Give the selected target a point that the limb bends to"),
         "pole",
         {},
         commands::canAddPole,
         commands::addPole},
        {"target.remove",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Remove Target"),
         QT_TRANSLATE_NOOP("Actions", "Remove the selected targets; the keys below show again"),
         nullptr,
         {},
         commands::hasTarget,
         commands::removeTargets,
         nullptr,
         true},
        {"target.removeKeepingPose",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "Remove Target, &Keep the Pose"),
         QT_TRANSLATE_NOOP("Actions", "Remove the selected targets and key the motion they made"),
         nullptr,
         {},
         commands::hasTarget,
         commands::removeTargetsKeepingPose},

        {"time.setKey",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "&Set Key"),
         QT_TRANSLATE_NOOP("Actions", "Key the selected targets where they are, at the playhead"),
         "key",
         {K(Qt::Key_S)},
         commands::hasTarget,
         commands::setKey},
        {"time.setAllKeys",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "Key &All Targets"),
         QT_TRANSLATE_NOOP("Actions", "Key every target where it is, at the playhead"),
         nullptr,
         {K(Qt::SHIFT | Qt::Key_S)},
         [](Desk& d) { return !d.session().document().rig->constraints.empty(); },
         commands::setAllKeys},
        {"time.play",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "&Play"),
         QT_TRANSLATE_NOOP("Actions", "Play the range, or stop"),
         "play",
         {K(Qt::Key_Space)},
         nullptr,
         [](Desk& d) {
             Playhead& playhead = d.session().playhead();
             playhead.setPlaying(!playhead.playing());
         },
         [](Desk& d) { return d.session().playhead().playing(); },
         true},
        {"time.loop",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "&Loop"),
         QT_TRANSLATE_NOOP("Actions", "Begin again at the end of the range"),
         "loop",
         {},
         nullptr,
         commands::toggleLoop,
         [](Desk& d) { return d.session().document().playback.loop; }},
        {"time.realTime",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "Real &Time"),
         QT_TRANSLATE_NOOP("Actions", "Keep to the clock and leave frames out where needed"),
         nullptr,
         {},
         nullptr,
         [](Desk& d) {
             Playhead& playhead = d.session().playhead();
             playhead.setRealTime(!playhead.realTime());
         },
         [](Desk& d) { return d.session().playhead().realTime(); }},
        {"time.first",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "&First Frame"),
         QT_TRANSLATE_NOOP("Actions", "Go to the start of the range"),
         "first",
         {K(Qt::Key_Home), K(Qt::SHIFT | Qt::Key_Left)},
         nullptr,
         commands::goToStart,
         nullptr,
         true},
        {"time.previousKey",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "P&revious Key"),
         QT_TRANSLATE_NOOP("Actions", "Go to the key before the playhead"),
         "previous-key",
         {K(Qt::Key_Up), K(Qt::ALT | Qt::Key_Comma)},
         nullptr,
         commands::goToPreviousKey},
        {"time.previousFrame",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "Pre&vious Frame"),
         QT_TRANSLATE_NOOP("Actions", "Step one frame back"),
         "previous",
         {K(Qt::Key_Left), K(Qt::Key_Comma)},
         nullptr,
         commands::goBack},
        {"time.nextFrame",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "&Next Frame"),
         QT_TRANSLATE_NOOP("Actions", "Step one frame on"),
         "next",
         {K(Qt::Key_Right), K(Qt::Key_Period)},
         nullptr,
         commands::goOn},
        {"time.nextKey",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "Next &Key"),
         QT_TRANSLATE_NOOP("Actions", "Go to the key after the playhead"),
         "next-key",
         {K(Qt::Key_Down), K(Qt::ALT | Qt::Key_Period)},
         nullptr,
         commands::goToNextKey},
        {"time.last",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "Last Fra&me"),
         QT_TRANSLATE_NOOP("Actions", "Go to the end of the range"),
         "last",
         {K(Qt::Key_End), K(Qt::SHIFT | Qt::Key_Right)},
         nullptr,
         commands::goToEnd},
        {"time.nextProblem",
         "Time",
         QT_TRANSLATE_NOOP("Actions", "Next Pro&blem"),
         QT_TRANSLATE_NOOP("Actions", "Go to the next frame where a target is missed"),
         nullptr,
         {K(Qt::Key_N)},
         nullptr,
         commands::goToNextProblem,
         nullptr,
         true},

        {"view.frameSelected",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Frame &Selected"),
         QT_TRANSLATE_NOOP("Actions", "Move the camera to what is selected"),
         "frame-selected",
         {K(Qt::Key_F)},
         [](Desk& d) { return d.viewport().draws(); },
         [](Desk& d) { d.viewport().frameSelected(); }},
        {"view.frameAll",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Frame &All"),
         QT_TRANSLATE_NOOP("Actions", "Move the camera to see the whole motion"),
         "frame-all",
         {K(Qt::Key_A)},
         [](Desk& d) { return d.viewport().draws(); },
         [](Desk& d) { d.viewport().frameAll(); }},
        {"view.front",
         "View",
         QT_TRANSLATE_NOOP("Actions", "F&ront"),
         QT_TRANSLATE_NOOP("Actions", "Look from the front"),
         nullptr,
         {K(Qt::Key_1)},
         [](Desk& d) { return d.viewport().draws(); },
         commands::lookFromFront,
         nullptr,
         true},
        {"view.side",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Si&de"),
         QT_TRANSLATE_NOOP("Actions", "Look from the right side"),
         nullptr,
         {K(Qt::Key_3)},
         [](Desk& d) { return d.viewport().draws(); },
         commands::lookFromSide},
        {"view.top",
         "View",
         QT_TRANSLATE_NOOP("Actions", "&Top"),
         QT_TRANSLATE_NOOP("Actions", "Look from above"),
         nullptr,
         {K(Qt::Key_7)},
         [](Desk& d) { return d.viewport().draws(); },
         commands::lookFromTop},
        {"view.resetLayout",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Reset &Layout"),
         QT_TRANSLATE_NOOP("Actions", "Put all panels back where they were at first"),
         nullptr,
         {},
         nullptr,
         [](Desk& d) { d.resetLayout(); },
         nullptr,
         true},

        {"help.about",
         "Help",
         QT_TRANSLATE_NOOP("Actions", "&About Posewright"),
         QT_TRANSLATE_NOOP("Actions", "Version and licence"),
         nullptr,
         {},
         nullptr,
         [](Desk& d) { d.showAbout(); }},
    };
    return table;
}

Actions::Actions(Desk& desk, QObject* parent) : QObject(parent), desk_(desk)
{
    for (const ActionRow& row : actionTable()) {
        auto* action = new QAction(this);
        const QString text = translated(row.text);
        const QString hint = translated(row.hint);
        action->setObjectName(QString::fromUtf8(row.id.data(), static_cast<int>(row.id.size())));
        action->setText(text);
        action->setStatusTip(hint);
        if (row.icon) action->setIcon(icon(row.icon));
        action->setShortcuts(QList<QKeySequence>(row.shortcuts.begin(), row.shortcuts.end()));
        QString tip = QString(text).remove(u'&').remove(QStringLiteral("..."));
        if (!row.shortcuts.empty())
            tip += QStringLiteral(" (%1)").arg(
                row.shortcuts.front().toString(QKeySequence::NativeText));
        action->setToolTip(tip + u'\n' + hint);
        action->setCheckable(row.checked != nullptr);
        connect(action, &QAction::triggered, this, [this, run = row.run] {
            run(desk_);
            refresh();
        });
        all_.push_back(action);
    }
    Session& session = desk.session();
    connect(&session, &Session::changed, this, &Actions::refresh);
    connect(&session, &Session::replaced, this, &Actions::refresh);
    connect(&session.history(), &QUndoStack::indexChanged, this, &Actions::refresh);
    connect(&session.selection(), &Selection::nodesChanged, this, &Actions::refresh);
    connect(&session.selection(), &Selection::keysChanged, this, &Actions::refresh);
    connect(&session.playhead(), &Playhead::playingChanged, this, &Actions::refresh);
    connect(&session.job(), &Job::started, this, &Actions::refresh);
    connect(&session.job(), &Job::finished, this, &Actions::refresh);
}

QAction* Actions::operator[](std::string_view id) const
{
    const std::vector<ActionRow>& table = actionTable();
    for (std::size_t i = 0; i < table.size(); ++i)
        if (table[i].id == id) return all_[i];
    Q_UNREACHABLE();
    return nullptr;
}

void Actions::refresh()
{
    const std::vector<ActionRow>& table = actionTable();
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i].enabled) all_[i]->setEnabled(table[i].enabled(desk_));
        if (table[i].checked) all_[i]->setChecked(table[i].checked(desk_));
    }
    // The history names what it would take back.
    QUndoStack& history = desk_.session().history();
    const auto named = [this](std::string_view id, const QString& step) {
        for (std::size_t i = 0; i < actionTable().size(); ++i) {
            if (actionTable()[i].id != id) continue;
            const QString text = translated(actionTable()[i].text);
            all_[i]->setText(step.isEmpty() ? text : text + QStringLiteral(": ") + step);
        }
    };
    named("edit.undo", history.undoText());
    named("edit.redo", history.redoText());
}

}  // namespace posewright::ui
