#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/support.h"
#include "tests/ui/time/curve_sketch.h"

#include <QAccessible>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QWheelEvent>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// Curves on a canvas, and the hand that uses it.
struct CurveHand {
    Session session;
    Evaluator evaluator{session};
    test::CurveCanvas canvas{session, evaluator};

    CurveHand()
    {
        session.startNew(test::crowdOfLimbs(2), "test");
        canvas.resize(900, 420);
        canvas.show();
        canvas.showAll();
    }
    test::CurveSketch& sketch() { return canvas.sketch(); }
    QWidget* port() { return canvas.viewport(); }
    QPoint key(int row, double frame) { return sketch().at(row, frame).toPoint(); }
    QPoint lane(int top, int height, double frame)
    {
        return {static_cast<int>(std::lround(canvas.timeLayout().frameX(frame))), top + height / 2};
    }
    void move(const QPoint& to, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers = {})
    {
        QMouseEvent event(QEvent::MouseMove, to, port()->mapToGlobal(QPointF(to)), Qt::NoButton,
                          buttons, modifiers);
        QCoreApplication::sendEvent(port(), &event);
    }
    void pull(const QPoint& from, const QPoint& to, Qt::MouseButton button = Qt::LeftButton)
    {
        move(from, Qt::NoButton);
        QTest::mousePress(port(), button, {}, from);
        for (int i = 1; i <= 5; ++i) move(from + (to - from) * i / 5, button);
    }
    void drag(const QPoint& from, const QPoint& to, Qt::MouseButton button = Qt::LeftButton)
    {
        pull(from, to, button);
        QTest::mouseRelease(port(), button, {}, to);
    }
    void wheel(const QPoint& at, int delta, Qt::KeyboardModifiers modifiers)
    {
        QWheelEvent event(at, port()->mapToGlobal(QPointF(at)), {}, {0, delta}, Qt::NoButton,
                          modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(port(), &event);
    }
};

}  // namespace

/// What a time canvas does it does for any content: here for curves, of which it knows nothing.
class TestSecondContent : public QObject {
    Q_OBJECT

private slots:
    void itIsPaintedBetweenTheLanesAndThePlayhead()
    {
        CurveHand hand;
        hand.session.playhead().setFrame(7);
        QImage image(hand.port()->size(), QImage::Format_RGB32);
        hand.port()->render(&image);
        const TimeColors colors(hand.canvas.palette());
        QCOMPARE(image.pixelColor(hand.key(0, 12)).name(), colors.text.name());
        const int x = int(std::round(hand.canvas.timeLayout().frameX(7)));
        QCOMPARE(image.pixelColor(x, hand.port()->height() - 2).name(), colors.playhead.name());
        QCOMPARE(image.pixelColor(x + 30, hand.port()->height() - 2).name(), colors.ground.name());
    }

    void theRulerScrubsAndTheRangeIsDragged()
    {
        CurveHand hand;
        const TimeLayout l = hand.canvas.timeLayout();
        hand.drag(hand.lane(0, l.rulerHeight, 3), hand.lane(0, l.rulerHeight, 14));
        QCOMPARE(hand.session.playhead().frame(), 14.0);
        QCOMPARE(hand.session.history().count(), 0);
        hand.drag(hand.lane(l.rangeTop(), l.rangeHeight, 20),
                  hand.lane(l.rangeTop(), l.rangeHeight, 15));
        QCOMPARE(hand.session.document().playback.end, 15.0);
        QCOMPARE(hand.session.history().count(), 1);
    }

    void markersAreDraggedAndRenamed()
    {
        CurveHand hand;
        QVERIFY(hand.session.commit(edit::AddMarker{6, "beat"}));
        const TimeLayout l = hand.canvas.timeLayout();
        const auto on = [&](double frame) {
            return hand.lane(l.markerTop(), l.markerHeight, frame);
        };
        hand.drag(on(6), on(11));
        QCOMPARE(hand.session.document().clip().markers[0].frame, 11.0);
        QTest::mouseDClick(hand.port(), Qt::LeftButton, {}, on(11));
        auto* name = hand.port()->findChild<QLineEdit*>("markerName");
        QVERIFY(name);
        name->setText("stamp");
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(hand.session.document().clip().markers[0].name, std::string("stamp"));
        QCOMPARE(hand.session.history().count(), 3);
    }

    void timeIsZoomedAndPannedAndTheViewFollowsThePlayhead()
    {
        CurveHand hand;
        const QPoint at(500, 200);
        const double under = hand.canvas.timeLayout().frameAt(at.x());
        hand.wheel(at, 480, Qt::ControlModifier);
        QVERIFY(std::abs(hand.canvas.timeLayout().frameAt(at.x()) - under) < 0.1);
        const double left = hand.canvas.timeLayout().axis.left;
        hand.drag({600, 300}, {500, 250}, Qt::MiddleButton);
        const TimeLayout panned = hand.canvas.timeLayout();
        QVERIFY(std::abs(panned.axis.left - left - 100 / panned.axis.pixelsPerFrame) < 0.1);
        QCOMPARE(panned.scrollY, 50);
        hand.session.playhead().setFrame(20);
        hand.session.playhead().setFrame(0);
        const TimeLayout l = hand.canvas.timeLayout();
        QVERIFY(l.frameX(0) >= l.nameWidth && l.frameX(0) <= l.size.width());
    }

    void aBoxSelectsAndScrollsAtTheBorder()
    {
        CurveHand hand;
        hand.wheel({500, 200}, 360, Qt::ControlModifier);
        hand.canvas.horizontalScrollBar()->setValue(hand.canvas.horizontalScrollBar()->minimum());
        const double left = hand.canvas.timeLayout().axis.left;
        const QPoint from = hand.key(0, 0) - QPoint(15, 15);
        const QPoint corner(hand.port()->width() - 3, hand.port()->height() - 3);
        hand.pull({from.x(), hand.canvas.timeLayout().contentTop() + 2}, corner);
        QTRY_VERIFY(hand.canvas.timeLayout().axis.left > left + 3);
        QTRY_VERIFY(hand.canvas.timeLayout().scrollY > 0);
        QTRY_COMPARE(int(hand.session.selection().keys().size()), 4);
        QTest::keyClick(&hand.canvas, Qt::Key_Escape);
        QVERIFY(hand.session.selection().keys().empty());
        QTest::mouseRelease(hand.port(), Qt::LeftButton, {}, corner);
        QVERIFY(hand.session.selection().keys().empty());
    }

    void itsToolDragsAKeyInOneStepThatSnaps()
    {
        CurveHand hand;
        const Document before = hand.session.document();
        QSignalSpy hints(&hand.canvas, &TimeCanvas::hint);
        hand.pull(hand.key(0, 0), hand.key(0, 7));
        QCOMPARE(hand.sketch().stops(0), (std::vector<double>{7, 20}));
        QCOMPARE(hints.last()[0].toString(), QString("0 \u2192 7 (+7)"));
        QTest::keyClick(&hand.canvas, Qt::Key_Escape);
        QVERIFY(hand.session.document() == before);
        QTest::mouseRelease(hand.port(), Qt::LeftButton, {}, hand.key(0, 7));
        QCOMPARE(hand.session.history().count(), 0);
        // To the playhead, with Shift.
        hand.session.playhead().setFrame(9);
        const QPoint from = hand.key(0, 0);
        const QPoint near(static_cast<int>(hand.canvas.timeLayout().frameX(9)) + 5, from.y());
        hand.pull(from, near);
        hand.move(near + QPoint(1, 0), Qt::LeftButton, Qt::ShiftModifier);
        QTest::mouseRelease(hand.port(), Qt::LeftButton, {}, near);
        QCOMPARE(hand.sketch().stops(0), (std::vector<double>{9, 20}));
        QCOMPARE(hand.session.history().count(), 1);
        hand.move(hand.key(0, 20), Qt::NoButton);
        QCOMPARE(int(hand.port()->cursor().shape()), int(Qt::PointingHandCursor));
        QVERIFY(hints.last()[0].toString().startsWith("target0, frame 20, height"));
    }

    void theKeyboardWalksOverIt()
    {
        CurveHand hand;
        hand.canvas.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&hand.canvas));
        hand.canvas.clearFocus();
        hand.canvas.setFocus(Qt::TabFocusReason);
        const auto press = [&](Qt::Key key) { QTest::keyClick(&hand.canvas, key); };
        press(Qt::Key_Down);
        press(Qt::Key_Right);
        press(Qt::Key_Right);
        QVERIFY(hand.canvas.focusCell() == (TimeCell{1, 20.0}));
        press(Qt::Key_Return);
        QVERIFY(hand.session.selection().contains(hand.sketch().ref(1, 20)));
        press(Qt::Key_Home);
        hand.session.playhead().setFrame(5);
        press(Qt::Key_Insert);
        QCOMPARE(hand.sketch().stops(1), (std::vector<double>{0, 5, 20}));
        press(Qt::Key_Escape);
        QVERIFY(!hand.canvas.focusCell());
    }

    void screenReadersFindATable()
    {
        QAccessible::setActive(true);
        CurveHand hand;
        QAccessibleInterface* access = QAccessible::queryAccessibleInterface(&hand.canvas);
        QCOMPARE(access->role(), QAccessible::Table);
        QAccessibleTableInterface* table = access->tableInterface();
        QVERIFY(table);
        QCOMPARE(table->rowCount(), 2);
        QCOMPARE(table->columnCount(), 2);
        QCOMPARE(table->columnDescription(1), QString("frame 20"));
        QCOMPARE(table->rowDescription(1), QString("target1"));
        QVERIFY(table->selectRow(1));
        QVERIFY(table->isRowSelected(1));
        QAccessibleInterface* cell = table->cellAt(0, 1);
        QVERIFY(cell->text(QAccessible::Name).startsWith("target0, frame 20"));
        const QPoint there = hand.port()->mapToGlobal(hand.key(0, 20));
        QCOMPARE(access->childAt(there.x(), there.y()), cell);
    }

    void menusAreTheCanvassOrItsOwn()
    {
        CurveHand hand;
        QStringList asked;
        hand.canvas.setActionSource([&asked](std::string_view id) -> QAction* {
            asked << QString::fromUtf8(id.data(), qsizetype(id.size()));
            return nullptr;
        });
        QMenu menu;
        hand.canvas.fillMenu(menu, {500, 5});
        QVERIFY(asked.contains("time.addMarker"));
        asked.clear();
        hand.canvas.fillMenu(menu, {500, 300});
        QCOMPARE(asked, QStringList{"edit.paste"});
    }
};

POSEWRIGHT_TEST(TestSecondContent, posewright::test::runWithWidgets);
#include "tst_second_content.moc"
