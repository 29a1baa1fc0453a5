#include "core/math/rotation.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/viewport/arms.h"
#include "tests/ui/viewport/view_hand.h"

#include <QSignalSpy>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;
using namespace posewright::test::arms;

class TestInteraction : public QObject {
    Q_OBJECT

private slots:
    void anArrowMovesATargetAlongItsAxisOnly_data()
    {
        QTest::addColumn<int>("part");
        QTest::addColumn<int>("axis");
        QTest::newRow("X") << int(GizmoPart::X) << 0;
        QTest::newRow("Y") << int(GizmoPart::Y) << 1;
        QTest::newRow("Z") << int(GizmoPart::Z) << 2;
    }
    void anArrowMovesATargetAlongItsAxisOnly()
    {
        QFETCH(int, part);
        QFETCH(int, axis);
        Desk desk(heldArm());
        desk.session.selection().setNodes({kTarget});
        desk.take(Tool::Move);
        const Document before = desk.session.document();
        const Vec3 start = desk.place(kTarget);
        const QPointF from = desk.handle(GizmoPart(part));
        QVERIFY(from.x() > 0);
        const QPointF along = desk.seen(start + 0.2 * Vec3::Unit(axis)) - desk.seen(start);
        desk.drag(from, from + along + QPointF(7, 9));
        const Vec3 by = desk.place(kTarget) - start;
        QVERIFY(std::abs(by[axis]) > 0.1);
        QVERIFY((by - by[axis] * Vec3::Unit(axis)).norm() < 1e-9);
        QCOMPARE(desk.session.history().count(), 1);
        desk.session.undo();
        QVERIFY(desk.session.document() == before);
    }

    /// The pointer leaves during a drag, and nothing says so when the button is released.
    void nothingIsHoveredAfterADragThatEndsOutside()
    {
        Desk desk(heldArm());
        const QPointF star = desk.seen(desk.place(kTarget));
        desk.interaction->move(star, {});
        QCOMPARE(desk.session.selection().hovered(), kTarget);
        for (const bool outside : {false, true}) {
            const QPointF end = outside ? QPointF(-20, star.y()) : star + QPointF(4, 4);
            desk.interaction->move(star, {});
            desk.drag(star, end);
            QCOMPARE(desk.session.selection().hovered() == NodeId::None, outside);
        }
    }

    /// Keys of an earlier step are not what is worked on, and Delete must not remove them.
    void aDragElsewhereDeselectsKeys()
    {
        Desk desk(heldArm());
        edit::KeyRef key;
        key.node = kTarget;
        key.frame = 0;
        QVERIFY(edit::exists(desk.session.document().clip(), key));
        const auto dragAt = [&](double frame) {
            desk.session.selection().pick({kTarget});
            desk.session.selection().setKeys({key});
            desk.session.playhead().setFrame(frame);
            const QPointF from = desk.seen(desk.place(kTarget));
            desk.drag(from, from + QPointF(25, -20));
            return desk.session.selection().keys().size();
        };
        QCOMPARE(dragAt(0), std::size_t(1));
        QCOMPARE(dragAt(10), std::size_t(0));
        QVERIFY(desk.session.selection().contains(kTarget));
    }

    void inAContactADragMovesTheContactAndTheWayThere()
    {
        const auto setSpan = [](double start, double end) {
            edit::SetSpan span;
            span.target = ConstraintId(200);
            span.start = start;
            span.end = end;
            span.kind = SpanKind::Contact;
            return span;
        };
        Desk desk(*edit::apply(heldArm(), setSpan(8, 14)));
        desk.session.playhead().setFrame(10);
        const Document before = desk.session.document();
        const Vec3 start = desk.place(kTarget);
        const QPointF from = desk.seen(start);
        desk.drag(from, from + QPointF(25, -20));
        QCOMPARE(desk.session.history().count(), 1);
        QCOMPARE(desk.session.history().undoText(), QString("Move contact of hand"));
        const Vec3 there = desk.place(kTarget);
        QVERIFY((there - start).norm() > 0.02);
        const Document& doc = desk.session.document();
        for (double frame = 8; frame <= 14; frame += 0.5) {
            const Evaluation pose = evaluate(doc, frame);
            QVERIFY((pose.world[doc.scene->find(kHand)].position - there).norm() < 1e-6);
            QCOMPARE(pose.targets[0].status, ik::Status::Reached);
        }
        // It comes there and leaves from there without a jump.
        for (const double border : {8.0, 14.0})
            for (const double side : {-1e-3, 1e-3}) {
                const Evaluation pose = evaluate(doc, border + side);
                QVERIFY((pose.world[doc.scene->find(kHand)].position - there).norm() < 1e-3);
            }
        desk.session.undo();
        QVERIFY(desk.session.document() == before);
    }

    void aContactThatSticksToSomethingKeepsToItWhenDragged()
    {
        Document doc =
            *edit::apply(heldArm(), edit::AddBone{"Table", NodeId::None, {1, 0, 0}, {1, 1, 0}});
        const NodeId table = (*doc.scene)[doc.scene->find("Table")].id;
        edit::SetJointKey key;
        key.joint = table;
        key.frame = 0;
        key.translation = Vec3(1, 0, 0);
        doc = *edit::apply(doc, key);
        key.frame = 20;
        key.translation = Vec3(1, 0, 0.2);
        doc = *edit::apply(doc, key);
        edit::SetSpan span;
        span.target = ConstraintId(200);
        span.start = 8;
        span.end = 14;
        span.kind = SpanKind::Contact;
        span.space = table;
        Desk desk(*edit::apply(doc, span));
        desk.session.playhead().setFrame(8);
        const QPointF from = desk.seen(desk.place(kTarget));
        desk.drag(from, from + QPointF(20, -15));
        const Document& now = desk.session.document();
        const NodeIndex row = now.scene->find(table), hand = now.scene->find(kHand);
        const auto inTable = [&](double frame) -> Vec3 {
            const Evaluation pose = evaluate(now, frame);
            return pose.world[row].matrix().inverse() * pose.world[hand].position;
        };
        const Vec3 held = inTable(8);
        for (double frame = 8; frame <= 14; ++frame) QVERIFY((inTable(frame) - held).norm() < 1e-6);
        QVERIFY(
            (evaluate(now, 14.001).world[hand].position - evaluate(now, 14).world[hand].position)
                .norm() < 1e-3);
    }

    void ofTwoSignsOnOneSpotTheSelectedOneIsDragged()
    {
        const Document one = heldArm();
        edit::AddTarget add;
        add.name = "second";
        add.effector = kHand;
        add.root = kRoot;
        Document two = *edit::apply(one, add);
        const NodeId second = (*two.scene)[two.scene->find("second")].id;
        edit::SetTargetKey key;
        key.target = findConstraint(two, "second")->id;
        key.position = Vec3(0.5, 0.6, 0.2);
        two = *edit::apply(two, key);
        for (const NodeId chosen : {kTarget, second}) {
            Desk desk(two);
            desk.session.selection().setNodes({chosen});
            const Vec3 spot(0.5, 0.6, 0.2);
            const NodeId other = chosen == kTarget ? second : kTarget;
            QVERIFY((desk.place(chosen) - desk.place(other)).norm() < 1e-9);
            const QPointF from = desk.seen(spot);
            desk.drag(from, from + QPointF(25, -20));
            // Three drags at three frames are three lines that one can tell apart.
            QVERIFY2(desk.session.history().undoText().endsWith(" at 0"),
                     qPrintable(desk.session.history().undoText()));
            QVERIFY((desk.place(chosen) - spot).norm() > 0.01);
            QVERIFY((desk.place(other) - spot).norm() < 1e-9);
        }
    }

    void aKeyHoldsADragToAnAxisAndLetsGo()
    {
        Desk desk(heldArm());
        const Vec3 start = desk.place(kTarget);
        const QPointF from = desk.seen(start), to = from + QPointF(50, -40);
        QVERIFY(!desk.interaction->wantsKey(Qt::Key_X));
        desk.press(from);
        desk.moveTo(from, to);
        QVERIFY(desk.interaction->wantsKey(Qt::Key_X));
        QVERIFY(desk.interaction->key(Qt::Key_Y));
        const Vec3 up = desk.place(kTarget) - start;
        QVERIFY(std::abs(up.y()) > 0.01);
        QVERIFY(std::hypot(up.x(), up.z()) < 1e-9);
        QVERIFY(desk.interaction->key(Qt::Key_Y));
        const Vec3 freely = desk.place(kTarget) - start;
        QVERIFY(std::hypot(freely.x(), freely.z()) > 0.01);
        desk.release(to);
        QCOMPARE(desk.session.history().count(), 1);
    }

    void snappingStopsAtTheGridAndCtrlTurnsItAbout()
    {
        for (const bool on : {false, true})
            for (const bool ctrl : {false, true}) {
                Desk desk(heldArm());
                ViewState state;
                state.snap = on;
                desk.set(state);
                const QPointF from = desk.seen(desk.place(kTarget));
                desk.press(from);
                desk.moveTo(from, from + QPointF(41, -33),
                            ctrl ? Qt::ControlModifier : Qt::NoModifier);
                desk.interaction->key(Qt::Key_X);
                const double step = Manipulation::moveStep(desk.view->stage());
                const double x = desk.place(kTarget).x() / step;
                QCOMPARE(std::abs(x - std::round(x)) < 1e-6, on != ctrl);
                desk.release(from + QPointF(41, -33));
            }
    }

    void shiftIsSlow()
    {
        Desk desk(heldArm());
        const Vec3 start = desk.place(kTarget);
        const QPointF from = desk.seen(start);
        desk.drag(from, from + QPointF(80, 0));
        const double fast = (desk.place(kTarget) - start).norm();
        desk.session.undo();
        desk.drag(from, from + QPointF(80, 0), Qt::ShiftModifier);
        const double slow = (desk.place(kTarget) - start).norm();
        QVERIFY2(slow > 0 && slow < 0.15 * fast, qPrintable(QString::number(slow / fast)));
    }

    void aDragFromNothingSelectsWhatItsBoxTouches()
    {
        Desk desk(freeArm());
        const QPointF a = desk.seen(desk.place(NodeId(3)));
        desk.press(a - QPointF(90, 90));
        desk.moveTo(a - QPointF(90, 90), a + QPointF(4, 4));
        QVERIFY(desk.interaction->overlay().box);
        desk.release(a + QPointF(4, 4));
        QVERIFY(desk.session.selection().contains(kElbow) ||
                desk.session.selection().contains(NodeId(3)));
        const std::size_t count = desk.session.selection().nodes().size();
        QVERIFY(count < 5);
        desk.press({2, 2});
        desk.moveTo({2, 2}, {798, 598});
        desk.release({798, 598});
        QCOMPARE(int(desk.session.selection().nodes().size()), 5);
        QCOMPARE(desk.session.history().count(), 0);
    }

    void theRightButtonAsksForAMenuAndWithCtrlForAList()
    {
        Desk desk(heldArm());
        QSignalSpy menus(desk.interaction.get(), &Interaction::menuAsked);
        QSignalSpy lists(desk.interaction.get(), &Interaction::hitsAsked);
        const QPointF at = desk.seen(desk.place(kTarget));
        desk.interaction->press(at, Qt::RightButton, {});
        desk.interaction->release(at, Qt::RightButton);
        QCOMPARE(menus.count(), 1);
        QCOMPARE(quint64(desk.session.selection().active()), quint64(kTarget));
        desk.interaction->press(at, Qt::RightButton, Qt::ControlModifier);
        desk.interaction->release(at, Qt::RightButton);
        QCOMPARE(menus.count(), 1);
        QCOMPARE(lists.count(), 1);
        QVERIFY(lists[0][1].value<std::vector<NodeId>>().size() >= 2);
        desk.interaction->press(at, Qt::RightButton, Qt::AltModifier);  // that is zoom
        desk.interaction->release(at, Qt::RightButton);
        QCOMPARE(menus.count(), 1);
    }

    void heldKScrubsAndSoDoesTheWheelWithAlt()
    {
        Desk desk(heldArm());
        const Camera before = desk.view->camera();
        desk.interaction->setScrubbing(true);
        desk.press({400, 300});
        desk.moveTo({400, 300}, {480, 300});
        QCOMPARE(desk.session.playhead().frame(), 10.0);
        desk.moveTo({480, 300}, {100, 300});
        QCOMPARE(desk.session.playhead().frame(), 0.0);
        desk.release({100, 300});
        desk.interaction->setScrubbing(false);
        desk.interaction->wheel({400, 300}, -120, Qt::AltModifier);
        QCOMPARE(desk.session.playhead().frame(), 1.0);
        desk.interaction->wheel({400, 300}, 120, Qt::AltModifier);
        QCOMPARE(desk.session.playhead().frame(), 0.0);
        QVERIFY(desk.view->camera() == before);
        QVERIFY(desk.session.selection().nodes().empty());
    }

    void orbitTurnsAboutThePointUnderThePointer()
    {
        Desk desk(heldArm());
        const Vec3 hand = desk.place(kTarget);
        const QPointF at = desk.seen(hand);
        desk.interaction->press(at, Qt::MiddleButton, {});
        desk.moveTo(at, at + QPointF(120, 40));
        desk.interaction->release(at + QPointF(120, 40), Qt::MiddleButton);
        const QPointF moved = desk.seen(hand) - at;
        QVERIFY2(std::hypot(moved.x(), moved.y()) < 3, "what was under it stays there");
    }

    void theLabelSaysHowFarAndHowItFares()
    {
        Desk desk(heldArm());
        const QPointF from = desk.seen(desk.place(kTarget));
        desk.press(from);
        desk.moveTo(from, from + QPointF(30, 0));
        QStringList words = desk.interaction->overlay().readout;
        QVERIFY(words.size() >= 2);
        QVERIFY2(words[0].endsWith(" cm"), qPrintable(words.join(", ")));
        desk.moveTo(from + QPointF(30, 0), from + QPointF(600, -400));
        words = desk.interaction->overlay().readout;
        QVERIFY2(words[1].contains("off by"), qPrintable(words.join(", ")));
        desk.release(from);
        QVERIFY(desk.interaction->overlay().readout.isEmpty());
    }
};

POSEWRIGHT_TEST(TestInteraction, posewright::test::runWithWidgets);
#include "tst_interaction.moc"
