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

    /// Standard views of the whole figure show it whole; those of a close-up show the same spot.
    void aCloseUpStaysOne()
    {
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        if (!desk.window.viewport().draws()) QSKIP("needs OpenGL 3.2 (a software one will do)");
        desk.activate();
        QVERIFY(openSample(desk.window, "figure"));
        QTRY_VERIFY(desk.canvas()->isExposed());
        QTRY_VERIFY(desk.window.evaluator().current());
        QTest::qWait(500);
        const NodeId hand = desk.node("Left hand");
        desk.view().lookFrom(StandardView::Front);
        const double whole = desk.view().camera().distance;
        desk.view().lookFrom(StandardView::Right);
        QVERIFY(desk.view().camera().distance > 0.75 * whole);
        desk.session.selection().setNodes({hand});
        desk.view().frameSelected();
        const double near = desk.view().camera().distance;
        QVERIFY(near < 0.5 * whole);
        for (const StandardView from : {StandardView::Front, StandardView::Top}) {
            desk.view().lookFrom(from);
            QVERIFY(standardView(desk.view().camera()) == from);
            QCOMPARE(desk.view().camera().distance, near);
            const auto seen =
                project(desk.view().camera(), desk.view().viewSize(), desk.world(hand));
            const QPointF middle(desk.view().viewSize().width / 2.0,
                                 desk.view().viewSize().height / 2.0);
            QVERIFY(seen &&
                    std::hypot(seen->pixel.x() - middle.x(), seen->pixel.y() - middle.y()) < 40);
        }
        // Without it in the picture, and far away, the figure is shown whole again.
        desk.view().frameAll();
        desk.view().lookFrom(StandardView::Front);
        QVERIFY(std::abs(desk.view().camera().distance - whole) < 1e-6 * whole);
        // A close-up of nothing is none.
        Camera away = desk.view().camera();
        away.distance = near;
        away.pivot += Vec3(6, 0, 6);
        desk.view().setCamera(away);
        desk.session.selection().pick({});
        desk.view().lookFrom(StandardView::Right);
        QVERIFY(standardView(desk.view().camera()) == StandardView::Right);
        for (const char* name : {"Head", "Left hand", "Right hand"}) {
            const QPoint at = desk.seen(desk.world(desk.node(name)));
            QVERIFY2(
                QRect(0, 0, int(desk.view().viewSize().width), int(desk.view().viewSize().height))
                    .contains(at),
                name);
        }
    }

    /// The foot of the box has the handles, which are 80 pixels large.
    void aBoxInAnEmptySceneIsInSight()
    {
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        if (!desk.window.viewport().draws()) QSKIP("needs OpenGL 3.2 (a software one will do)");
        desk.activate();
        desk.session.startNew(emptyDocument(), "empty");
        QTRY_VERIFY(desk.canvas()->isExposed());
        QTRY_VERIFY(desk.window.evaluator().current());
        desk.trigger("edit.addBox");
        QTRY_COMPARE(int(desk.window.evaluator().current()->world.size()), 1);
        const ViewSize size = desk.view().viewSize();
        const QPoint foot = desk.seen(desk.world(desk.node("Box")));
        QVERIFY2(foot.x() >= 100 && foot.x() <= size.width - 100 && foot.y() >= 100 &&
                     foot.y() <= size.height - 100,
                 qPrintable(QString("%1, %2 of %3").arg(foot.x()).arg(foot.y()).arg(size.height)));
    }
};

POSEWRIGHT_TEST(TestFirstView, posewright::test::runOnScreen);
#include "tst_first_view.moc"
