#include "core/io/format.h"
#include "tests/support/figures.h"
#include "ui/actions/mouse_map.h"
#include "ui/actions/samples.h"
#include "ui/desk/command_palette.h"
#include "ui/desk/main_window.h"
#include "ui/desk/recent_files.h"
#include "ui/desk/status_line.h"
#include "ui/desk/theme.h"
#include "ui/timeline/timeline.h"
#include "ui/timeline/timeline_colors.h"
#include "ui/viewport/viewport.h"

#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeView>
#include <QTreeWidget>
#include <QtTest>

#include <cmath>

using namespace posewright;
using namespace posewright::ui;

/// The window around the view, by mouse and keyboard.
class TestWindow : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<MainWindow> window_;

    const Document& doc() { return session_->document(); }
    QByteArray savedBytes()
    {
        const QString path = folder_.filePath("bytes.glb");
        if (!io::write(doc(), path.toStdString())) return "not written";
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void show()
    {
        session_ = std::make_unique<Session>();
        window_ = std::make_unique<MainWindow>(*session_);
        window_->resize(1440, 900);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("posewright-test-window");
        QSettings().clear();
        applyTheme(*qApp, Theme::Dark);
    }
    void init()
    {
        QSettings().clear();
        show();
    }
    void cleanup()
    {
        window_.reset();
        session_.reset();
    }

    void theStartPageOpensAFigure()
    {
        auto* start = window_->findChild<QWidget*>("startPage");
        QVERIFY(start->isVisible());
        auto* figure = start->findChild<QPushButton*>("start.sample-figure");
        QTest::mouseClick(figure, Qt::LeftButton);
        QCOMPARE(int(doc().rig->constraints.size()), 5);
        QVERIFY(!start->isVisible());
        QVERIFY(!session_->isModified());
        window_->actions()["window.start"]->trigger();
        QVERIFY(start->isVisible());
    }

    void theStartPageLeadsBack()
    {
        openSample(*window_, "figure");
        auto* start = window_->findChild<QWidget*>("startPage");
        auto* back = start->findChild<QPushButton*>("start.back");
        const auto comesBackBy = [&](const auto& way) {
            window_->actions()["window.start"]->trigger();
            QVERIFY(start->isVisible());
            QVERIFY(back->isVisible());
            way();
            QVERIFY(!start->isVisible());
        };
        comesBackBy([&] { QTest::mouseClick(back, Qt::LeftButton); });
        comesBackBy([&] { QTest::keyClick(start, Qt::Key_Escape); });
        comesBackBy([&] { window_->actions()["window.start"]->trigger(); });
        comesBackBy([&] { session_->selection().setNodes({doc().rig->constraints[0].target}); });
        comesBackBy([&] { session_->playhead().setFrame(7); });
        comesBackBy([&] { window_->actions()["time.play"]->trigger(); });
        QVERIFY(session_->playhead().playing());
        session_->playhead().setPlaying(false);
    }

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

    void everySampleIsWhole()
    {
        for (const Sample& sample : samples()) {
            const Result<Document> document = loadSample(sample.id);
            QVERIFY2(document, sample.title);
            QVERIFY(validate(*document));
            QVERIFY(!sampleTitle(sample).isEmpty());
        }
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

    void recentFilesAreKeptAndDeadOnesGreyed()
    {
        const QString path = folder_.filePath("arm.glb");
        QVERIFY(io::write(test::chainDocument(3, 0.3, 20), path.toStdString()));
        QSignalSpy opened(session_.get(), &Session::opened);
        window_->open(path);
        QTRY_COMPARE(opened.count(), 1);
        for (int i = 0; i < 12; ++i)
            recent_files::add(folder_.filePath(QString("no%1.bvh").arg(i)));
        recent_files::add(path);
        QCOMPARE(int(recent_files::all().size()), recent_files::kMost);
        auto* menu = window_->findChild<QMenu*>("recentMenu");
        emit menu->aboutToShow();
        QVERIFY(menu->actions()[0]->text().contains("arm.glb"));
        QVERIFY(menu->actions()[0]->isEnabled());
        QVERIFY(!menu->actions()[1]->isEnabled());
        menu->actions()[0]->trigger();
        QTRY_COMPARE(opened.count(), 2);
    }

    void filesCanBeDropped()
    {
        const QString path = folder_.filePath("dropped.glb");
        QVERIFY(io::write(test::chainDocument(3, 0.3, 20), path.toStdString()));
        QMimeData files;
        files.setUrls({QUrl::fromLocalFile(path)});
        QSignalSpy opened(session_.get(), &Session::opened);
        QDragEnterEvent enter(QPoint(600, 300), Qt::CopyAction, &files, Qt::LeftButton,
                              Qt::NoModifier);
        QCoreApplication::sendEvent(window_.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(600, 300), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(window_.get(), &drop);
        QTRY_COMPARE(opened.count(), 1);
    }

    void theLayoutIsKeptAndCanBeReset()
    {
        auto* history = window_->findChild<QDockWidget*>("historyDock");
        QVERIFY(history->isVisible());
        history->close();
        window_->close();
        show();
        window_->restoreLayout();
        history = window_->findChild<QDockWidget*>("historyDock");
        QVERIFY(!history->isVisible());
        window_->actions()["window.resetLayout"]->trigger();
        QVERIFY(history->isVisible());
    }

    void habitsAreKeptAndCanBeReset()
    {
        const auto trigger = [&](const char* id) { window_->actions()[id]->trigger(); };
        trigger("time.seconds");
        trigger("time.ripple");
        trigger("time.snapMarkers");
        trigger("time.snapFrames");
        ViewState view = window_->viewport().settings().now();
        view.bones = BoneStyle::XRay;
        view.names = true;
        view.grid = false;
        view.space = Space::Local;
        view.snap = true;
        view.tool = Tool::Rotate;
        window_->viewport().settings().set(view);
        window_->close();
        show();
        QVERIFY(!window_->timeline().seconds());
        window_->restoreLayout();
        QVERIFY(window_->timeline().seconds());
        QVERIFY(window_->timeline().ripple());
        QVERIFY((window_->timeline().snapping() == SnapSettings{false, false, true}));
        view.tool = Tool::Select;  // which tool is in the hand is no habit
        QVERIFY(window_->viewport().settings().now() == view);
        trigger("window.resetHabits");
        QVERIFY(!window_->timeline().seconds());
        QVERIFY(!window_->timeline().ripple());
        QVERIFY(window_->timeline().snapping() == SnapSettings{});
        QVERIFY(window_->viewport().settings().now() == ViewState{});
        window_->close();
        show();
        window_->restoreLayout();
        QVERIFY(window_->viewport().settings().now() == ViewState{});
    }

    void framesAreInsertedAndRemovedByNumber()
    {
        openSample(*window_, "walk");
        session_->playhead().setFrame(10);
        const auto answer = [&](int count, const char* what) {
            QTimer::singleShot(50, this, [count, what] {
                QWidget* dialog = QApplication::activeModalWidget();
                if (!dialog || dialog->objectName() != "insertFrames") return;
                dialog->findChild<QSpinBox*>("insertCount")->setValue(count);
                dialog->findChild<QRadioButton*>(what)->click();
                QTest::keyClick(dialog, Qt::Key_Return);
            });
            // Where there is no window manager, nobody gives the focus back.
            window_->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(window_.get()));
            QTest::keyClick(window_.get(), Qt::Key_I, Qt::ControlModifier | Qt::ShiftModifier);
        };
        const Document before = doc();
        answer(7, "insertPutIn");
        QCOMPARE(doc().playback.end, before.playback.end + 7);
        QCOMPARE(session_->history().count(), 1);
        answer(7, "insertTakeOut");
        QCOMPARE(doc().playback.end, before.playback.end);
        QCOMPARE(session_->history().count(), 2);
        session_->undo();
        session_->undo();
        QVERIFY(doc() == before);
    }

    void hintsOfTheMouseAreWhole_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("narrow") << 900;
        QTest::newRow("1280") << 1280;
        QTest::newRow("1600") << 1600;
        QTest::newRow("wide") << 2600;
    }
    void hintsOfTheMouseAreWhole()
    {
        QFETCH(int, width);
        openSample(*window_, "walk");
        window_->resize(width, 900);
        QTest::qWait(20);
        auto* hint = window_->findChild<QLabel*>("mouseHint");
        const QStringList all = mouseHints(viewMouse());
        QStringList shown = hint->text().split(QStringLiteral("  \u00b7  "));
        QVERIFY(hint->fontMetrics().horizontalAdvance(hint->text()) <= hint->width());
        QCOMPARE(shown.takeLast(), QString("F1: all"));
        for (qsizetype i = 0; i < shown.size(); ++i) QCOMPARE(shown[i], all[i]);
        if (width >= 1280) QVERIFY2(shown.size() >= 2, qPrintable(hint->text()));
        QCOMPARE(hint->toolTip().split('\n'), all);
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

    void rowsOfTheTreeAreOfOneHeight()
    {
        auto* tree = window_->findChild<QTreeView*>("sceneTree");
        session_->startNew(test::chainDocument(3, 0.3, 20), "arm");
        const int with = tree->visualRect(tree->model()->index(0, 0)).height();
        QVERIFY(session_->commit(edit::RemoveTarget{doc().rig->constraints.front().id, false}));
        QCOMPARE(tree->visualRect(tree->model()->index(0, 0)).height(), with);
        QVERIFY(with >= 18);
    }

    void bothThemesAreReadable_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    void bothThemesAreReadable()
    {
        QFETCH(bool, dark);
        const QPalette p = paletteOf(dark);
        QCOMPARE(isDark(p), dark);
        const std::pair<QPalette::ColorRole, QPalette::ColorRole> pairs[] = {
            {QPalette::WindowText, QPalette::Window},
            {QPalette::Text, QPalette::Base},
            {QPalette::Text, QPalette::AlternateBase},
            {QPalette::ButtonText, QPalette::Button},
            {QPalette::ButtonText, QPalette::Window},
            {QPalette::HighlightedText, QPalette::Highlight},
            {QPalette::ToolTipText, QPalette::ToolTipBase},
            {QPalette::PlaceholderText, QPalette::Base},
            {QPalette::PlaceholderText, QPalette::Window},
            {QPalette::Link, QPalette::Base},
            {QPalette::Link, QPalette::Window},
            {QPalette::BrightText, QPalette::Window}};
        double least = 99;
        for (const QPalette::ColorGroup group :
             {QPalette::Active, QPalette::Inactive, QPalette::Disabled})
            for (const auto& [text, ground] : pairs) {
                const double ratio = contrast(p.color(group, text), p.color(group, ground));
                least = std::min(least, ratio);
                QVERIFY2(ratio >= 4.5, qPrintable(QString("roles %1 on %2, group %3: %4")
                                                      .arg(text)
                                                      .arg(ground)
                                                      .arg(group)
                                                      .arg(ratio)));
            }
        qInfo("least contrast, %s: %.2f : 1", dark ? "dark" : "light", least);
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

    void whatIsLooseIsShownAndAskedAbout()
    {
        openSample(*window_, "walk");
        const Constraint hand = doc().rig->constraints[2];
        session_->playhead().setFrame(13);
        window_->actions()["time.autoKey"]->trigger();
        edit::SetTargetKey key;
        key.target = hand.id;
        key.frame = 13;
        key.position = Vec3(0.3, 1, 0.1);
        const int gesture = session_->beginGesture();
        QVERIFY(session_->commit(key, gesture));
        session_->finishGesture(gesture);
        QVERIFY(!session_->isModified());

        // The tree and the timeline tell.
        auto* tree = window_->findChild<QTreeView*>("sceneTree");
        const QModelIndex targets = tree->model()->index(0, 0);
        int told = 0;
        for (int i = 0; i < tree->model()->rowCount(targets); ++i) {
            const QModelIndex row = tree->model()->index(i, 0, targets);
            if (row.data(Qt::AccessibleTextRole).toString().contains("without a key")) ++told;
        }
        QCOMPARE(told, 1);
        const TimelineModel& model = window_->timeline().model();
        told = 0;
        for (const TimelineRow& row : model.rows())
            if (model.statusText(row).contains("without a key")) ++told;
        QCOMPARE(told, 1);

        const auto answer = [&](QMessageBox::StandardButton button) {
            QString said;
            QTimer::singleShot(30, this, [&said, button] {
                auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                if (!box) return;
                said = box->text() + '\n' + box->informativeText();
                box->button(button)->click();
            });
            const bool may = window_->mayReplaceDocument();
            return std::pair(may, said);
        };
        auto [may, said] = answer(QMessageBox::Cancel);
        QVERIFY(!may);
        QVERIFY2(said.contains("not keyed") && said.contains("1 "), qPrintable(said));
        QVERIFY(!session_->loose().empty());
        std::tie(may, said) = answer(QMessageBox::Discard);
        QVERIFY(may);

        // Save keys them first.
        const QString path = folder_.filePath("loose.glb");
        QSignalSpy saved(session_.get(), &Session::saved);
        session_->saveAs(path.toStdString());
        QTRY_COMPARE(saved.count(), 1);
        QVERIFY(!session_->loose().empty());
        std::tie(may, said) = answer(QMessageBox::Save);
        QVERIFY(may);
        QVERIFY(session_->loose().empty());
        QVERIFY(!session_->isModified());
        const Track* track = doc().clip().track(hand.target);
        QVERIFY(track->translation[1]->find(13));
        QCOMPARE(track->translation[1]->find(13)->value, 1.0);
        window_->actions()["time.autoKey"]->trigger();
    }

    void withoutAutoKeyMovesStayLooseUntilKeyed()
    {
        openSample(*window_, "walk");
        const Constraint& hand = doc().rig->constraints[2];
        session_->selection().setNodes({hand.target});
        session_->playhead().setFrame(13);
        window_->actions()["time.autoKey"]->trigger();
        const Document before = doc();
        const auto shown = [&] {
            return window_->evaluator()
                .at(session_->playhead().frame())
                ->world[doc().scene->find(hand.target)]
                .position;
        };
        const Vec3 there = shown() + Vec3(0, 0.1, 0);
        const int gesture = session_->beginGesture();
        edit::SetTargetKey key;
        key.target = hand.id;
        key.frame = 13;
        key.position = there;
        QVERIFY(session_->commit(key, gesture));
        session_->finishGesture(gesture);
        QVERIFY2(doc() == before, "nothing is keyed");
        QVERIFY(!session_->history().canUndo());
        QVERIFY((shown() - there).norm() < 1e-9);
        auto* said = window_->findChild<QLabel*>("loose");
        QVERIFY(said->text().contains("1"));
        for (const double frame : {4.0, 30.0, 20.0}) {
            session_->playhead().setFrame(frame);
            QVERIFY2((shown() - there).norm() < 1e-9, "kept through scrubbing");
        }
        QTest::keyClick(window_.get(), Qt::Key_S);
        QCOMPARE(session_->history().count(), 1);
        QVERIFY(session_->loose().empty());
        const Track* track = doc().clip().track(hand.target);
        QVERIFY((sample(track, Transform{}, 20).translation - there).norm() < 1e-9);

        const Document keyed = doc();
        const int again = session_->beginGesture();
        key.frame = 20;
        key.position = there + Vec3(0.1, 0, 0);
        QVERIFY(session_->commit(key, again));
        session_->finishGesture(again);
        QVERIFY(!session_->loose().empty());
        window_->actions()["time.discardLoose"]->trigger();
        QVERIFY(session_->loose().empty());
        QVERIFY(doc() == keyed);
        QVERIFY((shown() - there).norm() < 1e-9);
        window_->actions()["time.autoKey"]->trigger();
    }
};

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    TestWindow test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_window.moc"
