#include "ui/actions/actions.h"

#include "ui/actions/desk.h"
#include "ui/actions/find_action.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/look/icons.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/timeline/timeline.h"
#include "ui/viewport/viewport.h"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QVariant>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace posewright::ui {

using helpers::translated;

namespace {

/// The icon "pose-nextBone" belongs to "pose.nextBone", unless the row names another icon.
QByteArray iconNamed(std::string_view id)
{
    return QByteArray(id.data(), static_cast<qsizetype>(id.size())).replace('.', '-');
}

}  // namespace

const std::vector<ActionRow>& actionTable()
{
    static const std::vector<ActionRow> table = [] {
        std::vector<ActionRow> all;
        for (const auto menu : {menus::file,           menus::newSkeletons,
                                menus::edit,           menus::pose,
                                menus::drags,          menus::blends,
                                menus::bones,          menus::insertedSkeletons,
                                menus::flesh,          menus::layers,
                                menus::target,         menus::kinds,
                                menus::changedTargets, menus::spans,
                                menus::fitting,        menus::acting,
                                menus::props,          menus::time,
                                menus::timelineKeys,   menus::markersAndRange,
                                menus::view,           menus::display,
                                menus::window,         menus::help}) {
            std::vector<ActionRow> rows = menu();
            std::move(rows.begin(), rows.end(), std::back_inserter(all));
        }
        return all;
    }();
    return table;
}

Actions::Actions(Desk& desk, QObject* parent) : QObject(parent), desk_(desk)
{
    std::map<std::string_view, QActionGroup*> choices;  // shown as radio buttons
    for (const ActionRow& row : actionTable()) {
        auto* action = new QAction(this);
        const QString text = translated(row.text);
        action->setObjectName(QString::fromUtf8(row.id.data(), static_cast<int>(row.id.size())));
        action->setText(text);
        if (row.words) action->setProperty(kSearchWords, translated(row.words));
        action->setIcon(icon(row.icon ? row.icon : iconNamed(row.id).constData()));
        action->setShortcuts(QList<QKeySequence>(row.shortcuts.begin(), row.shortcuts.end()));
        action->setCheckable(row.checked != nullptr);
        if (row.oneOf) {
            QActionGroup*& choice = choices[row.menu];
            if (!choice) choice = new QActionGroup(this);
            choice->addAction(action);
        }
        connect(action, &QAction::triggered, this, [this, run = row.run] {
            run(desk_);
            refresh();
        });
        all_.push_back(action);
        obstacles_.push_back(nullptr);
        explain(all_.size() - 1, nullptr);
    }
    Session& session = desk.session();
    connect(&session, &Session::changed, this, &Actions::refresh);
    connect(&session, &Session::replaced, this, &Actions::refresh);
    connect(&session.history(), &QUndoStack::indexChanged, this, &Actions::refresh);
    connect(&session.selection(), &Selection::nodesChanged, this, &Actions::refresh);
    connect(&session.selection(), &Selection::keysChanged, this, &Actions::refresh);
    connect(&session.selection(), &Selection::spansChanged, this, &Actions::refresh);
    connect(&session.selection(), &Selection::markersChanged, this, &Actions::refresh);
    connect(&session.playhead(), &Playhead::playingChanged, this, &Actions::refresh);
    // Some rows depend on what is at the playhead, but nobody uses them during playback.
    const auto refreshAtRest = [this] {
        if (!desk_.session().playhead().playing()) refresh();
    };
    connect(&session.playhead(), &Playhead::moved, this, refreshAtRest);
    connect(&desk.evaluator(), &Evaluator::evaluated, this, refreshAtRest);
    connect(&desk.evaluator(), &Evaluator::stripChanged, this, refreshAtRest);
    connect(&desk.timeline(), &Timeline::optionsChanged, this, &Actions::refresh);
    connect(&desk.viewport().settings(), &ViewSettings::changed, this, &Actions::refresh);
    connect(&session.unkeyed(), &UnkeyedMoves::changed, this, &Actions::refresh);
    connect(QGuiApplication::clipboard(), &QClipboard::dataChanged, this, [this] {
        QGuiApplication::clipboard()->setProperty(menus::kClipboardHasKeys, QVariant());
        refresh();
    });
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

void Actions::explain(std::size_t row, Obstacle obstacle)
{
    const ActionRow& action = actionTable()[row];
    const QString hint = translated(action.hint);
    QString tip = translated(action.text).remove(u'&').remove(QStringLiteral("..."));
    if (!action.shortcuts.empty())
        tip += QStringLiteral(" (%1)").arg(
            action.shortcuts.front().toString(QKeySequence::NativeText));
    tip += u'\n' + hint;
    const QString reason = obstacle ? translated(obstacle) : QString();
    const QString now = tr("Not possible now: %1").arg(reason);
    all_[row]->setProperty(kObstacle, reason);
    all_[row]->setStatusTip(obstacle ? now + QStringLiteral(" \u2013 ") + hint : hint);
    all_[row]->setToolTip(obstacle ? tip + u'\n' + now : tip);
}

void Actions::refresh()
{
    const std::vector<ActionRow>& table = actionTable();
    for (std::size_t i = 0; i < table.size(); ++i) {
        const Obstacle obstacle = table[i].obstacle ? table[i].obstacle(desk_) : nullptr;
        all_[i]->setEnabled(!obstacle);
        if (std::exchange(obstacles_[i], obstacle) != obstacle) explain(i, obstacle);
        if (table[i].checked) all_[i]->setChecked(table[i].checked(desk_));
    }
    // Undo and redo name the step.
    QUndoStack& history = desk_.session().history();
    const auto named = [this](std::string_view id, const QString& step) {
        for (std::size_t i = 0; i < actionTable().size(); ++i) {
            if (actionTable()[i].id != id) continue;
            const QString text = translated(actionTable()[i].text);
            all_[i]->setText(step.isEmpty()
                                 ? text
                                 : text + QStringLiteral(": ") +
                                       QString(step).replace(u'&', QStringLiteral("&&")));
        }
    };
    named("edit.undo", history.undoText());
    named("edit.redo", history.redoText());
}

}  // namespace posewright::ui
