#include "core/io/journal.h"
#include "tests/support/cases.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/ui/desk/window_test.h"
#include "ui/actions/samples.h"
#include "ui/timeline/timeline.h"

#include <QDir>
#include <QDockWidget>
#include <QScreen>
#include <QSignalSpy>

using namespace posewright;
using namespace posewright::ui;

/// The window stays as the user left it.
class TestDeskMemory : public test::WindowTest {
    Q_OBJECT

    QDockWidget* panel() { return window_->findChild<QDockWidget*>("timelineDock"); }
    void resizeTo(int width, int height)
    {
        window_->resize(width, height);
        QTest::qWait(20);
    }

private slots:
    void initTestCase() { test::startAsNew(); }
    void init() { QSettings().clear(); }
    void cleanup()
    {
        if (session_) session_->history().setClean();
        close();
    }

    /// Nothing was chosen yet, and the screen is smaller than the window would like to be, as it is
    /// where everything is shown at twice its size.
    void theFirstWindowFitsTheScreen()
    {
        session_ = std::make_unique<Session>();
        window_ = std::make_unique<MainWindow>(*session_);
        const QRect room = window_->screen()->availableGeometry();
        QVERIFY2(room.width() < 1440, "the screen of this test is small");
        // A screen of 1600 by 1000 at twice the size has this below the title of a window.
        const QSize least = window_->minimumSizeHint();
        QVERIFY2(least.width() <= 800 && least.height() <= 475,
                 qPrintable(QString("%1 by %2").arg(least.width()).arg(least.height())));
        window_->restoreLayout();
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        QTRY_VERIFY2(room.contains(window_->frameGeometry()),
                     qPrintable(QString("%1 by %2").arg(window_->width()).arg(window_->height())));
        window_->showNormal();
        QTRY_VERIFY(!window_->isMaximized());
        QVERIFY(window_->width() <= room.width() && window_->height() <= room.height());
    }

    void theTimelineKeepsItsShare_data()
    {
        test::cases<int>("wanted", {{"as at first", 0}, {"small", 200}, {"large", 480}});
    }
    void theTimelineKeepsItsShare()
    {
        QFETCH(int, wanted);
        open();
        openSample(*window_, "walk");
        QTest::qWait(20);
        if (wanted > 0) {
            // The border above the panel, by hand.
            const QPoint border(panel()->x() + 200, panel()->y() - 2);
            const QPoint to(border.x(),
                            window_->height() - window_->statusBar()->height() - wanted);
            QTest::mousePress(window_.get(), Qt::LeftButton, {}, border);
            QTest::mouseMove(window_.get(), to);
            QTest::qWait(20);
            QTest::mouseRelease(window_.get(), Qt::LeftButton, {}, to);
            QTest::qWait(20);
            QVERIFY2(std::abs(panel()->height() - wanted) < 40,
                     qPrintable(QString::number(panel()->height())));
        }
        const int first = panel()->height();
        const double share = double(first) / window_->height();
        for (const auto& [width, height] :
             {std::pair(1000, 640), std::pair(1440, 900), std::pair(700, 420),
              std::pair(1900, 1200), std::pair(1440, 900)}) {
            resizeTo(width, height);
            if (height >= 900)
                QVERIFY2(std::abs(panel()->height() - share * height) <= 2,
                         qPrintable(QString("%1 of %2, not %3 of it")
                                        .arg(panel()->height())
                                        .arg(height)
                                        .arg(share)));
        }
        QCOMPARE(panel()->height(), first);
    }

    /// Made smaller and larger again and again, the right column stays as it was.
    void theRightColumnKeepsItsShares_data()
    {
        test::cases<int>("wanted", {{"as at first", 0}, {"small", 80}, {"large", 320}});
    }
    void theRightColumnKeepsItsShares()
    {
        QFETCH(int, wanted);
        open();
        openSample(*window_, "walk");
        QTest::qWait(20);
        auto* history = window_->findChild<QDockWidget*>("historyDock");
        if (wanted > 0) {
            const QPoint border(history->x() + 100, history->y() - 2);
            const QPoint to(border.x(), history->geometry().bottom() - wanted);
            QTest::mousePress(window_.get(), Qt::LeftButton, {}, border);
            QTest::mouseMove(window_.get(), to);
            QTest::qWait(20);
            QTest::mouseRelease(window_.get(), Qt::LeftButton, {}, to);
            QTRY_VERIFY2(std::abs(history->height() - wanted) < 40,
                         qPrintable(QString::number(history->height())));
        }
        const int first = history->height();
        for (int round = 0; round < 3; ++round)
            for (const auto& [width, height] :
                 {std::pair(900, 520), std::pair(1900, 1200), std::pair(1440, 900)}) {
                resizeTo(width, height);
                if (height >= 900)
                    QVERIFY2(std::abs(history->height() - double(first) * height / 900) <= 2,
                             qPrintable(QString("round %1: %2 of %3, and %4 at first")
                                            .arg(round)
                                            .arg(history->height())
                                            .arg(height)
                                            .arg(first)));
            }
    }

    void theShareIsKeptFromRunToRun()
    {
        make();
        window_->restoreLayout();
        show();
        const QPoint border(panel()->x() + 200, panel()->y() - 2);
        QTest::mousePress(window_.get(), Qt::LeftButton, {}, border);
        QTest::mouseMove(window_.get(), border - QPoint(0, 150));
        QTest::qWait(20);
        QTest::mouseRelease(window_.get(), Qt::LeftButton, {}, border - QPoint(0, 150));
        const int height = panel()->height();
        window_->close();
        close();
        make();
        window_->restoreLayout();
        show();
        QTest::qWait(20);
        QVERIFY2(std::abs(panel()->height() - height) <= 2,
                 qPrintable(QString("%1, not %2").arg(panel()->height()).arg(height)));
    }

    /// Nobody closed the window: the program was killed.
    void whatWasKilledComesBackAsItWas()
    {
        const std::filesystem::path root = folder_.filePath("journal").toStdString();
        make(root);
        window_->restoreLayout();
        show();
        openSample(*window_, "walk");
        resizeTo(1200, 780);
        window_->findChild<QDockWidget*>("historyDock")->close();
        window_->actions()["time.seconds"]->trigger();
        const Constraint& target = session_->document().rig->constraints[1];
        edit::SetTargetKey key;
        key.target = target.id;
        key.frame = 17;
        QVERIFY(session_->commit(key));
        session_->playhead().setFrame(17);
        session_->selection().setNodes({target.target});
        const int height = panel()->height();
        const NodeId selected = target.target;
        QTest::qWait(1300);  // it is kept soon
        session_->file().flushJournal();
        QSettings().sync();
        session_->history().setClean();
        close();

        const QStringList folders =
            QDir(folder_.filePath("journal")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(folders.size(), 1);
        io::Recoverable work;
        work.folder = root / folders[0].toStdString();
        work.title = "Walk";
        QVERIFY(std::filesystem::remove(work.folder / "lock"));  // as if its process had died
        make(root);
        window_->restoreLayout();
        show();
        QTest::qWait(1300);  // an empty window is no place to remember
        QSignalSpy recovered(&session_->file(), &DocumentFile::recovered);
        session_->file().recover(work);
        QTRY_COMPARE(recovered.count(), 1);
        QTest::qWait(20);
        QCOMPARE(window_->size(), QSize(1200, 780));
        QVERIFY(std::abs(panel()->height() - height) <= 2);
        QVERIFY(!window_->findChild<QDockWidget*>("historyDock")->isVisible());
        QVERIFY(window_->timeline().seconds());
        QCOMPARE(session_->playhead().frame(), 17.0);
        QVERIFY(session_->selection().nodes() == std::vector{selected});
    }

    void whatHadNoFigureYetComesBackAtItsFrameToo()
    {
        const std::filesystem::path root = folder_.filePath("empty").toStdString();
        make(root);
        window_->restoreLayout();
        show();
        QVERIFY(session_->commit(edit::SetRange{0, 60}));
        session_->playhead().setFrame(22);
        const QString title = session_->file().title();
        QTest::qWait(1300);
        session_->file().flushJournal();
        QSettings().sync();
        session_->history().setClean();
        close();

        io::Recoverable work;
        const QStringList folders =
            QDir(folder_.filePath("empty")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(folders.size(), 1);
        work.folder = root / folders[0].toStdString();
        work.title = title.toStdString();
        QVERIFY(std::filesystem::remove(work.folder / "lock"));
        make(root);
        window_->restoreLayout();
        show();
        QSignalSpy recovered(&session_->file(), &DocumentFile::recovered);
        session_->file().recover(work);
        QTRY_COMPARE(recovered.count(), 1);
        QCOMPARE(session_->playhead().frame(), 22.0);
    }
};

POSEWRIGHT_TEST(TestDeskMemory, posewright::test::runWithoutScreen);
#include "tst_desk_memory.moc"
