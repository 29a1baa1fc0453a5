#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "ui/actions/find_action.h"
#include "ui/actions/insert_frames.h"
#include "ui/actions/mouse_map.h"
#include "ui/actions/samples.h"
#include "ui/desk/about.h"
#include "ui/desk/command_palette.h"
#include "ui/desk/controls_sheet.h"
#include "ui/desk/main_window.h"
#include "ui/desk/plurals.h"
#include "ui/timeline/timeline.h"
#include "ui/viewport/viewport.h"

#include <QAccessible>
#include <QAction>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QTimer>
#include <QtTest>

#include <map>
#include <set>

using namespace posewright;
using namespace posewright::ui;

namespace {

QChar mnemonicOf(const QString& text)
{
    for (qsizetype at = text.indexOf(u'&'); at >= 0 && at + 1 < text.size();
         at = text.indexOf(u'&', at + 2))
        if (text[at + 1] != u'&') return text[at + 1].toLower();
    return {};
}

}  // namespace

/// The whole program without a pointer.
class TestKeyboard : public QObject {
    Q_OBJECT

    std::unique_ptr<Session> session_;
    std::unique_ptr<MainWindow> window_;

    /// Letters from the menu bar to each action, "Alt+T, E, S"; a clash is told.
    void collectPaths(const QList<QAction*>& entries, const QString& path,
                      std::map<const QAction*, QString>& paths, QStringList& faults)
    {
        std::map<QChar, QString> taken;
        for (const QAction* entry : entries) {
            if (entry->isSeparator() || !entry->isVisible()) continue;
            const QChar letter = mnemonicOf(entry->text());
            if (letter.isNull())
                faults << entry->text() + " has no letter";
            else if (const auto [other, fresh] = taken.emplace(letter, entry->text()); !fresh)
                faults << entry->text() + " and " + other->second + " share a letter";
            const QString here = path + (path.isEmpty() ? "" : ", ") + letter.toUpper();
            if (const QMenu* menu = entry->menu(); menu && menu->objectName() != "recentMenu")
                collectPaths(menu->actions(), here, paths, faults);
            else
                paths[entry] = here;
        }
    }

private slots:
    void initTestCase() { test::startAsNew(); }
    void init()
    {
        QSettings().clear();
        session_ = std::make_unique<Session>();
        window_ = std::make_unique<MainWindow>(*session_);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    }
    void cleanup()
    {
        window_.reset();
        session_.reset();
    }

    void everyActionHasAPathOfLetters()
    {
        std::map<const QAction*, QString> paths;
        QStringList faults;
        collectPaths(window_->menuBar()->actions(), {}, paths, faults);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join("; ")));
        int withKey = 0;
        for (const QAction* action : window_->actions().all()) {
            QVERIFY2(paths.count(action), qPrintable(action->objectName()));
            withKey += action->shortcuts().isEmpty() ? 0 : 1;
        }
        qInfo("%zu actions by letters in the menus, %d of them by a key as well",
              window_->actions().all().size(), withKey);
    }

    void noTwoShortcutsClash()
    {
        std::map<QString, QString> taken;
        for (const QAction* action : window_->findChildren<QAction*>())
            for (const QKeySequence& key : action->shortcuts()) {
                const auto [other, fresh] = taken.emplace(key.toString(), action->text());
                QVERIFY2(
                    fresh || other->second == action->text(),
                    qPrintable(key.toString() + ": " + action->text() + " and " + other->second));
            }
        // A letter with Alt would keep the menu bar from opening.
        for (const QAction* menu : window_->menuBar()->actions())
            QVERIFY2(!taken.count("Alt+" + QString(mnemonicOf(menu->text()).toUpper())),
                     qPrintable(menu->text()));
    }

    void theMenuBarOpensAndRunsByLetters()
    {
        openSample(*window_, "walk");
        session_->playhead().setFrame(8);
        std::map<const QAction*, QString> paths;
        QStringList faults;
        collectPaths(window_->menuBar()->actions(), {}, paths, faults);
        const QString path = paths.at(window_->actions()["time.setAllKeys"]);
        const QStringList letters = path.split(", ");
        QTimer::singleShot(150, this, [&] {
            for (qsizetype i = 1; i < letters.size(); ++i)
                if (QWidget* popup = QApplication::activePopupWidget())
                    QTest::keyClick(popup, letters[i][0].toLatin1());
        });
        QTest::keyClick(window_->menuBar(), letters[0][0].toLatin1(), Qt::AltModifier);
        QTRY_COMPARE(session_->history().count(), 1);
    }

    void f6WalksThePanels()
    {
        openSample(*window_, "walk");
        session_->selection().setNodes({session_->document().rig->constraints[0].target});
        const auto panel = [&]() -> QString {
            for (QWidget* w = QApplication::focusWidget(); w; w = w->parentWidget()) {
                if (auto* dock = qobject_cast<QDockWidget*>(w)) return dock->objectName();
                if (w == window_->centralWidget()) return "view";
            }
            return "nowhere";
        };
        window_->viewport().widget().setFocus();
        QCOMPARE(panel(), QString("view"));
        QStringList seen;
        for (int i = 0; i < 5; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
            seen << panel();
        }
        QCOMPARE(seen, QStringList(
                           {"sceneDock", "inspectorDock", "historyDock", "timelineDock", "view"}));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(panel(), QString("timelineDock"));
        QVERIFY(window_->timeline().hasFocus());
        window_->findChild<QDockWidget*>("historyDock")->close();
        for (int i = 0; i < 2; ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(panel(), QString("sceneDock"));
    }

    void tabLeavesEveryFieldAgain()
    {
        openSample(*window_, "walk");
        session_->selection().setNodes({session_->document().rig->constraints[0].target});
        auto* dock = window_->findChild<QDockWidget*>("inspectorDock");
        window_->viewport().widget().setFocus();
        window_->focusPanel(1);
        window_->focusPanel(1);
        QVERIFY(dock->isAncestorOf(QApplication::focusWidget()));
        std::set<QWidget*> visited;
        for (int i = 0; i < 80; ++i) {
            QWidget* field = QApplication::focusWidget();
            QVERIFY(field);
            if (!dock->isAncestorOf(field)) break;
            QVERIFY2(visited.insert(field).second, qPrintable(field->objectName()));
            QTest::keyClick(field, Qt::Key_Tab);
        }
        QVERIFY2(!dock->isAncestorOf(QApplication::focusWidget()), "Tab gets out of the panel");
        QVERIFY(visited.size() > 8);
    }

    void dialogsHaveADefaultAndEscapeClosesThem()
    {
        std::vector<std::unique_ptr<QDialog>> dialogs;
        dialogs.push_back(std::make_unique<About>(window_.get()));
        dialogs.push_back(std::make_unique<ControlsSheet>(window_->actions(), window_.get()));
        dialogs.push_back(std::make_unique<InsertFrames>(12, window_.get()));
        for (const auto& dialog : dialogs) {
            auto* buttons = dialog->findChild<QDialogButtonBox*>();
            QVERIFY(buttons);
            dialog->show();
            QVERIFY(QTest::qWaitForWindowExposed(dialog.get()));
            bool byDefault = false;
            for (const auto* button : dialog->findChildren<QPushButton*>())
                byDefault = byDefault || button->isDefault();
            QVERIFY2(byDefault, qPrintable(dialog->objectName()));
            QVERIFY2(!dialog->windowTitle().isEmpty(), qPrintable(dialog->objectName()));
            QTest::keyClick(dialog.get(), Qt::Key_Escape);
            QVERIFY2(!dialog->isVisible(), qPrintable(dialog->objectName()));
        }
        CommandPalette palette(actionsBelow(window_->menuBar()->actions()), window_.get());
        palette.show();
        QVERIFY(QTest::qWaitForWindowExposed(&palette));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!palette.isVisible());
    }

    void theTimelineIsATableToReaders()
    {
        openSample(*window_, "walk");
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(&window_->timeline());
        QVERIFY(spoken);
        QCOMPARE(spoken->role(), QAccessible::Table);
        QAccessibleTableInterface* table = spoken->tableInterface();
        QVERIFY(table);
        const auto& rows = window_->timeline().model().rows();
        QCOMPARE(table->rowCount(), int(rows.size()));
        int foot = -1;
        for (int i = 0; i < std::ssize(rows); ++i)
            if (rows[i].name == "Left foot") foot = i;
        QVERIFY(foot >= 0);
        bool named = false, keyed = false;
        for (int column = 0; column < table->columnCount(); ++column) {
            QAccessibleInterface* cell = table->cellAt(foot, column);
            QVERIFY(cell);
            const QString text = cell->text(QAccessible::Name);
            named = named || text.startsWith("Left foot");
            keyed = keyed || text.contains("frame 22");
        }
        QVERIFY(named);
        QVERIFY(keyed);
        // What was moved without a key is said, too.
        session_->unkeyed().setAutoKey(false);
        session_->playhead().setFrame(8);
        const int gesture = session_->beginGesture();
        edit::SetTargetKey move;
        move.target = session_->document().rig->constraints[0].id;
        move.frame = 8;
        move.position = Vec3(0.1, 0.2, 0.1);
        QVERIFY(session_->commit({move}, {}, gesture));
        session_->finishGesture(gesture);
        QVERIFY(table->rowDescription(foot).contains("without a key"));
    }

    void numbersMakePlurals()
    {
        Plurals plurals;
        QVERIFY(QCoreApplication::installTranslator(&plurals));
        const auto said = [](int n) {
            return QCoreApplication::translate("Test", "%n problem frame(s), N goes there", nullptr,
                                               n);
        };
        QCOMPARE(said(1), QString("1 problem frame, N goes there"));
        QCOMPARE(said(452), QString("452 problem frames, N goes there"));
        QCOMPARE(QCoreApplication::translate("Test", "Key(s)"), QString("Key(s)"));
        QCoreApplication::removeTranslator(&plurals);
    }

    void noGestureIsListedTwice()
    {
        for (const std::vector<MouseRow>* rows : {&viewMouse(), &timelineMouse()}) {
            std::set<QString> gestures;
            for (const MouseRow& row : *rows)
                QVERIFY2(gestures.insert(QString::fromUtf8(row.gesture)).second, row.gesture);
            QVERIFY(!mouseHints(*rows).isEmpty());
        }
    }
};

POSEWRIGHT_TEST(TestKeyboard, posewright::test::runWithoutScreen);

#include "tst_keyboard.moc"
