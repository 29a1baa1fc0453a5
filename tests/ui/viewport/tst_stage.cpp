#include "tests/ui/support.h"
#include "ui/viewport/stage.h"

#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

class TestStage : public QObject {
    Q_OBJECT

private slots:
    void theGridStepIsRound_data()
    {
        QTest::addColumn<double>("figure");
        QTest::addColumn<double>("step");
        QTest::newRow("a person in metres") << 1.7 << 0.5;
        QTest::newRow("a person in centimetres") << 175.0 << 50.0;
        QTest::newRow("a person in inches") << 68.0 << 20.0;
        QTest::newRow("a hand in metres") << 0.18 << 0.05;
    }
    void theGridStepIsRound()
    {
        QFETCH(double, figure);
        QFETCH(double, step);
        Stage stage;
        stage.figure = figure;
        QVERIFY(std::abs(stage.gridStep() - step) < 1e-9 * step);
    }
};

QTEST_GUILESS_MAIN(TestStage)
#include "tst_stage.moc"
