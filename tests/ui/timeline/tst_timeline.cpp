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

class TestTimeline : public QObject {
    Q_OBJECT

private slots:
    void keysWinOverSpansAndSmallKeysAreEasyToHit()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        const TimelineLayout layout = hand.timeline.layoutNow();
        const std::vector<SpanRef> none;
        const HitScene scene{hand.rows(), std::nullopt, none};
        const auto hit = [&](const QPointF& p) { return hitTest(layout, scene, p); };
        const std::vector<Marker> markers;
        const auto around = [&](const QPointF& p) {
            return hitTest(layout, TimeHitScene{markers, 0, 20}, p).part;
        };
        using Part = TimelineHit::Part;
        const QPoint key = hand.at("target0", 20);
        QCOMPARE(int(hit(key).part), int(Part::Key));
        QCOMPARE(hit(key).key, 1);
        QCOMPARE(int(hit(key + QPoint(7, 5)).part), int(Part::Key));
        QCOMPARE(int(hit(key + QPoint(-7, -7)).part), int(Part::Key));
        // Beside a key that lies on it, the end of a span is still to be had.
        QCOMPARE(int(hit(key + QPoint(-11, 0)).part), int(Part::SpanEnd));
        QCOMPARE(int(hit(key + QPoint(-30, 0)).part), int(Part::Span));
        QCOMPARE(int(hit(key + QPoint(30, 0)).part), int(Part::Row));
        QCOMPARE(int(around({double(layout.nameWidth) + 40, 5})), int(TimeHit::Part::Ruler));
        QCOMPARE(int(hit({double(layout.nameWidth) - 5, double(key.y())}).part), int(Part::Name));
        const QPointF divider(layout.nameWidth, key.y());
        QCOMPARE(int(around(divider)), int(TimeHit::Part::Divider));
        QCOMPARE(int(hit(divider).part), int(Part::Nothing));
        QCOMPARE(int(around(key)), int(TimeHit::Part::Content));
        QCOMPARE(int(hit({500, 315}).part), int(Part::Nothing));
    }

    void draggingTheRulerScrubs()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        const int y = hand.timeline.layoutNow().rulerHeight / 2;
        hand.drag({hand.at(0, 3).x(), y}, {hand.at(0, 14).x(), y});
        QCOMPARE(hand.session.playhead().frame(), 14.0);
        QCOMPARE(hand.steps(), 0);
    }

    /// What shows the whole range goes on to do so, and another clip is shown whole.
    void theAxisFollowsTheRange()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        const auto middle = [&] {
            const TimelineLayout layout = hand.timeline.layoutNow();
            return layout.axis.left +
                   (layout.size.width() - layout.nameWidth) / layout.axis.pixelsPerFrame / 2;
        };
        const auto perFrame = [&] { return hand.timeline.layoutNow().axis.pixelsPerFrame; };
        const double wide = perFrame();
        edit::SetRange range;
        range.start = 0;
        range.end = 200;
        QVERIFY(hand.session.commit(range));
        QVERIFY(perFrame() < wide / 5);
        QVERIFY(std::abs(middle() - 100) < 5);
        hand.session.undo();
        QCOMPARE(perFrame(), wide);
        // Who looks at a part goes on to look at it.
        hand.timeline.showFrames(5, 10);
        const double near = perFrame();
        QVERIFY(hand.session.commit(range));
        QCOMPARE(perFrame(), near);
        QVERIFY(hand.session.commit(edit::AddClip{.name = "short"}));
        QVERIFY(hand.session.commit(edit::SetActiveClip{"short"}));
        const Playback& now = hand.doc().playback;
        QVERIFY(std::abs(middle() - (now.start + now.end) / 2) < 5);
        QVERIFY(perFrame() != near);
    }

    void aNewTargetsRowIsBroughtIntoView()
    {
        // Twelve targets, room for five rows.
        TimelineHand hand(test::crowdOfLimbs(12), {1000, 0});
        TimelineLayout layout = hand.timeline.layoutNow();
        hand.timeline.resize(1000, layout.rowsTop() + 5 * layout.rowHeight + 7);
        QCoreApplication::processEvents();
        hand.timeline.verticalScrollBar()->setValue(0);
        edit::AddTarget add;
        add.effector = NodeId(103);
        add.root = NodeId(101);
        add.name = "fresh";
        QVERIFY(hand.session.commit(add));
        const auto whole = [&](const QString& name) {
            const TimelineLayout now = hand.timeline.layoutNow();
            const QRect rect = now.rowRect(hand.row(name));
            return rect.top() >= now.rowsTop() && rect.bottom() < now.size.height();
        };
        QVERIFY(hand.row("fresh") > 5);
        QVERIFY(whole("fresh"));
        // What is in view already stays where it is.
        const int before = hand.timeline.verticalScrollBar()->value();
        add.name = "another";
        add.effector = NodeId(113);
        add.root = NodeId(111);
        hand.timeline.verticalScrollBar()->setValue(before + layout.rowHeight);
        QVERIFY(hand.session.commit(add));
        QVERIFY(whole("another"));
        QCOMPARE(hand.timeline.verticalScrollBar()->value(), before + layout.rowHeight);
        // Other edits scroll nothing.
        hand.timeline.verticalScrollBar()->setValue(0);
        hand.session.undo();
        QCOMPARE(hand.timeline.verticalScrollBar()->value(), 0);
    }

    void theLastRowInViewIsWhole()
    {
        TimelineHand hand(test::crowdOfLimbs(12));
        for (int height = 240; height < 300; height += 7) {
            hand.timeline.resize(1000, height);
            QCoreApplication::processEvents();
            const TimelineLayout layout = hand.timeline.layoutNow();
            QCOMPARE((layout.size.height() - layout.rowsTop()) % layout.rowHeight, 0);
            QVERIFY(layout.size.height() > height - layout.rowHeight - 20);
            hand.timeline.verticalScrollBar()->setValue(1 << 20);
            QCOMPARE(hand.timeline.layoutNow().rowRect(int(hand.rows().size()) - 1).bottom() + 1,
                     layout.size.height());
            hand.timeline.verticalScrollBar()->setValue(0);
        }
        // Where all fit, nothing is left empty.
        TimelineHand few(test::crowdOfLimbs(1), {1000, 333});
        QCoreApplication::processEvents();
        QCOMPARE(few.timeline.layoutNow().size.height(), 333);
    }

    void rowsSelectAndNeverMoveTime()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        hand.session.playhead().setFrame(6);
        const QPoint name(hand.timeline.layoutNow().nameWidth - 40, hand.at("target1", 0).y());
        hand.click(name);
        QCOMPARE(quint64(hand.session.selection().active()), quint64(501));
        hand.click(hand.at("target0", 10));
        QCOMPARE(quint64(hand.session.selection().active()), quint64(500));
        QCOMPARE(hand.session.playhead().frame(), 6.0);
    }

    void draggingAKeyMovesItByWholeFramesInOneStep()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        const Document before = hand.doc();
        hand.pull(hand.at("target0", 0), hand.at("target0", 7) + QPoint(3, 0));
        QVERIFY(hand.frames("target0") == (Frames{7, 20}));
        QTest::mouseRelease(hand.canvas(), Qt::LeftButton, {}, hand.at("target0", 7));
        QVERIFY(hand.frames("target1") == (Frames{0, 20}));
        QCOMPARE(hand.steps(), 1);
        QCOMPARE(hand.session.history().undoText(), QString("Move key of target0 from 0 to 7"));
        QCOMPARE(int(hand.session.selection().keys().size()), 1);
        QCOMPARE(hand.session.selection().keys()[0].frame, 7.0);
        hand.session.undo();
        QVERIFY(hand.doc() == before);
    }

    void escapeLeavesTheKeysWhereTheyWere()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        const Document before = hand.doc();
        hand.pull(hand.at("target0", 0), hand.at("target0", 7));
        QVERIFY(!(hand.doc() == before));
        QTest::keyClick(&hand.timeline, Qt::Key_Escape);
        QVERIFY(hand.doc() == before);
        QTest::mouseRelease(hand.canvas(), Qt::LeftButton, {}, hand.at("target0", 7));
        QCOMPARE(hand.steps(), 0);
        QCOMPARE(hand.session.selection().keys()[0].frame, 0.0);
    }

    void theSummaryAndTheGroupMoveTheirColumn_data()
    {
        QTest::addColumn<QString>("row");
        QTest::newRow("all") << "All keys";
        QTest::newRow("targets") << "Targets";
    }
    void theSummaryAndTheGroupMoveTheirColumn()
    {
        QFETCH(QString, row);
        TimelineHand hand(test::crowdOfLimbs(3));
        hand.drag(hand.at(row, 20), hand.at(row, 15));
        for (const char* name : {"All keys", "target0", "target1", "target2"})
            QVERIFY(hand.frames(name) == (Frames{0, 15}));
        QCOMPARE(hand.steps(), 1);
        QCOMPARE(hand.session.history().undoText(), QString("Move 3 keys by -5"));
    }

    void aBoxSelectsTheKeysInsideIt()
    {
        TimelineHand hand(test::crowdOfLimbs(3));
        hand.drag(QPoint(hand.at(0, 22).x(), hand.at("target0", 0).y() - 6),
                  hand.at("target1", 18) + QPoint(0, 4));
        QCOMPARE(int(hand.session.selection().keys().size()), 2);
        QCOMPARE(int(hand.session.selection().nodes().size()), 2);
        hand.click(hand.at("target2", 0), Qt::ShiftModifier);
        QCOMPARE(int(hand.session.selection().keys().size()), 3);
        hand.click(hand.at("target2", 0), Qt::ControlModifier);
        QCOMPARE(int(hand.session.selection().keys().size()), 2);
        hand.click(hand.at("target0", 20));
        QCOMPARE(int(hand.session.selection().keys().size()), 1);
        QCOMPARE(hand.steps(), 0);
    }

    void theFrameAroundKeysScalesAndMovesThem()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        hand.session.selection().setKeys(hand.timeline.model().refs(0, 0, 20));
        const auto handle = [&](TimelineHit::Part part) {
            const QRectF box =
                rectOf(hand.timeline.layoutNow(),
                       *keyFrameBox(hand.rows(), hand.timeline.model().selectedFrames()));
            const double x = part == TimelineHit::Part::BoxEnd ? box.right() : box.left();
            return QPoint(static_cast<int>(x), hand.at("target0", 0).y());
        };
        const QPoint end = handle(TimelineHit::Part::BoxEnd);
        const QPoint to(hand.at("target0", 10).x(), end.y());
        hand.drag(end, to);
        QVERIFY(hand.frames("target0") == (Frames{0, 10}));
        QVERIFY(hand.frames("target1") == (Frames{0, 10}));
        QCOMPARE(hand.session.history().undoText(), QString("Scale 4 keys"));
        const QPoint start = handle(TimelineHit::Part::BoxStart);
        hand.drag(start, QPoint(hand.at("target0", 5).x(), start.y()));
        QVERIFY(hand.frames("target0") == (Frames{5, 10}));
        QCOMPARE(hand.steps(), 2);
        QCOMPARE(int(hand.session.selection().keys().size()), 4);
    }

    void altDragCopiesKeys()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        hand.drag(hand.at("target0", 20), hand.at("target0", 14), Qt::AltModifier);
        QVERIFY(hand.frames("target0") == (Frames{0, 14, 20}));
        QCOMPARE(hand.steps(), 1);
        QCOMPARE(hand.session.selection().keys()[0].frame, 14.0);
    }

    void altClickChangesTheEasing()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        const auto sign = [&] { return (*hand.rows()[hand.row("target0")].keys)[0].glyph; };
        std::vector<Glyph> seen{sign()};
        for (int i = 0; i < 4; ++i) {
            hand.click(hand.at("target0", 0), Qt::AltModifier);
            seen.push_back(sign());
        }
        QVERIFY(seen == (std::vector{Glyph::Curve, Glyph::Linear, Glyph::Hold, Glyph::Eased,
                                     Glyph::Curve}));
        QCOMPARE(hand.steps(), 4);
    }

    void ripplePushesWhatComesAfter()
    {
        TimelineHand hand(test::withKeys(test::crowdOfLimbs(2), NodeId(500),
                                         {{8, Vec3(0.1, 0.9, 0)}, {12, Vec3(0.2, 1, 0)}}));
        hand.timeline.setRipple(true);
        hand.drag(hand.at("target0", 8), hand.at("target0", 11));
        QVERIFY(hand.frames("target0") == (Frames{0, 11, 15, 23}));
        QVERIFY(hand.frames("target1") == (Frames{0, 20}));
        QCOMPARE(hand.spans("target0"), QStringList{"Reach 0-23"});
        // Back it goes no farther than to the key before.
        hand.drag(hand.at("target0", 11), hand.at("target0", -5));
        QVERIFY(hand.frames("target0") == (Frames{0, 1, 5, 13}));
        QVERIFY(timeline::remove(hand.session, true));
        QVERIFY(hand.frames("target0") == (Frames{0, 1, 9}));
    }

    void dragsSnapToKeysWithShiftAndLeaveWholeFramesWithCtrl()
    {
        TimelineHand hand(
            test::withKeys(test::crowdOfLimbs(2), NodeId(501), {{9.5, Vec3(0.1, 0.9, 0)}}));
        hand.pull(hand.at("target0", 0), hand.at("target0", 9));
        QCOMPARE(hand.session.selection().keys()[0].frame, 9.0);
        hand.move(hand.at("target0", 9.4), Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(hand.session.selection().keys()[0].frame, 9.5);
        hand.move(hand.at("target0", 6.3), Qt::LeftButton, Qt::ControlModifier);
        const double free = hand.session.selection().keys()[0].frame;
        QVERIFY(std::abs(free - 6.3) < 0.05 && free != std::round(free));
        QTest::mouseRelease(hand.canvas(), Qt::LeftButton, {}, hand.at("target0", 6.3));
        QCOMPARE(hand.steps(), 1);
    }

    void keysAreNudgedCopiedPastedAndDuplicated()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        hand.click(hand.at("target0", 20));
        QVERIFY(timeline::nudge(hand.session, -10, false));
        QVERIFY(timeline::nudge(hand.session, 1, false));
        QVERIFY(hand.frames("target0") == (Frames{0, 11}));
        const QByteArray json = timeline::copied(hand.session);
        hand.session.playhead().setFrame(16);
        QVERIFY(timeline::paste(hand.session, json));
        QVERIFY(hand.frames("target0") == (Frames{0, 11, 16}));
        // With another target selected, they go there.
        hand.session.selection().setNodes({NodeId(501)});
        hand.session.playhead().setFrame(5);
        QVERIFY(timeline::paste(hand.session, json));
        QVERIFY(hand.frames("target1") == (Frames{0, 5, 20}));
        const Curve& x0 = *hand.doc().clip().track(NodeId(500))->translation[0];
        const Curve& x1 = *hand.doc().clip().track(NodeId(501))->translation[0];
        QCOMPARE(x1.find(5)->value, x0.find(11)->value);
        hand.session.playhead().setFrame(8);
        QVERIFY(timeline::duplicate(hand.session));
        QVERIFY(hand.frames("target1") == (Frames{0, 5, 8, 20}));
        QVERIFY(timeline::remove(hand.session, false));
        QVERIFY(hand.frames("target1") == (Frames{0, 5, 20}));
        QCOMPARE(hand.steps(), 6);
        QVERIFY(!timeline::paste(hand.session, "something else"));
    }

    void easingsAreSetOnSelectedKeysOrOnThoseAtThePlayhead()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        hand.session.selection().setNodes({NodeId(500)});
        for (const operate::EasingShape& easing : operate::easings()) {
            QVERIFY(timeline::setEasing(hand.session, easing.easing));
            const Glyph sign = (*hand.rows()[hand.row("target0")].keys)[0].glyph;
            const Glyph wanted = easing.shape == edit::KeyShape::Bezier     ? Glyph::Curve
                                 : easing.shape == edit::KeyShape::Linear   ? Glyph::Linear
                                 : easing.shape == edit::KeyShape::Constant ? Glyph::Hold
                                                                            : Glyph::Eased;
            QCOMPARE(int(sign), int(wanted));
        }
    }

    void aDoubleClickOnARowSetsAKey()
    {
        TimelineHand hand(test::crowdOfLimbs(2));
        QTest::mouseDClick(hand.canvas(), Qt::LeftButton, {}, hand.at("target1", 9));
        QVERIFY(hand.frames("target1") == (Frames{0, 9, 20}));
        hand.timeline.model().setExpanded(hand.row("Joints"), true);
        hand.timeline.resize(1000, 2400);
        QTest::mouseDClick(hand.canvas(), Qt::LeftButton, {}, hand.at("trunk1", 4));
        QVERIFY(hand.frames("trunk1") == Frames{4});
        QCOMPARE(hand.steps(), 2);
        QCOMPARE(hand.session.history().undoText(), QString("Key trunk1 at 4"));
    }
};

POSEWRIGHT_TEST(TestTimeline, posewright::test::runWithWidgets);
#include "tst_timeline.moc"
