#include "tests/support/program.h"
#include "tests/ui/session/session_test.h"

#include <QSignalSpy>
#include <QtTest>

#include <numbers>

using namespace posewright;
using test::arm;
using test::keyAt;
using test::kHand;

/// What a session does with edits, gestures and the selection.
class TestSession : public QObject {
    Q_OBJECT

private slots:
    void undoRestoresTheVeryDocument()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        const Document before = session.document();
        QVERIFY(session.commit(keyAt(5, {0.4, 0.4, 0})));
        const Document after = session.document();
        QVERIFY(!(after == before));
        session.undo();
        QVERIFY(session.document() == before);
        session.redo();
        QVERIFY(session.document() == after);
    }

    void whoHearsOfADocumentFindsItsOwnFirstFrame()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        session.playhead().setFrame(33);
        Document other = arm();
        other.playback.start = 5;
        double heard = -1;
        int moves = 0;
        connect(&session, &ui::Session::replaced, this,
                [&] { heard = session.playhead().frame(); });
        connect(&session.playhead(), &ui::Playhead::moved, this, [&](double frame) {
            QCOMPARE(frame, 5.0);
            ++moves;
        });
        session.startNew(other, "other");
        QCOMPARE(heard, 5.0);
        QCOMPARE(moves, 1);
        session.startNew(other, "again");
        QCOMPARE(moves, 1);
    }

    void stepsSayWhatTheyDoAndToWhat()
    {
        ui::Session session;
        session.startNew(test::withKeys(arm(), NodeId(100), {{0, {0.5, 0.5, 0}}}), "arm");
        const auto said = [&](const edit::Edit& edit) {
            if (!session.commit(edit)) return QString("refused");
            return session.history().undoText();
        };
        edit::KeyRef key;
        key.node = NodeId(100);
        QCOMPARE(said(keyAt(24, {0.4, 0.4, 0})), QString("Move target hand at 24"));
        QCOMPARE(said(edit::MoveKeys{{key}, 3}), QString("Move key of hand from 0 to 3"));
        QCOMPARE(said(edit::MoveSpan{kHand, 3, 2, 30, {}, {}}),
                 QString("Move Reach of hand to 2\u201330"));
        key.frame = 24;
        QCOMPARE(said(edit::SetInterpolation{{key}, edit::KeyShape::Linear, {}}),
                 QString("Make key of hand at 24 linear"));
        QCOMPARE(said(edit::DeleteKeys{{key}}), QString("Delete key of hand at 24"));
        QCOMPARE(said(edit::SetRange{3, 40}), QString("Set range 3 to 40"));
        const int gesture = session.beginGesture();
        QVERIFY(session.commit({keyAt(7, {0.4, 0.3, 0})}, {}, gesture));
        session.finishGesture(gesture);
        QCOMPARE(session.history().undoText(), QString("Move target hand at 7"));
    }

    void stepsNameTheAxisThatTheyChange()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        const auto said = [&](const edit::Edit& edit) {
            if (!session.commit(edit)) return QString("refused");
            return session.history().undoText();
        };
        const auto about = [](double x, double y, double z) {
            constexpr double kDegree = std::numbers::pi / 180;
            return Quat(Eigen::AngleAxisd(z * kDegree, Vec3::UnitZ()) *
                        Eigen::AngleAxisd(y * kDegree, Vec3::UnitY()) *
                        Eigen::AngleAxisd(x * kDegree, Vec3::UnitX()));
        };
        const auto turned = [&](double x, double y, double z) {
            edit::SetTargetKey set = keyAt(5, {0.4, 0.4, 0});
            set.rotation = about(x, y, z);
            return set;
        };
        QCOMPARE(said(keyAt(5, {0.4, 0.4, 0})), QString("Move target hand at 5"));
        QCOMPARE(said(turned(30, 0, 0)), QString("Turn target hand about X at 5"));
        QCOMPARE(said(turned(30, 40, 0)), QString("Turn target hand about Y at 5"));
        QCOMPARE(said(turned(30, 40, -170)), QString("Turn target hand about Z at 5"));
        QCOMPARE(said(turned(-179, 40, -170)), QString("Turn target hand about X at 5"));
        QCOMPARE(said(turned(10, 20, 60)), QString("Turn target hand at 5"));
        QCOMPARE(said(keyAt(5, {0.4, 0.7, 0})), QString("Move target hand along Y at 5"));
        QCOMPARE(said(keyAt(5, {0.4, 0.7, 0.1})), QString("Move target hand along Z at 5"));
        // Of joints, too, and of the pose at rest.
        edit::SetJointKey joint;
        joint.joint = NodeId(1);
        joint.frame = 3;
        joint.rotation = about(0, 0, 10);
        QCOMPARE(said(joint), QString("Key joint0 at 3"));
        joint.rotation = about(0, 25, 10);
        QCOMPARE(said(joint), QString("Rotation of joint0 about Y at 3"));
        joint.rotation = about(5, 15, 10);
        QCOMPARE(said(joint), QString("Rotation of joint0 at 3"));
        edit::SetRest rest;
        rest.node = NodeId(2);
        rest.translation = (*session.document().scene)[1].rest.translation + Vec3(0, 0.25, 0);
        QCOMPARE(said(rest), QString("Rest place of joint1 along Y"));
    }

    void theSelectionHoldsSpansAndMarkersThatExist()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        QVERIFY(session.commit(edit::AddMarker{5, "beat"}));
        ui::Selection& selection = session.selection();
        selection.setSpans({{kHand, 0}});
        selection.setMarkers({5});
        QVERIFY(selection.contains(ui::SpanRef{kHand, 0}));
        QCOMPARE(ui::findSpan(session.document(), {kHand, 0})->end, 40.0);
        QVERIFY(!ui::findSpan(session.document(), {kHand, 1}));
        QVERIFY(session.commit(edit::RemoveSpan{kHand, 0}));
        QVERIFY(selection.spans().empty());
        QCOMPARE(selection.markers().size(), 1U);
        QVERIFY(session.commit(edit::RemoveMarker{5}));
        QVERIFY(selection.markers().empty());
    }

    void thePreviewRangePlaysInPlaceOfTheRange()
    {
        ui::Session session;
        Document doc = arm();
        doc.playback.preview = Range{4, 9};
        session.startNew(doc, "arm");
        QCOMPARE(session.playhead().start(), 4.0);
        QVERIFY(session.commit(edit::SetPreviewRange{}));
        QCOMPARE(session.playhead().end(), 40.0);
    }

    void tellsWhatChangedAndNothingElse()
    {
        ui::Session session;
        session.startNew(test::withKeys(arm(), NodeId(100), {{0, {0.5, 0.5, 0}}}), "arm");
        std::vector<Changes> seen;
        connect(&session, &ui::Session::changed, this,
                [&](const Document&, const Changes& what) { seen.push_back(what); });
        QVERIFY(session.commit(keyAt(5, {0.4, 0.4, 0})));
        QCOMPARE(int(seen.size()), 1);
        QVERIFY(!seen[0].scene && !seen[0].rig && !seen[0].playback);
        QVERIFY(seen[0].tracks == std::vector{NodeId(100)});
    }

    void oneDragIsOneStep()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        const Document before = session.document();
        QSignalSpy changed(&session, &ui::Session::changed);
        const int drag = session.beginGesture();
        for (int i = 1; i <= 30; ++i)
            QVERIFY(session.commit({keyAt(5, {0.01 * i, 0.5, 0})}, {}, drag));
        QCOMPARE(changed.count(), 30);
        QCOMPARE(session.history().count(), 0);
        QVERIFY(session.isModified());
        session.finishGesture(drag);
        QCOMPARE(session.history().count(), 1);
        QVERIFY(session.commit(keyAt(9, {0, 0.5, 0})));
        QCOMPARE(session.history().count(), 2);
        session.undo();
        session.undo();
        QVERIFY(session.document() == before);
        QVERIFY(!session.isModified());
    }

    void aCancelledDragLeavesNoTrace()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        QVERIFY(session.commit(keyAt(5, {0.4, 0.4, 0})));
        QVERIFY(session.commit(keyAt(7, {0.4, 0.4, 0})));
        session.undo();
        const Document before = session.document();
        const int drag = session.beginGesture();
        QVERIFY(session.commit({keyAt(5, {0.1, 0.6, 0})}, {}, drag));
        session.cancelGesture(drag);
        QVERIFY(session.document() == before);
        QCOMPARE(session.history().index(), 1);
        QVERIFY2(session.history().canRedo(), "what was taken back can still be done again");
        QVERIFY(!session.commit({keyAt(5, {0.1, 0.6, 0})}, {}, drag));
    }

    void aGestureThatComesHomeLeavesNoTrace()
    {
        ui::Session session;
        session.startNew(test::withKeys(arm(), NodeId(100), {{0, {0.5, 0.5, 0}}, {9, {1, 0, 0}}}),
                         "arm");
        edit::MoveKeys move;
        edit::KeyRef ref;
        ref.node = NodeId(100);
        ref.frame = 9;
        move.keys = {ref};
        const int drag = session.beginGesture();
        for (const double by : {3.0, 5.0, 0.0}) {
            move.by = by;
            QVERIFY(session.commit({move}, {}, drag));
        }
        session.finishGesture(drag);
        QCOMPARE(session.history().count(), 0);
    }

    void whateverElseHappensFinishesTheGesture()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        const int drag = session.beginGesture();
        QVERIFY(session.commit({keyAt(5, {0.1, 0.6, 0})}, {}, drag));
        session.undo();
        QCOMPARE(session.history().count(), 1);
        QCOMPARE(session.history().index(), 0);
        QVERIFY(!session.gestureOpen());
    }

    void badEditsNeverReachTheDocument()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        const Document before = session.document();
        edit::SetTargetKey stranger = keyAt(5, {0, 0, 0});
        stranger.target = ConstraintId(999);
        const Result<void> done = session.commit(stranger);
        QVERIFY(!done);
        QVERIFY(!done.error().message.empty());
        QVERIFY(!session.commit({keyAt(1, {0, 0.5, 0}), stranger}, "Two"));
        QVERIFY(session.document() == before);
        QCOMPARE(session.history().count(), 0);
    }

    void severalEditsAreOneStep()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        QVERIFY(session.commit({keyAt(1, {0, 0.5, 0}), keyAt(2, {0, 0.6, 0})}, "Two keys"));
        QCOMPARE(session.history().count(), 1);
        QCOMPARE(session.history().undoText(), QString("Two keys"));
    }

    void undoSelectsWhatItChanged()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        QVERIFY(session.commit(keyAt(1, {0, 0.5, 0})));
        session.selection().clear();
        session.undo();
        QVERIFY(session.selection().nodes() == std::vector{NodeId(100)});
    }

    void undoSelectsEachThingOnce()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        edit::SetTarget heavier;
        heavier.target = kHand;
        heavier.weight = 2.0;
        QVERIFY(session.commit({keyAt(1, {0, 0.5, 0}), heavier}, "Both"));
        session.undo();
        QVERIFY(session.selection().nodes() == std::vector{NodeId(100)});
    }

    void aPickLetsGoOfKeysAndSpans()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        QVERIFY(session.commit(keyAt(1, {0, 0.5, 0})));
        ui::Selection& selection = session.selection();
        edit::KeyRef key;
        key.node = NodeId(100);
        key.frame = 1;
        selection.setKeys({key});
        selection.setSpans({{kHand, 0}});
        selection.setNodes({NodeId(1)});
        QCOMPARE(int(selection.keys().size()), 1);
        selection.pick({NodeId(2), NodeId(1), NodeId(2)});
        QVERIFY(selection.keys().empty());
        QVERIFY(selection.spans().empty());
        QVERIFY((selection.nodes() == std::vector{NodeId(2), NodeId(1)}));
    }

    void selectionForgetsWhatIsGone()
    {
        ui::Session session;
        session.startNew(arm(), "arm");
        session.selection().setNodes({NodeId(100), NodeId(1)});
        QVERIFY(session.commit(edit::RemoveTarget{kHand, false}));
        QVERIFY(session.selection().nodes() == std::vector{NodeId(1)});
    }

    void longEditsAreOneStepMadeBesideTheInterface()
    {
        ui::Session session;
        session.startNew(test::withKeys(arm(), NodeId(100), {{0, {0.5, 0.5, 0}}}), "arm");
        const Document before = session.document();
        const ConstraintId target = before.rig->constraints.front().id;
        const edit::RemoveTarget remove{target, true};
        ui::commitLong(session, {remove}, "Remove target");
        QVERIFY(session.job().running());
        QVERIFY(session.document() == before);
        QTRY_VERIFY(!session.job().running());
        QVERIFY(session.document() == *edit::apply(before, remove));
        QCOMPARE(session.history().count(), 1);
        QCOMPARE(session.history().undoText(), QString("Remove target"));
        session.undo();
        QVERIFY(session.document() == before);
    }

    void aLongEditThatWasOvertakenOrCancelledChangesNothing()
    {
        ui::Session session;
        session.startNew(test::withKeys(arm(), NodeId(100), {{0, {0.5, 0.5, 0}}}), "arm");
        QSignalSpy failed(&session, &ui::Session::failed);
        ui::commitLong(session, {edit::BakeToKeys{}}, "Bake");
        ui::commitLong(session, {edit::BakeToKeys{}}, "Bake");
        QCOMPARE(failed.count(), 1);
        QVERIFY(session.commit(keyAt(5, {0.4, 0.4, 0})));
        const Document keyed = session.document();
        QTRY_VERIFY(!session.job().running());
        QCOMPARE(failed.count(), 2);
        QVERIFY(failed.back()[0].toString().contains("changed meanwhile"));
        QVERIFY(session.document() == keyed);

        edit::BakeToKeys all;
        all.frames = {0, 2e6};  // minutes of work
        ui::commitLong(session, {all}, "Bake");
        QTest::qWait(50);
        session.job().cancel();
        QTRY_VERIFY(!session.job().running());
        QCOMPARE(failed.count(), 2);
        QVERIFY(session.document() == keyed);
    }

    void playingKeepsToTheRangeAndInOrder()
    {
        ui::Session session;
        Document doc = arm();
        doc.clips[0] = doc.clips[0].with([](Clip& clip) { clip.rate = 100; });
        doc.playback.start = 3;
        doc.playback.end = 12;
        session.startNew(doc, "arm");
        std::vector<double> seen;
        connect(&session.playhead(), &ui::Playhead::moved, this,
                [&](double frame) { seen.push_back(frame); });
        session.playhead().setPlaying(true);
        QTRY_VERIFY(seen.size() > 30);
        session.playhead().setPlaying(false);
        int wraps = 0;
        for (std::size_t i = 1; i < seen.size(); ++i) {
            QVERIFY(seen[i] >= 3 && seen[i] <= 12);
            wraps += seen[i] < seen[i - 1];
        }
        QVERIFY(wraps >= 1);
    }
};

POSEWRIGHT_TEST(TestSession, posewright::test::runWithEvents);
#include "tst_session.moc"
