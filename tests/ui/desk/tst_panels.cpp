#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/desk/example_panel.h"
#include "tests/ui/desk/window_test.h"
#include "tests/ui/run.h"
#include "ui/actions/samples.h"
#include "ui/desk/manual_page_view.h"
#include "ui/desk/manual_pages.h"
#include "ui/desk/panels.h"
#include "ui/timeline/timeline.h"

#include <QDockWidget>
#include <QMenuBar>

#include <set>

using namespace posewright;
using namespace posewright::ui;

/// Panels are rows of a table: one more is its widget and a row.
class TestPanels : public test::WindowTest {
    Q_OBJECT

    static std::vector<PanelRow> oneMore()
    {
        std::vector<PanelRow> rows = panelTable();
        rows.push_back(
            {.id = "nodes",
             .title = "Nodes",
             .place = Qt::RightDockWidgetArea,
             .make = [](Desk& desk) -> QWidget* { return new test::NodeCountPanel(desk); },
             .page = "cli.md"});
        return rows;
    }
    QDockWidget& dock(const char* name)
    {
        auto* found = window_->findChild<QDockWidget*>(name);
        if (!found) qFatal("no dock %s", name);
        return *found;
    }
    QAction* entryOf(const QString& panel)
    {
        for (const QAction* menu : window_->menuBar()->actions())
            for (QAction* entry : menu->menu()->actions())
                if (entry->statusTip() == "Show or hide the panel " + panel) return entry;
        return nullptr;
    }

private slots:
    void initTestCase() { test::startAsNew(); }
    void init()
    {
        QSettings().clear();
        session_ = std::make_unique<Session>(std::filesystem::path());
        window_ = std::make_unique<MainWindow>(*session_, oneMore());
        window_->resize(1440, 900);
        show();
    }
    void cleanup() { close(); }

    void rowsAreWhole()
    {
        std::set<std::string_view> ids;
        for (const PanelRow& row : oneMore()) {
            QVERIFY2(ids.insert(row.id).second, "each id is there once");
            QVERIFY2(manual::find(QString::fromUtf8(row.page)), row.page);
            QVERIFY(*row.title && row.make);
        }
    }

    void theDocksAreThoseThatLayoutsKnow()
    {
        QStringList names;
        for (const QDockWidget* one : window_->findChildren<QDockWidget*>())
            names << one->objectName();
        QCOMPARE(QSet<QString>(names.begin(), names.end()),
                 QSet<QString>({"sceneDock", "posesDock", "inspectorDock", "exportDock",
                                "historyDock", "timelineDock", "nodesDock"}));
    }

    /// Who selects a bone after an export wants to see what it is.
    void theReportGivesWayToTheInspector()
    {
        const auto isSeen = [this](const char* name) {
            return dock(name).isVisible() && !dock(name).visibleRegion().isEmpty();
        };
        session_->startNew(test::biped(), "biped");
        window_->enter("export", {});
        QTRY_VERIFY(isSeen("exportDock") && !isSeen("inspectorDock"));
        session_->selection().pick({(*session_->document().scene)[0].id});
        QTRY_VERIFY(isSeen("inspectorDock") && !isSeen("exportDock"));
        // Who goes on with what is selected wants to see its numbers.
        window_->enter("export", {});
        QTRY_VERIFY(isSeen("exportDock") && !isSeen("inspectorDock"));
        QVERIFY(session_->commit(edit::SetFps{25}));
        QTRY_VERIFY(isSeen("inspectorDock") && !isSeen("exportDock"));
        // It was closed on purpose: it stays so.
        window_->enter("export", {});
        dock("inspectorDock").close();
        session_->selection().pick({(*session_->document().scene)[1].id});
        QTest::qWait(50);
        QVERIFY(isSeen("exportDock") && !isSeen("inspectorDock"));
    }

    void theReportWaitsBehindAtTheNextStart()
    {
        window_->enter("export", {});
        QTRY_VERIFY(!dock("exportDock").visibleRegion().isEmpty());
        const QByteArray kept = window_->saveState(1);
        QSettings().setValue("window/layout", kept);
        window_->restoreLayout();
        QTRY_VERIFY(!dock("inspectorDock").visibleRegion().isEmpty());
        QVERIFY(dock("exportDock").visibleRegion().isEmpty());
    }

    void aRowIsADockWithItsWidget()
    {
        QCOMPARE(dock("nodesDock").windowTitle(), QString("Nodes"));
        QCOMPARE(window_->dockWidgetArea(&dock("nodesDock")), Qt::RightDockWidgetArea);
        QVERIFY(dock("nodesDock").isVisible());
        const auto* label = window_->findChild<QLabel*>("nodeCount");
        QCOMPARE(label->text(), QString("0 nodes"));
        openSample(*window_, "walk");
        QCOMPARE(label->text(), QString("%1 nodes").arg(doc().scene->size()));
        QVERIFY(doc().scene->size() > 20);
    }

    /// Long names make room for themselves, and give it back with the next document.
    void thePanelOfNamesIsAsWideAsTheyAsk()
    {
        const auto opened = [&](const std::string& name) {
            Document document = emptyDocument();
            edit::AddBone bone;
            bone.name = name;
            bone.tail = Vec3(0, 1, 0);
            document = *edit::apply(document, bone);
            session_->startNew(document, "names");
            QCoreApplication::processEvents();
            return dock("sceneDock").width();
        };
        const int narrow = opened("a");
        const int wide = opened("a bone with a name that is far too long for the panel");
        QVERIFY2(wide > narrow + 40, qPrintable(QString::number(wide)));
        QCOMPARE(opened("b"), narrow);
        // What the user chose stays.
        window_->resizeDocks({&dock("sceneDock")}, {narrow + 30}, Qt::Horizontal);
        QCoreApplication::processEvents();
        const int chosen = dock("sceneDock").width();
        QVERIFY(chosen > narrow);
        QCOMPARE(opened("c"), chosen);
    }

    void aRowIsAnEntryOfTheMenu()
    {
        QAction* entry = entryOf("Nodes");
        QVERIFY(entry && entry->isChecked());
        entry->trigger();
        QVERIFY(!dock("nodesDock").isVisible());
        entry->trigger();
        QVERIFY(dock("nodesDock").isVisible());
    }

    void f6ComesByARow()
    {
        openSample(*window_, "walk");
        dock("timelineDock").widget()->setFocus();
        QVERIFY(window_->timeline().hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        QCOMPARE(QApplication::focusWidget()->objectName(), QString("nodeCount"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        QVERIFY(window_->centralWidget()->isAncestorOf(QApplication::focusWidget()));
    }

    void shiftTabGoesOnOutOfTheTimeline()
    {
        openSample(*window_, "walk");
        QWidget& panel = *dock("timelineDock").widget();
        const auto takesTab = [&panel](const QWidget& widget) {
            return panel.isAncestorOf(&widget) && widget.isVisible() && widget.isEnabled() &&
                   (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
        };
        QWidget* first = panel.nextInFocusChain();
        while (first != &panel && !takesTab(*first)) first = first->nextInFocusChain();
        QVERIFY(takesTab(*first));
        first->setFocus(Qt::TabFocusReason);
        QTest::keyClick(first, Qt::Key_Backtab, Qt::ShiftModifier);
        QVERIFY(!panel.isAncestorOf(QApplication::focusWidget()));
    }

    void aLayoutIsKeptWithIt()
    {
        dock("nodesDock").hide();
        const QByteArray kept = window_->saveState(1);
        window_->resetLayout();
        QVERIFY(dock("nodesDock").isVisible());
        QVERIFY(window_->restoreState(kept, 1));
        QVERIFY(!dock("nodesDock").isVisible());
    }

    void theManualOpensAtThePageOfAPanel_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("page");
        for (const PanelRow& row : oneMore())
            QTest::newRow(row.title)
                << QString::fromUtf8(row.id.data(), static_cast<int>(row.id.size())) + "Dock"
                << QString(row.page);
    }
    void theManualOpensAtThePageOfAPanel()
    {
        QFETCH(QString, name);
        QFETCH(QString, page);
        openSample(*window_, "walk");
        session_->selection().setNodes({doc().rig->constraints[0].target});
        window_->viewport().widget().setFocus();
        QDockWidget& panel = dock(name.toUtf8().constData());
        panel.show();  // one is closed until there is something in it
        panel.raise();
        QTRY_VERIFY(panel.widget()->isVisible());
        for (int i = 0; i < 6 && !panel.isAncestorOf(QApplication::focusWidget()); ++i)
            window_->focusPanel(1);
        window_->actions()["help.manual"]->trigger();
        const auto* shown = window_->findChild<ManualPageView*>();
        QVERIFY(shown);
        QCOMPARE(shown->file(), page);
    }
};

POSEWRIGHT_TEST(TestPanels, posewright::test::runWithoutScreen);
#include "tst_panels.moc"
