#include "ui/desk/panels.h"

#include <QCoreApplication>

namespace posewright::ui {

// Each in the source of its panel.
QWidget* makeScene(Desk& desk);
void enterScene(QWidget& panel, std::string_view field);
int widthOfNames(QWidget& panel);
QWidget* makePoses(Desk& desk);
void enterPoses(QWidget& panel, std::string_view field);
QWidget* makeInspector(Desk& desk);
QWidget* makeExportReport(Desk& desk);
QWidget* makeHistory(Desk& desk);
QWidget* makeTimeline(Desk& desk);
void enterTimeline(QWidget& panel, std::string_view field);

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
         .page = "first-ten-minutes.md",
         .enter = enterTimeline},
    };
    return table;
}

}  // namespace posewright::ui
