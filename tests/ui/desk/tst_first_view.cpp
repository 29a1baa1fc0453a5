#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/actions/samples.h"

using namespace posewright;
using namespace posewright::ui;

/// What is opened from the start page is framed once, when the view is there.
class TestFirstView : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::startAsNew(); }

    void aStepInTimeDoesNotMoveTheCamera()
    {
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        if (!desk.window.viewport().draws()) QSKIP("needs OpenGL 3.2 (a software one will do)");
        desk.activate();
        QVERIFY(!desk.canvas()->isExposed());  // the start page is there
        QVERIFY(openSample(desk.window, "doorbell"));
        QTRY_VERIFY(desk.canvas()->isExposed());
        QTRY_VERIFY(desk.window.evaluator().current());
        QTest::qWait(500);
        const Camera framed = desk.view().camera();
        desk.session.playhead().setFrame(20);
        QTRY_COMPARE(desk.window.evaluator().current()->frame, 20.0);
        QTest::qWait(100);
        QVERIFY(desk.view().camera() == framed);
    }
};

POSEWRIGHT_TEST(TestFirstView, posewright::test::runOnScreen);
#include "tst_first_view.moc"
