#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/timeline/hand.h"

#include <QHelpEvent>
#include <QSignalSpy>
#include <QToolTip>

using namespace posewright;
using namespace posewright::ui;
using test::TimelineHand;

namespace {

/// One limb whose target is out of its reach at frame 2, and in reach at 20.
Document reachingFar()
{
    const Document doc = test::crowdOfLimbs(1);
    const NodeId target = doc.rig->constraints[0].target;
    const Vec3 near = evaluate(doc, 20).world[doc.scene->find(target)].position;
    return test::withKeys(doc, target, {{2, near + Vec3(50, 0, 0)}, {12, near}, {20, near}});
}

}  // namespace

/// What the line below says of the strip of problems.
class TestStripHint : public QObject {
    Q_OBJECT

private slots:
    void nothingIsClaimedOutsideTheRange()
    {
        TimelineHand hand(reachingFar());
        QTRY_VERIFY(hand.evaluator.filled() >= 1);
        QTRY_COMPARE(int(hand.evaluator.strip().size()), 21);
        QVERIFY(hand.evaluator.isProblemFrame(2) && !hand.evaluator.isProblemFrame(15));
        QSignalSpy hints(&hand.timeline, &Timeline::hint);
        const auto said = [&](double frame) {
            const TimelineLayout layout = hand.timeline.layoutNow();
            hand.move({static_cast<int>(std::lround(layout.frameX(frame))),
                       static_cast<int>(layout.stripTop()) + layout.stripHeight / 2},
                      Qt::NoButton);
            return hints.last()[0].toString();
        };
        QVERIFY2(said(2).startsWith("Frame 2: ") && said(2).contains("target0"),
                 qPrintable(said(2)));
        QVERIFY2(said(15).startsWith("Frame 15: "), qPrintable(said(15)));
        // What plays is 10 to 16 from here on: of the rest, known or not, nothing is said.
        QVERIFY(hand.session.commit(edit::SetPreviewRange{{{10, 16}}}));
        QTRY_VERIFY(hand.evaluator.filled() >= 1);
        for (const double frame : {0.0, 2.0, 9.0, 17.0, 20.0})
            QVERIFY2(said(frame).isEmpty(), qPrintable(said(frame)));
        for (const int frame : {10, 15, 16})
            QVERIFY2(said(frame).startsWith(QString("Frame %1").arg(frame)),
                     qPrintable(said(frame)));
        // The range itself ends what is claimed, too.
        QVERIFY(hand.session.commit(
            std::vector<edit::Edit>{edit::SetPreviewRange{}, edit::SetRange{4, 12}}, "range"));
        for (const double frame : {2.0, 13.0, 20.0})
            QVERIFY2(said(frame).isEmpty(), qPrintable(said(frame)));
        QVERIFY(!said(8).isEmpty());
    }

    void neitherDoesTheTipClaimAnything()
    {
        TimelineHand hand(reachingFar());
        QTRY_VERIFY(hand.evaluator.filled() >= 1);
        QVERIFY(hand.session.commit(edit::SetPreviewRange{{{10, 16}}}));
        QTRY_VERIFY(hand.evaluator.filled() >= 1);
        const auto tip = [&](double frame) {
            const TimelineLayout layout = hand.timeline.layoutNow();
            const QPoint at(static_cast<int>(std::lround(layout.frameX(frame))),
                            static_cast<int>(layout.stripTop()) + layout.stripHeight / 2);
            QHelpEvent ask(QEvent::ToolTip, at, hand.canvas()->mapToGlobal(at));
            QCoreApplication::sendEvent(hand.canvas(), &ask);
            QTest::qWait(400);  // a tip that goes takes its time
            return QToolTip::isVisible() ? QToolTip::text() : QString();
        };
        QVERIFY2(tip(12).startsWith("Frame 12"), qPrintable(tip(12)));
        for (const double frame : {2.0, 17.0}) QVERIFY2(tip(frame).isEmpty(), "what is not played");
    }
};

POSEWRIGHT_TEST(TestStripHint, posewright::test::runWithWidgets);
#include "tst_strip_hint.moc"
