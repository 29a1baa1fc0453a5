#include "tests/support/program.h"
#include "tests/ui/desk/window_test.h"
#include "ui/actions/samples.h"
#include "ui/desk/command_palette.h"
#include "ui/timeline/timeline.h"

#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QTreeWidget>
#include <QtTest>

#include <array>

using namespace posewright;
using namespace posewright::ui;

/// Finding actions by words, and which of them can be done.
class TestPalette : public test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { test::startAsNew(); }
    void init() { open(); }
    void cleanup() { close(); }

    void actionsAreFoundByTheWordsOfOthers_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("id");
        const auto row = [](const char* typed, const char* id) {
            QTest::newRow(typed) << typed << id;
        };
        row("theme", "window.dark");
        row("dark mode", "window.dark");
        row("mode dark", "window.dark");
        row("grab", "pose.move");
        row("pin", "target.contact");
        row("plant foot", "target.contact");
        row("bake", "target.removeKeepingPose");
        row("add target", "target.new");
        row("target add", "target.new");
        row("foot", "target.biped");
        row("hold", "target.hold");
        row("export glb", "file.export");
        row("glb export", "file.export");
        row("fps", "time.rate");
        row("frame rate", "time.rate");
        row("keyframe", "time.setKey");
        row("bezier", "time.ease.smooth");
        row("shortcuts", "help.controls");
        row("camera front", "view.front");
        row("bind knee pole", "");
        row("KNEE", "target.pole");
        row("new walk", "file.sample.walk");
        row("new skeleton", "file.skeleton.biped");
        row("begin", "file.new");
        row("empty scene", "file.new");
    }
    void actionsAreFoundByTheWordsOfOthers()
    {
        QFETCH(QString, typed);
        QFETCH(QString, id);
        const std::vector<FoundAction> found =
            findActions(actionsBelow(window_->menuBar()->actions()), typed);
        if (id.isEmpty()) {
            QVERIFY(found.empty());
            return;
        }
        QStringList first;
        for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 4); ++i)
            first << found[i].action->objectName();
        QVERIFY2(first.contains(id), qPrintable(first.join(' ')));
    }

    /// What one may begin with is named under File > New.
    void newNamesAllBeginnings()
    {
        const auto entries = actionsBelow(window_->menuBar()->actions());
        QStringList below;
        for (const FoundAction& entry : entries)
            if (entry.path == "File \u203a New" || entry.path == "File \u203a New \u203a Skeleton")
                below << plainText(*entry.action);
        QStringList expected{"Empty Scene"};
        for (const auto* all : {&samples(), &skeletons()})
            for (const Sample& sample : *all) expected << sampleTitle(sample);
        QCOMPARE(below, expected);
        QCOMPARE(plainText(*entries.front().action), QString("Empty Scene"));
    }

    /// Return runs the first of what is found.
    void whatIsMeantComesFirst_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("id");
        QTest::newRow("a whole word") << "box"
                                      << "edit.addBox";
        QTest::newRow("no tour") << "clean"
                                 << "target.findContacts";
        QTest::newRow("a tour by its name") << "first walk"
                                            << "help.tourWalk";
    }
    void whatIsMeantComesFirst()
    {
        QFETCH(QString, typed);
        QFETCH(QString, id);
        const std::vector<FoundAction> found =
            findActions(actionsBelow(window_->menuBar()->actions()), typed);
        QVERIFY(!found.empty());
        QCOMPARE(found.front().action->objectName(), id);
    }

    /// What lets a hand touch something is found by what one wants of it.
    void touchingIsFound()
    {
        for (const char* typed : {"touch", "fingertip", "finger", "press"}) {
            QStringList ids;
            for (const FoundAction& one :
                 findActions(actionsBelow(window_->menuBar()->actions()), typed))
                ids << one.action->objectName();
            QVERIFY2(ids.contains("edit.addBox") && ids.contains("target.contact"), typed);
        }
    }

    void thePaletteStaysInShapeAndSaysWhereNothingAnswers()
    {
        CommandPalette palette(actionsBelow(window_->menuBar()->actions()), window_.get());
        palette.show();
        QVERIFY(QTest::qWaitForWindowExposed(&palette));
        auto* words = palette.findChild<QLineEdit*>("commandWords");
        auto* list = palette.findChild<QTreeWidget*>("commandList");
        for (int row = 0; row < list->topLevelItemCount(); ++row) {
            const QString name = list->topLevelItem(row)->text(0);
            QVERIFY2(list->fontMetrics().horizontalAdvance(name) + 24 <= list->columnWidth(0),
                     qPrintable(name));
        }
        const auto columns = [&] { return std::array{list->columnWidth(0), list->columnWidth(1)}; };
        const auto before = columns();
        for (const char* typed : {"hold", "new", "zzz", ""}) {
            words->setText(typed);
            QCOMPARE(columns(), before);
            const bool found = list->topLevelItemCount() > 0;
            QCOMPARE(list->accessibleDescription().contains("Nothing found for \u201czzz\u201d"),
                     !found);
            for (int i = 0; i < list->topLevelItemCount(); ++i)
                QVERIFY2(!list->topLevelItem(i)->icon(0).isNull(),
                         qPrintable(list->topLevelItem(i)->text(0)));
        }
        // Rows are whole, at any height.
        for (int height = 300; height < 330; height += 7) {
            palette.resize(palette.width(), height);
            QCoreApplication::processEvents();
            const int row = list->visualItemRect(list->topLevelItem(0)).height();
            QCOMPARE(list->viewport()->height() % row, 0);
        }
        palette.resize(900, 400);
        QCoreApplication::processEvents();
        QVERIFY(list->columnWidth(0) > before[0]);
    }

    /// Return on a grey row does nothing, so the line below the list says why.
    void aGreyRowSaysWhyItCannotBeRun()
    {
        window_->actions().refresh();
        CommandPalette palette(actionsBelow(window_->menuBar()->actions()), window_.get());
        palette.show();
        QVERIFY(QTest::qWaitForWindowExposed(&palette));
        auto* words = palette.findChild<QLineEdit*>("commandWords");
        auto* list = palette.findChild<QTreeWidget*>("commandList");
        const auto* said = palette.findChild<QLabel*>("commandSaid");
        words->setText("first walk");
        QVERIFY(said->text().startsWith("Enter runs it"));
        words->setText("paste");
        QAction* paste = window_->actions()["edit.paste"];
        QVERIFY(!paste->isEnabled());
        QCOMPARE(list->currentItem()->text(0), plainText(*paste));
        QCOMPARE(said->text(), "Not possible now: " + paste->property(kObstacle).toString());
        QTest::keyClick(words, Qt::Key_Return);
        QVERIFY(palette.isVisible());
    }

    void pasteWaitsForKeysToPaste()
    {
        openSample(*window_, "walk");
        QAction* paste = window_->actions()["edit.paste"];
        QGuiApplication::clipboard()->clear();
        QVERIFY(!paste->isEnabled());
        QGuiApplication::clipboard()->setText("a line of a letter");
        QVERIFY(!paste->isEnabled());
        window_->timeline().setFocus();
        session_->selection().setNodes({doc().rig->constraints[0].target});
        session_->playhead().setFrame(0);
        window_->actions().refresh();
        window_->actions()["edit.copy"]->trigger();
        QVERIFY(paste->isEnabled());
        // As text, by way of another program.
        QGuiApplication::clipboard()->setText(QGuiApplication::clipboard()->text());
        QVERIFY(paste->isEnabled());
    }
};

POSEWRIGHT_TEST(TestPalette, posewright::test::runWithoutScreen);

#include "tst_palette.moc"
