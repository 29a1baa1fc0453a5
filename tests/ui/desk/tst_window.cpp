#include "core/io/format.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/ui/desk/fresh_window_test.h"
#include "ui/actions/samples.h"
#include "ui/files/recent_files.h"
#include "ui/timeline/timeline.h"
#include "ui/viewport/viewport.h"

#include <QAction>
#include <QDockWidget>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTimer>

using namespace posewright;
using namespace posewright::ui;

/// The window around the view: how it begins, and what it keeps.
class TestWindow : public test::FreshWindowTest {
    Q_OBJECT

private slots:
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

    /// All of it can be reached in a small window, by the wheel and by keys.
    void theStartPageIsScrolled()
    {
        window_->resize(900, 560);
        auto* start = window_->findChild<QWidget*>("startPage");
        auto* bar = start->findChild<QScrollArea*>()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 300);
        for (int i = 0; i < 30; ++i) QTest::keyClick(start, Qt::Key_PageDown);
        QCOMPARE(bar->value(), bar->maximum());
        QTest::keyClick(start, Qt::Key_PageUp);
        QVERIFY(bar->value() < bar->maximum());
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
        comesBackBy([&] { window_->actions()["pose.draw"]->trigger(); });
        window_->actions()["pose.select"]->trigger();
        comesBackBy([&] { window_->actions()["time.play"]->trigger(); });
        QVERIFY(session_->playhead().playing());
        session_->playhead().setPlaying(false);
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

    void recentFilesAreKeptAndDeadOnesGreyed()
    {
        const QString path = folder_.filePath("arm.glb");
        QVERIFY(io::write(test::chainDocument(3, 0.3, 20), path.toStdString()));
        QSignalSpy opened(&session_->file(), &DocumentFile::opened);
        window_->files().open(path);
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
        QSignalSpy opened(&session_->file(), &DocumentFile::opened);
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
        open();
        window_->restoreLayout();
        history = window_->findChild<QDockWidget*>("historyDock");
        QVERIFY(!history->isVisible());
        window_->actions()["window.resetLayout"]->trigger();
        QVERIFY(history->isVisible());
    }

    void preferencesAreKeptAndCanBeReset()
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
        view.drag = DragMode::Body;
        view.balance = true;
        view.tool = Tool::Rotate;
        window_->viewport().settings().set(view);
        window_->close();
        open();
        QVERIFY(!window_->timeline().seconds());
        window_->restoreLayout();
        QVERIFY(window_->timeline().seconds());
        QVERIFY(window_->timeline().ripple());
        QVERIFY((window_->timeline().snapping() == SnapSettings{false, false, true}));
        view.tool = Tool::Select;  // which tool is in the hand is no habit
        QVERIFY(window_->viewport().settings().now() == view);
        trigger("window.resetViewSettings");
        QVERIFY(!window_->timeline().seconds());
        QVERIFY(!window_->timeline().ripple());
        QVERIFY(window_->timeline().snapping() == SnapSettings{});
        QVERIFY(window_->viewport().settings().now() == ViewState{});
        window_->close();
        open();
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
};

POSEWRIGHT_TEST(TestWindow, posewright::test::runWithoutScreen);

#include "tst_window.moc"
