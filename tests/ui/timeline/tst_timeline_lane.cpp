#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/timeline/hand.h"
#include "ui/timeline/commands.h"

#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QToolButton>

using namespace posewright;
using namespace posewright::ui;
using test::TimelineHand;

using Frames = std::vector<double>;

/// Markers, the range that plays, and how time is looked at.
class TestTimelineLane : public QObject {
    Q_OBJECT

private slots:
    void markersAreAddedMovedRenamedAndDeleted()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        QCOMPARE(hand.timeline.layoutNow().markerHeight, 0);
        hand.session.playhead().setFrame(6);
        QVERIFY(timeline::addMarker(hand.session));
        const TimelineLayout layout = hand.timeline.layoutNow();
        QVERIFY(layout.markerHeight > 0);
        const int y = layout.markerTop() + layout.markerHeight / 2;
        const auto x = [&](double frame) { return hand.at(0, frame).x(); };
        hand.drag({x(6), y}, {x(11), y});
        QCOMPARE(hand.doc().clip().markers.size(), 1U);
        QCOMPARE(hand.doc().clip().markers[0].frame, 11.0);
        QCOMPARE(hand.session.history().undoText(), QString("Move marker from 6 to 11"));
        QTest::mouseDClick(hand.canvas(), Qt::LeftButton, {}, {x(11), y});
        auto* name = hand.canvas()->findChild<QLineEdit*>("markerName");
        QVERIFY(name);
        name->selectAll();
        QTest::keyClicks(name, "beat");
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(hand.doc().clip().markers[0].name, std::string("beat"));
        hand.click({x(11), y});
        QVERIFY(timeline::remove(hand.session, false));
        QVERIFY(hand.doc().clip().markers.empty());
        QCOMPARE(hand.steps(), 4);
    }

    void theRangeIsDraggedOnItsLane()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        const TimelineLayout layout = hand.timeline.layoutNow();
        const int y = layout.rangeTop() + layout.rangeHeight / 2;
        const auto x = [&](double frame) { return hand.at(0, frame).x(); };
        hand.drag({x(20), y}, {x(15), y});
        QCOMPARE(hand.doc().playback.end, 15.0);
        hand.drag({x(0), y}, {x(4), y});
        QCOMPARE(hand.doc().playback.start, 4.0);
        hand.drag({x(9), y}, {x(11), y});
        QCOMPARE(hand.doc().playback.start, 6.0);
        QCOMPARE(hand.doc().playback.end, 17.0);
        QCOMPARE(hand.steps(), 3);
        // Over the range lies the preview range, where there is one.
        QVERIFY(timeline::preview(hand.session, 8, 12));
        QCOMPARE(hand.session.playhead().end(), 12.0);
        hand.drag({x(12), y}, {x(14), y});
        QVERIFY(hand.doc().playback.preview == (Range{8, 14}));
        QCOMPARE(hand.doc().playback.end, 17.0);
        QVERIFY(timeline::clearPreview(hand.session));
        QCOMPARE(hand.session.playhead().end(), 17.0);
    }

    void whatWasPressedBeforeIsNotLitWhileTheRangeIsDragged()
    {
        const auto dragged = [](bool pressFirst) {
            TimelineHand hand(test::crowdOfLimbs(2));
            if (pressFirst) {
                hand.click(hand.at("target0", 20) + QPoint(-11, 0));  // the end of its span
                hand.session.selection().clear();
            }
            hand.session.selection().setNodes({NodeId(501)});
            const TimelineLayout layout = hand.timeline.layoutNow();
            const int y = layout.rangeTop() + layout.rangeHeight / 2;
            hand.pull({hand.at(0, 20).x(), y}, {hand.at(0, 15).x(), y});
            QImage image(hand.canvas()->size(), QImage::Format_RGB32);
            hand.canvas()->render(&image);
            return image;
        };
        const QImage before = dragged(false);
        QVERIFY(dragged(true) == before);
    }

    void timeIsPutInAndTakenOut()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        hand.session.playhead().setFrame(10);
        QVERIFY(timeline::insertTime(hand.session, 4));
        QVERIFY(hand.frames("target1") == (Frames{0, 24}));
        QCOMPARE(hand.doc().playback.end, 24.0);
        QVERIFY(timeline::insertTime(hand.session, -4));
        QVERIFY(hand.frames("target1") == (Frames{0, 20}));
    }

    void theWheelScrollsZoomsPansAndScrubs()
    {
        TimelineHand hand(test::crowdOfLimbs(12));
        const QPoint at = hand.at(1, 12);
        const double under = hand.timeline.layoutNow().frameAt(at.x());
        hand.wheel(at, 120, Qt::ControlModifier);
        QVERIFY(std::abs(hand.timeline.layoutNow().frameAt(at.x()) - under) < 0.1);
        const double left = hand.timeline.layoutNow().axis.left;
        hand.wheel(at, -120, Qt::ShiftModifier);
        QVERIFY(hand.timeline.layoutNow().axis.left > left);
        QCOMPARE(hand.timeline.layoutNow().scrollY, 0);
        hand.wheel(at, -120, {});
        QVERIFY(hand.timeline.layoutNow().scrollY > 0);
        hand.session.playhead().setFrame(5);
        hand.wheel(at, -120, Qt::AltModifier);
        QCOMPARE(hand.session.playhead().frame(), 6.0);
        hand.wheel(at, 240, Qt::AltModifier);
        QCOMPARE(hand.session.playhead().frame(), 4.0);
    }

    void dragsGoOnScrollingAtTheBorders()
    {
        TimelineHand hand(test::crowdOfLimbs(12));
        for (int i = 0; i < 4; ++i) hand.wheel(hand.at(1, 12), 120, Qt::ControlModifier);
        hand.timeline.horizontalScrollBar()->setValue(
            hand.timeline.horizontalScrollBar()->minimum());
        const auto left = [&] { return hand.timeline.layoutNow().axis.left; };
        const double before = left();
        const QPoint key = hand.at("target0", 0);
        const QPoint border(hand.canvas()->width() - 3, key.y());
        const double inView = hand.timeline.layoutNow().frameAt(border.x());
        hand.pull(key, border);
        QTRY_VERIFY(left() > before + 3);
        QTest::mouseRelease(hand.canvas(), Qt::LeftButton, {}, border);
        const double rest = left();
        QTest::qWait(80);
        QCOMPARE(left(), rest);
        QCOMPARE(hand.steps(), 1);
        QVERIFY2(hand.frames("target0").back() > inView, "the key went along");
        hand.session.undo();

        // A box began at a frame and stays there.
        hand.timeline.horizontalScrollBar()->setValue(
            hand.timeline.horizontalScrollBar()->minimum());
        const QPoint empty = hand.at("target0", 0) + QPoint(-20, -6);
        const QPoint corner(hand.canvas()->width() - 3, hand.canvas()->height() - 3);
        hand.pull(empty, corner);
        QTRY_VERIFY(left() > before + 3);
        QTRY_VERIFY(hand.timeline.layoutNow().scrollY > 0);
        QTest::mouseRelease(hand.canvas(), Qt::LeftButton, {}, corner);
        const std::vector<edit::KeyRef>& keys = hand.session.selection().keys();
        const auto holds = [&](double frame) {
            return std::any_of(keys.begin(), keys.end(), [frame](const edit::KeyRef& ref) {
                return ref.node == NodeId(500) && ref.frame == frame;
            });
        };
        QVERIFY2(holds(0), "although it was scrolled out of view");
    }

    void whereAllIsInViewNothingLooksScrollable()
    {
        TimelineHand hand(test::crowdOfLimbs(2), {1000, 400});
        hand.timeline.showAll();
        QCOMPARE(hand.timeline.horizontalScrollBar()->minimum(),
                 hand.timeline.horizontalScrollBar()->maximum());
        QTRY_VERIFY(!hand.timeline.horizontalScrollBar()->isVisible());
        for (int i = 0; i < 6; ++i) hand.wheel(hand.at(1, 12), 120, Qt::ControlModifier);
        QTRY_VERIFY(hand.timeline.horizontalScrollBar()->isVisible());
        // The bar reaches both ends of the motion.
        hand.timeline.horizontalScrollBar()->setValue(
            hand.timeline.horizontalScrollBar()->maximum());
        const TimelineLayout layout = hand.timeline.layoutNow();
        QVERIFY(layout.frameAt(layout.size.width()) >= 20);
    }

    void framingShowsSelectedKeysOrAll()
    {
        TimelineHand hand(test::withKeys(test::crowdOfLimbs(2), NodeId(500),
                                         {{200, Vec3(0.1, 0.9, 0)}, {260, Vec3(0, 1, 0)}}));
        hand.session.selection().setKeys(hand.timeline.model().refs(hand.row("target0"), 200, 260));
        hand.timeline.showSelected();
        TimelineLayout layout = hand.timeline.layoutNow();
        QVERIFY(layout.frameAt(layout.nameWidth) > 180 && layout.frameAt(layout.nameWidth) < 200);
        QVERIFY(layout.frameAt(1000) > 260);
        hand.session.selection().clear();
        hand.timeline.showSelected();
        layout = hand.timeline.layoutNow();
        QVERIFY(layout.frameX(0) > layout.nameWidth && layout.frameX(20) < 1000);
    }

    void theNamesAreAsWideAsOneLikes()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        const TimelineLayout before = hand.timeline.layoutNow();
        const QPoint edge(before.nameWidth, hand.at(1, 0).y());
        hand.drag(edge, edge + QPoint(60, 0));
        QCOMPARE(hand.timeline.layoutNow().nameWidth, before.nameWidth + 60);
        QTest::mouseDClick(hand.canvas(), Qt::LeftButton, {}, edge + QPoint(60, 0));
        QCOMPARE(hand.timeline.layoutNow().nameWidth, before.nameWidth);
    }

    void thePlayheadTakesTheViewAlong()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        for (int i = 0; i < 12; ++i) hand.wheel(hand.at(1, 0), 120, Qt::ControlModifier);
        hand.session.playhead().setFrame(20);
        const TimelineLayout layout = hand.timeline.layoutNow();
        QVERIFY(layout.frameX(20) >= layout.nameWidth && layout.frameX(20) <= layout.size.width());
    }
};

POSEWRIGHT_TEST(TestTimelineLane, posewright::test::runWithWidgets);
#include "tst_timeline_lane.moc"
