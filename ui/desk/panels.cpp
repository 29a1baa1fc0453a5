#include "ui/desk/panels.h"

#include "ui/actions/desk.h"
#include "ui/actions/view_menu.h"
#include "ui/desk/export_panel.h"
#include "ui/desk/history_view.h"
#include "ui/desk/pose_panel.h"
#include "ui/desk/scene_panel.h"
#include "ui/desk/scene_tree.h"
#include "ui/files/files.h"
#include "ui/inspector/inspector.h"
#include "ui/session/session.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

namespace posewright::ui {

QWidget* makeTimeline(Desk& desk);  // timeline_panel.cpp
void enterTimeline(QWidget& panel, std::string_view field);

namespace {

QWidget* makeScene(Desk& desk)
{
    auto* panel = new ScenePanel(desk.session());
    SceneTree* tree = &panel->tree();
    tree->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(
        tree, &QWidget::customContextMenuRequested, tree, [&desk, tree](const QPoint& at) {
            openViewMenu(desk.actions(), desk.widget(), tree->viewport()->mapToGlobal(at));
        });
    const ViewSettings& settings = desk.viewport().settings();
    QObject::connect(&settings, &ViewSettings::changed, tree,
                     [tree, &settings] { tree->dimNames(settings.now().hidden); });
    return panel;
}

void enterScene(QWidget& panel, std::string_view field)
{
    auto& scene = static_cast<ScenePanel&>(panel);
    if (field == "name")
        scene.tree().renameActive();
    else
        scene.find();
}

int widthOfNames(QWidget& panel)
{
    return static_cast<ScenePanel&>(panel).tree().widthOfNames();
}

QWidget* makeInspector(Desk& desk)
{
    auto* forms = new Inspector(desk.session(), desk.evaluator());
    QObject::connect(forms, &Inspector::failed, forms,
                     [&desk](const QString& text) { desk.tell(text); });
    return forms;
}

QWidget* makeHistory(Desk& desk)
{
    return new HistoryView(&desk.session().history());
}

QWidget* makeExportReport(Desk& desk)
{
    auto* panel = new ExportPanel;
    QObject::connect(&desk.files(), &Files::exported, panel,
                     [&desk, panel](const exports::BakeReport& report) {
                         panel->showReport(report);
                         desk.enter("export", {});
                     });
    QObject::connect(&desk.session(), &Session::replaced, panel, &ExportPanel::clear);
    QObject::connect(panel, &ExportPanel::told, panel,
                     [&desk](const QString& text) { desk.tell(text); });
    return panel;
}

QWidget* makePoses(Desk& desk)
{
    return new PosePanel(desk);
}

void enterPoses(QWidget& panel, std::string_view field)
{
    if (field == "keep") static_cast<PosePanel&>(panel).keepShown();
}

}  // namespace

const std::vector<PanelRow>& panelTable()
{
    static const std::vector<PanelRow> table{
        {.id = "scene",
         .title = QT_TRANSLATE_NOOP("Panels", "Scene"),
         .place = Qt::LeftDockWidgetArea,
         .make = makeScene,
         .page = "first-ten-minutes.md",
         .letters = 38,
         .enter = enterScene,
         .wish = widthOfNames},
        {.id = "poses",
         .title = QT_TRANSLATE_NOOP("Panels", "Poses"),
         .place = Qt::LeftDockWidgetArea,
         .make = makePoses,
         .page = "posing.md",
         .enter = enterPoses,
         .behind = "scene"},
        {.id = "inspector",
         .title = QT_TRANSLATE_NOOP("Panels", "Inspector"),
         .place = Qt::RightDockWidgetArea,
         .make = makeInspector,
         .page = "solvers.md",
         .letters = 52,
         .share = 380},
        {.id = "export",
         .title = QT_TRANSLATE_NOOP("Panels", "Export Report"),
         .place = Qt::RightDockWidgetArea,
         .make = makeExportReport,
         .page = "exporting.md",
         .behind = "inspector",
         .givesWay = true},
        {.id = "history",
         .title = QT_TRANSLATE_NOOP("Panels", "History"),
         .place = Qt::RightDockWidgetArea,
         .make = makeHistory,
         .page = "recovery.md",
         .share = 100},
        {.id = "timeline",
         .title = QT_TRANSLATE_NOOP("Panels", "Timeline"),
         .place = Qt::BottomDockWidgetArea,
         .make = makeTimeline,
         .page = "evaluation.md",
         .enter = enterTimeline},
    };
    return table;
}

}  // namespace posewright::ui
