#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/support/swinging_arm.h"
#include "tests/ui/run.h"
#include "tests/ui/viewport/view_hand.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace posewright;

namespace {

}  // namespace

/// Where a target acts that is dragged on recorded motion.
class TestInteractionActs : public QObject {
    Q_OBJECT

private slots:
    void aDragActsNearItsKeyOrEverywhere_data()
    {
        QTest::addColumn<int>("how");
        QTest::addColumn<double>("seconds");
        QTest::addColumn<double>("start");
        QTest::addColumn<double>("end");
        QTest::newRow("near") << 0 << 0.4 << 88.0 << 112.0;
        QTest::newRow("for longer") << 0 << 0.8 << 76.0 << 124.0;
        QTest::newRow("Alt held while dragging") << 1 << 0.4 << 0.0 << 240.0;
        QTest::newRow("E while dragging") << 2 << 0.4 << 0.0 << 240.0;
        QTest::newRow("E twice") << 3 << 0.4 << 88.0 << 112.0;
    }
    void aDragActsNearItsKeyOrEverywhere()
    {
        QFETCH(int, how);
        QFETCH(double, seconds);
        test::ViewHand hand(test::swingingArm());
        hand.session.setActsNear({seconds, false});
        hand.session.playhead().setFrame(100);
        const NodeId star = test::nodeNamed(hand.session.document(), "hand");
        const QPointF from = hand.seen(hand.place(star)), to = from + QPointF(-20, 15);
        hand.press(from);
        hand.moveTo(from, to, how == 1 ? Qt::AltModifier : Qt::NoModifier);
        QVERIFY(hand.interaction->dragging());
        for (int i = 2; i <= how; ++i) {
            QVERIFY(hand.interaction->wantsKey(Qt::Key_E));
            QVERIFY(hand.interaction->key(Qt::Key_E));
        }
        hand.release(to);
        QCOMPARE(hand.session.history().count(), 1);
        const Document& doc = hand.session.document();
        const SpanRow* row = doc.clip().spanRow(test::targetNamed(doc, "hand"));
        QVERIFY(row && row->spans.size() == 1);
        QTEST(row->spans[0].start, "start");
        QTEST(row->spans[0].end, "end");
        // The next drag begins as drags do.
        QVERIFY(!hand.interaction->wantsKey(Qt::Key_E));
    }

    /// At another frame than that at which the target was made the arm is elsewhere: the star is
    /// at the hand, and a drag by a few pixels moves both by as little.
    void aFirstDragBeginsAtTheHand()
    {
        test::ViewHand hand(test::swingingArm());
        const Document& doc = hand.session.document();
        const NodeId star = test::nodeNamed(doc, "hand");
        const NodeId end = constraintOfTarget(*doc.rig, star)->effector;
        hand.session.playhead().setFrame(100);
        const Vec3 before = hand.place(end);
        QCOMPARE((hand.place(star) - before).norm(), 0.0);
        QVERIFY((evaluate(doc, 100).world[doc.scene->find(star)].position - before).norm() > 0.05);
        const QPointF from = hand.seen(before), to = from + QPointF(-6, 4);
        hand.press(from);
        hand.moveTo(from, to);
        hand.release(to);
        QCOMPARE(hand.session.history().count(), 1);
        const double moved = (hand.place(star) - before).norm();
        QVERIFY(moved > 1e-3 && moved < 0.05);
        qInfo("the star moved by %.4f m, the hand by %.4f m", moved,
              (hand.place(end) - before).norm());
        QVERIFY((hand.place(end) - before).norm() < 1.2 * moved);
    }

    void theLimbsReachIsShownMeanwhile()
    {
        test::ViewHand hand(test::swingingArm());
        const NodeId star = test::nodeNamed(hand.session.document(), "hand");
        const QPointF from = hand.seen(hand.place(star)), to = from + QPointF(-20, 15);
        QVERIFY(hand.interaction->overlay().reach == ConstraintId::None);
        hand.press(from);
        hand.moveTo(from, to);
        QVERIFY(hand.interaction->overlay().reach ==
                test::targetNamed(hand.session.document(), "hand"));
        hand.release(to);
        QVERIFY(hand.interaction->overlay().reach == ConstraintId::None);
    }
};

POSEWRIGHT_TEST(TestInteractionActs, posewright::test::runWithWidgets);
#include "tst_interaction_acts.moc"
