#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "ui/time/time_axis.h"

#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

class TestTimeAxis : public QObject {
    Q_OBJECT

private slots:
    void theAxisZoomsAboutThePointer()
    {
        TimeAxis axis{-3, 8};
        const double under = axis.frame(321);
        for (const double factor : {1.25, 0.3, 7.0}) {
            const TimeAxis zoomed = axis.zoomed(321, factor);
            QVERIFY(std::abs(zoomed.frame(321) - under) < 1e-9);
        }
        QCOMPARE(axis.zoomed(5, 1e9).pixelsPerFrame, TimeAxis::kMost);
        const TimeAxis fit = TimeAxis::fitting(10, 250, 800);
        QVERIFY(fit.x(10) > 0 && fit.x(250) < 800 && fit.x(250) - fit.x(10) > 700);
    }

    void labelsAreRoundAndApart_data()
    {
        QTest::addColumn<double>("pixelsPerFrame");
        QTest::addColumn<int>("step");
        QTest::addColumn<int>("inSeconds");  // at 24 frames per second
        QTest::newRow("near") << 64.0 << 1 << 1;
        QTest::newRow("usual") << 8.0 << 10 << 24;
        QTest::newRow("far") << 0.25 << 500 << 240;
    }
    void labelsAreRoundAndApart()
    {
        QFETCH(double, pixelsPerFrame);
        QFETCH(int, step);
        QFETCH(int, inSeconds);
        QCOMPARE((TimeAxis{0, pixelsPerFrame}).labelStep(56), step);
        QCOMPARE((TimeAxis{0, pixelsPerFrame}).labelStepInSeconds(56, 24), inSeconds);
    }

    void timeIsWrittenInFramesOrInSeconds()
    {
        QCOMPARE((TimeFormat{false, 24}).text(36), QString("36"));
        QCOMPARE((TimeFormat{true, 24}).text(36), QString("0:01+12"));
        QCOMPARE((TimeFormat{true, 24}).text(1440), QString("1:00+00"));
        QCOMPARE((TimeFormat{true, 24}).shortText(1440), QString("1:00"));
        QCOMPARE((TimeFormat{true, 24}).text(-30), QString("-0:01+06"));
    }
};

POSEWRIGHT_TEST(TestTimeAxis, posewright::test::runWithWidgets);
#include "tst_time_axis.moc"
