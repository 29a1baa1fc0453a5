#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/desk/fresh_window_test.h"
#include "ui/actions/samples.h"
#include "ui/desk/command_palette.h"
#include "ui/desk/status_line.h"
#include "ui/viewport/viewport.h"

#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMenuBar>
#include <QSpinBox>
#include <QTimer>
#include <QTreeView>
#include <QTreeWidget>

#include <algorithm>

using namespace posewright;
using namespace posewright::ui;

/// What keys do in the window, wherever the keyboard is.
class TestWindowKeys : public test::FreshWindowTest {
    Q_OBJECT

private slots:
    void whatCannotBeDoneNowIsSaid()
    {
        openSample(*window_, "figure");
        const Constraint& hand = *findConstraint(doc(), "Left hand");
        session_->selection().pick({hand.target});
        const int steps = session_->history().count();
        auto* status = window_->findChild<StatusLine*>();
        QVERIFY(status);
        QTest::keyClick(window_.get(), Qt::Key_T);
        QVERIFY2(status->currentMessage().contains("New Target is not possible"),
                 qPrintable(status->currentMessage()));
        // On a bone that has one, it is shown.
        session_->selection().pick({hand.effector});
        QTest::keyClick(window_.get(), Qt::Key_T);
        QVERIFY(session_->selection().nodes() == std::vector{hand.target});
        QVERIFY2(status->currentMessage().contains("Left hand"),
                 qPrintable(status->currentMessage()));
        QCOMPARE(session_->history().count(), steps);
    }

    void actionsAreFoundByWordsAndRun()
    {
        openSample(*window_, "figure");
        QVERIFY(session_->selection().nodes().empty());
        bool seen = false;
        QTimer::singleShot(50, this, [&] {
            auto* palette = qobject_cast<CommandPalette*>(QApplication::activeModalWidget());
            if (!palette) return;
            auto* words = palette->findChild<QLineEdit*>("commandWords");
            QTest::keyClicks(words, "key all");
            auto* list = palette->findChild<QTreeWidget*>("commandList");
            seen = list->topLevelItem(0)->text(0).contains("Key All") &&
                   list->topLevelItem(0)->text(2).contains("Shift+S");
            QTest::keyClick(words, Qt::Key_Return);
        });
        const int steps = session_->history().count();
        session_->playhead().setFrame(9);
        QTest::keyClick(window_.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(seen);
        QCOMPARE(session_->history().count(), steps + 1);
    }

    void everyActionCanBeReachedByKeyboard()
    {
        std::vector<FoundAction> found = actionsBelow(window_->menuBar()->actions());
        for (QAction* action : window_->actions().all()) {
            const bool listed = std::any_of(found.begin(), found.end(), [&](const FoundAction& f) {
                return f.action == action;
            });
            QVERIFY2(listed, qPrintable(action->objectName()));
            QVERIFY2(!action->icon().isNull(), qPrintable(action->objectName()));
            const QPixmap drawn = action->icon().pixmap(16, 16);
            QVERIFY2(!drawn.isNull(), qPrintable(action->objectName()));
            QVERIFY2(drawn.toImage() != QImage(drawn.size(), QImage::Format_ARGB32_Premultiplied),
                     qPrintable(action->objectName()));
        }
        for (const FoundAction& entry : found)
            QVERIFY2(!entry.action->statusTip().isEmpty() || !entry.action->isEnabled(),
                     qPrintable(entry.action->text()));
    }

    void fieldsForNumbersDoNotSwallowTheWindowsKeys()
    {
        openSample(*window_, "walk");
        auto* frame = window_->findChild<QSpinBox*>("frame");
        frame->setFocus();
        QTest::keyClick(frame, Qt::Key_Space);
        QVERIFY(session_->playhead().playing());
        QTest::keyClick(frame, Qt::Key_Space);
        QVERIFY(!session_->playhead().playing());
        session_->playhead().setFrame(8);
        QTest::keyClick(frame, Qt::Key_S, Qt::ShiftModifier);
        QCOMPARE(session_->history().count(), 1);
        QTest::keyClick(frame, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!session_->history().canUndo());
        frame->selectAll();
        QTest::keyClicks(frame, "17");
        QTest::keyClick(frame, Qt::Key_Return);
        QCOMPARE(session_->playhead().frame(), 17.0);
        QTRY_VERIFY2(!frame->hasFocus(), "the field is left when it is done");
    }

    void choicesAndButtonsKeepTheirKeys()
    {
        openSample(*window_, "walk");
        session_->selection().setNodes({doc().rig->constraints[2].target});
        session_->playhead().setFrame(8);
        auto* solver = window_->findChild<QComboBox*>("inspectorSolver");
        solver->setFocus();
        QTest::keyClick(solver, Qt::Key_Down);
        QCOMPARE(session_->playhead().frame(), 8.0);
        QVERIFY(!doc().rig->constraints[2].solver.empty());
        auto* orientation = window_->findChild<QCheckBox*>("inspectorOrientation");
        orientation->setFocus();
        QTest::keyClick(orientation, Qt::Key_Space);
        QVERIFY(!session_->playhead().playing());
        QVERIFY(doc().rig->constraints[2].orientation);
        // A click is no reason to take Space from the window.
        window_->viewport().widget().setFocus();
        QTest::mouseClick(orientation, Qt::LeftButton, {}, {8, orientation->height() / 2});
        QVERIFY(!orientation->hasFocus());
    }

    void theTreeLeavesLettersToTheWindow()
    {
        openSample(*window_, "walk");
        auto* tree = window_->findChild<QTreeView*>("sceneTree");
        tree->setFocus();
        const QModelIndex targets = tree->model()->index(0, 0);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {},
                          tree->visualRect(tree->model()->index(0, 0, targets)).center());
        QCOMPARE(int(session_->selection().nodes().size()), 1);
        session_->playhead().setFrame(8);
        QTest::keyClick(tree, Qt::Key_S);
        QCOMPARE(session_->history().count(), 1);
        QTest::keyClick(tree, Qt::Key_Space);
        QVERIFY(session_->playhead().playing());
        QTest::keyClick(tree, Qt::Key_Space);
        QTest::keyClick(tree, Qt::Key_F2);
        auto* editor = tree->viewport()->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, "Fan Anna");
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(doc().scene->find("Fan Anna") != kNoNode);
        QVERIFY(!session_->playhead().playing());
    }

    void whatCanHaveTheFocusHasAName()
    {
        openSample(*window_, "walk");
        session_->selection().setNodes({doc().rig->constraints.front().target});
        QStringList nameless;
        for (QWidget* widget : window_->findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus) continue;
            if (widget->objectName().startsWith("qt_")) continue;
            QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
            if (!spoken || spoken->text(QAccessible::Name).isEmpty())
                nameless << QString::fromLatin1(widget->metaObject()->className()) + ' ' +
                                widget->objectName();
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(", ")));
    }

    /// Plain arrows walk in the scene's list; those that nudge do so from there, too.
    void nudgesWorkFromTheSceneList()
    {
        openSample(*window_, "figure");
        auto* tree = window_->findChild<QTreeView*>("sceneTree");
        QVERIFY(tree);
        session_->selection().pick({test::nodeNamed(doc(), "Right hand")});
        tree->setFocus();
        const int steps = session_->history().count();
        QTest::keyClick(tree, Qt::Key_Down);
        QCOMPARE(session_->history().count(), steps);
        session_->selection().pick({test::nodeNamed(doc(), "Right hand")});
        QTest::keyClick(tree, Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(session_->history().count(), steps + 1);
        QVERIFY2(session_->history().undoText().contains("Right hand"),
                 qPrintable(session_->history().undoText()));
    }

    void deleteRemovesABox()
    {
        openSample(*window_, "figure");
        const Document before = doc();
        window_->actions()["edit.addBox"]->trigger();
        const NodeIndex box = doc().scene->find("Box");
        QVERIFY(box != kNoNode);
        session_->selection().pick({(*doc().scene)[box].id});
        QTest::keyClick(window_.get(), Qt::Key_Delete);
        QVERIFY(*doc().scene == *before.scene);
        QCOMPARE(session_->history().undoText(), QString("Remove Box"));
    }
};

POSEWRIGHT_TEST(TestWindowKeys, posewright::test::runWithoutScreen);

#include "tst_window_keys.moc"
