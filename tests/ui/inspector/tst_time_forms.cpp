#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/support/swinging_arm.h"
#include "tests/ui/inspector/inspector_test.h"
#include "tests/ui/run.h"
#include "ui/session/euler.h"

#include <QLabel>

using namespace posewright;
using namespace posewright::ui;

/// Keys and spans, one and several.
class TestTimeForms : public test::InspectorTest {
    Q_OBJECT

    QString cutAtTheSide()
    {
        for (const QWidget* widget : inspector_->findChildren<QWidget*>()) {
            const bool field =
                qobject_cast<const NumberField*>(widget) || qobject_cast<const QComboBox*>(widget);
            if (!field || !widget->isVisible()) continue;
            const QWidget* port = widget->parentWidget();
            while (port->objectName() != "qt_scrollarea_viewport") port = port->parentWidget();
            const int right = widget->mapTo(port, QPoint(widget->width(), 0)).x();
            if (right > port->width())
                return QString("%1 ends at %2 of %3")
                    .arg(widget->objectName())
                    .arg(right)
                    .arg(port->width());
        }
        return {};
    }

private slots:
    void init() { start(); }

    void keysThatThePlayheadHasLeftAreBelowTheNode()
    {
        edit::SetTargetKey set;
        set.target = target().id;
        set.frame = 3;
        set.position = Vec3(0.2, 0.5, 0);
        QVERIFY(session_->commit(set));
        session_->selection().setNodes({target().target});
        edit::KeyRef key;
        key.node = target().target;
        key.frame = 3;
        session_->playhead().setFrame(3);
        session_->selection().setKeys({key});
        const auto* frame = inspector_->findChild<QWidget*>("inspectorKeyFrame");
        const auto* name = inspector_->findChild<QWidget*>("inspectorName");
        const auto keysAreAbove = [&] {
            return frame->mapTo(inspector_.get(), QPoint()).y() <
                   name->mapTo(inspector_.get(), QPoint()).y();
        };
        QTRY_VERIFY(keysAreAbove());
        session_->playhead().setFrame(8);
        QVERIFY(frame->isVisible());
        QTRY_VERIFY(!keysAreAbove());
        session_->playhead().setFrame(3);
        QTRY_VERIFY(keysAreAbove());
        session_->playhead().setFrame(8);
        session_->selection().setKeys({key});
        QTRY_VERIFY(keysAreAbove());
    }

    void aKeyThatAContactHidesSaysSo()
    {
        edit::SetSpan contact;
        contact.target = target().id;
        contact.start = 5;
        contact.end = 10;
        contact.kind = SpanKind::Contact;
        QVERIFY(session_->commit(contact));
        for (const double frame : {3.0, 7.0}) {
            edit::SetTargetKey set;
            set.target = target().id;
            set.frame = frame;
            set.position = Vec3(0.2, 0.5, 0);
            QVERIFY(session_->commit(set));
        }
        auto* idle = inspector_->findChild<QLabel*>("inspectorKeyIdle");
        edit::KeyRef key;
        key.node = target().target;
        key.frame = 7;
        session_->selection().setKeys({key});
        QVERIFY(idle->isVisible());
        QVERIFY2(idle->text().contains("contact") && idle->text().contains("from 5 to 10"),
                 qPrintable(idle->text()));
        key.frame = 3;
        session_->selection().setKeys({key});
        QVERIFY(!idle->isVisible());
    }

    void aSpanIsChangedInItsForm()
    {
        const auto span = [&] {
            const Span* at = spanAt(session_->document().clip().spanRow(target().id), 7);
            return at ? *at : Span{};
        };
        QCOMPARE(int(span().kind), int(SpanKind::Reach));
        type(field("inspectorSpanIn"), "3");
        QCOMPARE(span().in, 3.0);
        const double end = span().end;
        type(field("inspectorSpanEnd"), "10");
        QCOMPARE(span().end, 10.0);
        choose(choice("inspectorSpanKind"), 1);
        QCOMPARE(int(span().kind), int(SpanKind::Contact));
        QCOMPARE(span().start, 0.0);
        QCOMPARE(int(session_->document().clip().spanRow(target().id)->spans.size()), 1);
        while (session_->history().canUndo()) session_->undo();
        QCOMPARE(span().end, end);
    }

    void aFadedSpanSaysWhereItHoldsInFull()
    {
        session_->selection().setNodes({target().target});
        const auto* full = inspector_->findChild<QLabel*>("inspectorSpanFull");
        const Span span = session_->document().clip().spanRow(target().id)->spans.front();
        QVERIFY(!full->isVisible());
        type(field("inspectorSpanIn"), "3");
        QVERIFY(full->isVisible());
        const auto between = [](double first, double last) {
            return QString("from %1 to %2").arg(first).arg(last);
        };
        QCOMPARE(full->text(), between(span.start + 3, span.end));
        type(field("inspectorSpanOut"), "2");
        QCOMPARE(full->text(), between(span.start + 3, span.end - 2));
        type(field("inspectorSpanIn"), QString::number(span.end - span.start));
        QCOMPARE(full->text(), QString("at frame %1 alone").arg(span.end));
    }

    void oneFieldIsOneStepThatSaysWhatItChanged()
    {
        const auto& history = session_->history();
        const int steps = history.count();
        const Document before = session_->document();
        for (const char* in : {"3", "5", "4"}) type(field("inspectorSpanIn"), in);
        QCOMPARE(history.count(), steps + 1);
        QCOMPARE(history.undoText(), QString("Fade in of hand"));
        type(field("inspectorSpanOut"), "2");
        QCOMPARE(history.undoText(), QString("Fade out of hand"));
        for (const char* weight : {"2", "3"}) type(field("inspectorWeight"), weight);
        QCOMPARE(history.count(), steps + 3);
        QCOMPARE(history.undoText(), QString("Weight of hand"));
        choose(choice("inspectorSpanKind"), int(SpanKind::Hold));
        QCOMPARE(history.count(), steps + 4);
        QVERIFY2(history.undoText().endsWith("of hand a Hold"), qPrintable(history.undoText()));
        for (int i = 0; i < 4; ++i) session_->undo();
        QVERIFY(session_->document() == before);
    }

    void allFramesOfASpanAreSolvedTogetherInOneStep()
    {
        const auto span = [&] {
            return *spanAt(session_->document().clip().spanRow(target().id), 7);
        };
        QComboBox& inbetween = choice("inspectorInbetween");
        QCOMPARE(inbetween.count(), 3);
        QVERIFY(inbetween.itemText(2).startsWith("Trajectory"));
        QVERIFY(!inbetween.toolTip().isEmpty());
        const int steps = session_->history().count();
        inbetween.setFocus();
        QTest::keyClick(&inbetween, Qt::Key_End);
        QCOMPARE(session_->history().count(), steps + 1);
        QCOMPARE(int(span().inbetween), int(Inbetween::Trajectory));
        QCOMPARE(inbetween.currentIndex(), 2);
        // A contact is exact: it takes every frame by itself.
        choose(choice("inspectorSpanKind"), int(SpanKind::Contact));
        QCOMPARE(int(span().kind), int(SpanKind::Contact));
        QCOMPARE(int(span().inbetween), int(Inbetween::Resolve));
        session_->undo();
        QCOMPARE(int(span().inbetween), int(Inbetween::Trajectory));
        session_->undo();
        QCOMPARE(int(span().inbetween), int(Inbetween::Resolve));
    }

    void keysAreMovedAndShaped()
    {
        for (const double frame : {0.0, 7.0, 14.0}) {
            edit::SetTargetKey set;
            set.target = target().id;
            set.frame = frame;
            set.position = Vec3(0.1 * frame / 14, 0.5, 0);
            QVERIFY(session_->commit(set));
        }
        edit::KeyRef key;
        key.node = target().target;
        key.frame = keyFrames(*session_->document().clip().track(key.node))[0];
        session_->selection().setKeys({key});
        type(field("inspectorKeyFrame"), "3");
        const Track* track = session_->document().clip().track(key.node);
        QVERIFY(track->translation[0]->find(3));
        key.frame = 3;
        session_->selection().setKeys({key});
        choose(choice("inspectorKeyShape"), 2);
        track = session_->document().clip().track(key.node);
        QCOMPARE(int(track->translation[0]->find(3)->interpolation), int(Interpolation::Constant));
        type(field("inspectorKeyValueZ"), "25 cm");
        track = session_->document().clip().track(key.node);
        QVERIFY(std::abs(track->translation[2]->find(3)->value - 0.25) < 1e-12);
    }

    void theSelectedSpanIsTheOneInTheForm()
    {
        const ConstraintId id = target().id;
        edit::SetSpan contact;
        contact.target = id;
        contact.start = 12;
        contact.end = 16;
        contact.kind = SpanKind::Contact;
        QVERIFY(session_->commit(contact));
        session_->playhead().setFrame(2);
        session_->selection().setSpans({{id, 12}});
        QCOMPARE(field("inspectorSpanStart").text(), QString("12"));
        QCOMPARE(choice("inspectorSpanKind").currentIndex(), int(SpanKind::Contact));
        const int steps = session_->history().count();
        type(field("inspectorSpanStart"), "10");
        QCOMPARE(session_->history().count(), steps + 1);
        QCOMPARE(session_->selection().spans().size(), std::size_t(1));
        QCOMPARE(session_->selection().spans()[0].start, 10.0);
        QCOMPARE(field("inspectorSpanStart").text(), QString("10"));
        const Span* moved = findSpan(session_->document(), {id, 10});
        QVERIFY(moved);
        QCOMPARE(moved->end, 16.0);
        QCOMPARE(int(moved->kind), int(SpanKind::Contact));
        type(field("inspectorSpanEnd"), "15");
        moved = findSpan(session_->document(), {id, 10});
        QCOMPARE(moved->end, 15.0);
        session_->undo();
        session_->undo();
        QVERIFY(findSpan(session_->document(), {id, 12}));
    }

    /// Keys at its ends move along, and a Reach fills the time that it leaves, as when its bar is
    /// dragged.
    void aTypedEndOfAContactIsADraggedOne()
    {
        session_->startNew(
            test::edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                              test::targetKey("hand", 0, {0.4, 1.3, 0.25}),
                                              test::targetKey("hand", 8, {0.35, 1.2, 0.3}),
                                              test::targetKey("hand", 16, {0.35, 1.2, 0.3}),
                                              test::targetKey("hand", 24, {0.4, 1.3, 0.25}),
                                              {{"edit", "setSpan"},
                                               {"target", "hand"},
                                               {"start", 8},
                                               {"end", 16},
                                               {"kind", "contact"}}}),
            "hand");
        const Document before = session_->document();
        const SpanRef ref{target().id, 8};
        session_->selection().setSpans({ref});
        type(field("inspectorSpanEnd"), "13");
        const Result<operate::Edits> dragged =
            operate::plainEdits(before, operate::RetimeSpan{ref, 8, 13, false});
        QVERIFY(dragged);
        QVERIFY(session_->document() == *edit::applyEach(before, *dragged));
        QVERIFY(session_->document().clip().track(target().target)->translation[0]->find(13));
        QVERIFY(spanAt(session_->document().clip().spanRow(target().id), 15));
        QCOMPARE(session_->selection().spans().size(), std::size_t(1));
        type(field("inspectorSpanIn"), "40");
        QCOMPARE(findSpan(session_->document(), ref)->in, 5.0);
        session_->undo();
        session_->undo();
        QVERIFY(session_->document() == before);
    }

    /// What a typed place adds on recorded motion follows the settings, as what a drag adds.
    void aTypedPlaceActsAsLongAsIsSet_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<bool>("everywhere");
        QTest::addColumn<double>("start");
        QTest::addColumn<double>("end");
        QTest::newRow("as at first") << 0.4 << false << 88.0 << 112.0;
        QTest::newRow("for longer") << 1.0 << false << 70.0 << 130.0;
        QTest::newRow("everywhere") << 0.4 << true << 0.0 << 240.0;
    }
    void aTypedPlaceActsAsLongAsIsSet()
    {
        QFETCH(double, seconds);
        QFETCH(bool, everywhere);
        session_->startNew(test::swingingArm(), "arm");
        session_->setActsNear({seconds, everywhere});
        session_->playhead().setFrame(100);
        session_->selection().setNodes({target().target});
        type(field("inspectorPositionY"), "1,2 m");
        const SpanRow* row = session_->document().clip().spanRow(target().id);
        QVERIFY(row && row->spans.size() == 1);
        QTEST(row->spans[0].start, "start");
        QTEST(row->spans[0].end, "end");
        session_->undo();
        // Without keys of its own, a move waits for one.
        session_->unkeyed().setAutoKey(false);
        const Document before = session_->document();
        type(field("inspectorPositionY"), "1,2 m");
        QVERIFY(session_->document() == before);
        QVERIFY(!session_->unkeyed().empty());
    }

    void severalSpansAreChangedAtOnce()
    {
        session_->startNew(test::crowdOfLimbs(2), "two");
        const std::vector<Constraint> rig = session_->document().rig->constraints;
        session_->selection().setSpans({{rig[0].id, 0}, {rig[1].id, 0}});
        choose(choice("inspectorSpanKind"), int(SpanKind::Hold));
        type(field("inspectorSpanEnd"), "9");
        QCOMPARE(session_->history().undoText(),
                 QString("End of Hold of target0 at 9 (and 1 more)"));
        type(field("inspectorSpanStart"), "4");
        QCOMPARE(session_->history().undoText(),
                 QString("Start of Hold of target0 at 4 (and 1 more)"));
        session_->undo();
        for (const Constraint& c : rig) {
            const Span* span = findSpan(session_->document(), {c.id, 0});
            QVERIFY(span);
            QCOMPARE(int(span->kind), int(SpanKind::Hold));
            QCOMPARE(span->end, 9.0);
        }
    }

    void aKeysRotationAndInfluenceAreChanged()
    {
        const NodeId joint = NodeId(2);
        for (const double frame : {0.0, 10.0}) {
            edit::SetJointKey set;
            set.joint = joint;
            set.frame = frame;
            set.rotation = fromAngles({0, 0, frame});
            QVERIFY(session_->commit(set));
        }
        edit::KeyRef one, two;
        one.node = two.node = joint;
        two.frame = 10;
        session_->selection().setKeys({one, two});
        QVERIFY2(field("inspectorKeyTurnZ").text().isEmpty(), "0 and 10 differ");
        type(field("inspectorKeyTurnZ"), "30");
        const Track* track = session_->document().clip().track(joint);
        for (const double frame : {0.0, 10.0})
            QVERIFY((toAngles(track->rotation->find(frame)->value) - Vec3(0, 0, 30)).norm() < 1e-9);
        // The active one goes where it is typed, the other one along with it.
        type(field("inspectorKeyFrame"), "12");
        track = session_->document().clip().track(joint);
        QVERIFY(track->rotation->find(2) && track->rotation->find(12));
        QCOMPARE(field("inspectorKeyFrame").text(), QString("12"));
        choose(choice("inspectorKeyShape"), 3);
        QCOMPARE(int(session_->document().clip().track(joint)->rotation->find(2)->interpolation),
                 int(RotationInterpolation::Eased));
        QCOMPARE(choice("inspectorKeyShape").currentIndex(), 3);

        edit::SetInfluenceKey set;
        set.target = target().id;
        set.frame = 4;
        set.value = 0.5;
        QVERIFY(session_->commit(set));
        edit::KeyRef influence;
        influence.constraint = target().id;
        influence.property = Property::Influence;
        influence.frame = 4;
        session_->selection().setKeys({influence});
        type(field("inspectorKeyInfluence"), "0.25");
        QCOMPARE(session_->document().clip().influence(target().id)->curve.find(4)->value, 0.25);
    }

    void eachFieldHasANameOfItsOwn()
    {
        // A target with its span at the playhead.
        QVERIFY(choice("inspectorSolver").isVisible() && choice("inspectorSpanSolver").isVisible());
        QStringList names;
        for (const QLabel* label : inspector_->findChildren<QLabel*>())
            if (label->buddy() && label->isVisible()) names << label->text();
        QVERIFY(names.contains("Solver") && names.contains("Solver here"));
        QCOMPARE(int(names.removeDuplicates()), 0);
    }

    void noRowIsCutAtTheSide()
    {
        edit::KeyRef key;
        key.node = target().target;
        session_->selection().setKeys({key});
        for (const int width : {10, 240, 320, 400}) {
            inspector_->resize(std::max(width, inspector_->minimumSizeHint().width()), 700);
            QCoreApplication::sendPostedEvents();
            QTRY_COMPARE(cutAtTheSide(), QString());
        }
        QVERIFY2(inspector_->minimumSizeHint().width() < 330, "it leaves room for the view");
    }
};

POSEWRIGHT_TEST(TestTimeForms, posewright::test::runWithWidgets);
#include "tst_time_forms.moc"
