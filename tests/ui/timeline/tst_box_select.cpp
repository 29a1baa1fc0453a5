#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/timeline/hand.h"
#include "ui/timeline/commands.h"

#include <QScrollBar>
#include <QSignalSpy>

using namespace posewright;
using namespace posewright::ui;
using test::TimelineHand;

namespace {

/// Reach 0-20 on two targets, on the first one a contact from 8 to 14 and keys around it.
Document walking()
{
    Document doc = test::withKeys(test::crowdOfLimbs(2), NodeId(500),
                                  {{0, {0.1, 1, 0}},
                                   {3, {0.2, 1, 0}},
                                   {6, {0.3, 1, 0}},
                                   {17, {0.3, 1, 0}},
                                   {20, {0.3, 1, 0}}});
    return *edit::apply(doc, test::spanOf(ConstraintId(600), 8, 14, SpanKind::Contact));
}

}  // namespace

/// Boxes on rows that spans fill, and what else the hand needs there to see what it does.
class TestBoxSelect : public QObject {
    Q_OBJECT

    static std::vector<double> chosen(TimelineHand& hand)
    {
        std::vector<double> frames;
        for (const edit::KeyRef& key : hand.session.selection().keys()) frames.push_back(key.frame);
        std::sort(frames.begin(), frames.end());
        return frames;
    }

private slots:
    void aDragFromAReachSelectsKeys()
    {
        TimelineHand hand(walking());
        const Document before = hand.doc();
        hand.drag(hand.at("target0", 2), hand.at("target0", 7));
        QCOMPARE(chosen(hand), (std::vector<double>{3, 6}));
        QVERIFY(hand.session.selection().spans().empty());
        QVERIFY(hand.doc() == before);
        // Up and down, too, over several rows.
        hand.drag(hand.at("target1", 1), hand.at("target0", 1) + QPoint(2, 0));
        QVERIFY(hand.doc() == before);
    }

    void aClickSelectsTheReachAndThenItMoves()
    {
        TimelineHand hand(walking());
        hand.click(hand.at("target1", 10));
        QVERIFY(hand.session.selection().spans() == (std::vector<SpanRef>{{ConstraintId(601), 0}}));
        QCOMPARE(hand.steps(), 0);
        hand.drag(hand.at("target1", 10), hand.at("target1", 12));
        QCOMPARE(hand.spans("target1").join(", "), QString("Reach 2-22"));
        QCOMPARE(hand.steps(), 1);
    }

    void shiftAndCtrlMakeABoxOnAnySpan_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<bool>("toggles");
        QTest::addColumn<bool>("selected");
        for (const bool toggles : {false, true})
            for (const bool selected : {false, true}) {
                const auto name = [&](const char* kind) {
                    return QString("%1, %2, %3")
                        .arg(kind, toggles ? "Ctrl" : "Shift", selected ? "selected" : "not")
                        .toLatin1();
                };
                QTest::newRow(name("reach")) << 2.0 << 7.0 << toggles << selected;
                QTest::newRow(name("contact")) << 13.0 << 2.0 << toggles << selected;
            }
    }
    void shiftAndCtrlMakeABoxOnAnySpan()
    {
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(bool, toggles);
        QFETCH(bool, selected);
        TimelineHand hand(walking());
        const Document before = hand.doc();
        if (selected) hand.click(hand.at("target0", from));
        hand.click(hand.at("target0", 3), Qt::ShiftModifier);
        QCOMPARE(chosen(hand), std::vector<double>{3});
        hand.drag(hand.at("target0", from), hand.at("target0", to),
                  toggles ? Qt::ControlModifier : Qt::ShiftModifier);
        std::vector<double> now = chosen(hand);
        std::erase_if(now, [](double frame) { return frame == 8 || frame == 14; });
        QCOMPARE(now, toggles ? (std::vector<double>{6}) : (std::vector<double>{3, 6}));
        QVERIFY(hand.doc() == before);
    }

    void shiftOnANameSelectsAllUpToIt()
    {
        TimelineHand hand(walking());
        const auto name = [&](int row) { return QPoint(60, hand.at(row, 0).y()); };
        const auto chosenRows = [&] {
            std::vector<QString> out;
            for (const TimelineRow& row : hand.rows())
                if (!row.isGroup() && hand.session.selection().contains(row.node))
                    out.push_back(row.name);
            return out;
        };
        const int first = hand.row("target0");
        const int last = hand.row("target1");
        QVERIFY(first >= 0 && last > first);
        hand.click(name(first));
        QCOMPARE(chosenRows(), std::vector<QString>{"target0"});
        hand.click(name(last), Qt::ShiftModifier);
        QCOMPARE(int(chosenRows().size()), last - first + 1);
        QCOMPARE(chosenRows().back(), QString("target1"));
        hand.click(name(first), Qt::ControlModifier);
        QCOMPARE(int(chosenRows().size()), last - first);
    }

    void aBoxThatShrinksGivesBack()
    {
        TimelineHand hand(walking());
        hand.click(hand.at("target0", 3));
        const QPoint from = hand.at("target0", 2);
        hand.pull(from, hand.at("target0", 7), Qt::ControlModifier);
        QCOMPARE(chosen(hand), std::vector<double>{6});
        hand.move(hand.at("target0", 4), Qt::LeftButton, Qt::ControlModifier);
        QCOMPARE(chosen(hand), std::vector<double>{});
        hand.move(from + QPoint(4, 0), Qt::LeftButton, Qt::ControlModifier);
        QCOMPARE(chosen(hand), std::vector<double>{3});
        QTest::mouseRelease(hand.canvas(), Qt::LeftButton, Qt::ControlModifier, from);
    }

    void theLineBelowSaysWhatADragDoes()
    {
        TimelineHand hand(walking());
        QSignalSpy hints(&hand.timeline, &Timeline::hint);
        const auto said = [&](const QPoint& at) {
            hand.move(at, Qt::NoButton);
            return hints.last()[0].toString();
        };
        QVERIFY(said(hand.at("target1", 10)).contains("drag selects keys, click selects it"));
        hand.click(hand.at("target1", 10));
        QVERIFY(said(hand.at("target1", 11)).contains("drag moves it, Shift+drag selects keys"));
        QVERIFY(said(hand.at("target0", 11)).contains("drag moves it, Shift+drag selects keys"));
    }

    void aDrawnSpanIsSelectedWithItsTarget()
    {
        TimelineHand hand(walking());
        hand.click(hand.at("target0", 3));
        hand.drag(hand.at("target1", 4), hand.at("target1", 9), Qt::AltModifier);
        const Selection& selection = hand.session.selection();
        QVERIFY(selection.nodes() == std::vector{NodeId(501)});
        QVERIFY(selection.spans() == (std::vector<SpanRef>{{ConstraintId(601), 4}}));
        QVERIFY(selection.keys().empty());
        // One taken back leaves what was selected.
        hand.click(hand.at("target0", 3));
        hand.pull(hand.at("target1", 11), hand.at("target1", 15), Qt::AltModifier);
        QTest::keyClick(&hand.timeline, Qt::Key_Escape);
        QVERIFY(selection.nodes() == std::vector{NodeId(500)});
        QCOMPARE(chosen(hand), std::vector<double>{3});
        QTest::mouseRelease(hand.canvas(), Qt::LeftButton, Qt::AltModifier, {});
    }

    void fewFramesAreShownInTheMiddle()
    {
        TimelineHand hand(walking(), {2400, 320});
        hand.click(hand.at("target0", 3));
        hand.click(hand.at("target0", 6), Qt::ShiftModifier);
        hand.timeline.showSelected();
        const TimelineLayout layout = hand.timeline.layoutNow();
        const double middle = (layout.nameWidth + layout.size.width()) / 2.0;
        QVERIFY(std::abs(layout.frameX(4.5) - middle) < 2);
        QVERIFY(layout.frameX(3) > layout.nameWidth && layout.frameX(6) < layout.size.width());
    }

    void openingTheLastRowShowsWhatIsInIt()
    {
        TimelineHand hand(walking(), {1000, 600});
        edit::SetJointKey key;
        key.rotation = Quat(Eigen::AngleAxisd(0.4, Vec3::UnitX()));
        std::vector<edit::Edit> edits;
        for (int i = 0; i < 10; ++i) {
            key.joint = NodeId(120 + 10 * i);
            edits.emplace_back(key);
        }
        QVERIFY(hand.session.commit(edits, "keys"));
        const int joints = hand.row("Joints");
        QCOMPARE(joints, int(hand.rows().size()) - 1);
        const TimelineLayout layout = hand.timeline.layoutNow();
        // Just as high as the rows are.
        hand.timeline.resize(1000, layout.rowsTop() + (joints + 1) * layout.rowHeight +
                                       (hand.timeline.height() - hand.canvas()->height()));
        hand.click(QPoint(layout.indent / 2 + 2, hand.at(joints, 0).y()));
        QVERIFY(hand.rows()[joints].expanded);
        const auto inView = [&](int row) {
            const TimelineLayout now = hand.timeline.layoutNow();
            const QRect rect = now.rowRect(row);
            return rect.top() >= now.rowsTop() && rect.bottom() <= now.size.height();
        };
        QVERIFY(inView(joints) && inView(joints + 1));
        QVERIFY(inView(joints + 3));
    }

    void aNewTargetsRowComesIntoViewWithTheBarsThatComeWithIt()
    {
        for (int height = 150; height < 330; height += 7) {
            TimelineHand hand(test::crowdOfLimbs(4), {700, height});
            hand.timeline.viewport();
            edit::AddTarget add;
            add.name = "new";
            add.effector = NodeId(154);
            add.root = NodeId(150);
            QVERIFY(hand.session.commit(add));
            const int row = hand.row("new");
            QVERIFY(row >= 0);
            QCoreApplication::processEvents();
            const TimelineLayout now = hand.timeline.layoutNow();
            const QRect rect = now.rowRect(row);
            QVERIFY2(rect.top() >= now.rowsTop() && rect.bottom() < now.size.height() + 1,
                     qPrintable(QString("height %1: row at %2 of %3")
                                    .arg(height)
                                    .arg(rect.bottom())
                                    .arg(now.size.height())));
        }
    }

    void noOtherKeyLightsUpWhileOneIsDragged()
    {
        TimelineHand hand(walking());
        hand.click(hand.at("target0", 3));
        hand.pull(hand.at("target0", 3), hand.at("target0", 7));
        hand.move(hand.at("target0", 7), Qt::LeftButton);
        QCOMPARE(hand.frames("target0")[2], 7.0);
        // With nothing hovered the row looks as it does after Esc, the pointer gone, and the same
        // move made anew without one.
        const QImage held = hand.canvas()->grab().toImage();
        QTest::mouseRelease(hand.canvas(), Qt::LeftButton, {}, hand.at("target0", 7));
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(hand.canvas(), &leave);
        QCoreApplication::sendEvent(&hand.timeline, &leave);
        const QImage idle = hand.canvas()->grab().toImage();
        const QRect other(hand.at("target0", 6) - QPoint(8, 8), QSize(14, 16));
        QCOMPARE(held.copy(other), idle.copy(other));
    }
};

POSEWRIGHT_TEST(TestBoxSelect, posewright::test::runWithWidgets);

#include "tst_box_select.moc"
