#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/actions/samples.h"

#include <QAbstractEventDispatcher>
#include <QDir>
#include <QFile>

using namespace posewright;

namespace {

/// How often the threads of this process have gone to sleep by themselves, and with that been woken
/// again. Linux, proc(5).
qint64 wakeUps()
{
    qint64 sum = 0;
    for (const QString& thread :
         QDir("/proc/self/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file("/proc/self/task/" + thread + "/status");
        if (!file.open(QIODevice::ReadOnly)) continue;
        for (const QByteArray& line : file.readAll().split('\n'))
            if (line.startsWith("voluntary_ctxt_switches:"))
                sum += line.mid(line.indexOf(':') + 1).trimmed().toLongLong();
    }
    return sum;
}

/// Waits without a timer that would wake anybody before the end.
void sleepThrough(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

}  // namespace

/// Where nothing moves, nothing wakes.
class TstIdle : public QObject {
    Q_OBJECT

    /// Returns when all of it is drawn.
    static void showWalk(test::Desktop& desktop)
    {
        desktop.session.startNew(*ui::loadSample("walk"), "walk");
        QVERIFY(QTest::qWaitForWindowExposed(&desktop.window));
        const ui::FrameLoop& frames = desktop.canvas()->frames();
        QTRY_VERIFY(frames.drawn() > 0 && !frames.awake());
    }

private slots:
    void initTestCase() { test::startAsNew(); }

    /// All that a window can show, side by side: together they wake no more than one may.
    void untouchedWindowsSleep()
    {
        if (!QFile::exists("/proc/self/status")) QSKIP("no /proc here");
        test::Desktop none, empty, sample;
        empty.session.startNew(emptyDocument(), "empty");
        sample.session.startNew(*ui::loadSample("walk"), "walk");
        for (test::Desktop* desktop : {&none, &empty, &sample})
            QVERIFY(QTest::qWaitForWindowExposed(&desktop->window));
        QTRY_VERIFY(sample.window.evaluator().filled() >= 1);
        // Buffers go to the graphics card, late events come in.
        constexpr int kMostSlices = 40;
        for (int slice = 0, quiet = 0; slice < kMostSlices && quiet < 3; ++slice) {
            const qint64 before = wakeUps();
            sleepThrough(500);
            quiet = wakeUps() - before <= 2 ? quiet + 1 : 0;
        }

        constexpr int kSeconds = 6;
        const qint64 wakesBefore = wakeUps();
        const std::clock_t cpuBefore = std::clock();
        sleepThrough(1000 * kSeconds);
        const double wakes = double(wakeUps() - wakesBefore) / kSeconds;
        const double share = double(std::clock() - cpuBefore) / CLOCKS_PER_SEC / kSeconds;
        qInfo("%.1f wake-ups a second, %.2f%% of a core", wakes, 100 * share);
        QVERIFY2(wakes < 5, qPrintable(QString::number(wakes)));
        QVERIFY2(share < 0.005, qPrintable(QString::number(share)));
    }

    void onlyChangesAreDrawn()
    {
        test::Desktop desktop;
        if (!desktop.window.viewport().draws()) QSKIP("there is no OpenGL here");
        showWalk(desktop);
        const ui::FrameLoop& frames = desktop.canvas()->frames();
        const int before = frames.drawn();
        sleepThrough(500);
        QCOMPARE(frames.drawn(), before);
        // Each step of a scrub is drawn, and playback draws what it shows.
        desktop.session.playhead().setFrame(7);
        QVERIFY(frames.awake() || QTest::qWaitFor([&] { return frames.awake(); }, 1000));
        QTRY_VERIFY(frames.drawn() > before);
        desktop.session.playhead().setPlaying(true);
        const int playing = frames.drawn();
        sleepThrough(1500);
        QVERIFY2(frames.drawn() - playing >= 8,
                 qPrintable(QString::number(frames.drawn() - playing)));
        desktop.session.playhead().setPlaying(false);
        QTRY_VERIFY(!frames.awake());
    }

    void aMinimisedWindowDoesNotDraw()
    {
        test::Desktop desktop;
        if (!desktop.window.viewport().draws()) QSKIP("there is no OpenGL here");
        showWalk(desktop);
        const ui::FrameLoop& frames = desktop.canvas()->frames();
        desktop.window.showMinimized();
        QTRY_VERIFY(desktop.window.windowHandle()->windowStates() & Qt::WindowMinimized);
        sleepThrough(300);
        const int before = frames.drawn();
        desktop.session.playhead().setPlaying(true);
        sleepThrough(800);
        QCOMPARE(frames.drawn(), before);
        desktop.session.playhead().setPlaying(false);
        desktop.window.showNormal();
        QTRY_VERIFY(frames.drawn() > before);
    }
};

POSEWRIGHT_TEST(TstIdle, posewright::test::runOnScreen);

#include "tst_idle.moc"
