#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "ui/viewport/qt3d/frame_loop.h"

#include <QtTest>

using posewright::ui::FrameLoop;

class TestFrameLoop : public QObject {
    Q_OBJECT

private slots:
    void framesFollowAChangeAndEnd()
    {
        int frames = 0;
        FrameLoop loop([&] { ++frames; }, [] { return true; });
        QTest::qWait(60);
        QCOMPARE(frames, 0);
        loop.ask();
        QTRY_VERIFY(!loop.awake());
        QVERIFY2(frames >= 3 && frames <= 12, qPrintable(QString::number(frames)));
        QCOMPARE(loop.drawn(), frames);
        const int drawn = frames;
        QTest::qWait(100);
        QCOMPARE(frames, drawn);
    }

    void aFrameOfAMotionIsDrawnOnce()
    {
        int frames = 0;
        FrameLoop loop([&] { ++frames; }, [] { return true; });
        for (int i = 1; i <= 3; ++i) {
            loop.askOnce();
            QTRY_VERIFY(!loop.awake());
            QCOMPARE(frames, i);
        }
        // It takes nothing from what another change needs.
        loop.ask();
        loop.askOnce();
        QTRY_VERIFY(!loop.awake());
        QVERIFY(frames >= 6);
    }

    void changesThatGoOnAreDrawnOneByOne()
    {
        int frames = 0;
        FrameLoop loop([&] { ++frames; }, [] { return true; });
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < 400) {
            loop.ask();
            QTest::qWait(5);
        }
        // Sixty a second at most, and not much fewer.
        QVERIFY2(frames >= 8 && frames <= 30, qPrintable(QString::number(frames)));
    }

    void whatNobodySeesIsNotDrawn()
    {
        int frames = 0;
        bool seen = false;
        FrameLoop loop([&] { ++frames; }, [&] { return seen; });
        loop.ask();
        QTRY_VERIFY(!loop.awake());
        QCOMPARE(frames, 0);
        seen = true;
        loop.ask();
        QTRY_VERIFY(frames > 0);
    }

    void aFrameThatAsksForFramesGoesOnDrawing()
    {
        int frames = 0;
        FrameLoop* self = nullptr;
        FrameLoop loop(
            [&] {
                if (++frames < 20) self->ask();
            },
            [] { return true; });
        self = &loop;
        loop.ask();
        QTRY_VERIFY(!loop.awake());
        QVERIFY(frames >= 20);
    }
};

POSEWRIGHT_TEST(TestFrameLoop, posewright::test::runWithoutScreen);

#include "tst_frame_loop.moc"
