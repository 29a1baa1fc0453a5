#include "core/operate/operate.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/timeline/hand.h"
#include "ui/timeline/commands.h"

#include <QSignalSpy>

using namespace posewright;
using namespace posewright::ui;
using test::TimelineHand;

namespace {

/// Reach 0-20 on two targets; on the first one a contact from 8 to 14.
Document walkWithSpans()
{
    return *edit::apply(test::crowdOfLimbs(2),
                        test::spanOf(ConstraintId(600), 8, 14, SpanKind::Contact));
}

}  // namespace

/// Spans by hand: every kind is seen, taken hold of, and changed in one step.
class TestTimelineSpans : public QObject {
    Q_OBJECT

private slots:
    void aClickSelectsASpan()
    {
        TimelineHand hand(walkWithSpans());
        hand.click(hand.at("target0", 11));
        const Selection& selection = hand.session.selection();
        QVERIFY(selection.spans() == (std::vector<SpanRef>{{ConstraintId(600), 8}}));
        QCOMPARE(quint64(selection.active()), quint64(500));
        hand.click(hand.at("target1", 6));
        QVERIFY(selection.spans() == (std::vector<SpanRef>{{ConstraintId(601), 0}}));
        hand.click(hand.at("target0", 17), Qt::ShiftModifier);
        QCOMPARE(int(selection.spans().size()), 2);
        hand.click(hand.at("target0", 30));
        QVERIFY(selection.spans().empty());
    }

    void theEndsAreDragged_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<bool>("alone");
        QTest::addColumn<QString>("spans");
        QTest::newRow("the end, shorter")
            << 14.0 << 12.0 << false << "Reach 0-8, Contact 8-12, Reach 12-20";
        QTest::newRow("the end, longer")
            << 14.0 << 17.0 << false << "Reach 0-8, Contact 8-17, Reach 17-20";
        QTest::newRow("the end, alone")
            << 14.0 << 12.0 << true << "Reach 0-8, Contact 8-12, Reach 14-20";
        QTest::newRow("the start, shorter")
            << 8.0 << 10.0 << false << "Reach 0-10, Contact 10-14, Reach 14-20";
        QTest::newRow("the start, longer")
            << 8.0 << 5.0 << false << "Reach 0-5, Contact 5-14, Reach 14-20";
        QTest::newRow("past the other end")
            << 14.0 << 2.0 << false << "Reach 0-8, Contact 8-9, Reach 9-20";
    }
    void theEndsAreDragged()
    {
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(bool, alone);
        QFETCH(QString, spans);
        TimelineHand hand(walkWithSpans());
        const Document before = hand.doc();
        // Just inside the contact, so that its own end is nearer than the neighbour's.
        const QPoint inside(from == 14 ? -2 : 2, 0);
        hand.pull(hand.at("target0", from) + inside, hand.at("target0", (from + to) / 2));
        hand.move(hand.at("target0", to) + inside, Qt::LeftButton,
                  alone ? Qt::AltModifier : Qt::NoModifier);
        QTest::mouseRelease(hand.canvas(), Qt::LeftButton, {}, hand.at("target0", to));
        QCOMPARE(hand.spans("target0").join(", "), spans);
        QCOMPARE(hand.steps(), 1);
        QVERIFY(hand.session.history().undoText().startsWith("Move Contact of target0 to"));
        hand.session.undo();
        QVERIFY(hand.doc() == before);
    }

    void endsShowThatTheyCanBeDragged()
    {
        TimelineHand hand(walkWithSpans());
        hand.move(hand.at("target0", 14) + QPoint(-3, 0), Qt::NoButton);
        QCOMPARE(int(hand.canvas()->cursor().shape()), int(Qt::SplitHCursor));
        hand.move(hand.at("target0", 14) + QPoint(-20, 0), Qt::NoButton);
        QCOMPARE(int(hand.canvas()->cursor().shape()), int(Qt::ArrowCursor));
    }

    void theBodyMovesAndTheNeighboursFollow()
    {
        TimelineHand hand(walkWithSpans());
        hand.drag(hand.at("target0", 11), hand.at("target0", 13));
        QCOMPARE(hand.spans("target0").join(", "),
                 QString("Reach 0-10, Contact 10-16, Reach 16-20"));
        hand.drag(hand.at("target0", 12), hand.at("target0", 8));
        QCOMPARE(hand.spans("target0").join(", "), QString("Reach 0-6, Contact 6-12, Reach 12-20"));
        QCOMPARE(hand.steps(), 2);
        // A contact that moves in time stays where it was in space.
        const std::vector<Span>& row = hand.doc().clip().spanRow(ConstraintId(600))->spans;
        const Document before = walkWithSpans();
        QVERIFY(row[1].anchor == before.clip().spanRow(ConstraintId(600))->spans[1].anchor);
    }

    void fadesAreDraggedOnTheSelectedSpan()
    {
        TimelineHand hand(walkWithSpans());
        const QPoint body = hand.at("target0", 11);
        hand.click(body);
        TimelineLayout layout = hand.timeline.layoutNow();
        const auto span = [&] { return hand.rows()[hand.row("target0")].spans[1]; };
        const int top = layout.rowRect(hand.row("target0")).top() + 6;
        const QPoint in(static_cast<int>(fadeInX(layout, span())), top);
        hand.drag(in, in + QPoint(static_cast<int>(3 * layout.axis.pixelsPerFrame), 0));
        QCOMPARE(span().in, 3.0);
        const QPoint out(static_cast<int>(fadeOutX(layout, span())), top);
        hand.drag(out, out - QPoint(static_cast<int>(2 * layout.axis.pixelsPerFrame), 0));
        QCOMPARE(span().out, 2.0);
        QCOMPARE(span().in, 3.0);
        QCOMPARE(hand.steps(), 2);
        QCOMPARE(hand.session.history().undoText(), QString("Fade out of target0"));
    }

    void altDragDrawsASpan_data()
    {
        QTest::addColumn<Qt::KeyboardModifiers>("held");
        QTest::newRow("Alt") << Qt::KeyboardModifiers(Qt::AltModifier);
        // Many a window manager keeps Alt for itself.
        QTest::newRow("Ctrl and Shift") << (Qt::ControlModifier | Qt::ShiftModifier);
    }
    void altDragDrawsASpan()
    {
        QFETCH(Qt::KeyboardModifiers, held);
        TimelineHand hand(walkWithSpans());
        // Where it reaches, a contact; where nothing is, a reach.
        hand.drag(hand.at("target1", 4), hand.at("target1", 9), held);
        QCOMPARE(hand.spans("target1").join(", "), QString("Reach 0-4, Contact 4-9, Reach 9-20"));
        hand.drag(hand.at("target1", 22), hand.at("target1", 21), held);
        QVERIFY(timeline::remove(hand.session, false));
        hand.drag(hand.at("target1", 21), hand.at("target1", 22), held);
        QCOMPARE(hand.spans("target1").last(), QString("Reach 21-22"));
        QVERIFY(hand.session.selection().spans() ==
                (std::vector<SpanRef>{{ConstraintId(601), 21}}));
    }

    void actionsMakeSpansOfEachKind_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("name");
        QTest::newRow("contact") << int(SpanKind::Contact) << "Contact";
        QTest::newRow("hold") << int(SpanKind::Hold) << "Hold";
        QTest::newRow("off") << int(SpanKind::Off) << "Off";
    }
    void actionsMakeSpansOfEachKind()
    {
        QFETCH(int, kind);
        QFETCH(QString, name);
        TimelineHand hand(test::withKeys(test::crowdOfLimbs(2), NodeId(500),
                                         {{6, Vec3(0.1, 0.9, 0)}, {12, Vec3(0, 1, 0)}}));
        hand.session.selection().setNodes({NodeId(500)});
        // From the playhead to the next key...
        hand.session.playhead().setFrame(8);
        QVERIFY(timeline::setSpans(hand.session, SpanKind(kind)));
        // ...but a contact lets go half way to a key that is elsewhere, and sets out from its
        // place.
        const bool contact = SpanKind(kind) == SpanKind::Contact;
        QCOMPARE(
            hand.spans("target0").join(", "),
            QString(contact ? "Reach 0-8, %1 8-10, Reach 10-20" : "Reach 0-8, %1 8-12, Reach 12-20")
                .arg(name));
        if (contact) {
            const Document& doc = hand.session.document();
            const NodeIndex row = doc.scene->find(NodeId(500));
            const Vec3 held = evaluate(doc, 8).world[row].position;
            for (const double frame : {7.999, 9.0, 10.0, 10.001})
                QVERIFY((evaluate(doc, frame).world[row].position - held).norm() < 1e-3);
            QVERIFY((evaluate(doc, 12).world[row].position - Vec3(0, 1, 0)).norm() < 1e-9);
        }
        hand.session.undo();
        // ...over the selected keys...
        hand.session.selection().setSpans({});
        hand.session.selection().setKeys(hand.timeline.model().refs(hand.row("target0"), 6, 12));
        QVERIFY(timeline::setSpans(hand.session, SpanKind(kind)));
        QCOMPARE(hand.spans("target0").join(", "),
                 QString("Reach 0-6, %1 6-12, Reach 12-20").arg(name));
        // ...or in place of the selected span.
        QCOMPARE(int(hand.session.selection().spans().size()), 1);
        QVERIFY(timeline::setSpans(hand.session, SpanKind::Reach));
        QCOMPARE(hand.spans("target0")[1], QString("Reach 6-12"));
        QVERIFY(timeline::remove(hand.session, false));
        QCOMPARE(hand.spans("target0").join(", "), QString("Reach 0-6, Reach 12-20"));
    }

    /// C over keys where nothing acts yet: they are held, and the fades are outside.
    void aContactHoldsAllSelectedKeys()
    {
        TimelineHand hand(test::withKeys(test::crowdOfLimbs(2), NodeId(500),
                                         {{6, Vec3(0.1, 0.9, 0)}, {12, Vec3(0.1, 0.9, 0)}}));
        hand.click(hand.at("target0", 3));
        QVERIFY(timeline::remove(hand.session, false));
        QVERIFY(hand.spans("target0").isEmpty());
        hand.drag(hand.at("target0", 5) - QPoint(2, 0), hand.at("target0", 13));
        QCOMPARE(int(hand.session.selection().keys().size()) > 0, true);
        QVERIFY(timeline::setSpans(hand.session, SpanKind::Contact));
        QCOMPARE(hand.spans("target0").join(", "), QString("Contact 2-16"));
        QVERIFY(hand.session.selection().spans() == (std::vector<SpanRef>{{ConstraintId(600), 2}}));
        for (double frame = 6; frame <= 12; ++frame)
            QCOMPARE(evaluate(hand.doc(), frame).targets[0].influence, 1.0);
        QCOMPARE(evaluate(hand.doc(), 2).targets[0].influence, 0.0);
        QCOMPARE(hand.steps(), 2);
    }

    /// Whose playhead has gone on from a selected span means another one.
    void spansThatWereLeftBehindAreNotMeant()
    {
        TimelineHand hand(walkWithSpans());
        hand.click(hand.at("target0", 11));
        hand.session.playhead().setFrame(16);
        QVERIFY(timeline::canSpan(hand.session));
        QVERIFY(timeline::setSpans(hand.session, SpanKind::Off));
        QCOMPARE(hand.spans("target0")[1], QString("Contact 8-14"));
        QVERIFY(hand.spans("target0").back().startsWith("Off 16-"));
        hand.session.undo();
        // Chosen there, or with the playhead in it, it is meant.
        hand.click(hand.at("target0", 11));
        QVERIFY(timeline::setSpans(hand.session, SpanKind::Off));
        QCOMPARE(hand.spans("target0")[1], QString("Off 8-14"));
        hand.session.undo();
        hand.session.playhead().setFrame(9);
        QVERIFY(timeline::setSpans(hand.session, SpanKind::Hold));
        QCOMPARE(hand.spans("target0")[1], QString("Hold 8-14"));
    }

    /// A first key where the range begins takes nothing from any frame: only its span is told.
    void aFirstKeyAtTheStartTellsOfItsSpanAlone()
    {
        Document doc = test::crowdOfLimbs(0);
        edit::AddTarget add;
        add.name = "hand";
        add.effector = NodeId(104);
        add.root = NodeId(102);
        doc = *edit::apply(doc, add);
        TimelineHand hand(doc);
        QSignalSpy hints(&hand.timeline, &Timeline::hint);
        edit::SetTargetKey key;
        key.target = doc.rig->constraints[0].id;
        key.frame = doc.playback.start;
        key.position = Vec3(0.5, 1.2, 0.1);
        QVERIFY(hand.session.commit(key));
        QVERIFY2(hints.last()[0].toString().contains("hand is now followed from frame 0 to "),
                 qPrintable(hints.last()[0].toString()));
    }

    void theFirstKeyOfATargetTellsOfItsSpanAndItIsShortened()
    {
        // The first drag on a long motion makes the limb follow from end to end.
        Document doc = test::crowdOfLimbs(0);
        doc.playback.end = 300;
        edit::AddTarget add;
        add.name = "hand";
        add.effector = NodeId(104);
        add.root = NodeId(102);
        doc = *edit::apply(doc, add);
        TimelineHand hand(doc);
        QSignalSpy hints(&hand.timeline, &Timeline::hint);
        edit::SetTargetKey key;
        key.target = doc.rig->constraints[0].id;
        key.frame = 100;
        key.position = Vec3(0.5, 1.2, 0.1);
        QVERIFY(hand.session.commit(key));
        QCOMPARE(hand.spans("hand"), QStringList{"Reach 0-300"});
        QVERIFY(hints.last()[0].toString().contains("drag the ends of its bar"));
        // Its only key is away from the start, so it is there at the start, too.
        QVERIFY2(hints.last()[0].toString().startsWith(
                     "hand has this key alone, so it is here from frame 0 to 300. To come from "
                     "where it was: Ctrl+Z, S at frame 0"),
                 qPrintable(hints.last()[0].toString()));
        // Both ends are in view and can be taken hold of.
        const TimelineLayout layout = hand.timeline.layoutNow();
        QVERIFY(layout.frameX(300) < hand.canvas()->width() - 6);
        hand.drag(hand.at("hand", 300), hand.at("hand", 130));
        hand.drag(hand.at("hand", 0), hand.at("hand", 80));
        QCOMPARE(hand.spans("hand"), QStringList{"Reach 80-130"});
        // Or by keyboard.
        hand.session.selection().clear();
        hand.session.selection().setNodes({doc.rig->constraints[0].target});
        hand.session.playhead().setFrame(90);
        QVERIFY(timeline::trimSpans(hand.session, true));
        hand.session.playhead().setFrame(120);
        QVERIFY(timeline::trimSpans(hand.session, false));
        QCOMPARE(hand.spans("hand"), QStringList{"Reach 90-120"});
        // Also where the playhead has left the span; and where there is none, it is said.
        hand.session.selection().clear();
        hand.session.selection().setNodes({doc.rig->constraints[0].target});
        hand.session.playhead().setFrame(150);
        QVERIFY(timeline::trimSpans(hand.session, false));
        QCOMPARE(hand.spans("hand"), QStringList{"Reach 90-150"});
        hand.session.selection().clear();
        hand.session.selection().setNodes({doc.rig->constraints[0].target});
        hand.session.playhead().setFrame(60);
        const Result<void> none = timeline::trimSpans(hand.session, false);
        QVERIFY(!none && none.error().message ==
                             "No span of what is selected starts before frame 60, so none can end "
                             "there");
    }

    void whatEndsTogetherIsOneStepThatSaysHowMany()
    {
        TimelineHand hand(walkWithSpans());
        hand.session.selection().setSpans({{ConstraintId(601), 0}, {ConstraintId(600), 0}});
        hand.session.playhead().setFrame(6);
        QVERIFY(timeline::trimSpans(hand.session, false));
        QCOMPARE(hand.session.history().undoText(),
                 QString("End of Reach of target1 at 6 (and 1 more)"));
        hand.session.selection().setSpans({{ConstraintId(601), 0}, {ConstraintId(600), 0}});
        hand.session.playhead().setFrame(2);
        QVERIFY(timeline::trimSpans(hand.session, true));
        QCOMPARE(hand.session.history().undoText(),
                 QString("Start of Reach of target1 at 2 (and 1 more)"));
    }

    void fittingATargetGivesTheMotionBack()
    {
        Document doc = test::crowdOfLimbs(0);
        edit::AddTarget add;
        add.name = "hand";
        add.effector = NodeId(104);
        add.root = NodeId(102);
        doc = *edit::apply(doc, add);
        for (const auto& [frame, angle] : {std::pair(0.0, 0.0), std::pair(20.0, 1.0)}) {
            edit::SetJointKey turn;
            turn.joint = NodeId(101);
            turn.frame = frame;
            turn.rotation = Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ()));
            doc = *edit::apply(doc, turn);
        }
        TimelineHand hand(doc);
        const ConstraintId target = doc.rig->constraints[0].id;
        edit::SetTargetKey key;
        key.target = target;
        key.frame = 0;
        key.position = evaluate(doc, 0).world[doc.scene->find(NodeId(104))].position;
        QVERIFY(hand.session.commit(key));
        const auto strays = [&] {
            double most = 0;
            for (int frame = 0; frame <= 20; ++frame) {
                const NodeIndex row = doc.scene->find(NodeId(104));
                most = std::max(most, (evaluate(hand.doc(), frame).world[row].position -
                                       evaluate(doc, frame).world[row].position)
                                          .norm());
            }
            return most;
        };
        QVERIFY(strays() > 0.1);
        hand.session.selection().setNodes({doc.rig->constraints[0].target});
        const Result<operate::Edits> fit =
            operate::edits(hand.doc(), operate::FitTargets{{target}, 0.002});
        QVERIFY(fit && hand.session.commit(*fit, {}));
        QVERIFY(strays() < 0.005);
        QVERIFY(hand.frames("hand").size() > 1);
        QCOMPARE(hand.session.history().undoText(), QString("Fit target hand to the motion"));
    }

    void spansAreNudgedAndCopied()
    {
        TimelineHand hand(walkWithSpans());
        hand.click(hand.at("target0", 11));
        QVERIFY(timeline::nudge(hand.session, 1, false));
        QCOMPARE(hand.spans("target0").join(", "), QString("Reach 0-9, Contact 9-15, Reach 15-20"));
        const QByteArray json = timeline::copied(hand.session);
        hand.session.selection().setNodes({NodeId(501)});
        hand.session.playhead().setFrame(2);
        QVERIFY(timeline::paste(hand.session, json));
        QCOMPARE(hand.spans("target1").join(", "), QString("Reach 0-2, Contact 2-8, Reach 8-20"));
        QCOMPARE(hand.steps(), 2);
    }
};

POSEWRIGHT_TEST(TestTimelineSpans, posewright::test::runWithWidgets);
#include "tst_timeline_spans.moc"
